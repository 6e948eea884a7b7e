// SPDX-License-Identifier: AGPL-3.0-only
// The form of a question in English or German by its first words (how to, definition, yes or no,
// keywords), which of its terms are spelt as in a program, and which are the subject of a
// definition.
#include <algorithm>
#include <initializer_list>
#include <span>

#include "extractive/asked.h"
#include "text/scan.h"

namespace arborist::extractive {

namespace {

using Words = std::initializer_list<std::string_view>;

bool IsOneOf(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}
bool IsOneOf(std::string_view word, Words words) {
  return std::ranges::find(words, word) != words.end();
}

bool IsAlnum(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

constexpr std::string_view kAskingWords[] = {
    "what",  "which", "who",     "whom",    "whose",   "when",    "where",   "why",
    "how",   "was",   "welche",  "welcher", "welches", "welchen", "welchem", "wer",
    "wen",   "wem",   "wann",    "wo",      "wohin",   "woher",   "warum",   "weshalb",
    "wieso", "wie",   "wieviel", "wozu",    "womit",   "wofür",   "wodurch"};
constexpr std::string_view kVerbsFirst[] = {
    "is",    "are",   "was",  "were",   "do",     "does",   "did",         "can",
    "could", "may",   "must", "should", "has",    "have",   "will",        "would",
    "ist",   "sind",  "kann", "können", "darf",   "dürfen", "muss",        "müssen",
    "hat",   "haben", "gibt", "wird",   "werden", "soll",   "funktioniert"};
constexpr std::string_view kGermanWords[] = {
    "der",   "die",  "das",   "den",    "dem",     "des",     "ein",     "eine",
    "einen", "ist",  "sind",  "wird",   "wurde",   "werden",  "wurden",  "wie",
    "wer",   "wann", "warum", "welche", "welcher", "welches", "welchen", "für",
    "und",   "mit",  "auf",   "zum",    "zur",     "im",      "kann",    "ich"};
constexpr std::string_view kTools[] = {
    "command",  "commands",  "option",    "options",     "flag",     "flags",
    "syntax",   "directive", "setting",   "switch",      "befehl",   "befehle",
    "kommando", "schalter",  "direktive", "einstellung", "parameter"};

}  // namespace

void Asked::ReadFormOf(std::string_view question, const std::vector<std::string>& lower) {
  if (lower.empty()) return;
  const auto at = [&](std::size_t i) -> std::string_view {
    return i < lower.size() ? std::string_view(lower[i]) : std::string_view();
  };
  german_ = std::ranges::any_of(
      lower, [](const std::string& word) { return IsOneOf(word, kGermanWords); });
  const bool asks = std::ranges::any_of(
      lower, [](const std::string& word) { return IsOneOf(word, kAskingWords); });
  for (std::size_t i = 0; i < lower.size(); ++i) {
    if (at(i) == "how" &&
        (IsOneOf(at(i + 1), {"do", "can", "to", "should", "would", "could", "does"}))) {
      form_ = Form::kHowTo;
      return;
    }
    if (at(i) == "wie" && !IsOneOf(at(i + 1), {"viele", "viel", "lange", "groß", "hoch", "oft",
                                               "weit", "heißt", "alt"})) {
      form_ = Form::kHowTo;
      return;
    }
    if (at(i) == "what" && IsOneOf(at(i + 1), {"can", "should", "must"}) &&
        IsOneOf(at(i + 2), {"i", "we", "you"})) {
      form_ = Form::kHowTo;
      return;
    }
    if (IsOneOf(at(i), {"which", "what", "welche", "welcher", "welches", "welchen", "welchem"}) &&
        (IsOneOf(at(i + 1), kTools) || IsOneOf(at(i + 2), kTools))) {
      form_ = Form::kHowTo;
      return;
    }
  }
  const bool means = IsOneOf(at(lower.size() - 1), {"mean", "stand", "bedeutet"}) ||
                     IsOneOf(at(1), {"bedeutet", "meint", "versteht"}) ||
                     (at(lower.size() - 1) == "for" && at(lower.size() - 2) == "stand");
  if ((at(0) == "what" || at(0) == "whats" || at(0) == "was") &&
      (means || IsOneOf(at(1), {"is", "are", "s", "ist", "sind"}) || at(0) == "whats")) {
    // "What is the default port" asks for a fact: a definition names few words.
    form_ = means || lower.size() <= 6 ? Form::kDefinition : Form::kOther;
    return;
  }
  if (IsOneOf(at(0), {"define", "definition", "meaning", "explain", "bedeutung"})) {
    form_ = Form::kDefinition;
    return;
  }
  if (IsOneOf(at(0), kVerbsFirst)) {
    form_ = Form::kYesNo;
    return;
  }
  if (!asks && !question.ends_with('?')) form_ = Form::kKeywords;
}

// "Which port", "wie alt": what answers has a figure. "The default": what answers says so.
void Asked::ReadFigure(const std::vector<std::string>& lower) {
  const auto at = [&](std::size_t i) -> std::string_view {
    return i < lower.size() ? std::string_view(lower[i]) : std::string_view();
  };
  figure_ = GroupOf(type_) == TypeGroup::kNumber;
  bool asks = form_ == Form::kKeywords;
  for (std::size_t i = 0; i < lower.size(); ++i) {
    asks = asks || IsOneOf(at(i), kAskingWords);
    default_ = default_ || IsOneOf(at(i), {"default", "defaults", "standardmäßig", "voreingestellt",
                                           "voreinstellung", "standardwert"});
    if (IsOneOf(at(i), {"port", "ports", "portnummer"})) {
      // "Which port", "the default port": not "which tool scans ports".
      const std::string_view before = i > 0 ? at(i - 1) : "";
      const std::string_view second = i > 1 ? at(i - 2) : "";
      const auto which = [](std::string_view word) {
        return IsOneOf(word, {"what", "which", "welcher", "welchen", "welchem", "default", "tcp",
                              "udp", "standard"});
      };
      figure_ = figure_ || (asks && (which(before) || which(second)));
    }
    if (at(i) == "wie" && IsOneOf(at(i + 1), {"alt", "viel", "viele", "lange", "hoch", "teuer"})) {
      figure_ = true;
    }
    if (at(i) == "wieviel" || at(i) == "wieviele" || at(i) == "kostet") figure_ = true;
  }
}

// Which terms are written as in a program, and which are what a definition is asked of: those
// before the first preposition behind the first of them.
void Asked::MarkTerms(std::string_view question) {
  for (AskedTerm& term : terms_) {
    std::size_t begin = term.word.begin, end = term.word.end;
    const auto is_sign = [&](std::size_t at) {
      return at < question.size() && std::string_view("_-./:<>$=@#+~").contains(question[at]);
    };
    const auto is_part = [&](std::size_t at) {
      return at < question.size() && (IsAlnum(question[at]));
    };
    const std::string_view shown = question.substr(begin, end - begin);
    const bool inside = std::ranges::any_of(
        shown.substr(std::min<std::size_t>(1, shown.size())),
        [](char c) { return text::IsAsciiUpper(c) || (c >= '0' && c <= '9') || c == '_'; });
    const bool before = begin > 0 && is_sign(begin - 1) &&
                        (question[begin - 1] != '.' && question[begin - 1] != ':');
    const bool behind = is_sign(end) && (is_part(end + 1) || question[end] == '>');
    const bool joined = begin > 1 && is_sign(begin - 1) && is_part(begin - 2);
    const bool hyphen = (before && question[begin - 1] == '-' && begin > 1 && is_part(begin - 2)) ||
                        (behind && question[end] == '-');
    term.literal = inside || ((before || behind || joined) && !hyphen);
  }
  if (form_ != Form::kDefinition) return;
  constexpr std::string_view kEnds[] = {
      "in", "for",  "according", "from",  "under",    "when",   "on",    "at",  "with",
      "by", "used", "mean",      "stand", "short",    "called", "unter", "bei", "nach",
      "im", "beim", "für",       "laut",  "bedeutet", "mit",    "auf"};
  std::size_t first = question.size();
  for (const AskedTerm& term : terms_) first = std::min<std::size_t>(first, term.word.begin);
  std::size_t end = question.size();
  for (std::size_t at = first; at < question.size();) {
    const std::size_t stop = std::min(question.find_first_of(" ,?(", at), question.size());
    if (at > first && IsOneOf(question.substr(at, stop - at), kEnds)) {
      end = at;
      break;
    }
    if (stop < question.size() && (question[stop] == ',' || question[stop] == '(')) {
      end = stop;
      break;
    }
    at = stop + 1;
  }
  for (AskedTerm& term : terms_) term.subject = term.word.begin < end;
}

}  // namespace arborist::extractive
