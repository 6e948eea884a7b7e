// SPDX-License-Identifier: AGPL-3.0-only
// One explanation for each label, violation and diagnosis, as tables that are searched linearly. A
// meaning must not claim more than the verifier checked; above all never that an answer is true.
#include "judge/meanings.h"

#include <algorithm>
#include <span>
#include <utility>

namespace arborist::judge {

namespace {

using Meaning = std::pair<std::string_view, std::string_view>;

constexpr Meaning kLabels[] = {
    {"EVIDENCE-WARRANTED",
     "every claim is stated by the passage it cites, and its names, dates and counts stand there"},
    {"EVIDENCE-WARRANTED-PARTIAL",
     "some claims are stated by the passages they cite, with their names, dates and counts; some "
     "are not"},
    {"ANCHOR-WARRANTED",
     "every claim is stated by the passage it cites, and there are notes on the answer"},
    {"ANCHOR-WARRANTED-PARTIAL",
     "some claims are stated by the passages they cite, some are not, and there are notes on the "
     "answer"},
    {"POINTER-LINKED",
     "every claim is stated by the passage it cites; that it answers the question is for you to "
     "judge"},
    {"POINTER-LINKED-PARTIAL", "some claims are stated by the passages they cite, some are not"},
    {"SOURCE-QUOTED", "quoted from the source; that it answers the question is not checked"},
    {"SOURCE-QUOTED-PARTIAL",
     "quoted from the source in part: what stands around other sentences may turn them; that it "
     "answers the question is not checked"},
    {"STRICT", "every claim is stated by its passage"},
    {"HYBRID", "some claims are stated by their passages, some are not"},
    {"UNGROUNDED", "no claim is stated by the passages"},
};

constexpr Meaning kViolations[] = {
    {"TOO_MANY_CLAIMS", "there are more claims than an answer should have"},
    {"NO_EVIDENCE_POINTER", "a line cites nothing"},
    {"SCHEMA_INVALID", "a part cannot be read as a claim"},
    {"MANUAL_QUOTE_VIOLATION", "a claim copies with quotation marks where it should cite"},
    {"POINTER_OVERFLOW_TRIMMED",
     "a claim cites more passages than it may; the first of them were judged"},
    {"TOO_MANY_EVIDENCE_IDS", "a claim cites more passages than it may"},
    {"UNKNOWN_EVIDENCE_ID", "a passage is cited that was not given"},
    {"SOURCE_ROLE_BLOCKED", "a source is cited that may not carry an answer"},
    {"CITATION_MISMATCH", "a cited passage does not state its claim"},
    {"LAZY_ANCHOR_DEMOTE", "most claims cite the same passage"},
    {"LAZY_ANCHOR_DEMOTED", "most claims cite the same passage"},
    {"BARE_NAME_CLAIM", "a claim is no more than a name"},
    {"WARRANT_MISSING",
     "the name, date or number that a claim answers with does not stand in the passage it cites"},
    {"TITLE_MISMATCH", "the title of the cited document shares no word with the claim"},
    {"SUBJECT_TOKENS_ABSENT", "a claim repeats words of the question that no cited passage holds"},
    {"DEFLECTION_DETECTED", "the answer does not repeat the word that the question turns on"},
    {"SELECTION_REFUSED",
     "the answer holds something else than pointers to sentences that are there; nothing of it is "
     "shown"},
    {"SELECTION_TRIMMED",
     "the answer points to more sentences than it may; the first of them were judged"},
    {"TURNED_BY_SURROUNDINGS",
     "what stands around a sentence may turn it, or it is too short to tell"},
    {"FORMAT_COLLAPSED", "the answer is prose over several lines without one citation"},
};

constexpr std::string_view kSideNotes[] = {
    "BARE_NAME_CLAIM",     "DEFLECTION_DETECTED",    "LAZY_ANCHOR_DEMOTE",
    "LAZY_ANCHOR_DEMOTED", "MANUAL_QUOTE_VIOLATION", "POINTER_OVERFLOW_TRIMMED",
    "SELECTION_TRIMMED",   "SUBJECT_TOKENS_ABSENT",  "TITLE_MISMATCH",
    "TOO_MANY_CLAIMS",     "TOO_MANY_EVIDENCE_IDS",
};

constexpr Meaning kDiagnoses[] = {
    {"fabricated", "the sources do not say this"},
    {"misattributed", "this stands in another source than the one cited"},
    {"stitched", "its parts stand in the sources, but not together"},
    {"unresolved_pointer", "it cites a passage that was not given"},
    {"wrong_number", "a number differs from the source"},
    {"negated", "the claim and the source differ in a negation"},
    {"close", "a passage says nearly this; the marked words are not in it, or it says more there"},
    {"not_found", "no passage of these sources says this"},
    {"reordered", "a passage has these words in another order, which may change what they say"},
    {"not_checked", "too little in it, or nothing that can be checked"},
};

std::string_view MeaningIn(std::span<const Meaning> meanings, std::string_view word) {
  for (const auto& [name, meaning] : meanings) {
    if (name == word) return meaning;
  }
  return "a word that this program does not know";
}

}  // namespace

std::string_view LabelMeaning(std::string_view label_or_rung) {
  return MeaningIn(kLabels, label_or_rung);
}
bool IsSelectionRung(std::string_view rung) { return rung.starts_with("SOURCE-QUOTED"); }
std::string_view ViolationMeaning(std::string_view kind) { return MeaningIn(kViolations, kind); }
bool IsSideNote(std::string_view kind) {
  return std::ranges::find(kSideNotes, kind) != std::ranges::end(kSideNotes);
}
std::string_view DiagnosisMeaning(std::string_view diagnosis, std::string_view status) {
  if (diagnosis == "not_checked" && status == "NO_EVIDENCE_POINTER") return "it cites no passage";
  if (diagnosis == "not_checked" && status == "SCHEMA_INVALID") {
    return "it cannot be read as a claim";
  }
  return MeaningIn(kDiagnoses, diagnosis);
}

}  // namespace arborist::judge
