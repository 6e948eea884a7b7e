// SPDX-License-Identifier: AGPL-3.0-only
// AskRun::Perform conducts one run in the order of decision 16: preflight (a rejected question ends
// here), catch-up of the records, memo, retrieval, lookup under the cache key, model, verification,
// record. The first stage that yields a result ends the run. With may_answer false the run stops
// before the model, so the same code decides for Ask and FindKept which kept record may be served.
// A record is written only after the answer has been verified. kept.cc has the lookup and the
// checks of kept records.
#include "ask/ask.h"

#include <algorithm>

#include "ask/answerer.h"
#include "ask/ask_run.h"
#include "ask/corpus_profile.h"
#include "ask/plain_text.h"
#include "core/distiller.h"
#include "crypto/sha256.h"
#include "extractive/sentence_places.h"
#include "markup/base.h"
#include "prove/prove.h"
#include "retrieve/gather.h"
#include "run/preflight_stage.h"
#include "store/home/concepts.h"
#include "store/home/hits.h"
#include "store/home/memos.h"
#include "text/scan.h"
#include "text/search_tokens.h"
#include "text/utf8.h"

namespace arborist::ask {

namespace {

// The synonyms and rivals that the home store has for the terms of the question, at most kMost
// each.
Result<retrieve::ConceptTerms> ConceptsOf(const std::string& question, store::HomeStore* home) {
  constexpr std::size_t kPerWord = 4;
  constexpr std::size_t kMost = 12;
  retrieve::ConceptTerms terms;
  store::Concepts concepts(home);
  for (const text::QueryTerm& word : text::QueryTerms(question)) {
    for (auto& [kind, list] :
         {std::pair(store::kSynonym, &terms.synonyms), std::pair(store::kRivalry, &terms.rivals)}) {
      TRY_ASSIGN(const std::vector<std::string> targets,
                 concepts.TargetsOf(kind, word.term, kPerWord));
      for (const std::string& target : targets) {
        if (list->size() < kMost && std::ranges::find(*list, target) == list->end())
          list->push_back(target);
      }
    }
  }
  return terms;
}

}  // namespace

std::string_view Name(LookupPath path) {
  switch (path) {
    case LookupPath::kPrimary:
      return "primary";
    case LookupPath::kAlternate:
      return "alternate";
    case LookupPath::kMiss:
      return "miss";
    case LookupPath::kPreflight:
      return "preflight";
  }
  return "";
}

std::string_view Name(Fidelity fidelity) {
  return fidelity == Fidelity::kStrict ? "strict" : "equivalence_class";
}

std::optional<Fidelity> FidelityFromName(std::string_view name) {
  for (const Fidelity fidelity : {Fidelity::kStrict, Fidelity::kEquivalenceClass}) {
    if (name == Name(fidelity)) return fidelity;
  }
  return std::nullopt;
}

std::optional<CacheKey> AskResult::cache_key() const {
  if (record.dimensions.question_hash.empty()) return std::nullopt;
  return question::MakeCacheKey(record.dimensions);
}

void AskRun::Enter(std::string_view stage) {
  Leave();
  stage_ = stage;
  entered_ = services_.microseconds();
  if (services_.progress) services_.progress(stage);
}

void AskRun::Leave() {
  if (stage_.empty()) return;
  result_.timings_us[stage_] += services_.microseconds() - entered_;
  stage_.clear();
}

Status AskRun::Preflight() {
  if (text::Strip(options_.question).empty()) {
    return Fail(ErrorCode::kInvalidArgument, "the question is empty; say what you want to know");
  }
  if (options_.question.size() > kMaxQuestionBytes) {
    return Fail(ErrorCode::kLimitExceeded, "the question is longer than " +
                                               std::to_string(kMaxQuestionBytes) +
                                               " bytes; ask something shorter");
  }
  TRY(CheckText("the question", options_.question));
  TRY(CheckText("--keywords", options_.retrieval_keywords));
  TRY(CheckText("--translate-to", options_.translate_to));
  TRY(CheckText("the model's name", services_.model_id));
  TRY(CheckText("the model's revision", options_.revision.value_or("")));
  TRY(CheckText("the model's quantization", options_.quantization));
  TRY_ASSIGN(profile_, CorpusProfile(*services_.corpus));
  inputs_.question = options_.question;
  inputs_.policy = options_.policy;
  inputs_.conversation = options_.conversation;
  inputs_.nine_dimensions = options_.nine_dimensions;
  inputs_.model.model_id = answerer_->model_id();
  inputs_.model.quantization = options_.quantization;
  if (options_.revision) {
    inputs_.model.revision = *options_.revision;
  } else if (records_) {
    TRY_ASSIGN(inputs_.model.revision,
               store::ModelRevisions(services_.home).Of(services_.endpoint, services_.model_id));
  }
  result_.asked = inputs_.model;
  state_ = run::StateOf(options_.question, options_.policy, inputs_.model.model_id, profile_);
  result_.preflight = ToJson(state_);
  return {};
}

// A rejected question is not searched for: the result has no cache key, and its run DAG has three
// stages.
Result<bool> AskRun::Reject() {
  const auto rejected = run::RejectionOf(state_, options_.policy);
  if (!rejected) return false;
  run::RunRecord& record = result_.record;
  record.question = options_.question;
  record.policy = ToJson(options_.policy);
  record.model = inputs_.model;
  record.answer_text = rejected->answer_text;
  record.rung = "UNGROUNDED";
  record.declined = true;
  record.verdict = json::Object{
      {"audit_mode", "UNGROUNDED"},
      {"verifier_method", Name(options_.policy.answer_mode)},
      {"n_quotes", 0},
      {"n_verified", 0},
      {"unverified_quotes", json::Array{}},
      {"claim_statuses", json::Array{}},
      {"violations",
       json::Array{json::Object{{"kind", rejected->kind}, {"reason", rejected->reason}}}}};
  TRY_ASSIGN(record.dag, run::TraceOfRejection(inputs_, profile_, rejected->kind, rejected->reason,
                                               rejected->answer_text));
  rejection_ = rejected->kind;
  result_.lookup_path = LookupPath::kPreflight;
  result_.failure_stage = "preflight";
  return true;
}

Status AskRun::Gather() {
  retrieve::GatherOptions gather;
  gather.question = options_.question;
  gather.retrieval_keywords = options_.retrieval_keywords;
  gather.top_k = options_.top_k;
  gather.over_fetch = options_.over_fetch;
  gather.max_context_chars = static_cast<std::size_t>(options_.policy.context_chars);
  gather.read_chars = answerer_->read_chars();
  gather.hyphen_fold = options_.policy.hyphen_fold_v1;
  gather.document = options_.document;
  gather.cutting = run::RecordVersionOf(options_.policy.version) == run::RecordVersion::k1
                       ? retrieve::Cutting::kFront
                       : retrieve::Cutting::kAroundHits;
  gather.bases = run::BasesOf(options_.policy.version);
  if (!options_.translate_to.empty()) {
    Enter("translation");
    TRY_ASSIGN(gather.translated_question, answerer_->Translate(options_));
  }
  if (services_.home != nullptr) {
    TRY_ASSIGN(gather.concepts, ConceptsOf(options_.question, services_.home));
  }
  Enter("retrieval");
  TRY_ASSIGN(gathered_, gatherer_.Gather(gather));
  if (answerer_->read_chars() > 0) {
    Enter("model");
    TRY(answerer_->Choose(options_, &gathered_, &gatherer_));
    Enter("retrieval");
  }
  result_.notes.insert(result_.notes.end(), gathered_.notes.begin(), gathered_.notes.end());
  result_.evicted = gathered_.evicted;
  result_.cold_documents = gathered_.cold_documents;
  const retrieve::FrameDetection& frame = gathered_.frame;
  result_.frame_detection = json::Object{{"kind", Name(frame.kind)},
                                         {"title", frame.title},
                                         {"uri", frame.uri},
                                         {"confidence", frame.confidence}};
  if (frame.kind == retrieve::FrameKind::kReference) inputs_.frame_title = frame.title;
  for (const retrieve::ContextDocument& source : gathered_.sources) {
    inputs_.sources.push_back(source.document);
  }
  for (const retrieve::ContextPassage& passage : gathered_.passages) {
    inputs_.passages.push_back(passage.chunk);
  }
  if (run::ListsSentences(options_.policy)) ListSentences();
  return FindWarrants();
}

// Lists the sentences that the answer may point to, found by the blocks of the documents.
void AskRun::ListSentences() {
  std::vector<const blocks::Reading*> readings;
  readings.reserve(gathered_.passages.size());
  for (const retrieve::ContextPassage& passage : gathered_.passages) {
    readings.push_back(&gathered_.readings[passage.source]);
  }
  const evidence::EvidenceMap evidence(inputs_.passages);
  // An answerer that chooses its passages by itself needs no list that fits into a prompt.
  inputs_.sentences =
      answerer_->read_chars() != 0
          ? extractive::AllSentencePlacesOf(evidence, readings)
          : extractive::SentencePlacesOf(evidence, readings,
                                         static_cast<std::size_t>(options_.policy.context_chars));
}

// Proves each claim pack among the sources: a claim of it counts as a warrant because its bundle
// proves that a primary source backs it.
Status AskRun::FindWarrants() {
  for (const retrieve::ContextDocument& source : gathered_.sources) {
    if (source.source_type != core::kClaimPack) continue;
    TRY_ASSIGN(const std::optional<store::CorpusDocument> document,
               services_.corpus->Find(source.document.root));
    if (!document || !document->view.is_core()) continue;
    TRY_ASSIGN(json::Value warrant, prove::ProveCore(*services_.corpus, *document));
    inputs_.warrant_chain_roots.insert(source.document.root.hex());
    warrants_.emplace(source.document.root, std::move(warrant));
  }
  return {};
}

Status AskRun::Answer() {
  // No admitted source: no model call (decision 21).
  if (inputs_.passages.empty()) {
    TRY(Keep(run::Assess(inputs_, DeclineOf(inputs_)),
             {.text = {}, .model = {}, .facts = {}, .confidence = {}}));
    return {};
  }
  const bool burns = records_ && options_.burn_existing;
  const CacheKey asked = Key();
  if (burns) {
    for (const CacheKey& key : Keys()) TRY(CheckBurnable(key));
  }
  Enter("model");
  TRY_ASSIGN(Reply reply, answerer_->Answer(options_, inputs_));
  // The model name that the endpoint returned is a dimension of the key. If the endpoint silently
  // serves another model, that answer gets a key of its own.
  if (!options_.revision && !reply.model.empty() && reply.model != inputs_.model.revision) {
    inputs_.model.revision = reply.model;
    if (records_) {
      store::ModelRevisions revisions(services_.home);
      TRY(revisions.Set(services_.endpoint, services_.model_id, reply.model));
    }
  }
  if (burns) {
    // Burn only now: if the model cannot be reached, the old record must survive. The final key is
    // also known only now, because the returned revision may have changed it.
    TRY(CheckBurnable(Key()));
    TRY(BurnExisting(asked));
    for (const CacheKey& key : Keys()) {
      if (key != asked) TRY(BurnExisting(key));
    }
  }
  Enter("verify");
  run::Assessment assessment = run::Assess(inputs_, reply.text);
  TRY_ASSIGN(std::optional<Reply> shorter, answerer_->Shortened(assessment, inputs_));
  if (shorter) {
    reply = std::move(*shorter);
    assessment = run::Assess(inputs_, reply.text);
  }
  return Keep(assessment, std::move(reply));
}

Status AskRun::Keep(const run::Assessment& assessment, Reply reply) {
  Enter("record");
  run::FinishInput finish{.inputs = &inputs_, .assessment = &assessment};
  for (const retrieve::ContextDocument& source : gathered_.sources) {
    finish.sources.push_back({.document = inputs_.sources[finish.sources.size()],
                              .ranked = {source.document.root, source.source_role, source.score,
                                         static_cast<std::int64_t>(source.chunk_idx)},
                              .document_uri = source.document_uri,
                              .title = source.title,
                              .base = std::string(markup::Name(source.base)),
                              .warrant = WarrantOf(source.document.root)});
  }
  finish.retrieval_plan = ToJson(gathered_.plan);
  finish.corpus_profile = profile_;
  finish.reply = std::move(reply.facts);
  finish.confidence = reply.confidence;
  TRY_ASSIGN(run::Finished finished, run::Finish(std::move(finish)));
  result_.lookup_path = LookupPath::kMiss;
  result_.record = std::move(finished.record);
  // A run without passages is not kept.
  if (inputs_.passages.empty() || !records_) return {};

  store::Record record;
  record.cache_key = finished.statement.cache_key;
  record.record_hash = finished.record_hash;
  record.run_dag_root = result_.record.dag.root;
  record.answer_hash = finished.statement.answer_hash;
  record.question_hash = question::HashQuestion(options_.question, options_.policy.question_dedup);
  record.audit_mode = result_.record.audit_mode();
  record.rung = result_.record.rung;
  record.method = assessment.verifier_method();
  record.chain = options_.chain;
  record.body = json::Dump(ToJson(result_.record));
  TRY_ASSIGN(const auto refuted, RefutedAs(record.answer_hash, assessment.raw_answer));
  if (refuted) record.state = *refuted;
  std::vector<DocumentRoot> roots;
  roots.reserve(inputs_.sources.size());
  for (const document::Facts& source : inputs_.sources) roots.push_back(source.root);
  TRY_ASSIGN(store::Records::Inserted inserted,
             records_->Insert(std::move(record), roots, corpus_state_));
  if (!inserted.added && !inserted.falsified_before) {
    // An unsound record occupies the key; a note in the result already says so.
    if (unsound_) return {};
    // Another process inserted a record under this key meanwhile.
    TRY_ASSIGN(const bool served, ServeRecord(std::move(inserted.record), LookupPath::kPrimary));
    if (!served && !unsound_) {
      result_.notes.emplace_back("the documents changed meanwhile: nothing was kept");
    }
    return {};
  }
  result_.falsified_before = inserted.falsified_before;
  TRY_ASSIGN(result_.audit_event_hash, records_->EventHashOf(inserted.record.event_seq));
  result_.stored = std::move(inserted.record);
  if (result_.stored->state == store::RecordState::kLive) TRY(Remember());
  return {};
}

// The best source was evicted. A record over other passages, or an answer from the rest, would hide
// that, so no model is asked and no record is kept.
Status AskRun::DeclineEvicted() {
  inputs_.sources.clear();
  inputs_.passages.clear();
  inputs_.sentences.clear();
  gathered_.sources.clear();
  gathered_.passages.clear();
  gathered_.readings.clear();
  inputs_.frame_title.reset();
  TRY(Answer());
  result_.failure_stage = "evicted";
  return {};
}

// Of a declined question the log keeps one event; no record is made.
Status AskRun::NoteDecline(std::string_view type, std::string_view reason) {
  if (!records_) return {};
  TRY_ASSIGN(result_.audit_event_hash,
             records_->Decline(type, result_.record.dag.root, options_.question, reason));
  return {};
}

// Eviction orders documents by these counts. Errors are ignored: losing a count is harmless.
void AskRun::CountUse() {
  if (services_.home == nullptr) return;
  std::vector<DocumentRoot> roots;
  roots.reserve(result_.record.sources.size() + result_.evicted.size());
  for (const run::RecordedSource& source : result_.record.sources) {
    roots.push_back(source.document.root);
  }
  for (const retrieve::EvictedSource& source : result_.evicted) {
    roots.push_back(source.document_root);
  }
  (void)store::Hits(services_.home).Count(roots);
}

void AskRun::LocateFailure() {
  const json::Value* units = result_.record.Verdict("n_quotes");
  if (const auto stage = run_dag::LocalizeFailure(
          result_.record.audit_mode(), static_cast<std::int64_t>(result_.record.sources.size()),
          units != nullptr && units->is_int() ? units->as_int() : 0)) {
    result_.failure_stage = Name(*stage);
  }
}

void AskRun::MeasureCapacity(std::size_t answer_chars) {
  if (inputs_.passages.empty()) return;
  const auto count = [](std::string_view text) {
    return static_cast<std::int64_t>(text::CountCodePoints(text));
  };
  const prompt::Prompt& words = prompt::PromptFor(run::PromptMode(inputs_.policy));
  std::int64_t evidence = 0, total = 0;
  for (const evidence::SourceChunk& passage : inputs_.passages) evidence += count(passage.span);
  for (const prompt::Message& message : run::MessagesToSend(inputs_)) {
    total += count(message.content);
  }
  result_.capacity = {{"prompt_chars", json::Object{{"system_prompt", count(words.system)},
                                                    {"grounding_reminder", count(words.reminder)},
                                                    {"user_question", count(inputs_.question)},
                                                    {"evidence_or_context", evidence},
                                                    {"messages_total", total}}},
                      {"answer_chars", static_cast<std::int64_t>(answer_chars)}};
}

Result<std::optional<AskResult>> AskRun::Perform(bool may_answer) {
  const std::int64_t begin = services_.microseconds();
  Enter("preflight");
  TRY(Preflight());
  TRY_ASSIGN(bool done, Reject());
  if (!done && records_) {
    Enter("lookup");
    TRY_ASSIGN(corpus_state_, services_.corpus->State());
    TRY(records_->CatchUp(services_.whole != nullptr ? *services_.whole : *services_.corpus));
    TRY_ASSIGN(done, ServeFromMemo());
  }
  // Passages are looked for with the translation, and only a model makes that.
  if (!done && !may_answer && !options_.translate_to.empty()) return std::nullopt;
  if (!done) {
    TRY(Gather());
    if (gathered_.best_is_evicted) {
      TRY(DeclineEvicted());
      done = true;
    } else if (!inputs_.passages.empty() && records_) {
      TRY_ASSIGN(done, Lookup());
    }
  }
  if (!done && !may_answer && !inputs_.passages.empty()) return std::nullopt;
  if (!done) TRY(Answer());
  if (result_.lookup_path != LookupPath::kPreflight && !result_.failure_stage) LocateFailure();
  // Also when only kept records were wanted: a declined question never reaches Ask afterwards.
  if (!result_.stored && result_.record.declined) {
    const bool rejected = result_.lookup_path == LookupPath::kPreflight;
    TRY(NoteDecline(rejected ? store::Records::kRejected : store::Records::kUnanswered,
                    rejected ? rejection_ : result_.failure_stage.value_or("retrieval")));
  }
  TRY_ASSIGN(result_.places, LocatePassages(*services_.corpus, result_.record));
  Leave();
  CountUse();
  MeasureCapacity(text::CountCodePoints(result_.record.answer_text));
  result_.timings_us["total"] = services_.microseconds() - begin;
  return std::move(result_);
}

namespace {

Result<std::optional<AskResult>> Perform(AskOptions options, const Services& services,
                                         bool may_answer) {
  const std::unique_ptr<Answerer> answerer = MakeAnswerer(services);
  TRY(answerer->Resolve(&options.policy));
  return AskRun(options, services, answerer.get()).Perform(may_answer);
}

}  // namespace

Result<AskResult> Ask(const AskOptions& options, const Services& services) {
  TRY_ASSIGN(std::optional<AskResult> result, Perform(options, services, true));
  return std::move(*result);
}

Result<std::optional<AskResult>> FindKept(const AskOptions& options, const Services& services) {
  return Perform(options, services, false);
}

}  // namespace arborist::ask
