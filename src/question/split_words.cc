// SPDX-License-Identifier: AGPL-3.0-only
// Splits a question into words for the classifiers. Everything that must not change a result is
// removed first: case, Unicode form, invisible characters, typographic quotes and hyphens,
// full-width letters. Words inside quotation marks are flagged, for a title ("All the President's
// Men") is no marker; a question that is quoted as a whole is not. Linear in the length of the
// question.
#include "question/split_words.h"

#include <array>
#include <optional>
#include <utility>

#include "text/canonical.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace arborist::question {

namespace {

// Characters without width: soft hyphen, joiners, zero-width spaces, direction marks, variation
// selectors, tags.
bool IsInvisible(char32_t c) {
  return c == 0xAD || c == 0x34F || c == 0x61C || (c >= 0x180B && c <= 0x180F) ||
         (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2060 && c <= 0x206F) || (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFEFF ||
         (c >= 0xE0000 && c <= 0xE01EF);
}

char32_t PlainForm(char32_t c) {
  if (c >= 0xFF01 && c <= 0xFF5E) c -= 0xFEE0;  // full-width ASCII
  if (c == 0x2018 || c == 0x2019 || c == 0x201B || c == 0x2BC || c == 0x2032 || c == '`') {
    return '\'';
  }
  if (c == 0x2010 || c == 0x2011 || c == 0x2012 || c == 0x2013 || c == 0x2212) return '-';
  if (c == 0x201C || c == 0x201D || c == 0x201E || c == 0x201F || c == 0xAB || c == 0xBB ||
      c == 0x2033) {
    return '"';
  }
  return c;
}

std::u32string PlainText(std::string_view question) {
  std::string visible;
  for (std::size_t pos = 0; pos < question.size();) {
    const char32_t c = text::Decode(question, &pos);
    if (!IsInvisible(c)) text::Append(&visible, PlainForm(c));
  }
  const std::string lower = text::ToLower(text::Canonicalize(visible));
  std::u32string plain;
  for (std::size_t pos = 0; pos < lower.size();) plain.push_back(text::Decode(lower, &pos));
  return plain;
}

bool IsDigit(char32_t c) { return c >= '0' && c <= '9'; }
bool IsWordCharacter(char32_t c) {
  if (c < 0x80) return (c >= 'a' && c <= 'z') || IsDigit(c);
  return text::HasFlag(c, text::kWord);
}
bool EndsSentence(char32_t c) {
  return c == '.' || c == '?' || c == '!' || c == ';' || c == ':' || c == 0x2026 || c == 0x3002;
}

// Words whose full stop ends an abbreviation and no sentence.
constexpr std::array<std::string_view, 12> kAbbreviations = {
    "approx", "co", "dr", "etc", "inc", "jr", "mr", "mrs", "no", "sr", "st", "vs"};
static_assert(InOrder(kAbbreviations));

// Words whose 's means "is".
constexpr std::array<std::string_view, 5> kShortenedIs = {"how", "what", "when", "where", "who"};

// Collects pairs of one kind of quotation marks.
class QuoteMarks {
 public:
  bool open() const { return open_.has_value(); }

  // A mark in front of the word with this number.
  void Toggle(std::size_t word) {
    if (open_) {
      spans_.emplace_back(*open_, word);
      open_.reset();
    } else {
      open_ = word;
    }
  }

  // Flags quoted words, unless the whole question is in quotation marks.
  void Apply(Words* words) const {
    for (const auto& [begin, end] : spans_) {
      if (begin == 0 && end == words->size()) continue;
      for (std::size_t i = begin; i < end; ++i) (*words)[i].quoted = true;
    }
  }

 private:
  std::optional<std::size_t> open_;
  std::vector<std::pair<std::size_t, std::size_t>> spans_;
};

class Splitter {
 public:
  explicit Splitter(std::string_view question) : text_(PlainText(question)) {}

  Words Run() {
    while (pos_ < text_.size()) {
      const char32_t c = text_[pos_];
      if (IsWordCharacter(c) || (c == '$' && IsDigit(At(pos_ + 1)))) {
        TakeWord();
      } else {
        TakeMark(c);
        ++pos_;
      }
    }
    double_quotes_.Apply(&words_);
    single_quotes_.Apply(&words_);
    return std::move(words_);
  }

 private:
  char32_t At(std::size_t i) const { return i < text_.size() ? text_[i] : U' '; }

  bool JoinsAt(std::size_t i) const {
    const char32_t c = text_[i];
    const char32_t before = text_[i - 1];
    const char32_t after = At(i + 1);
    if (!IsWordCharacter(before) || !IsWordCharacter(after)) return false;
    if (c == ',') return IsDigit(before) && IsDigit(after);
    return c == '-' || c == '\'' || c == '/' || c == '&' || c == '.';
  }

  void TakeWord() {
    const std::size_t begin = pos_++;
    while (pos_ < text_.size() && (IsWordCharacter(text_[pos_]) || JoinsAt(pos_))) ++pos_;
    if (At(pos_) == '%' && IsDigit(text_[pos_ - 1])) ++pos_;
    std::string word;
    for (std::size_t i = begin; i < pos_; ++i) text::Append(&word, text_[i]);
    Push(std::move(word));
  }

  void Push(std::string word) {
    const auto cut = [&](std::string_view suffix) {
      if (!word.ends_with(suffix) || word.size() == suffix.size()) return false;
      word.resize(word.size() - suffix.size());
      return true;
    };
    if (word != "let's" && cut("'s")) {
      const bool is = std::ranges::find(kShortenedIs, word) != kShortenedIs.end();
      Add(std::move(word), !is);
      if (is) Add("is", false);
    } else if (cut("'re")) {
      Add(std::move(word), false);
      Add("are", false);
    } else if (word.starts_with("top-")) {
      Add("top", false);
      Add(word.substr(4), false);
    } else {
      Add(std::move(word), false);
    }
  }

  void Add(std::string word, bool possessive) {
    words_.push_back(
        {std::move(word), false, sentence_ended_ || words_.empty(), comma_, possessive});
    sentence_ended_ = false;
    comma_ = false;
  }

  void TakeMark(char32_t c) {
    if (c == ',' || c == '-' || c == '(' || c == ')' || c == 0x2014 || c == 0x3001) comma_ = true;
    if (EndsSentence(c)) sentence_ended_ = sentence_ended_ || c != '.' || !IsAbbreviation();
    if (c == '"') double_quotes_.Toggle(words_.size());
    if (c == '\'') TakeApostrophe();
  }

  bool IsAbbreviation() const {
    if (words_.empty()) return false;
    const std::string& word = words_.back().text;
    const bool initial = word.size() == 1 && !IsDigit(static_cast<unsigned char>(word[0]));
    return initial || word.contains('.') || Contains(kAbbreviations, word);
  }

  // A single quote opens before a word and closes behind one. An apostrophe without partner marks
  // nothing.
  void TakeApostrophe() {
    const bool word_before = pos_ > 0 && text_[pos_ - 1] != ' ';
    const bool word_behind = IsWordCharacter(At(pos_ + 1));
    if (single_quotes_.open() ? word_before && !word_behind : !word_before && word_behind) {
      single_quotes_.Toggle(words_.size());
    }
  }

  std::u32string text_;
  std::size_t pos_ = 0;
  Words words_;
  bool sentence_ended_ = false;
  bool comma_ = false;
  QuoteMarks double_quotes_;
  QuoteMarks single_quotes_;
};

}  // namespace

Words SplitWords(std::string_view question) { return Splitter(question).Run(); }

std::string Join(std::span<const Word> words, std::size_t begin, std::size_t end) {
  std::string joined;
  for (std::size_t i = begin; i < end; ++i) {
    if (!joined.empty()) joined += ' ';
    joined += words[i].text;
    if (words[i].possessive) joined += "'s";
  }
  return joined;
}

std::size_t MatchAt(std::span<const Word> words, std::size_t begin, std::size_t end,
                    PhraseTable table) {
  if (begin >= end || words[begin].quoted) return 0;
  const std::string_view first = words[begin].text;
  std::size_t longest = 0;
  // A space sorts before all letters, so the phrases with this first word stand together.
  for (auto it = std::ranges::lower_bound(table, first);
       it != table.end() && it->starts_with(first); ++it) {
    std::string_view rest = it->substr(first.size());
    if (!rest.empty() && rest.front() != ' ') break;
    std::size_t at = begin + 1;
    while (!rest.empty() && at < end && !words[at].quoted && rest.front() == ' ' &&
           rest.substr(1).starts_with(words[at].text)) {
      rest.remove_prefix(1 + words[at].text.size());
      ++at;
    }
    if (rest.empty()) longest = std::max(longest, at - begin);
  }
  return longest;
}

bool Contains(PhraseTable table, std::string_view word) {
  return std::ranges::binary_search(table, word);
}

}  // namespace arborist::question
