// SPDX-License-Identifier: AGPL-3.0-only
// Checks a record bundle, first part: the file, its chunks and their documents, and the texts that
// the report says. Every chunk of the context, cited or not, is proved to be in its document, and
// the span that the model saw is made from the proven slice; the run is then repeated on these
// spans only (check_record_run.cc). URIs, titles and bases are under no hash, so they are only
// compared with each other, and listed as not proved.
#include <algorithm>
#include <map>
#include <set>

#include "bundle/record_checker.h"
#include "core/distiller.h"
#include "crypto/sha256.h"
#include "run/repeat.h"
#include "run/selected.h"
#include "text/canonical.h"
#include "text/utf8.h"

namespace arborist::bundle {

namespace {

constexpr std::string_view kLeftOut = "the bundle leaves the texts out";

std::string Pointer(std::size_t i) { return "E" + std::to_string(i + 1); }

std::string Documents(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " document" : " documents");
}

// Why a chunk is not proved to be the passage that it is given for; empty if it is.
std::string ChunkProofProblem(const ProvedChunk& chunk, const run::EvidenceRef& ref) {
  const merkle::Proof& proof = chunk.proof;
  if (chunk.text && document::LeafOf(*chunk.text) != proof.leaf) {
    return "leaf_mismatch: the text does not hash to the leaf of its proof";
  }
  if (proof.leaf != ref.chunk_root) return "chunk_root_mismatch: the proof is of another leaf";
  if (proof.leaf_index != ref.chunk_idx) {
    return "chunk_idx_mismatch: the proof is of leaf " + std::to_string(proof.leaf_index) +
           ", the passage of chunk " + std::to_string(ref.chunk_idx);
  }
  if (proof.root != ref.document_root) {
    return "document_root_mismatch: the proof is for another root";
  }
  if (chunk.leaf_count != ref.leaf_count) {
    return "leaf_count_mismatch: the proof is for " + std::to_string(chunk.leaf_count) +
           " leaves, the passage says " + std::to_string(ref.leaf_count);
  }
  const Status status = merkle::Verify(proof, ref.leaf_count);
  return status ? std::string() : status.error().message;
}

// The sorted distinct names joined with +, as in the dimensions.
template <typename Member>
std::string Joined(const std::vector<document::Facts>& sources, Member member) {
  std::set<std::string> names;
  for (const document::Facts& source : sources) names.insert(source.*member);
  std::string joined;
  for (const std::string& name : names) joined += (joined.empty() ? "" : "+") + name;
  return joined;
}

}  // namespace

RecordChecker::RecordChecker(const RecordBundle& bundle) : bundle_(bundle), run_(bundle.run) {
  if (auto policy = run::ReadPolicy(run_.policy)) {
    policy_ = std::move(*policy);
    resolved_ = ToJson(*policy_);
  }
}

const run::RecordedSource* RecordChecker::SourceOf(const run::EvidenceRef& ref) const {
  const auto it = std::ranges::find_if(run_.sources, [&](const run::RecordedSource& recorded) {
    return recorded.document.root == ref.document_root;
  });
  return it == run_.sources.end() ? nullptr : &*it;
}

void RecordChecker::CheckFormat(const json::Value& given) {
  Judge("format",
        ToJson(bundle_) == given
            ? ""
            : "unknown_field: a member that " + report().format + " does not have",
        report().format + (bundle_.redacted ? ", redacted" : ""));
}

void RecordChecker::CheckVersions() {
  std::string unknown;
  const auto note = [&](bool known, std::string_view field, const std::string& value) {
    if (known) return;
    unknown += (unknown.empty() ? "" : ", ") + std::string(field) + " " + value;
    NoteUnknown(field, value);
  };
  for (const run::RecordedSource& recorded : run_.sources) {
    const document::Facts& source = recorded.document;
    note(source.schema_version == document::kSchemaVersion, "schema_version",
         source.schema_version);
    note(source.canonicalization_version == text::kCanonicalizationVersion,
         "canonicalization_version", source.canonicalization_version);
    note(document::ChunkingFromName(source.chunking_version).has_value(), "chunking_version",
         source.chunking_version);
    note(SpanOf(recorded.base, "", 0, 0).has_value(), "base", recorded.base);
  }
  for (const run::EvidenceRef& ref : bundle_.record.evidence) {
    note(ref.base.empty() || SpanOf(ref.base, "", 0, 0).has_value(), "base", ref.base);
  }
  if (bundle_.record.version >= run::RecordVersion::k2) {
    note(run::IsCitationRule(bundle_.record.citation_rule), "citation_rule",
         bundle_.record.citation_rule);
  }
  if (!policy_) {
    const std::string problem = run::ReadPolicy(run_.policy).error().message;
    unknown += (unknown.empty() ? "" : ", ") + problem;
    report().not_proved.push_back(
        "Whatever rests on the run's policy, which this program cannot "
        "follow; a newer one may: " +
        problem);
  }
  if (!unknown.empty()) return NotChecked("versions", "unknown " + unknown);
  const auto name = [&](const char* field) { return resolved_.at(field).as_string(); };
  Ok("versions", bundle_.record.dimensions.schema_version + ", " +
                     bundle_.record.dimensions.canonicalization_version + ", " +
                     bundle_.record.dimensions.chunking_version + ", " + name("verifier") + ", " +
                     name("repair") + ", " + name("prompt_version") + ", " +
                     name("classifier_version") +
                     (resolved_.contains("rendering") ? ", " + name("rendering") : ""));
}

void RecordChecker::CheckChunkProofs() {
  const std::vector<run::EvidenceRef>& evidence = bundle_.record.evidence;
  if (bundle_.chunks.size() != evidence.size()) {
    return Failed("chunk_proofs", "chunk_missing: " + std::to_string(evidence.size()) +
                                      " passages, " + std::to_string(bundle_.chunks.size()) +
                                      " chunks");
  }
  for (std::size_t i = 0; i < evidence.size(); ++i) {
    const std::string problem = ChunkProofProblem(bundle_.chunks[i], evidence[i]);
    if (!problem.empty()) return Failed("chunk_proofs", problem + " (" + Pointer(i) + ")");
  }
  Ok("chunk_proofs", "all " + std::to_string(evidence.size()) +
                         " chunks of the context lead to the roots of their documents");
}

void RecordChecker::CheckChunkRule() {
  if (bundle_.redacted) return Skipped("chunk_rule", std::string(kLeftOut));
  const std::size_t count = std::min(bundle_.chunks.size(), run_.passages.size());
  for (std::size_t i = 0; i < count; ++i) {
    const run::EvidenceRef& ref = run_.passages[i].ref;
    const run::RecordedSource* source = SourceOf(ref);
    const auto chunking = source == nullptr
                              ? std::nullopt
                              : document::ChunkingFromName(source->document.chunking_version);
    if (!chunking) return NotChecked("chunk_rule", "unknown chunking_version of " + Pointer(i));
    const std::string problem =
        ChunkProblem(*bundle_.chunks[i].text, ref.chunk_idx, ref.leaf_count, *chunking);
    if (!problem.empty()) return Failed("chunk_rule", problem + " (" + Pointer(i) + ")");
  }
  Ok("chunk_rule", "each text can be such a chunk under its chunking version");
}

// Makes what the model saw of each chunk from the proven slice.
void RecordChecker::CheckSpans() {
  if (bundle_.redacted) return Skipped("spans", std::string(kLeftOut));
  if (bundle_.chunks.size() != run_.passages.size()) {
    why_not_ = "chunks are missing";
    return Failed("spans", "chunk_missing: " + std::to_string(run_.passages.size()) +
                               " passages, " + std::to_string(bundle_.chunks.size()) + " chunks");
  }
  std::string problem;
  for (std::size_t i = 0; i < run_.passages.size(); ++i) {
    const run::EvidenceRef& ref = run_.passages[i].ref;
    const run::RecordedSource* source = SourceOf(ref);
    auto span = source == nullptr ? std::nullopt
                                  : SpanOf(source->base, *bundle_.chunks[i].text, ref.offset_start,
                                           ref.offset_end);
    if (!span) {
      why_not_ = "no text of " + Pointer(i) + ": its source is missing or its base is not known";
      return NotChecked("spans", why_not_);
    }
    if (problem.empty()) {
      const bool from_the_front = bundle_.record.version == run::RecordVersion::k1;
      if ((from_the_front && ref.offset_start != 0) || ref.offset_end < ref.offset_start ||
          text::CountCodePoints(*span) != ref.offset_end - ref.offset_start) {
        problem = "offset_mismatch: the text of " + Pointer(i) + " ends before offset_end";
      } else if (crypto::Sha256(*span) != ref.text_hash) {
        problem = "text_hash_mismatch: the text of " + Pointer(i) + " is another";
      }
    }
    spans_.push_back(std::move(*span));
  }
  Judge("spans", problem,
        "what the model saw of each chunk is made from its slice and has its text_hash");
}

namespace {

// The distiller by which a core bundle says its core was made; empty: it has no such derivation. A
// hostile bundle may have none, or another core's first.
std::string DistillerOf(const json::Value& core_bundle, std::string_view core) {
  const json::Value* derivations = core_bundle.Find("derivations");
  if (derivations == nullptr || !derivations->is_array()) return {};
  for (const json::Value& derived : derivations->as_array()) {
    if (derived.String("core_root").value_or("") == core)
      return derived.String("distiller_id").value_or("");
  }
  return {};
}

}  // namespace

std::string RecordChecker::SourcesProblem() const {
  for (const run::RecordedSource& recorded : run_.sources) {
    if (recorded.warrant.is_null()) continue;
    const auto core = VerifyCore(recorded.warrant, {});
    const bool claim = core && core->valid() && recorded.warrant.Find("log") == nullptr &&
                       core->document_root == recorded.document.root.hex() &&
                       DistillerOf(recorded.warrant, core->document_root) == core::kClaimPack;
    if (!claim) {
      return "warrant_unproved: what binds " + recorded.document.root.hex() +
             " to a primary source does not hold";
    }
  }
  const question::KeyDimensions& dimensions =
      bundle_.redacted ? bundle_.record.dimensions : run_.dimensions;
  std::vector<document::Facts> sources;  // those under the key
  const std::size_t first = run_.sources.size() - run_.added.sources;
  sources.reserve(first);
  for (std::size_t i = 0; i < first; ++i) sources.push_back(run_.sources[i].document);
  if (const std::string root = run::ContextRoot(sources).hex(); root != dimensions.source_root) {
    return "source_root_mismatch: the sources have the root " + root + ", the bundle says " +
           dimensions.source_root;
  }
  if (Joined(sources, &document::Facts::schema_version) != dimensions.schema_version ||
      Joined(sources, &document::Facts::canonicalization_version) !=
          dimensions.canonicalization_version ||
      Joined(sources, &document::Facts::chunking_version) != dimensions.chunking_version) {
    return "version_mismatch: the sources' versions are not those of the key";
  }
  std::set<Hash256> used;
  for (const run::EvidenceRef& ref : bundle_.record.evidence) {
    const run::RecordedSource* source = SourceOf(ref);
    if (source == nullptr) return "unknown_source: a passage is of no source";
    if (source->document.leaf_count != ref.leaf_count) {
      return "leaf_count_mismatch: source " + ref.document_root.hex() + " has " +
             std::to_string(source->document.leaf_count) + " leaves, its passage says " +
             std::to_string(ref.leaf_count);
    }
    used.insert(ref.document_root);
  }
  if (used.size() != run_.sources.size()) return "unused_source: a source has no passage";
  return {};
}

// Sources that were added when the answer was judged again are not under the key's root.
void RecordChecker::CheckSources() {
  const std::size_t added = run_.added.sources;
  std::string fine = Documents(run_.sources.size() - added) + ", whose common root is " +
                     bundle_.record.dimensions.source_root;
  if (added > 0) {
    fine += "; " + Documents(added) + ", added when the answer was judged again, not under it";
  }
  Judge("sources", SourcesProblem(), std::move(fine));
}

// URI, title, role and base are under no hash. Sources and passages both state them and must agree.
void RecordChecker::CheckConsistency() {
  if (bundle_.redacted) return Skipped("consistency", "the bundle leaves URIs and titles out");
  for (std::size_t i = 0; i < run_.passages.size(); ++i) {
    const run::RecordedPassage& passage = run_.passages[i];
    const run::RecordedSource* source = SourceOf(passage.ref);
    if (source == nullptr) return NotChecked("consistency", Pointer(i) + " is of no source");
    if ((i < bundle_.chunks.size() && bundle_.chunks[i].base != source->base) ||
        (bundle_.record.version >= run::RecordVersion::k2 && passage.ref.base != source->base)) {
      return Failed("consistency", "other_base: the text of " + Pointer(i) +
                                       " is made otherwise than its source's");
    }
    if (passage.document_uri != source->document_uri ||
        passage.title.value_or("") != source->title ||
        passage.source_role != source->ranked.source_role) {
      return Failed("consistency", "other_name: URI, title or role of " + Pointer(i) +
                                       " are not those of its source");
    }
  }
  Ok("consistency", "URI, title, role and base of each passage are those of its source");
}

void RecordChecker::Describe() {
  VerifyReport& out = report();
  out.format = FormatOf(bundle_.record.version);
  out.cache_key = bundle_.cache_key.hex();
  out.claim = bundle_.redacted
                  ? "this record stands in that log, and its passages belong to the documents of "
                    "those roots"
                  : "these documents, this question and this answer give this label, and the "
                    "record of it stands in that log";
  out.subject = std::to_string(bundle_.chunks.size()) + " passages of " +
                std::to_string(run_.sources.size()) + " documents";
  if (!bundle_.redacted) {
    out.shown = {"question: " + run_.question, "answer: " + run_.answer_text};
  }
  out.shown.push_back("label: " + bundle_.record.audit_mode +
                      (run_.rung.empty() ? "" : " (" + run_.rung + ")") + " by " +
                      bundle_.record.verifier);
  if (run_.added.passages > 0) {
    out.shown.push_back("of the passages, the last " + std::to_string(run_.added.passages) +
                        " were found when the answer was judged again; the model did not see them" +
                        (bundle_.redacted ? " (as the bundle says; not proved)" : ""));
  }
  if (bundle_.log.event.type == kRefutedEvent) {
    out.shown.emplace_back(
        "REFUTED: when this record was kept, the same answer had been said to be wrong; the event "
        "says so");
  }
  const std::size_t first = run_.sources.size() - run_.added.sources;
  out.roots.push_back({run_.added.sources == 0
                           ? "the root over all sources"
                           : "the root over the sources that the model saw; not under it: " +
                                 Documents(run_.added.sources) +
                                 ", added when the answer was judged again",
                       bundle_.record.dimensions.source_root});
  for (std::size_t i = 0; i < run_.sources.size(); ++i) {
    const run::RecordedSource& recorded = run_.sources[i];
    out.roots.push_back({i < first ? "the root of a source"
                                   : "the root of a source that was added when the answer was "
                                     "judged again; the model did not see it",
                         recorded.document.root.hex()});
    if (!bundle_.redacted) out.locations.push_back({recorded.document_uri, recorded.title});
  }
}

void RecordChecker::CheckAll(const json::Value& given, const VerifyOptions& options) {
  Describe();
  CheckFormat(given);
  CheckVersions();
  CheckChunkProofs();
  CheckChunkRule();
  CheckSpans();
  CheckSources();
  Repeat();
  CheckQuestion();
  CheckPolicy();
  CheckModel();
  CheckMessages();
  CheckCacheKey();
  CheckAnswer();
  CheckVerdict();
  CheckCitations();
  if (options.trusted_root) MarkUncited();
  CheckRunDag();
  CheckRecord();
  CheckParts();
  CheckEvent();
  CheckLogPart(bundle_.log, options, this);
  CheckConsistency();
  SayHowItWasJudged();
  std::vector<std::string>& not_proved = report().not_proved;
  if (bundle_.redacted) {
    not_proved.emplace(
        not_proved.begin(),
        "Question, answer, texts and messages, which the bundle leaves out: that they have the "
        "hashes shown, that the answer has this label, and that the run came about so.");
    if (bundle_.log.event.type == kJudgedAgainEvent) {
      not_proved.emplace_back(
          "Which of the passages the model saw: the answer was judged again, and some may have "
          "been "
          "found only then.");
    }
  }
  if (!bundle_.record.parts.empty() && bundle_.redacted) {
    not_proved.emplace_back("What its parts say, which the bundle leaves out.");
  } else if (run_.parts.contains(kAnchorsPart)) {
    not_proved.emplace_back(
        "That the passages stand at the pages or lines named: whoever read the sources said so.");
  }
  if (!bundle_.redacted && run_.parts.contains(run::kSentencesPart)) {
    not_proved.emplace_back(
        "That a sentence is all of a sentence, and an item or a lead what it is called: whoever "
        "made the list read the layout of the documents.");
  }
  if (run_.confidence) {
    not_proved.emplace_back("The confidence, which is an estimate and stands under no hash.");
  }
  if (bundle_.redacted && options.trusted_root) {
    not_proved.emplace_back("That a claim cites the document that is trusted.");
  }
  if (policy_ && run::RenderingOf(policy_->version) == evidence::Rendering::kReferenceV98) {
    not_proved.emplace_back(
        "That titles and excerpts hold one line each: a policy without a version shows them as "
        "they "
        "are, in the answer and to the model, so that one with line breaks can look like a claim "
        "or "
        "like another source.");
    if (!bundle_.redacted && !run::ShowsOnlyItsClaims(run_)) {
      not_proved.emplace_back(
          "That every line of this answer is a claim that was verified, or evidence of one: titles "
          "or "
          "texts of the documents write lines or marks of their own into it.");
    }
  }
  constexpr const char* kForm =
      "The exact wording of the question beyond its canonical form, and whitespace and Unicode "
      "form of the texts beyond what the passages' hashes cover.";
  for (const char* sentence :
       {"That the answer answers the question.",
        "That the documents are true, complete or current, or that the answer is true.",
        "That the model named wrote the answer: the bundle holds what it is said to have written.",
        "Where the documents were read: URIs and titles are as the bundle says.",
        "How the sources were found: their scores, and which others there were.", kForm,
        "Whether the record is live now: what was said of it later stands in other events."}) {
    not_proved.emplace_back(sentence);
  }
}

// A policy can be so lax that nearly everything is STRICT. A reader of VALID must see that.
void RecordChecker::SayHowItWasJudged() {
  if (!policy_) return;
  const json::Value version =
      json::Object{{"policy_version", static_cast<std::int64_t>(policy_->version)}};
  const auto usual = run::ReadPolicy(version);
  if (!usual) return;
  json::Object defaults = run::ToJson(*usual);
  if (policy_->answer_mode == judge::AnswerMode::kSelect) {
    // Fields that other modes do not have.
    run::Policy select = *usual;
    select.answer_mode = policy_->answer_mode;
    for (auto& [name, value] : run::ToJson(select)) defaults.emplace(name, value);
  }
  for (const auto& [name, value] : resolved_) {
    const auto found = defaults.find(name);
    if (found != defaults.end() && found->second == value) continue;
    // Fields that follow from the answer mode, or do not concern the judgement.
    if (name == "prompt_hash" || name == "prompt_version" || name == "extra_body") continue;
    report().judged_by.push_back(
        "the policy sets " + name + " to " + json::Dump(value) +
        (found == defaults.end() ? "" : ", not " + json::Dump(found->second) + ", the default"));
  }
  const judge::Verifier newest = run::Policy().verifier;
  if (policy_->verifier != newest) {
    report().judged_by.push_back("the answer was judged by " +
                                 std::string(judge::Name(policy_->verifier)) +
                                 ", which is older than " + std::string(judge::Name(newest)));
  }
}

Result<VerifyReport> VerifyRecord(const json::Value& given, const VerifyOptions& options) {
  TRY_ASSIGN(const RecordBundle bundle, ReadRecordBundle(given));
  RecordChecker checker(bundle);
  checker.CheckAll(given, options);
  return std::move(checker.report());
}

}  // namespace arborist::bundle
