// SPDX-License-Identifier: AGPL-3.0-only
// Reads bodies of requests to distill, evict and rehydrate. Unknown fields are refused, lists are
// bounded.
#include "app/write_requests.h"

#include <algorithm>

#include "app/fields.h"
#include "app/params.h"
#include "core/first_sentence.h"
#include "core/keywords.h"

namespace arborist::app {

namespace {

constexpr std::size_t kMaxNames = 1000;

Result<std::vector<std::string>> NamesOf(const json::Value& body) {
  std::vector<std::string> names;
  const json::Value* const list = body.Find("documents");
  if (list == nullptr) return names;
  const bool strings = list->is_array() && list->as_array().size() <= kMaxNames &&
                       std::ranges::all_of(list->as_array(), &json::Value::is_string);
  if (!strings) {
    return Fail(ErrorCode::kInvalidArgument,
                "field documents must be a list of roots and URIs, 1000 at most");
  }
  for (const json::Value& name : list->as_array()) names.push_back(name.as_string());
  return names;
}

}  // namespace

Result<distill::DistillOptions> ReadDistillRequest(const json::Value& body) {
  TRY(OnlyFields(body, {"method", "depth"}));
  distill::DistillOptions options;
  TRY_ASSIGN(options.method, body.String("method"));
  if (options.method != core::kFirstSentence && options.method != core::kKeywords) {
    return Fail(ErrorCode::kInvalidArgument, "field method must be first-sentence or tfidf");
  }
  if (body.Find("depth") != nullptr) {
    TRY_ASSIGN(options.depth, body.Int("depth"));
  }
  if (options.depth < 1 || options.depth > distill::kMaxDepth) {
    return Fail(ErrorCode::kInvalidArgument,
                "field depth must be from 1 to " + std::to_string(distill::kMaxDepth));
  }
  return options;
}

Result<room::EvictOptions> ReadEvictRequest(const json::Value& body) {
  TRY(OnlyFields(body, {"documents", "max_bytes", "tier", "superseded", "dry_run"}));
  room::EvictOptions options;
  TRY_ASSIGN(options.names, NamesOf(body));
  if (body.Find("max_bytes") != nullptr) {
    TRY_ASSIGN(const std::int64_t bytes, body.Int("max_bytes"));
    if (bytes < 0) return Fail(ErrorCode::kInvalidArgument, "field max_bytes must not be negative");
    options.max_bytes = static_cast<std::uint64_t>(bytes);
  }
  TRY_ASSIGN(const std::string tier, body.StringOr("tier", ""));
  if (!tier.empty() && tier != "warm" && tier != "cold") {
    return Fail(ErrorCode::kInvalidArgument, "field tier must be warm or cold");
  }
  if (!tier.empty()) options.tier = store::TierFromName(tier);
  TRY_ASSIGN(options.superseded, BoolOr(body, "superseded", false));
  TRY_ASSIGN(options.dry_run, BoolOr(body, "dry_run", false));
  return options;
}

Result<room::RehydrateOptions> ReadRehydrateRequest(const json::Value& body) {
  TRY(OnlyFields(body, {"documents", "all"}));
  room::RehydrateOptions options;
  TRY_ASSIGN(options.targets, NamesOf(body));
  TRY_ASSIGN(options.all, BoolOr(body, "all", false));
  return options;
}

}  // namespace arborist::app
