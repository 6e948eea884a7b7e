// SPDX-License-Identifier: AGPL-3.0-only
// Words for people, from the JSON of units. Input is JSON and not a struct because records of all
// ages are shown: units of older verifiers have no `verdict`, and their verdict is derived from
// `verified` or `status`. Those verifiers only guess at faults such as `fabricated`, so such a word
// is repeated to people only where lexical-v3 said it. UnsupportedWords converts code points to
// bytes; it ignores spans that do not fit the text.
#include "judge/unit_text.h"

#include <algorithm>
#include <array>
#include <utility>

#include "judge/meanings.h"
#include "text/utf8.h"

namespace arborist::judge {

namespace {

std::string TextOf(const json::Value& unit, std::string_view name) {
  return unit.StringOr(name, "").value_or("");
}
bool IsTrue(const json::Value& unit, std::string_view name) {
  const json::Value* found = unit.Find(name);
  return found != nullptr && *found == json::Value(true);
}

// Whether the unit holds. Units of `check` have a status instead of the field `verified`.
bool Holds(const json::Value& unit) {
  if (unit.Find("verified") != nullptr) return IsTrue(unit, "verified");
  constexpr std::array<std::string_view, 4> kHold = {"EVIDENCE_LINKED", "VERIFIED_QUOTE",
                                                     "SUPPORTED_PARAPHRASE", "VERIFIED_PARAPHRASE"};
  return std::ranges::find(kHold, TextOf(unit, "status")) != kHold.end();
}
bool HoldsPartly(const json::Value& unit) {
  return IsTrue(unit, "partly") || TextOf(unit, "status") == "EVIDENCE_LINKED_PARTIAL";
}

// True for words that accuse the answer and are certain: older verifiers guess at them, lexical-v3
// says them only where it is sure.
bool IsCertainFault(const json::Value& unit, std::string_view diagnosis) {
  if (diagnosis == "unresolved_pointer") return true;
  constexpr std::array<std::string_view, 5> kFaults = {"fabricated", "misattributed", "negated",
                                                       "reordered", "wrong_number"};
  return unit.Find("verdict") != nullptr && std::ranges::find(kFaults, diagnosis) != kFaults.end();
}

std::string ListOfWords(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "\"" : ", \"") + word + "\"";
  return list;
}

std::string_view MeaningOfReason(std::string_view reason) {
  if (reason == "left_out") return "the passage says more there, which may change what it says";
  if (reason == "not_asserted") {
    return "the passage does not assert this: it asks, supposes, plans or reports it, or the line "
           "above it turns it";
  }
  if (reason == "retracted") return "the passage takes this back nearby";
  if (reason == "role") return "the passage says this of another role, place or time";
  if (reason == "tense") return "the passage says this of another time";
  if (reason == "not_verbatim") return "the passage has other words between these";
  return "the passage says this in another order";
}

std::string_view WordsOf(const json::Value& unit) {
  if (HoldsPartly(unit)) return "stated by some of the passages that it cites, not by all";
  const std::string_view verdict = VerdictOf(unit);
  if (verdict == "not_checked") return "not checked";
  if (verdict == "not_found") return "not found in these sources";
  return verdict;
}
// Why a unit is close and not stated; empty for other verdicts.
std::string LackOf(const json::Value& unit) {
  if (HoldsPartly(unit) || VerdictOf(unit) != "close") return {};
  const std::vector<std::string> words = UnsupportedWords(unit);
  return words.empty() ? std::string(MeaningOfReason(TextOf(unit, "reason")))
                       : "not in the passage: " + ListOfWords(words);
}
// The fault of a unit that failed, where the check is certain of it.
std::string_view FaultOf(const json::Value& unit) {
  const std::string diagnosis = TextOf(unit, "diagnosis");
  if (Holds(unit) || !IsCertainFault(unit, diagnosis)) return {};
  return DiagnosisMeaning(diagnosis, TextOf(unit, "status"));
}
void AppendTo(std::string* text, std::string_view divider, std::string_view more) {
  if (!more.empty()) text->append(text->empty() ? "" : divider).append(more);
}

}  // namespace

std::string_view VerdictOf(const json::Value& unit) {
  const std::string given = TextOf(unit, "verdict");
  for (const std::string_view known : {"stated", "close", "not_found", "not_checked"}) {
    if (given == known) return known;
  }
  if (Holds(unit)) return "stated";
  return TextOf(unit, "diagnosis") == "not_checked" ? "not_checked" : "not_found";
}

std::vector<std::string> UnsupportedWords(const json::Value& unit) {
  std::vector<std::string> words;
  const json::Value* spans = unit.Find("unsupported");
  if (spans == nullptr || !spans->is_array()) return words;
  const std::string text = TextOf(unit, "text");
  const auto bytes = [&](std::int64_t code_points) {
    return text::Prefix(text, static_cast<std::size_t>(code_points)).size();
  };
  for (const json::Value& span : spans->as_array()) {
    const auto begin = span.Int("begin");
    const auto end = span.Int("end");
    if (!begin || !end || *begin < 0 || *end <= *begin) continue;
    words.push_back(text.substr(bytes(*begin), bytes(*end) - bytes(*begin)));
  }
  return words;
}

std::string VerdictText(const json::Value& unit) {
  std::string text(WordsOf(unit));
  AppendTo(&text, ": ", LackOf(unit));
  AppendTo(&text, "; ", FaultOf(unit));
  return text;
}

std::string VerdictDetail(const json::Value& unit) {
  std::string text = LackOf(unit);
  AppendTo(&text, "; ", FaultOf(unit));
  return text;
}

std::string SubjectText(const json::Value& unit) {
  const std::string from = TextOf(unit, "subject_from");
  if (from == "heading") return "the heading above the passage names the subject";
  if (from == "title") return "the title of the document names the subject";
  return {};
}

json::Value WithVerdict(json::Value unit) {
  if (!unit.is_object()) return unit;
  json::Array words;
  for (std::string& word : UnsupportedWords(unit)) words.emplace_back(std::move(word));
  const std::string_view verdict = VerdictOf(unit);
  json::Object& object = unit.as_object();
  object["verdict"] = verdict;
  object["unsupported_words"] = std::move(words);
  return unit;
}

std::string LabelText(std::string_view label, std::string_view rung) {
  const std::string name(label);
  // The meaning of a SOURCE-QUOTED rung already says what was not checked.
  if (IsSelectionRung(rung)) return name + ": " + std::string(LabelMeaning(rung)) + ".";
  return name + ": " + std::string(LabelMeaning(label)) + ". " + std::string(kNotJudged);
}

std::vector<std::string> ContextTexts(const json::Value& unit) {
  std::vector<std::string> texts;
  const json::Value* context = unit.Find("context");
  if (context == nullptr || !context->is_array()) return texts;
  for (const json::Value& place : context->as_array()) texts.push_back(TextOf(place, "text"));
  return texts;
}

std::string ReportText(std::string_view label, std::string_view rung, const json::Array& units) {
  std::string text = LabelText(label, rung);
  for (const json::Value& unit : units) {
    for (const std::string& context : ContextTexts(unit)) text += "\n  " + context;
    text += "\n- " + TextOf(unit, "text") + "\n  " + VerdictText(unit);
  }
  return text;
}

std::string ReportText(const CheckReport& report, const CheckRequest& request) {
  const json::Value shown = ToJson(report, request);
  return ReportText(Name(report.audit_mode), report.rung,
                    shown.as_object().at("claim_statuses").as_array());
}

}  // namespace arborist::judge
