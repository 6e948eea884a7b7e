// SPDX-License-Identifier: AGPL-3.0-only
// Self-providence: turns answers that stood for a day into documents, and takes back those whose
// record is no longer live. Per record, newest first: the conditions in the order of
// Promotion::Take, the first that fails is the reason it is left out; then a derivation with a
// proof for each source document, and the core is put beside a source, so that the change of a
// source and of its answers are one transaction. One writer per shard, all committed at the end.
//
// An answer that rests on a promoted answer is never promoted: the store would otherwise confirm
// its own words with its own words. Records and shards are different files, so that a record may
// leave `live` while its document still is current; RetirePromotions closes that gap before
// a question is answered and after a falsification. FROZEN providence v1, docs/format/core.md.
#include "curate/promote.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/derivation.h"
#include "core/distiller.h"
#include "distill/prepare_core.h"
#include "json/value.h"
#include "run/run_record.h"
#include "store/home/promotions.h"
#include "store/home/records.h"
#include "store/shard/shard_writer.h"

namespace arborist::curate {

namespace {

Result<std::unique_ptr<store::ShardWriter>> OpenWriter(const PromoteRequest& request,
                                                       const store::ShardAddress& shard,
                                                       Busy busy = Busy::kWaitFor) {
  return store::ShardWriter::Open(shard, {.clock = request.clock,
                                          .random = request.random,
                                          .actor = request.actor,
                                          .wait = busy == Busy::kWaitFor});
}

class Promotion {
 public:
  Promotion(const PromoteRequest& request, const store::Corpus& corpus)
      : request_(request), corpus_(corpus) {}

  // Why the record is left out; empty when it was promoted now or before.
  Result<std::string> Take(const store::Record& record);
  Status Commit();

  PromoteReport report;

 private:
  Result<std::string> AddSources(const store::Record& record, const run::RunRecord& run,
                                 document::Derivation* derivation);

  const PromoteRequest& request_;
  const store::Corpus& corpus_;
  // The shard of the first source; the answer is put there.
  std::optional<store::ShardAddress> home_;
  std::map<store::ShardAddress, std::unique_ptr<store::ShardWriter>> writers_;
};

// Adds every document that a passage of the answer came from, with a proof of the chunks used.
// Returns why the answer cannot be promoted, or an empty text.
Result<std::string> Promotion::AddSources(const store::Record& record, const run::RunRecord& run,
                                          document::Derivation* derivation) {
  std::map<DocumentRoot, std::set<std::uint64_t>> used;
  for (const run::RecordedPassage& passage : run.passages)
    used[passage.ref.document_root].insert(passage.ref.chunk_idx);
  if (used.empty()) return "rests on nothing";
  home_.reset();
  for (const auto& [root, chunks] : used) {
    TRY_ASSIGN(const std::optional<store::CorpusDocument> document, corpus_.Find(root));
    if (!document || !document->view.current) return "a source is not current";
    if (document->view.source_type == core::kProvidence) return "rests on a promoted answer";
    for (const auto& shard : corpus_.shards()) {
      TRY_ASSIGN(const auto view, shard->documents().Find(root));
      if (view && view->current && !home_) home_ = shard->address();
    }
    TRY_ASSIGN(const auto here, document->shard->documents().Find(root));
    TRY_ASSIGN(const std::vector<Hash256> leaves, document->shard->texts().Leaves(*here));
    if (*chunks.rbegin() >= leaves.size()) return "names a chunk that its source does not have";
    const auto recorded = std::ranges::find_if(run.sources, [&](const run::RecordedSource& source) {
      return source.document.root == root;
    });
    core::SourceProof proof = core::ProveSome(
        leaves, std::vector<std::uint64_t>(chunks.begin(), chunks.end()),
        recorded == run.sources.end() ? std::string(core::kIdentityBase) : recorded->base);
    proof.detail = {{"cache_key", record.cache_key.hex()},
                    {"record_hash", record.record_hash.hex()}};
    derivation->sources.push_back({root, core::ToText(proof)});
  }
  return std::string();
}

Result<std::string> Promotion::Take(const store::Record& record) {
  if (record.state != store::RecordState::kLive) return "not live";
  if (record.audit_mode != "STRICT") return "not STRICT";
  if (record.created_at > request_.clock->NowSeconds() - request_.min_age) return "too young";
  TRY_ASSIGN(const json::Value body, json::Parse(record.body));
  TRY_ASSIGN(const run::RunRecord run, run::ReadRunRecord(body));
  if (run.declined) return "declined";
  document::Derivation derivation{.distiller_id = std::string(core::kProvidence),
                                  .distiller_version = std::string(core::kDistillerVersion)};
  TRY_ASSIGN(std::string problem, AddSources(record, run, &derivation));
  if (!problem.empty()) return problem;
  auto core = distill::PrepareCore({.uri = core::CoreUri(core::kProvidence, record.record_hash),
                                    .title = run.question,
                                    .text = run.answer_text,
                                    .source_hash = SourceHash(record.record_hash),
                                    .derivation = std::move(derivation)});
  if (!core) return "has no text";
  std::unique_ptr<store::ShardWriter>& writer = writers_[*home_];
  if (!writer) {
    TRY_ASSIGN(writer, OpenWriter(request_, *home_));
    TRY(writer->Begin());
  }
  TRY_ASSIGN(const store::PutOutcome outcome, writer->Put(*core));
  if (outcome == store::PutOutcome::kRefused) return "its text is a document of another kind";
  ++(outcome == store::PutOutcome::kUnchanged ? report.unchanged : report.promoted);
  return std::string();
}

Status Promotion::Commit() {
  for (auto& [shard, writer] : writers_) {
    TRY(writer->Commit());
    TRY(writer->Finish());
  }
  writers_.clear();
  return {};
}

}  // namespace

Result<Retired> RetirePromotions(const PromoteRequest& request, const store::Corpus& corpus,
                                 store::HomeStore* home, Busy busy) {
  Retired retired;
  for (const auto& shard : corpus.shards()) {
    TRY_ASSIGN(const std::vector<std::string> uris, store::CurrentPromotions(shard.get()));
    std::vector<std::string> gone;
    for (const std::string& uri : uris) {
      const auto hash = Hash256::FromHexString(uri.substr(store::kPromotionPrefix.size()));
      if (hash) {
        TRY_ASSIGN(const bool live, store::HasLiveRecord(home, *hash));
        if (live) continue;
      }
      gone.push_back(uri);
    }
    if (gone.empty()) continue;
    auto writer = OpenWriter(request, shard->address(), busy);
    if (!writer && busy == Busy::kPassOver && writer.error().code == ErrorCode::kConflict) {
      retired.passed_over = true;
      continue;
    }
    if (!writer) return std::unexpected(std::move(writer).error());
    TRY((*writer)->Begin());
    for (const std::string& uri : gone) {
      TRY_ASSIGN(const bool was, (*writer)->MarkGone(uri));
      retired.documents += was ? 1 : 0;
    }
    TRY((*writer)->Commit());
  }
  return retired;
}

Result<PromoteReport> Promote(const PromoteRequest& request) {
  TRY_ASSIGN(const auto home, store::HomeStore::Open(request.home, {.clock = request.clock,
                                                                    .random = request.random,
                                                                    .actor = request.actor}));
  TRY_ASSIGN(store::Corpus corpus, store::Corpus::Open(request.home));
  store::Records records(home.get());
  TRY(records.CatchUp(corpus));
  TRY_ASSIGN(const Retired retired, RetirePromotions(request, corpus, home.get()));
  TRY_ASSIGN(corpus, store::Corpus::Open(request.home));
  Promotion promotion(request, corpus);
  promotion.report.retired = retired.documents;
  TRY(records.ForEach([&](const store::Record& record) -> Result<bool> {
    auto left_out = promotion.Take(record);
    if (!left_out)
      return std::unexpected(std::move(left_out).error().In("record " + record.cache_key.hex()));
    if (!left_out->empty()) ++promotion.report.left_out[*left_out];
    return true;
  }));
  TRY(promotion.Commit());
  TRY_ASSIGN(corpus, store::Corpus::Open(request.home));
  TRY(records.CatchUp(corpus));
  return std::move(promotion.report);
}

}  // namespace arborist::curate
