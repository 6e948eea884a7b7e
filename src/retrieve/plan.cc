// SPDX-License-Identifier: AGPL-3.0-only
#include "retrieve/plan.h"

#include <algorithm>
#include <set>

#include "crypto/sha256.h"
#include "store/layout.h"

namespace arborist::retrieve {

json::Object ToJson(const RetrievalPlan& plan) {
  json::Array shards;
  for (const std::string& name : plan.shard_ids) shards.emplace_back(name);
  json::Object object{{"retrieval_keywords", plan.retrieval_keywords},
                      {"top_k", static_cast<std::int64_t>(plan.top_k)},
                      {"over_fetch", static_cast<std::int64_t>(plan.over_fetch)},
                      {"max_context_chars", static_cast<std::int64_t>(plan.max_context_chars)},
                      {"shard_ids", std::move(shards)}};
  if (!plan.translated_question.empty())
    object.emplace("translated_question", plan.translated_question);
  if (plan.document) object.emplace("document", plan.document->hex());
  return object;
}

Hash256 HashPlan(const RetrievalPlan& plan) { return crypto::Sha256(json::Dump(ToJson(plan))); }

std::vector<std::string> ShardSetNames(const store::Corpus& corpus) {
  std::set<std::string> names;
  for (const auto& shard : corpus.shards()) names.emplace(store::SetNameOf(shard->name()));
  return {names.begin(), names.end()};
}

}  // namespace arborist::retrieve
