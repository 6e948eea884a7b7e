// SPDX-License-Identifier: AGPL-3.0-only
// Signs that an answer left its subject, by sets of stems alone (content words without plural): no
// model, no order of words, so that the result is the same everywhere and costs one pass over each
// text. Metaphors are found by a fixed list of phrases, metaphor-markers-v1, in each sentence.
#include "curate/topic.h"

#include <algorithm>
#include <array>
#include <set>

#include "evidence/content_tokens.h"
#include "judge/reference/plural.h"
#include "judge/reference/units.h"
#include "text/scan.h"

namespace arborist::curate {

namespace {

// metaphor-markers-v1, as words with single spaces.
constexpr std::array<std::string_view, 19> kMarkers = {
    "akin to",        "as if",          "as it were",        "as though",
    "figuratively",   "in a sense",     "in a way",          "just like",
    "like a",         "like an",        "metaphor",          "metaphorical",
    "metaphorically", "reminiscent of", "so to speak",       "symbolically",
    "symbolizes",     "think of it as", "to paint a picture"};

using Stems = std::set<std::string, std::less<>>;

Stems StemsOf(std::string_view text) {
  Stems stems;
  for (const std::string& token : evidence::ContentTokens(text)) {
    stems.emplace(judge::WithoutPlural(token));
  }
  return stems;
}

std::size_t CountIn(const Stems& words, const Stems& where) {
  return static_cast<std::size_t>(
      std::ranges::count_if(words, [&](const std::string& word) { return where.contains(word); }));
}

double Share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

// Lower-case words without punctuation, each between single spaces.
std::string Spaced(std::string_view text) {
  std::string spaced = " ";
  const std::string normalized = judge::Normalize(text);
  for (std::size_t pos = 0; pos < normalized.size();) {
    const std::string_view word =
        text::StripAny(text::NextWord(normalized, &pos), ".,;:!?()[]{}\"'*_-");
    if (!word.empty()) spaced += std::string(word) + " ";
  }
  return spaced;
}

}  // namespace

TitleRelevance CompareTitles(std::string_view claim, std::span<const std::string> titles) {
  TitleRelevance relevance{.claim = std::string(claim), .titles = {}, .relevant = true};
  const Stems claimed = StemsOf(claim);
  bool says_something = false;
  for (const std::string& title : titles) {
    std::string words = title;
    std::ranges::replace(words, '_', ' ');
    const Stems stems = StemsOf(words);
    says_something = says_something || !stems.empty();
    if (CountIn(stems, claimed) > 0) relevance.titles.push_back(title);
  }
  relevance.relevant = !relevance.titles.empty() || !says_something || claimed.empty();
  return relevance;
}

TopicShift DiagnoseTopicShift(std::string_view question, std::string_view answer,
                              std::span<const std::string> sources) {
  constexpr std::size_t kMinWords = 4;
  const Stems answered = StemsOf(answer), asked = StemsOf(question);
  Stems known;
  for (const std::string& source : sources) known.merge(StemsOf(source));
  TopicShift shift;
  shift.words = answered.size();
  shift.from_sources = Share(CountIn(answered, known), answered.size());
  shift.from_question = Share(CountIn(answered, asked), answered.size());
  shift.question_kept = Share(CountIn(asked, answered), asked.size());
  for (const std::string& word : answered) {
    if (!known.contains(word) && !asked.contains(word)) shift.foreign.push_back(word);
  }
  shift.detected = answered.size() >= kMinWords && 2 * shift.foreign.size() > answered.size();
  return shift;
}

std::vector<MetaphorMarker> FindMetaphors(std::string_view answer,
                                          std::span<const std::string> sources) {
  std::vector<MetaphorMarker> found;
  for (const std::string_view line : text::SplitLines(answer)) {
    for (const std::string_view sentence : judge::SplitSentences(line)) {
      const std::string spaced = Spaced(sentence);
      for (const std::string_view marker : kMarkers) {
        if (!spaced.contains(" " + std::string(marker) + " ")) continue;
        const std::string wanted = judge::Normalize(sentence);
        const bool in_source = std::ranges::any_of(sources, [&](const std::string& source) {
          return judge::Normalize(source).contains(wanted);
        });
        found.push_back({std::string(marker), std::string(text::Strip(sentence)), in_source});
      }
    }
  }
  return found;
}

}  // namespace arborist::curate
