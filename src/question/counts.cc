// SPDX-License-Identifier: AGPL-3.0-only
// Numbers of things in a question: digits, number words, "a dozen", "two hundred", and bounds such
// as "at least 5". Years, decimals, ordinals and measured amounts ("12 km") are no numbers of
// things. Every function looks at a few words from `begin` on. The tables are part of
// quantifier-v1.
#include "question/counts.h"

#include <array>
#include <charconv>
#include <utility>

namespace arborist::question {

namespace {

using Named = std::pair<std::string_view, int>;

constexpr std::array kNumbers = {
    Named{"zero", 0},     Named{"one", 1},        Named{"two", 2},       Named{"three", 3},
    Named{"four", 4},     Named{"five", 5},       Named{"six", 6},       Named{"seven", 7},
    Named{"eight", 8},    Named{"nine", 9},       Named{"ten", 10},      Named{"eleven", 11},
    Named{"twelve", 12},  Named{"thirteen", 13},  Named{"fourteen", 14}, Named{"fifteen", 15},
    Named{"sixteen", 16}, Named{"seventeen", 17}, Named{"eighteen", 18}, Named{"nineteen", 19},
    Named{"twenty", 20},  Named{"thirty", 30},    Named{"forty", 40},    Named{"fifty", 50},
    Named{"sixty", 60},   Named{"seventy", 70},   Named{"eighty", 80},   Named{"ninety", 90},
};
constexpr std::array kGroups = {Named{"dozen", 12}, Named{"hundred", 100}, Named{"thousand", 1000}};

// Words behind a number that make it a measure.
constexpr std::array<std::string_view, 47> kUnits = {
    "acres",   "am",         "billion",    "centuries",  "century", "cm",    "days",     "decades",
    "degrees", "dollars",    "euros",      "feet",       "ft",      "games", "hectares", "hours",
    "inches",  "kg",         "kilometers", "kilometres", "km",      "lbs",   "meters",   "metres",
    "miles",   "million",    "minutes",    "mm",         "months",  "mph",   "nm",       "o'clock",
    "percent", "percentage", "pm",         "points",     "pounds",  "seats", "seconds",  "square",
    "times",   "tonnes",     "tons",       "trillion",   "weeks",   "yards", "years"};

constexpr std::array<std::string_view, 15> kBoundBefore = {
    "a maximum of",   "a minimum of",  "at least",      "at most",      "fewer than",
    "less than",      "more than",     "no fewer than", "no less than", "no more than",
    "not fewer than", "not less than", "not more than", "over",         "up to"};
constexpr std::array<std::string_view, 5> kBoundBehind = {"and more", "or fewer", "or less",
                                                          "or more", "plus"};

std::optional<std::int64_t> Digits(std::string_view text) {
  constexpr std::size_t kLongest = 9;  // 1,000,000
  if (text.empty() || text.size() > kLongest) return std::nullopt;
  std::string digits;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ',' && (text.size() - i) % 4 == 0) continue;
    digits += text[i];
  }
  std::int64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [rest, error] = std::from_chars(digits.data(), end, value);
  if (error != std::errc() || rest != end || value < 0 || value > 1'000'000) return std::nullopt;
  return value;
}

std::optional<std::int64_t> Spelt(std::string_view text) {
  for (const auto& [name, value] : kNumbers) {
    if (name == text) return value;
  }
  return std::nullopt;
}

std::optional<std::int64_t> Small(std::string_view text) {
  if (const auto value = Spelt(text)) return value;
  const std::size_t hyphen = text.find('-');
  if (hyphen == std::string_view::npos) return Digits(text);
  const auto tens = Spelt(text.substr(0, hyphen));
  const auto ones = Spelt(text.substr(hyphen + 1));
  if (!tens || !ones || *tens < 20 || *ones < 1 || *ones > 9) return std::nullopt;
  return *tens + *ones;
}

std::optional<std::int64_t> GroupOf(std::string_view text) {
  for (const auto& [name, value] : kGroups) {
    if (name == text) return value;
  }
  return std::nullopt;
}

bool IsUnit(std::string_view text) { return std::ranges::find(kUnits, text) != kUnits.end(); }

}  // namespace

std::optional<int> YearOf(const Word& word) {
  if (word.text.size() != 4 || word.text.contains(',')) return std::nullopt;
  const auto value = Digits(word.text);
  if (!value || *value < 1000 || *value > 2199) return std::nullopt;
  return static_cast<int>(*value);
}

std::optional<Count> CountAt(std::span<const Word> words, std::size_t begin, std::size_t end) {
  std::size_t at = begin;
  const auto text = [&](std::size_t i) {
    return i < end && !words[i].quoted ? std::string_view(words[i].text) : std::string_view();
  };
  if (text(at) == "half" && text(at + 1) == "a" && text(at + 2) == "dozen") return Count{6, 3};
  const bool article = text(at) == "a";
  if (article) ++at;
  if (text(at) == "pair" && text(at + 1) == "of") return Count{2, at + 2 - begin};
  std::optional<std::int64_t> value;
  if (!article && at < end && !words[at].quoted && !YearOf(words[at])) {
    value = Small(text(at));
    if (value) ++at;
  }
  if (const auto group = GroupOf(text(at)); group && (value || article || *group == 12)) {
    value = value.value_or(1) * *group;
    ++at;
  }
  if (!value || *value == 0 || *value > 1'000'000) return std::nullopt;
  if (IsUnit(text(at))) return std::nullopt;
  return Count{*value, at - begin};
}

std::optional<Count> BoundAt(std::span<const Word> words, std::size_t begin, std::size_t end) {
  std::size_t before = 0;
  for (const std::string_view phrase : kBoundBefore) {
    before = std::max(before, MatchAt(words, begin, end, {&phrase, 1}));
  }
  if (before > 0) {
    const auto count = CountAt(words, begin + before, end);
    if (count) return Count{count->value, before + count->words};
  }
  if (begin < end && words[begin].text == "between") {
    const auto low = CountAt(words, begin + 1, end);
    const std::size_t middle = low ? begin + 1 + low->words : end;
    if (middle < end && words[middle].text == "and") {
      const auto high = CountAt(words, middle + 1, end);
      if (high && high->value > low->value)
        return Count{high->value, middle + 1 + high->words - begin};
    }
  }
  if (const auto count = CountAt(words, begin, end)) {
    for (const std::string_view phrase : kBoundBehind) {
      const std::size_t behind = MatchAt(words, begin + count->words, end, {&phrase, 1});
      if (behind > 0) return Count{count->value, count->words + behind};
    }
  }
  return std::nullopt;
}

}  // namespace arborist::question
