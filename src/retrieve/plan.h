// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/hash256.h"
#include "json/value.h"
#include "store/corpus.h"

namespace arborist::retrieve {

// What retrieval was asked to do, as the run-DAG binds it. It names no score and no file.
struct RetrievalPlan {
  std::string retrieval_keywords;
  std::size_t top_k = 0;
  std::size_t over_fetch = 0;
  std::size_t max_context_chars = 0;
  std::vector<std::string> shard_ids;    // names of shard sets: the same for any layout
  std::string translated_question;       // a member of the plan only when set
  std::optional<DocumentRoot> document;  // likewise
};

json::Object ToJson(const RetrievalPlan& plan);

// sha256 of its canonical JSON.
Hash256 HashPlan(const RetrievalPlan& plan);

// The sets that the corpus consists of, in order.
std::vector<std::string> ShardSetNames(const store::Corpus& corpus);

}  // namespace arborist::retrieve
