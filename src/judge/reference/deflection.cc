// SPDX-License-Identifier: AGPL-3.0-only
// Decision 27 and docs/format/verifier.md, "Deflection". FROZEN. Finds the subject of a question by
// position (the word after what or which, else the last content word) and looks for it among the
// words of the answer; plural s aside. Deliberately crude: a false alarm costs only the rung, so
// questions whose answer need not repeat the subject are not judged at all.
#include "judge/reference/deflection.h"

#include <algorithm>
#include <optional>
#include <ranges>
#include <set>
#include <vector>

#include "judge/reference/plural.h"
#include "judge/reference/units.h"
#include "judge/reference/violations.h"
#include "judge/reference/word_rules.h"
#include "text/scan.h"

namespace arborist::judge {

namespace {

using Words = std::vector<std::string_view>;

// Words of a question that are not its subject, in addition to the long ones of word_rules.h.
constexpr auto kAskingWords = text::MakeWordSet(
    "the", "and", "for", "are", "was", "who", "how", "why", "did", "does", "done", "has", "had",
    "can", "its", "his", "her", "hers", "him", "she", "not", "you", "our", "all", "any", "but",
    "out", "off", "per", "via", "let", "may", "get", "got", "too", "yet", "nor", "own", "tell",
    "give", "explain", "describe", "define", "please", "know", "there", "one");

// Verbs that may follow "what", so that the next word is not what is asked for.
constexpr auto kVerbs =
    text::MakeWordSet("is", "are", "was", "were", "be", "been", "has", "have", "had", "do", "does",
                      "did", "will", "would", "can", "could", "should", "shall", "may", "might",
                      "must", "cause", "causes", "caused", "happen", "happens", "happened", "make",
                      "makes", "made", "mean", "means", "meant", "lead", "leads", "led");

constexpr auto kKinds = text::MakeWordSet("kind", "kinds", "type", "types", "sort", "sorts");

bool IsWordPart(char32_t c) { return text::HasFlag(c, text::kWord); }

// Runs of letters, digits and marks. An apostrophe between two of them belongs to the word; a
// possessive s at the end does not.
Words WordsOf(std::string_view normalized) {
  Words words;
  for (std::size_t pos = 0; pos < normalized.size();) {
    const std::size_t begin = pos;
    if (!IsWordPart(text::Decode(normalized, &pos))) continue;
    std::size_t end = pos;
    while (pos < normalized.size()) {
      std::size_t next = pos;
      const char32_t c = text::Decode(normalized, &next);
      if (IsWordPart(c)) {
        end = next;
      } else if ((c != '\'' && c != 0x2019) || end != pos) {
        break;
      }
      pos = next;
    }
    std::string_view word = normalized.substr(begin, end - begin);
    for (const std::string_view possessive : {"'s", "’s"}) {
      if (word.ends_with(possessive)) word.remove_suffix(possessive.size());
    }
    if (!word.empty()) words.push_back(word);
    pos = end;
  }
  return words;
}

bool IsContent(std::string_view word) {
  return text::Prefix(word, 2).size() < word.size() && !IsStopword(word) && !kAskingWords.Has(word);
}

bool HasPair(const Words& words, std::string_view first, std::string_view second) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == first && words[i + 1] == second) return true;
  }
  return false;
}

// Not judged: when, why, what year, which year, how many, how much.
bool IsJudged(const Words& words) {
  const auto has = [&](std::string_view word) {
    return std::ranges::find(words, word) != words.end();
  };
  return !has("when") && !has("why") && !HasPair(words, "what", "year") &&
         !HasPair(words, "which", "year") && !HasPair(words, "how", "many") &&
         !HasPair(words, "how", "much");
}

std::optional<std::string_view> SubjectOf(const Words& words) {
  const auto wh = std::ranges::find_if(
      words, [](std::string_view word) { return word == "what" || word == "which"; });
  if (wh != words.end()) {
    auto noun = wh + 1;
    if (words.end() - wh > 3 && kKinds.Has(wh[1]) && wh[2] == "of") noun = wh + 3;
    if (noun != words.end() && IsContent(*noun) && !kVerbs.Has(*noun)) return *noun;
  }
  for (const std::string_view word : std::views::reverse(words)) {
    if (IsContent(word)) return word;
  }
  return std::nullopt;
}

// Scripts without spaces have no words that could be compared.
bool IsDense(std::string_view word) {
  for (std::size_t pos = 0; pos < word.size();) {
    if (text::HasFlag(text::Decode(word, &pos), text::kDense)) return true;
  }
  return false;
}

}  // namespace

Deflection DiagnoseDeflection(std::string_view question, std::string_view answer) {
  const std::string normalized_question = Normalize(question);
  const std::string normalized_answer = Normalize(answer);
  const Words words = WordsOf(normalized_question);
  std::set<std::string_view> answered;
  for (const std::string_view word : WordsOf(normalized_answer)) {
    answered.insert(WithoutPlural(word));
  }
  std::set<std::string_view> asked;
  for (const std::string_view word : words) {
    if (IsContent(word)) asked.insert(WithoutPlural(word));
  }
  Deflection deflection;
  if (!asked.empty()) {
    const auto met = std::ranges::count_if(
        asked, [&](std::string_view word) { return answered.contains(word); });
    deflection.overlap_ratio =
        RoundToThousandths(static_cast<double>(met) / static_cast<double>(asked.size()));
  }
  const std::optional<std::string_view> subject = SubjectOf(words);
  if (!subject || !IsJudged(words) || IsDense(*subject)) return deflection;
  deflection.subject_anchor = *subject;
  deflection.detected = !answered.contains(WithoutPlural(*subject));
  return deflection;
}

}  // namespace arborist::judge
