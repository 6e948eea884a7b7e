// SPDX-License-Identifier: AGPL-3.0-only
// Checks a record bundle, last part: the record statement, its parts, and the event that binds it.
// The statement must be the one that the run gives, its hash must be in the event under the key,
// and each part must have a known name and the shape of that name. An unknown part is "not
// checked", because nobody here can say what it must be.
#include <algorithm>
#include <array>

#include "bundle/record_checker.h"
#include "evidence/sentence_list.h"
#include "run/selected.h"

namespace arborist::bundle {

namespace {

constexpr std::array<std::string_view, 3> kRecordEvents = {"providence_insert", kRefutedEvent,
                                                           kJudgedAgainEvent};

// The name of the first member that differs; empty if none does.
std::string DifferentMember(const json::Object& computed, const json::Object& claimed) {
  for (const auto& [name, value] : computed) {
    const auto it = claimed.find(name);
    if (it == claimed.end() || it->second != value) return name;
  }
  return {};
}

}  // namespace

void RecordChecker::CheckRecord() {
  const std::string hash = run::HashRecord(bundle_.record).hex();
  const std::string name(run::Name(bundle_.record.version));
  std::string problem;
  if (!bundle_.redacted) {
    const std::string member =
        DifferentMember(ToJson(run::StatementOf(run_)), ToJson(bundle_.record));
    if (!member.empty()) problem = "record_mismatch: " + member + " is not that of the run";
  } else if (bundle_.record.model != run_.model || bundle_.record.run_dag_root != run_.dag.root ||
             bundle_.record.rendering != run::StatementOf(run_).rendering) {
    problem = "record_mismatch: model, rendering or run_dag_root is not that of the run";
  }
  if (problem.empty() && policy_ &&
      bundle_.record.version != run::RecordVersionOf(policy_->version)) {
    problem = "record_mismatch: v is not that of the policy's version";
  }
  if (problem.empty() && bundle_.record.cache_key != bundle_.cache_key) {
    problem = "record_mismatch: cache_key is another";
  }
  if (problem.empty() && hash != bundle_.record_hash.hex()) {
    problem = "record_hash_mismatch: " + name + " hashes to " + hash + ", the bundle says " +
              bundle_.record_hash.hex();
  }
  Judge("record", problem, name + " states this run; its hash is " + hash);
}

// A list of sentences must be there if and only if the answer may point to one, and fit the
// passages.
std::string RecordChecker::SentencesProblem() const {
  const auto found = run_.parts.find(run::kSentencesPart);
  const bool there = found != run_.parts.end();
  const bool needed = policy_ && run::ListsSentences(*policy_);
  if (policy_ && there != needed) {
    return needed ? "part_missing: the answer may point to sentences, and there is no list of them"
                  : "part_unused: there is a list of sentences, and the answer may point to none";
  }
  if (!there) return {};
  const auto places = evidence::ReadSentencePlaces(found->second);
  if (!places) return "part_shape: " + places.error().message;
  if (spans_.size() != run_.passages.size()) return {};  // another check reports why
  std::vector<evidence::SourceChunk> passages(spans_.size());
  for (std::size_t i = 0; i < spans_.size(); ++i) {
    passages[i].span = spans_[i];
    passages[i].offset_start = run_.passages[i].ref.offset_start;
  }
  const evidence::EvidenceMap evidence(std::move(passages));
  const auto list = evidence::SentenceList::Make(evidence, *places);
  return list ? std::string() : "part_place: " + list.error().message;
}

// Why a known part is not what it must be; empty if it is.
std::string RecordChecker::PartsProblem() const {
  const std::string problem = SentencesProblem();
  return problem.empty() ? AnchorsProblem() : problem;
}

std::string RecordChecker::AnchorsProblem() const {
  const auto found = run_.parts.find(kAnchorsPart);
  if (found == run_.parts.end()) return {};
  if (!found->second.is_array()) return "part_shape: anchors must be a list";
  std::pair<std::int64_t, std::int64_t> before{-1, -1};
  for (const json::Value& anchor : found->second.as_array()) {
    const auto passage = anchor.Int("passage");
    const auto offset = anchor.Int("offset");
    if (!passage || !offset || !anchor.String("kind") || !anchor.String("label") ||
        anchor.as_object().size() != 4) {
      return "part_shape: an anchor has passage, offset, kind and label";
    }
    if (*passage < 0 || static_cast<std::size_t>(*passage) >= bundle_.record.evidence.size()) {
      return "part_place: an anchor is of no passage";
    }
    const run::EvidenceRef& ref = bundle_.record.evidence[static_cast<std::size_t>(*passage)];
    if (*offset < 0 || static_cast<std::uint64_t>(*offset) < ref.offset_start ||
        static_cast<std::uint64_t>(*offset) >= ref.offset_end) {
      return "part_place: an anchor stands outside its passage";
    }
    if (std::pair(*passage, *offset) <= before) return "part_place: anchors are not in order";
    before = {*passage, *offset};
  }
  return {};
}

// The hashes of parts are in the statement, which was computed from their contents.
void RecordChecker::CheckParts() {
  if (bundle_.record.version == run::RecordVersion::k1) return;
  std::string unknown;
  for (const run::PartRef& part : bundle_.record.parts) {
    if (part.name == kAnchorsPart || part.name == run::kSentencesPart) continue;
    unknown += (unknown.empty() ? "" : ", ") + part.name;
    NoteUnknown("part", part.name);
  }
  if (!unknown.empty()) return NotChecked("parts", "unknown " + unknown);
  if (bundle_.record.parts.empty() && (bundle_.redacted || SentencesProblem().empty())) {
    return Ok("parts", "the record has no further parts");
  }
  if (bundle_.redacted) return Skipped("parts", "the bundle leaves their contents out");
  Judge("parts", PartsProblem(),
        "each of " + std::to_string(bundle_.record.parts.size()) + " is known and has its shape");
}

std::string RecordChecker::EventProblem() const {
  const LogPart& log = bundle_.log;
  const auto binds = [&](const char* name, const Hash256& hash) {
    const auto it = log.event.hashes.find(name);
    return it != log.event.hashes.end() && it->second == hash;
  };
  if (std::string problem = EventHashProblem(log); !problem.empty()) return problem;
  if (std::ranges::find(kRecordEvents, log.event.type) == kRecordEvents.end()) {
    return "event_type: " + log.event.type + " does not record an answer";
  }
  if (log.event.subject != bundle_.cache_key.hex()) {
    return "event_subject: the event is of another key";
  }
  if (!binds("record", bundle_.record_hash)) {
    return "event_record: the event binds another record";
  }
  if (!binds("run_dag", run_.dag.root)) return "event_run_dag: the event binds another run";
  if (run_.added != run::Added() && log.event.type != kJudgedAgainEvent) {
    return "event_added: the event is of an answer as it came, the bundle says that passages were "
           "found when it was judged again";
  }
  return {};
}

void RecordChecker::CheckEvent() {
  const LogPart& log = bundle_.log;
  Judge("event", EventProblem(),
        "event " + std::to_string(log.event.seq) + " of log " + log.event.log.hex() +
            " binds this record; its hash is " + log.hash.hex());
}

}  // namespace arborist::bundle
