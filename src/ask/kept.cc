// SPDX-License-Identifier: AGPL-3.0-only
// Answers that are kept: which may be served, and which go when a new one is wanted.
#include <algorithm>

#include "ask/ask_run.h"
#include "crypto/sha256.h"
#include "store/promotions.h"

namespace arborist::ask {

namespace {

Result<run::RunRecord> RunOf(const store::Record& record) {
  TRY_ASSIGN(const json::Value body, json::Parse(record.body));
  auto run = run::ReadRunRecord(body);
  if (!run) {
    return std::unexpected(std::move(run).error().In("record " + record.cache_key.hex()));
  }
  return run;
}

}  // namespace

json::Object AskRun::PlanWanted() const {
  return {{"retrieval_keywords", options_.retrieval_keywords},
          {"top_k", static_cast<std::int64_t>(options_.top_k)},
          {"over_fetch", static_cast<std::int64_t>(options_.over_fetch)},
          {"max_context_chars", options_.policy.context_chars},
          {"translate_to", options_.translate_to},
          {"document", options_.document ? json::Value(options_.document->hex()) : json::Value()}};
}

Result<std::string> AskRun::MemoRequest() const {
  const run::Policy& policy = options_.policy;
  return json::Canonical(json::Object{
      {"question_hash", question::HashQuestion(options_.question, policy.question_dedup).hex()},
      {"fidelity", options_.fidelity == question::Dedup::kStrict ? "strict" : "equivalence_class"},
      {"policy", run::GovernanceHash(ToJson(policy)).hex()},
      {"nine_dimensions", options_.nine_dimensions},
      {"model", ToJson(inputs_.model)},
      {"plan", PlanWanted()},
      {"conversation", prompt::ToJson(options_.conversation)},
      {"corpus_state", corpus_state_.hex()}});
}

// What a record rests on must be current at this moment (decision 14), and is shown where it stands
// now (decision 11): a file may have been renamed since. The record itself keeps what it says. Who
// sees a part of the corpus gets no answer that rests on more, and no place outside of it.
Result<bool> AskRun::ShowWhereItStands(run::RunRecord* run) {
  for (run::RecordedSource& source : run->sources) {
    TRY_ASSIGN(const std::optional<store::CorpusDocument> document,
               services_.corpus->Find(source.source.document_root));
    if (!document || !document->view.current) return false;
    const std::vector<std::string> uris = document->current_uris();
    if (uris.empty() || std::ranges::find(uris, source.document_uri) != uris.end()) continue;
    source.document_uri = document->shown().uri;
    moved_ = true;
    for (run::RecordedPassage& passage : run->passages) {
      if (passage.ref.document_root != source.source.document_root) continue;
      passage.document_uri = source.document_uri;
    }
  }
  return true;
}

Status AskRun::Take(store::Record record, run::RunRecord run, std::string_view path) {
  result_.record = std::move(run);
  TRY(records_->CountHit(record.record_id));
  TRY_ASSIGN(result_.audit_event_hash, records_->EventHashOf(record.event_seq));
  result_.stored = std::move(record);
  result_.lookup_path = path;
  result_.cached = true;
  return {};
}

Result<bool> AskRun::ServeRecord(store::Record record, std::string_view path) {
  TRY_ASSIGN(run::RunRecord run, RunOf(record));
  TRY_ASSIGN(const bool current, ShowWhereItStands(&run));
  if (!current) return false;
  TRY(Take(std::move(record), std::move(run), path));
  return true;
}

Result<bool> AskRun::ServeFromMemo() {
  if (options_.burn_existing) return false;
  TRY_ASSIGN(const std::string request, MemoRequest());
  TRY_ASSIGN(const std::optional<store::Records::Memo> memo,
             records_->FindMemo(crypto::Sha256(request)));
  if (!memo) return false;
  TRY_ASSIGN(std::optional<store::Record> record, records_->FindLive(memo->cache_key));
  if (!record) return false;
  // A revision may rest on more than what the memo was made of.
  if (record->revision > 1 || services_.whole != nullptr) {
    return ServeRecord(std::move(*record), memo->lookup_path);
  }
  // The memo is of this very corpus: what was current and where it stood when it was made holds.
  TRY_ASSIGN(run::RunRecord run, RunOf(*record));
  TRY(Take(std::move(*record), std::move(run), memo->lookup_path));
  return true;
}

Result<bool> AskRun::Serve(const run::Inputs& inputs, std::string_view path) {
  TRY_ASSIGN(std::optional<store::Record> record,
             records_->FindLive(question::MakeCacheKey(run::DimensionsOf(inputs))));
  if (!record) return false;
  // Under the other key too an answer that was refuted under this one does not come back.
  if (path != "primary") {
    TRY_ASSIGN(const std::vector<store::Record> own, records_->WithKey(Key()));
    for (const store::Record& other : own) {
      if (IsRefuted(other.state) && other.answer_hash == record->answer_hash) return false;
    }
  }
  return ServeRecord(std::move(*record), path);
}

// Before the model is asked: a document that was made of the answer would stay without its record.
Status AskRun::CheckBurnable(const CacheKey& key) {
  TRY_ASSIGN(const std::optional<store::Record> existing, records_->FindLive(key));
  if (!existing) return {};
  const store::Corpus& corpus = services_.whole != nullptr ? *services_.whole : *services_.corpus;
  for (const auto& shard : corpus.shards()) {
    TRY_ASSIGN(const std::vector<DocumentRoot> promoted,
               store::PromotedFrom(shard.get(), existing->record_hash));
    if (promoted.empty()) continue;
    return Fail(ErrorCode::kConflict, "the kept answer was promoted to document " +
                                          promoted[0].hex().substr(0, 12) +
                                          "; burn both first: arborist burn " +
                                          existing->cache_key.hex().substr(0, 12) + " --force");
  }
  return {};
}

Status AskRun::BurnExisting(const CacheKey& key) {
  TRY_ASSIGN(const std::optional<store::Record> existing, records_->FindLive(key));
  if (!existing) return {};
  Status burned = records_->Burn(existing->record_id, false);
  if (!burned && burned.error().code == ErrorCode::kConflict) {
    burned = records_->Burn(existing->record_id, true);
  }
  if (!burned && burned.error().code == ErrorCode::kEnvironment) {
    TRY_ASSIGN(const std::optional<store::Record> left, records_->FindLive(existing->cache_key));
    if (left) return burned;
    // It is deleted; that a reader keeps its text alive must not cost the new answer.
    result_.notes.emplace_back(
        "the older record is deleted, but another program reads the store, and until it ends the "
        "text remains in the file; the next burn of anything removes it");
    burned = Status();
  }
  if (burned) ++result_.burned_existing;
  // Another process may have been first.
  return burned || burned.error().code == ErrorCode::kNotFound ? Status() : burned;
}

Result<bool> AskRun::Lookup() {
  Enter("lookup");
  if (options_.burn_existing) return false;
  TRY_ASSIGN(bool served, Serve(inputs_, "primary"));
  if (!served && options_.fidelity == question::Dedup::kEquivalenceClass) {
    run::Inputs alternate = inputs_;
    alternate.policy = run::WithOtherDedup(alternate.policy);
    TRY_ASSIGN(served, Serve(alternate, "alternate"));
  }
  // What the other key gives must be asked for again: this one's record may be refuted meanwhile.
  const bool lasts = !moved_ && result_.lookup_path == "primary";
  if (served && lasts) TRY(Remember(result_.lookup_path));
  return served;
}

Status AskRun::Remember(std::string_view path) {
  TRY_ASSIGN(const std::string request, MemoRequest());
  return records_->PutMemo(request, {result_.stored->cache_key, std::string(path)}, corpus_state_);
}

}  // namespace arborist::ask
