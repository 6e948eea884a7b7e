// SPDX-License-Identifier: AGPL-3.0-only
#include "verify/warrant.h"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <unordered_set>

#include "text/canonical.h"
#include "text/many_find.h"
#include "text/scan.h"
#include "verify/anchors.h"
#include "verify/plural.h"

namespace arborist::verify {

namespace {

using Words = std::vector<std::string>;

constexpr auto kPrepositions =
    text::MakeWordSet("by", "to", "for", "with", "of", "from", "under", "at", "in", "on");
constexpr auto kListed = text::MakeWordSet("the", "all", "some", "every", "each", "me", "any",
                                           "two", "three", "four", "five", "several", "a");

bool IsWho(std::string_view word) { return word == "who" || word == "whom" || word == "whose"; }
bool IsBe(std::string_view word) {
  return word == "is" || word == "was" || word == "are" || word == "were";
}

bool AsksForList(const Words& words) {
  if (words[0] == "name" || words[0] == "list" || words[0] == "enumerate") return true;
  if (words.size() > 1 && words[0] == "who" && (words[1] == "are" || words[1] == "were")) {
    return true;
  }
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if ((words[i] == "name" || words[i] == "list") && kListed.Has(words[i + 1])) return true;
  }
  return false;
}

// who is X's Y, who founded Z, by whom was Z founded, what is X's Y
bool AsksForRelation(const Words& words, std::string_view question) {
  if (IsWho(words[0])) return true;
  if (words.size() > 1 && kPrepositions.Has(words[0]) && IsWho(words[1])) return true;
  return words.size() > 2 && (words[0] == "what" || words[0] == "which") && IsBe(words[1]) &&
         (question.find("'s ") != std::string_view::npos ||
          question.find("’s ") != std::string_view::npos);
}

// Something to look for in the cited passages.
struct Needle {
  std::string lower;
  bool whole_word = false;  // no word character at either side
};

class Checker {
 public:
  Checker(std::string_view claim, std::span<const Context* const> spans,
          const WarrantQuestion& question)
      : claim_(text::Canonicalize(claim)), spans_(spans), question_(question) {}

  Warrant Check() {
    if (question_.asks_relation()) CheckOneOf("proper_noun", Names());
    CheckDates();
    if (question_.asks_list()) CheckOneOf("entity_list", Names());
    if (question_.asks_count()) CheckCounts();
    if (question_.asks_cause()) CheckCause();
    return std::move(warrant_);
  }

 private:
  // Names of the claim that the question does not hold already. Words that may only start their
  // sentence count where there is nothing better.
  Words Names() const {
    Words names, uncertain;
    for (const NamePhrase& phrase : NamePhrases(claim_)) {
      const Words words = PlainWords(phrase.text);
      if (std::ranges::all_of(words, [&](const std::string& word) {
            return IsHonorific(word) || question_.Names(word);
          })) {
        continue;
      }
      (phrase.uncertain ? uncertain : names).push_back(phrase.text);
    }
    return names.empty() ? uncertain : names;
  }

  // Which of the needles stand in some span: one pass over each.
  std::vector<bool> Found(const std::vector<Needle>& needles, bool any_is_enough) const {
    std::unordered_map<std::string_view, std::size_t> number;  // of each distinct text
    Words texts;
    for (const Needle& needle : needles) {
      if (number.emplace(needle.lower, texts.size()).second) texts.push_back(needle.lower);
    }
    std::vector<bool> inside(texts.size(), false), alone(texts.size(), false);
    const text::ManyFind find(texts);
    for (const Context* span : spans_) {
      const std::string_view text = span->normalized();
      using Next = text::ManyFind::Next;
      find.ForEach(text, [&](const text::ManyFind::Place& place) {
        const bool ends = place.end == text.size() || !text::IsWordChar(text::At(text, place.end));
        // Inside a word: met before, and so were all that end it.
        if (!ends && inside[place.needle]) return Next::kSkipShorter;
        inside[place.needle] = true;
        if (!ends || alone[place.needle]) return Next::kOn;
        alone[place.needle] =
            place.begin == 0 || !text::IsWordChar(text::Before(text, place.begin));
        return any_is_enough && alone[place.needle] ? Next::kStop : Next::kOn;
      });
      if (any_is_enough && std::ranges::find(alone, true) != alone.end()) break;
    }
    std::vector<bool> found;
    for (const Needle& needle : needles) {
      const std::size_t at = number.at(needle.lower);
      found.push_back(needle.whole_word ? alone[at] : inside[at]);
    }
    return found;
  }

  void Fail(const Words& missing) {
    warrant_.ok = false;
    for (const std::string& anchor : missing) {
      if (told_.insert(anchor).second) warrant_.missing.push_back(anchor);
    }
  }

  void CheckOneOf(std::string_view name, const Words& anchors) {
    if (anchors.empty()) return;
    warrant_.active.push_back(name);
    std::vector<Needle> needles;
    for (const std::string& anchor : anchors) {
      needles.push_back({text::ToLower(anchor), false});
      // A source may leave out the Mr.
      std::string rest;
      for (const std::string& word : PlainWords(anchor)) {
        if (!IsHonorific(word)) rest.append(rest.empty() ? "" : " ").append(word);
      }
      if (!rest.empty()) needles.push_back({std::move(rest), true});
    }
    if (std::ranges::none_of(Found(needles, true), std::identity{})) Fail(anchors);
  }

  // All of them, wherever the claim has them from: a date of the question proves nothing either.
  void CheckDates() {
    const Words anchors = DateAnchors(claim_);
    if (anchors.empty()) return;
    warrant_.active.emplace_back("date");
    std::vector<Needle> needles;
    for (const std::string& anchor : anchors) needles.push_back({text::ToLower(anchor), true});
    const std::vector<bool> found = Found(needles, false);
    Words missing;
    for (std::size_t i = 0; i < anchors.size(); ++i) {
      if (!found[i]) missing.push_back(anchors[i]);
    }
    if (!missing.empty()) Fail(missing);
  }

  void CheckCounts() {
    std::vector<std::pair<std::string, std::string_view>> counts;
    ForEachCount(claim_, [&](std::string value, std::string_view shown) {
      if (!IsYearShaped(value)) counts.emplace_back(std::move(value), shown);
    });
    if (counts.empty()) return;
    warrant_.active.emplace_back("count");
    std::unordered_set<std::string> known;
    for (const Context* span : spans_) {
      ForEachCount(span->normalized(),
                   [&](std::string value, std::string_view) { known.insert(std::move(value)); });
    }
    Words missing;
    for (const auto& [value, shown] : counts) {
      if (!known.contains(value)) missing.emplace_back(shown);
    }
    if (!missing.empty()) Fail(missing);
  }

  void CheckCause() {
    Words anchors = Names();
    for (std::string& word : CauseWords(claim_)) {
      if (!question_.Names(word)) anchors.push_back(std::move(word));
    }
    CheckOneOf("cause", anchors);
  }

  std::string claim_;
  std::span<const Context* const> spans_;
  const WarrantQuestion& question_;
  std::unordered_set<std::string> told_;
  Warrant warrant_;
};

}  // namespace

WarrantQuestion::WarrantQuestion(std::string_view question) {
  const std::string canonical = text::Canonicalize(question);
  const Words words = PlainWords(canonical);
  if (words.empty()) return;
  list_ = AsksForList(words);
  relation_ = !list_ && AsksForRelation(words, canonical);
  for (std::size_t i = 0; i < words.size(); ++i) {
    cause_ = cause_ || words[i] == "why";
    count_ = count_ || (words[i] == "how" && i + 1 < words.size() &&
                        (words[i + 1] == "many" || words[i + 1] == "much"));
    words_.emplace(WithoutPlural(words[i]));
  }
}

bool WarrantQuestion::Names(std::string_view lower_word) const {
  return words_.contains(std::string(WithoutPlural(lower_word)));
}

Warrant CheckWarrant(std::string_view claim, std::span<const Context* const> cited_spans,
                     const WarrantQuestion& question) {
  return Checker(claim, cited_spans, question).Check();
}

}  // namespace arborist::verify
