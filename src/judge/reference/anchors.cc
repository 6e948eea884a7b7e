// SPDX-License-Identifier: AGPL-3.0-only
// Finds the names, dates, numbers and causes in a text that a claim may answer with: the word lists
// and patterns of the five warrant classes (docs/format/verifier.md, "Warrants"). FROZEN. Words are
// cut at white space, stripped of punctuation and possessives, and judged one by one; names are
// runs of capitalised words. Each function is one pass over the text.
#include "judge/reference/anchors.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "judge/reference/word_rules.h"
#include "text/canonical.h"
#include "text/scan.h"

namespace arborist::judge {

namespace {

constexpr auto kHonorifics =
    text::MakeWordSet("mr", "mrs", "ms", "dr", "st", "sir", "prof", "lord", "lady", "jr", "sr");

// Words that are capitalised at the start of a sentence or title without being part of a name.
constexpr auto kOpeners = text::MakeWordSet(
    "a", "an", "the", "in", "on", "at", "of", "by", "for", "from", "to", "with", "and", "or", "but",
    "if", "as", "it", "its", "he", "she", "they", "we", "you", "i", "his", "her", "their", "our",
    "this", "that", "these", "those", "there", "here", "when", "where", "while", "after", "before",
    "during", "since", "until", "although", "though", "because", "however", "also", "both", "each",
    "some", "many", "most", "all", "no", "not", "is", "was", "were", "are", "has", "have", "had",
    "did", "do", "does", "what", "which", "who", "whom", "whose", "why", "how", "one", "several",
    "according", "yes");

constexpr std::array<std::string_view, 12> kMonths = {
    "january", "february", "march",     "april",   "may",      "june",
    "july",    "august",   "september", "october", "november", "december"};

constexpr std::array<std::pair<std::string_view, int>, 64> kNumberWords = {{
    {"zero", 0},
    {"one", 1},
    {"two", 2},
    {"three", 3},
    {"four", 4},
    {"five", 5},
    {"six", 6},
    {"seven", 7},
    {"eight", 8},
    {"nine", 9},
    {"ten", 10},
    {"eleven", 11},
    {"twelve", 12},
    {"thirteen", 13},
    {"fourteen", 14},
    {"fifteen", 15},
    {"sixteen", 16},
    {"seventeen", 17},
    {"eighteen", 18},
    {"nineteen", 19},
    {"twenty", 20},
    {"thirty", 30},
    {"forty", 40},
    {"fifty", 50},
    {"sixty", 60},
    {"seventy", 70},
    {"eighty", 80},
    {"ninety", 90},
    {"hundred", 100},
    {"thousand", 1000},
    {"million", 1000000},
    {"billion", 1000000000},
    {"first", 1},
    {"second", 2},
    {"third", 3},
    {"fourth", 4},
    {"fifth", 5},
    {"sixth", 6},
    {"seventh", 7},
    {"eighth", 8},
    {"ninth", 9},
    {"tenth", 10},
    {"eleventh", 11},
    {"twelfth", 12},
    {"thirteenth", 13},
    {"fourteenth", 14},
    {"fifteenth", 15},
    {"sixteenth", 16},
    {"seventeenth", 17},
    {"eighteenth", 18},
    {"nineteenth", 19},
    {"twentieth", 20},
    {"thirtieth", 30},
    {"fortieth", 40},
    {"fiftieth", 50},
    {"sixtieth", 60},
    {"seventieth", 70},
    {"eightieth", 80},
    {"ninetieth", 90},
    {"hundredth", 100},
    {"thousandth", 1000},
    {"millionth", 1000000},
    {"billionth", 1000000000},
    {"dozen", 12},
}};

// Words that occur in any explanation and so are evidence for none.
constexpr auto kCauseStopPool = text::MakeWordSet(
    "various", "factor", "factors", "situation", "situations", "reason", "reasons", "cause",
    "causes", "caused", "causing", "result", "results", "resulted", "resulting", "several",
    "different", "multiple", "issue", "issues", "problem", "problems", "thing", "things", "event",
    "events", "circumstance", "circumstances", "condition", "conditions", "combination", "effect",
    "effects", "other", "others", "number", "large", "great", "major", "important", "significant",
    "mainly", "mostly", "partly", "largely", "primarily", "became", "become", "becomes", "began",
    "happened", "happens", "occurred", "occurs", "leading", "contributed", "including", "first",
    "years", "people", "something", "certain", "general");

struct Word {
  std::string_view core;  // without the marks around it
  bool opened = false;    // marks stand before it
  bool closed = false;    // marks stand behind it
  bool ends_sentence = false;
};

constexpr std::array<std::string_view, 8> kWideMarks = {"“", "”", "‘", "’", "«", "»", "—", "…"};

std::string_view StripWideMarks(std::string_view word) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::string_view mark : kWideMarks) {
      if (word.starts_with(mark)) word.remove_prefix(mark.size()), changed = true;
      if (word.ends_with(mark)) word.remove_suffix(mark.size()), changed = true;
    }
    const std::size_t size = word.size();
    word = text::StripAny(word, ".,;:!?\"'()[]{}-*");
    changed = changed || word.size() != size;
  }
  return word;
}

std::string_view WithoutPossessive(std::string_view word) {
  for (const std::string_view possessive : {"'s", "’s"}) {
    if (word.ends_with(possessive)) return word.substr(0, word.size() - possessive.size());
  }
  return word;
}

bool IsAbbreviation(std::string_view core) {
  return text::Prefix(core, 1).size() == core.size() || kHonorifics.Has(text::ToLower(core));
}

std::optional<Word> NextPlainWord(std::string_view text, std::size_t* pos) {
  for (;;) {
    const std::string_view raw = text::NextWord(text, pos);
    if (raw.empty()) return std::nullopt;
    const std::string_view core = StripWideMarks(raw);
    if (core.empty()) continue;
    const auto before = static_cast<std::size_t>(core.data() - raw.data());
    const std::string_view behind = raw.substr(before + core.size());
    const bool abbreviated = behind == "." && IsAbbreviation(core);
    return Word{
        .core = core,
        .opened = before > 0,
        .closed = !behind.empty() && !abbreviated,
        .ends_sentence = !abbreviated && behind.find_first_of(".!?") != std::string_view::npos};
  }
}

std::optional<int> NumberWord(std::string_view lower) {
  for (const auto& [word, value] : kNumberWords) {
    if (word == lower) return value;
  }
  return std::nullopt;
}

// six, sixth, twenty-one, twenty-first
std::optional<int> NumberOfWord(std::string_view lower) {
  if (const auto whole = NumberWord(lower)) return whole;
  const std::size_t hyphen = lower.find('-');
  if (hyphen == std::string_view::npos) return std::nullopt;
  const auto tens = NumberWord(lower.substr(0, hyphen));
  const auto unit = NumberWord(lower.substr(hyphen + 1));
  const bool joins = tens && unit && *tens >= 20 && *tens <= 90 && *unit >= 1 && *unit <= 9;
  return joins ? std::optional(*tens + *unit) : std::nullopt;
}

}  // namespace

bool IsHonorific(std::string_view lower_word) { return kHonorifics.Has(lower_word); }

std::vector<NamePhrase> NamePhrases(std::string_view text) {
  std::vector<NamePhrase> phrases;
  std::vector<std::string_view> run;
  bool run_starts_sentence = false;
  const auto close = [&] {
    std::size_t first = 0;
    while (first < run.size() && kOpeners.Has(text::ToLower(run[first]))) ++first;
    std::string phrase;
    for (std::size_t i = first; i < run.size(); ++i) {
      const std::string_view word = i + 1 == run.size() ? WithoutPossessive(run[i]) : run[i];
      const bool dotted = i + 1 < run.size() && IsAbbreviation(word);
      phrase.append(phrase.empty() ? "" : " ").append(word).append(dotted ? "." : "");
    }
    if (!phrase.empty()) {
      phrases.push_back({std::move(phrase), run_starts_sentence && run.size() == 1});
    }
    run.clear();
  };
  bool at_sentence_start = true;
  std::size_t pos = 0;
  while (const auto word = NextPlainWord(text, &pos)) {
    const bool capital = text::IsUpper(text::At(word->core, 0));
    if (!capital || word->opened) close();
    if (capital) {
      if (run.empty()) run_starts_sentence = at_sentence_start;
      run.push_back(word->core);
      const bool possessive = WithoutPossessive(word->core).size() != word->core.size();
      if (word->closed || possessive) close();
    }
    at_sentence_start = word->ends_sentence;
  }
  close();
  return phrases;
}

std::vector<std::string> PlainWords(std::string_view text) {
  std::vector<std::string> words;
  std::size_t pos = 0;
  while (const auto word = NextPlainWord(text, &pos)) {
    words.push_back(text::ToLower(WithoutPossessive(word->core)));
  }
  return words;
}

bool IsYearShaped(std::string_view digits) {
  return digits.size() == 4 && std::ranges::all_of(digits, IsAsciiDigit) && digits >= "1500" &&
         digits <= "2199";
}

std::vector<std::string> DateAnchors(std::string_view text) {
  std::vector<std::string> anchors;
  std::set<std::string> seen;
  const auto add = [&](std::string_view anchor) {
    if (seen.insert(text::ToLower(anchor)).second) anchors.emplace_back(anchor);
  };
  // The pattern \b[a-zA-Z0-9]+\b; words with other characters are skipped as a whole.
  for (std::size_t pos = 0; pos < text.size();) {
    const std::size_t begin = pos;
    if (!text::IsWordChar(text::Decode(text, &pos))) continue;
    while (pos < text.size() && text::IsWordChar(text::At(text, pos))) text::Decode(text, &pos);
    const std::string_view word = text.substr(begin, pos - begin);
    if (IsYearShaped(word)) add(word);
    if (word.size() > 9) continue;  // no month name is longer
    const std::string lower = text::ToLower(word);
    const bool needs_capital = lower == "may" || lower == "march";
    if (std::ranges::find(kMonths, lower) != kMonths.end() &&
        (!needs_capital || text::IsAsciiUpper(word[0]))) {
      add(word);
    }
  }
  return anchors;
}

void ForEachCount(std::string_view text,
                  const std::function<void(std::string, std::string_view)>& visit) {
  std::size_t pos = 0;
  while (const auto word = NextPlainWord(text, &pos)) {
    if (const auto value = NumberOfWord(text::ToLower(word->core))) {
      visit(std::to_string(*value), word->core);
    }
    ForEachNumber(word->core, [&](std::string digits) { visit(std::move(digits), word->core); });
  }
}

std::vector<std::string> CauseWords(std::string_view text) {
  std::vector<std::string> words;
  std::size_t pos = 0;
  while (const auto word = NextPlainWord(text, &pos)) {
    const std::string_view core = WithoutPossessive(word->core);
    if (text::Prefix(core, 4).size() == core.size() || !text::IsAlphaString(core) ||
        !text::IsLower(text::At(core, 0)) || IsStopword(core) || kCauseStopPool.Has(core)) {
      continue;
    }
    words.emplace_back(core);
  }
  return words;
}

}  // namespace arborist::judge
