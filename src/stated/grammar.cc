// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v3. Guesses verbs, subjects and tense from endings, capitals and the word tables.
// There is no parser and no dictionary, so a guess may be wrong: the rules of the folder are tuned
// on what these functions get right, and changing one changes verdicts.
#include "stated/grammar.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace arborist::stated {

bool EndsLikePast(const Token& token, Language language) {
  if (token.kind != Kind::kWord || token.capital || token.Is(kNeutral | kPreposition)) return false;
  const std::string_view lower = token.lower;
  if (language == Language::kGerman) {
    return lower.size() > 5 && (lower.ends_with("te") || lower.ends_with("ten"));
  }
  return (lower.size() > 4 && lower.ends_with("ed") && !lower.ends_with("eed")) ||
         token.listed->verb != 0;
}

bool IsGermanVerb(std::span<const Token> tokens, std::size_t at) {
  constexpr std::uint32_t kOther = kPreposition | kNegation | kAdverb | kStatus | kSubordinator |
                                   kCondition | kDiscourse | kTop | kWeak;
  const Token& token = tokens[at];
  if (token.kind != Kind::kWord || token.capital || !token.must || token.Is(kOther)) return false;
  const std::string_view lower = token.lower;
  constexpr std::string_view kModals[] = {"kann",   "können", "konnte", "darf",   "dürfen",
                                          "muss",   "müssen", "musste", "soll",   "sollen",
                                          "sollte", "will",   "wollen", "wollte", "mussten"};
  if (std::ranges::find(kModals, lower) != std::end(kModals)) return true;
  if (token.Is(kOperator)) return false;
  if (IsGermanStrongPast(lower)) return true;
  // Adjectives end with an e too; they follow an article or precede their noun.
  const bool after_article = at > 0 && tokens[at - 1].Is(kDeterminer | kPreposition);
  if (after_article || lower.size() < 4) return false;
  if (lower.ends_with('t')) return !lower.starts_with("ge") && !lower.ends_with("haft");
  const bool before_noun = at + 1 < tokens.size() && tokens[at + 1].capital;
  return !before_noun && (lower.ends_with("te") || lower.ends_with("en"));
}

namespace {

bool IsDeniedBe(std::string_view lower) {
  return lower == "isn't" || lower == "aren't" || lower == "wasn't" || lower == "weren't";
}

}  // namespace

bool BeBefore(std::span<const Token> tokens, std::size_t at) {
  constexpr std::size_t kReach = 3;
  for (std::size_t back = 1; back <= kReach && back <= at; ++back) {
    const Token& token = tokens[at - back];
    if (token.Is(kBe) || IsDeniedBe(token.lower)) return true;
    const bool between = token.Is(kNegation | kAdverb) || token.lower.ends_with("ly");
    if (token.must && !between) return false;
  }
  return false;
}

// Classes of prepositions that may replace each other: place, direction, means, ...
int ClassOf(std::string_view preposition) {
  constexpr std::pair<std::string_view, int> kClasses[] = {
      {"in", 1},      {"on", 1},      {"at", 1},         {"within", 1}, {"inside", 1},
      {"during", 1},  {"upon", 1},    {"to", 2},         {"into", 2},   {"onto", 2},
      {"toward", 2},  {"towards", 2}, {"until", 3},      {"till", 3},   {"among", 4},
      {"amongst", 4}, {"of", 5},      {"im", 1},         {"am", 1},     {"an", 1},
      {"auf", 1},     {"bei", 1},     {"beim", 1},       {"zu", 2},     {"zum", 2},
      {"zur", 2},     {"nach", 2},    {"ins", 2},        {"von", 5},    {"vom", 5},
      {"across", 6},  {"over", 6},    {"throughout", 1}, {"under", 7},  {"below", 7},
      {"beneath", 7}, {"wegen", 8},   {"aufgrund", 8},   {"via", 9},    {"through", 9},
  };
  for (const auto& [word, number] : kClasses) {
    if (word == preposition) return number;
  }
  return 0;
}

bool SamePreposition(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const int own = ClassOf(a);
  return own != 0 && own == ClassOf(b);
}

bool IsWhen(const Token& token) { return token.group != 0 || token.Is(kTime | kMonth); }

bool IsYear(const Token& token) {
  return token.kind == Kind::kNumber && token.key.size() == 4 && token.unit.empty();
}

bool TellsOfPast(std::span<const Token> tokens) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].Is(kPast)) return true;
    if (tokens[i].Is(kPresent)) {
      return tokens[i].lower == "has" || tokens[i].lower == "have" || tokens[i].lower == "hat";
    }
    if (tokens[i].Is(kOperator) && tokens[i].Is(kNonFactive)) return false;
    if (EndsLikePast(tokens[i], Language::kEnglish) && i > 0) return true;
  }
  return false;
}

std::size_t SubjectLength(std::span<const Token> tokens, Language language) {
  std::size_t end = 0;
  while (end < tokens.size() && tokens[end].Is(kDeterminer)) ++end;
  bool names = false;
  for (; end < tokens.size(); ++end) {
    const Token& token = tokens[end];
    if (end > 0 && (token.gap & kPause) != 0) break;
    const bool capital = token.capital && token.must;
    if (!token.must || (names && !capital) || EndsLikePast(token, language)) break;
    if (language == Language::kGerman && !capital && token.kind == Kind::kWord && names) break;
    names = names || (capital && (end > 0 || token.flags == 0));
  }
  return end;
}

namespace {

bool IsAuxiliary(const Token& token) { return token.Is(kPresent | kPast | kBe); }

}  // namespace

bool HasVerb(std::span<const Token> tokens, Language language) {
  constexpr std::string_view kModals[] = {"can",   "could",  "may",  "might", "must",
                                          "shall", "should", "will", "would"};
  return std::ranges::any_of(tokens, [&](const Token& token) {
    if (token.group != 0) return false;  // a month: May 30, 1943
    return IsAuxiliary(token) || EndsLikePast(token, language) ||
           std::ranges::find(kModals, token.lower) != std::end(kModals) ||
           (language == Language::kEnglish && token.kind == Kind::kWord && token.must &&
            !token.capital && token.flags == 0 && token.lower.size() > 3 &&
            token.lower.ends_with('s'));
  });
}

}  // namespace arborist::stated
