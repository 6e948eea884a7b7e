// SPDX-License-Identifier: AGPL-3.0-only
// Kept records: lookup by memo and by key, the checks before one is served, and burning. A record
// is served only if it is sound (its event binds it, its hashes hold, and the run repeated from the
// texts in the corpus gives the same record), shows nothing but its claims, and every source is
// current. A memo is covered by no hash, so it is trusted only as a hint: the record that it leads
// to must match the request field by field. Keys of older policy versions and of the alternate
// dedup mode are tried after the primary key, and a refutation under any key of the request holds
// for all of them.
#include <algorithm>

#include "ask/ask_run.h"
#include "audit/event.h"
#include "crypto/sha256.h"
#include "prove/seen_passage.h"
#include "run/repeat.h"
#include "store/home/memos.h"
#include "store/home/promotions.h"

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

// The texts of the passages of a run, read from the revisions that the model saw. kNotFound where a
// document or text is missing (burned or evicted).
Result<std::vector<std::string>> SpansOf(const run::RunRecord& run, const store::Corpus& corpus) {
  std::vector<std::string> spans;
  std::map<DocumentRoot, std::optional<store::CorpusDocument>> documents;
  for (const run::RecordedPassage& passage : run.passages) {
    const run::EvidenceRef& ref = passage.ref;
    const auto [known, is_new] = documents.try_emplace(ref.document_root);
    if (is_new) {
      TRY_ASSIGN(known->second, corpus.Find(ref.document_root));
    }
    const auto source = std::ranges::find_if(run.sources, [&](const run::RecordedSource& recorded) {
      return recorded.document.root == ref.document_root;
    });
    if (!known->second || source == run.sources.end()) {
      return Fail(ErrorCode::kNotFound, "a document of it is not in the corpus");
    }
    TRY_ASSIGN(auto seen, prove::ReadSeenPassage(*known->second, source->base, ref));
    if (!seen) {
      return Fail(ErrorCode::kDoesNotHold, "a passage has not the text that was hashed");
    }
    spans.push_back(std::move(seen->span));
  }
  return spans;
}

// True for errors that mean a damaged record; false for errors of the disk or the system.
bool IsDamage(ErrorCode code) {
  return code == ErrorCode::kDoesNotHold || code == ErrorCode::kCorrupt ||
         code == ErrorCode::kInvalidData || code == ErrorCode::kInvalidArgument ||
         code == ErrorCode::kUnsupported || code == ErrorCode::kLimitExceeded;
}

// Compares the parts of the retrieval plan that a request determines. The translated question
// itself is not known before retrieval, so only its presence is compared.
bool IsPlan(const json::Object& recorded, const json::Object& wanted) {
  const auto same = [&](const char* name) {
    const auto kept = recorded.find(name);
    const auto asked = wanted.find(name);
    const json::Value none;
    return (kept == recorded.end() ? none : kept->second) ==
           (asked == wanted.end() ? none : asked->second);
  };
  return same("retrieval_keywords") && same("top_k") && same("over_fetch") &&
         same("max_context_chars") && same("document") &&
         recorded.contains("translated_question") == !wanted.at("translate_to").as_string().empty();
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
      {"fidelity", Name(options_.fidelity)},
      {"policy", run::GovernanceHash(ToJson(policy)).hex()},
      {"nine_dimensions", options_.nine_dimensions},
      {"model", ToJson(inputs_.model)},
      {"plan", PlanWanted()},
      {"conversation", prompt::ToJson(options_.conversation)},
      {"corpus_state", corpus_state_.hex()}});
}

// Every source must be current now (decision 14); false if one is not. The result shows each source
// at its present URI (decision 11), for a file may have been renamed; the stored record is not
// changed. services_.corpus may be a part of the corpus: a caller restricted to some shards is not
// served an answer that uses documents outside them, and does not learn their URIs.
Result<bool> AskRun::ShowWhereItStands(run::RunRecord* run) {
  for (run::RecordedSource& source : run->sources) {
    TRY_ASSIGN(const std::optional<store::CorpusDocument> document,
               services_.corpus->Find(source.document.root));
    if (!document || !document->view.current) return false;
    const std::vector<std::string> uris = document->current_uris();
    if (uris.empty() || std::ranges::find(uris, source.document_uri) != uris.end()) continue;
    source.document_uri = document->shown().uri;
    moved_ = true;
    for (run::RecordedPassage& passage : run->passages) {
      if (passage.ref.document_root != source.document.root) continue;
      passage.document_uri = source.document_uri;
    }
  }
  return true;
}

Status AskRun::Take(store::Record record, run::RunRecord run, LookupPath path) {
  if (question::CanonicalQuestion(run.question, question::Dedup::kStrict) !=
      question::CanonicalQuestion(options_.question, question::Dedup::kStrict)) {
    result_.answered_question = run.question;
  }
  result_.record = std::move(run);
  TRY(records_->CountHit(record.record_id));
  TRY_ASSIGN(result_.audit_event_hash, records_->EventHashOf(record.event_seq));
  result_.stored = std::move(record);
  result_.lookup_path = path;
  result_.cached = true;
  return {};
}

// Checks that the event named by the row binds this record: type, subject, record hash, DAG root,
// and the event's own hash. Returns the problem, or an empty string.
Result<std::string> AskRun::EventProblem(const store::Record& record) {
  TRY_ASSIGN(const store::StoredEvent event, records_->EventOf(record.event_seq));
  EventHash previous;
  if (record.event_seq > 0) {
    TRY_ASSIGN(previous, records_->EventHashOf(record.event_seq - 1));
  }
  const auto binds = [&](const char* name, const Hash256& hash) {
    const auto it = event.body.hashes.find(name);
    return it != event.body.hashes.end() && it->second == hash;
  };
  const std::string& type = event.body.type;
  if ((type != "providence_insert" && type != "providence_insert_refuted" &&
       type != "providence_reclassify") ||
      event.body.subject != record.cache_key.hex() || !binds("record", record.record_hash) ||
      !binds("run_dag", record.run_dag_root) ||
      audit::HashEvent(previous, event.body) != event.hash) {
    return "event " + std::to_string(record.event_seq) + " of the log does not bind it";
  }
  return std::string();
}

// The run of a record, checked against its hashes and its event. This detects a changed row and a
// damaged file before the answer is served.
Result<run::RunRecord> AskRun::Sound(const store::Record& record) {
  TRY_ASSIGN(run::RunRecord run, RunOf(record));
  TRY_ASSIGN(const std::string problem, EventProblem(record));
  if (!problem.empty()) return Fail(ErrorCode::kDoesNotHold, problem);
  const store::Corpus& corpus = services_.whole != nullptr ? *services_.whole : *services_.corpus;
  const auto spans = SpansOf(run, corpus);
  if (spans) {
    TRY_ASSIGN(run, run::Repeat(std::move(run), record.record_hash, *spans));
  } else if (spans.error().code != ErrorCode::kNotFound) {
    return std::unexpected(spans.error());
  } else {  // a text that was evicted: what its hashes say without it
    TRY(run_dag::Verify(run.dag));
    if (run::HashRecord(run::StatementOf(run)) != record.record_hash) {
      return Fail(ErrorCode::kDoesNotHold, "what is kept of the run is not what was hashed");
    }
  }
  const bool row = record.cache_key == question::MakeCacheKey(run.dimensions) &&
                   record.run_dag_root == run.dag.root &&
                   record.answer_hash == run::StatementOf(run).answer_hash &&
                   record.question_hash.hex() == run.dimensions.question_hash &&
                   record.audit_mode == run.audit_mode() && record.rung == run.rung;
  if (!row) return Fail(ErrorCode::kDoesNotHold, "its row says otherwise than its run");
  return run;
}

Result<bool> AskRun::ServeRecord(store::Record record, LookupPath path) {
  auto run = Sound(record);
  if (!run) {
    if (!IsDamage(run.error().code)) return std::unexpected(run.error());
    if (!unsound_) {
      result_.notes.push_back("the kept answer " + record.cache_key.hex().substr(0, 12) +
                              " was not served: " + run.error().message +
                              "; arborist fsck --full says more, and --burn replaces it");
    }
    unsound_ = true;
    return false;
  }
  if (!run::ShowsOnlyItsClaims(*run)) return false;
  TRY_ASSIGN(const bool current, ShowWhereItStands(&*run));
  if (!current) return false;
  TRY(Take(std::move(record), std::move(*run), path));
  return true;
}

// The policy of the request as each version of the policy has it, newest first.
std::vector<run::Policy> AskRun::Policies() const {
  std::vector<run::Policy> policies = {options_.policy};
  while (auto older = run::InOlderVersion(policies.back())) policies.push_back(std::move(*older));
  return policies;
}

// A memo is not covered by any hash. Therefore the record that it names is compared with the
// request, as if the memo were hostile.
bool AskRun::AskedFor(const store::Record& record) const {
  const run::Policy& policy = options_.policy;
  const auto run = RunOf(record);
  return run &&
         run->dimensions.question_hash ==
             question::HashQuestion(options_.question, policy.question_dedup).hex() &&
         run->policy == ToJson(policy) && run->model == inputs_.model &&
         run->nine_dimensions == options_.nine_dimensions &&
         run->conversation == options_.conversation && IsPlan(run->retrieval_plan, PlanWanted());
}

// Memos of older policy versions are not looked for: their records are served under another key
// than that of the request, and whether an answer was refuted under that key is known only once the
// passages are (Serve).
Result<bool> AskRun::ServeFromMemo() {
  if (options_.burn_existing) return false;
  TRY_ASSIGN(const std::string request, MemoRequest());
  TRY_ASSIGN(const std::optional<store::Memos::Memo> memo,
             store::Memos(services_.home).Find(crypto::Sha256(request)));
  if (!memo || memo->lookup_path != Name(LookupPath::kPrimary)) return false;
  TRY_ASSIGN(std::optional<store::Record> record, records_->FindLive(memo->cache_key));
  if (!record || !AskedFor(*record)) return false;
  return ServeRecord(std::move(*record), LookupPath::kPrimary);
}

// The state of a refuted record with this answer, if there is one under a key of this request: the
// primary key, or that of an older policy version, under which the same words of a model may be
// rendered otherwise (so raw answers are compared too).
Result<std::optional<store::RecordState>> AskRun::RefutedAs(const Hash256& answer_hash,
                                                            std::string_view raw_answer) {
  for (const CacheKey& key : Keys()) {
    TRY_ASSIGN(const std::vector<store::Record> kept, records_->WithKey(key));
    for (const store::Record& other : kept) {
      if (!IsRefuted(other.state)) continue;
      if (other.answer_hash == answer_hash) return other.state;
      const auto run = RunOf(other);
      if (run && !raw_answer.empty() && run->raw_answer == raw_answer) return other.state;
    }
  }
  return RefutedUnderOlderPolicy(raw_answer);
}

// An older policy version may render the same passages otherwise, so that the refuted record has
// none of the keys of this request. It is found by its parts instead: the same model wrote the same
// words to the same question from the same documents.
Result<std::optional<store::RecordState>> AskRun::RefutedUnderOlderPolicy(
    std::string_view raw_answer) {
  std::optional<store::RecordState> refuted;
  if (raw_answer.empty() || inputs_.sources.empty()) return refuted;
  constexpr question::Dedup kSame = question::Dedup::kEquivalenceClassV2;
  const std::string asked = question::CanonicalQuestion(options_.question, kSame);
  const std::string source_root = run::ContextRoot(inputs_.first_sources()).hex();
  for (const store::RecordState state :
       {store::RecordState::kFailed, store::RecordState::kQuarantined}) {
    TRY(records_->ForEach(
        [&](const store::Record& other) -> Result<bool> {
          const auto run = RunOf(other);
          const auto policy = run ? run::ReadPolicy(run->policy) : Result<run::Policy>{};
          if (run && policy && policy->version < options_.policy.version &&
              run->raw_answer == raw_answer && run->model == inputs_.model &&
              run->dimensions.source_root == source_root &&
              question::CanonicalQuestion(run->question, kSame) == asked) {
            refuted = other.state;
          }
          return !refuted;
        },
        {.state = state, .label = {}, .source = inputs_.sources[0].root}));
    if (refuted) break;
  }
  return refuted;
}

std::vector<CacheKey> AskRun::Keys() const {
  std::vector<CacheKey> keys;
  run::Inputs inputs = inputs_;
  for (run::Policy& policy : Policies()) {
    inputs.policy = std::move(policy);
    keys.push_back(question::MakeCacheKey(run::DimensionsOf(inputs)));
  }
  return keys;
}

Result<bool> AskRun::Serve(const run::Inputs& inputs, LookupPath path) {
  TRY_ASSIGN(std::optional<store::Record> record,
             records_->FindLive(question::MakeCacheKey(run::DimensionsOf(inputs))));
  if (!record) return false;
  // A record found under another key must not bring back an answer that was refuted under this one.
  if (path != LookupPath::kPrimary) {
    const auto run = RunOf(*record);
    TRY_ASSIGN(const auto refuted, RefutedAs(record->answer_hash, run ? run->raw_answer : ""));
    if (refuted) return false;
  }
  return ServeRecord(std::move(*record), path);
}

// Checked before the model is asked: burning the record would leave a document that was promoted
// from it without its origin.
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
    // The row is deleted, but a reader keeps the text alive in the file. That must not cost the new
    // answer, so it becomes a note.
    result_.notes.emplace_back(
        "the older record is deleted, but another program reads the store, and until it ends the "
        "text remains in the file; the next burn of anything removes it");
    burned = Status();
  }
  if (burned) ++result_.burned_existing;
  // kNotFound: another process burned it first.
  return burned || burned.error().code == ErrorCode::kNotFound ? Status() : burned;
}

Result<bool> AskRun::Lookup() {
  Enter("lookup");
  if (options_.burn_existing) return false;
  bool served = false;
  for (const run::Policy& policy : Policies()) {
    run::Inputs inputs = inputs_;
    inputs.policy = policy;
    TRY_ASSIGN(served,
               Serve(inputs, policy.version == options_.policy.version ? LookupPath::kPrimary
                                                                       : LookupPath::kAlternate));
    auto alternate = run::WithAlternateDedup(inputs.policy);
    if (!served && alternate && options_.fidelity == Fidelity::kEquivalenceClass) {
      inputs.policy = std::move(*alternate);
      TRY_ASSIGN(served, Serve(inputs, LookupPath::kAlternate));
    }
    if (served) break;
  }
  // A hit under another key gets no memo: a record under the primary key may be refuted later, and
  // only a fresh lookup sees that. Nor does a record whose sources have moved.
  const bool lasts = !moved_ && result_.lookup_path == LookupPath::kPrimary;
  if (served && lasts) TRY(Remember());
  return served;
}

Status AskRun::Remember() {
  TRY_ASSIGN(const std::string request, MemoRequest());
  return store::Memos(services_.home)
      .Put(request, {result_.stored->cache_key, std::string(Name(LookupPath::kPrimary))},
           corpus_state_);
}

}  // namespace arborist::ask
