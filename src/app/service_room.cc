// SPDX-License-Identifier: AGPL-3.0-only
// Cores, and room: what is made of documents, and which texts go and come back.
#include <algorithm>

#include "app/fields.h"
#include "app/service_impl.h"
#include "core/first_sentence.h"
#include "core/keywords.h"
#include "distill/distill.h"
#include "room/evict.h"
#include "room/rehydrate.h"

namespace arborist::app {

namespace {

constexpr std::size_t kMaxNames = 1000;

Result<bool> BoolOr(const json::Value& body, std::string_view name, bool fallback) {
  if (body.Find(name) == nullptr) return fallback;
  return body.Bool(name);
}

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

// Only what the corpus holds goes on, by its root: a name never becomes a path.
Status Resolve(const store::Corpus& corpus, std::vector<std::string>* names) {
  for (std::string& name : *names) {
    TRY_ASSIGN(const store::CorpusDocument document, corpus.Resolve(name));
    name = document.view.root.hex();
  }
  return {};
}

room::Environment RoomOf(const HomeEnvironment& environment) {
  return {.home = environment.paths,
          .clock = environment.clock,
          .random = environment.random,
          .actor = environment.actor};
}

}  // namespace

Result<json::Value> Service::Distill(const View& view, const json::Value& body) {
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
  const MutexLock lock(impl_->write_mutex);
  TRY(impl_->TakeWhole(view));
  TRY_ASSIGN(const distill::DistillReport report,
             distill::Distill(options, {.home = impl_->options.environment.paths,
                                        .clock = impl_->options.environment.clock,
                                        .random = impl_->options.environment.random,
                                        .actor = impl_->options.environment.actor}));
  return json::Value(distill::ToJson(options, report));
}

Result<json::Value> Service::Evict(const View& view, const json::Value& body) {
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
  const MutexLock lock(impl_->write_mutex);
  {
    TRY_ASSIGN(const ReaderPool::Lease reader, impl_->TakeWhole(view));
    TRY(Resolve(reader->corpus(), &options.names));
  }
  // A reader's snapshot would keep the pages that are to go.
  const ReaderPool::Stopped stopped(&impl_->readers);
  TRY_ASSIGN(const room::EvictReport report,
             room::Evict(options, RoomOf(impl_->options.environment)));
  return json::Value(room::ToJson(report));
}

Result<json::Value> Service::Rehydrate(const View& view, const json::Value& body) {
  TRY(OnlyFields(body, {"documents", "all"}));
  room::RehydrateOptions options;
  TRY_ASSIGN(options.targets, NamesOf(body));
  TRY_ASSIGN(options.all, BoolOr(body, "all", false));
  const MutexLock lock(impl_->write_mutex);
  {
    TRY_ASSIGN(const ReaderPool::Lease reader, impl_->TakeWhole(view));
    TRY(Resolve(reader->corpus(), &options.targets));
  }
  TRY_ASSIGN(const room::RehydrateReport report,
             room::Rehydrate(options, RoomOf(impl_->options.environment)));
  return json::Value(room::ToJson(report));
}

}  // namespace arborist::app
