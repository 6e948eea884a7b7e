// SPDX-License-Identifier: AGPL-3.0-only
// Citations of answers that only point (selected-sentence-v1, FROZEN: docs/format/record.md), and
// the hashes of their sentence list. The evidence stage of such a run hashes map and list together,
// so that the list that the model was shown is proved with the run.
#include "run/selected.h"

#include "crypto/sha256.h"
#include "evidence/sentence_list.h"

namespace arborist::run {

namespace {

// The first and last sentence that a unit points to; null if it does not hold.
struct Held {
  const evidence::SentenceObject* first = nullptr;
  const evidence::SentenceObject* last = nullptr;
};

std::vector<Held> HeldObjects(const evidence::SentenceList& sentences,
                              const Assessment& assessment) {
  std::vector<Held> held;
  for (const json::Value& status : assessment.List("claim_statuses")) {
    held.emplace_back();
    const json::Value* pointers = status.Find("pointer_ids");
    const json::Value* ids = status.Find("evidence_ids");
    if (pointers == nullptr || !pointers->is_array() || pointers->as_array().empty()) continue;
    if (ids == nullptr || !ids->is_array() || ids->as_array().empty()) continue;
    const json::Value& first = pointers->as_array().front();
    const json::Value& last = pointers->as_array().back();
    if (!first.is_string() || !last.is_string()) continue;
    const Held both{sentences.ByPointer(first.as_string()), sentences.ByPointer(last.as_string())};
    if (both.first != nullptr && both.last != nullptr) held.back() = both;
  }
  return held;
}

}  // namespace

std::vector<Citation> CiteSelected(const Inputs& inputs, const Assessment& assessment) {
  const evidence::EvidenceMap evidence(inputs.passages);
  const evidence::SentenceList sentences =
      evidence::SentenceList::Make(evidence, inputs.sentences).value_or(evidence::SentenceList());
  const auto held = HeldObjects(sentences, assessment);
  std::vector<Citation> citations;
  for (std::size_t unit = 0; unit < held.size(); ++unit) {
    const auto [object, last] = held[unit];
    if (object == nullptr) continue;
    const evidence::SentenceObject* lead = sentences.JoinedLead(evidence, *object);
    for (const evidence::SentenceObject* above : sentences.ContextOf(*object)) {
      if (above == lead) continue;
      citations.push_back({unit, object->passage, above->offset_start, above->offset_end});
    }
    citations.push_back({unit, object->passage,
                         lead != nullptr ? lead->offset_start : object->offset_start,
                         last->offset_end});
  }
  return citations;
}

std::string_view CitationRuleOf(const Policy& policy) {
  if (policy.answer_mode == judge::AnswerMode::kSelect) return kSelectedCitationRule;
  return ListsSentences(policy) ? kPointedCitationRule : kCitationRule;
}

bool IsCitationRule(std::string_view rule) {
  return rule == kCitationRule || rule == kSelectedCitationRule || rule == kPointedCitationRule;
}

std::vector<Citation> CitationsOf(const Inputs& inputs, const Assessment& assessment) {
  if (inputs.policy.answer_mode == judge::AnswerMode::kSelect) {
    return CiteSelected(inputs, assessment);
  }
  return CiteSentences(inputs, assessment).list;
}

std::vector<std::vector<std::size_t>> SelectedPassages(const Inputs& inputs,
                                                       const Assessment& assessment) {
  const evidence::EvidenceMap evidence(inputs.passages);
  const evidence::SentenceList sentences =
      evidence::SentenceList::Make(evidence, inputs.sentences).value_or(evidence::SentenceList());
  std::vector<std::vector<std::size_t>> passages;
  for (const Held& held : HeldObjects(sentences, assessment)) {
    passages.emplace_back();
    if (held.first != nullptr) passages.back().push_back(held.first->passage);
  }
  return passages;
}

Status CheckSentences(const Inputs& inputs) {
  const evidence::EvidenceMap evidence(inputs.passages);
  TRY(evidence::SentenceList::Make(evidence, inputs.sentences));
  return {};
}

Hash256 HashSentences(const evidence::SentencePlaces& sentences) {
  return crypto::Sha256(json::Dump(ToJson(sentences)));
}

Hash256 EvidenceStageHash(const Hash256& map_root, const Hash256& sentences) {
  return crypto::Sha256(json::Dump(
      json::Object{{"evidence_map_root", map_root.hex()}, {"sentences_hash", sentences.hex()}}));
}

}  // namespace arborist::run
