// SPDX-License-Identifier: AGPL-3.0-only
// terms-v1: docs/format/search-tokens.md. One pass over the text; a plain ASCII word, which is
// nearly every word, is folded in a fixed buffer without looking at Unicode. Scripts without spaces
// become overlapping bigrams, and the last character of a run alone, so that a single character can
// be found by prefix. Joined forms of hyphenated words come after all others, because phrases are
// matched by the positions of terms. The rule is in no hash; its version is in the shard, since
// index and query must use the same.
#include "text/search_tokens.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <utility>

#include "base/check.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace arborist::text {

namespace {

struct Fold {
  char32_t code_point;
  char utf8[12];
};
constexpr Fold kFolds[] = {
#include "text/search_fold.inc"
};

constexpr std::size_t kMaxTermBytes = 64;

constexpr std::uint32_t Packed(std::string_view word) {
  std::uint32_t value = 0;
  for (const char c : word) value = (value << 8) | static_cast<std::uint8_t>(c);
  return value;
}

// Words without meaning for a search. Few on purpose: "who", "not" and "be" can be found.
bool IsFunctionWord(std::string_view term) {
  if (term.size() > 4) return false;
  switch (Packed(term)) {
    case Packed("a"):
    case Packed("an"):
    case Packed("and"):
    case Packed("as"):
    case Packed("at"):
    case Packed("by"):
    case Packed("for"):
    case Packed("from"):
    case Packed("in"):
    case Packed("is"):
    case Packed("of"):
    case Packed("on"):
    case Packed("the"):
    case Packed("to"):
    case Packed("was"):
    case Packed("with"):
      return true;
    default:
      return false;
  }
}

const char* FoldOf(char32_t c) {
  const auto* it =
      std::lower_bound(std::begin(kFolds), std::end(kFolds), c,
                       [](const Fold& fold, char32_t value) { return fold.code_point < value; });
  CHECK(it != std::end(kFolds) && it->code_point == c);
  return it->utf8;
}

bool IsDenseForSearch(char32_t c, std::uint16_t flags) {
  return (flags & kDense) != 0 || c == 0x30FC || (c >= 0xAC00 && c <= 0xD7A3);
}

bool IsHyphen(char32_t c) { return c == '-' || c == 0x2010 || c == 0x2011; }
bool IsApostrophe(char32_t c) { return c == '\'' || c == 0x2019; }

// Letters in lower case and digits; 0 for all else.
constexpr std::array<char, 128> kAsciiTerm = [] {
  std::array<char, 128> table{};
  for (char c = 'a'; c <= 'z'; ++c) table[static_cast<std::size_t>(c)] = c;
  for (char c = '0'; c <= '9'; ++c) table[static_cast<std::size_t>(c)] = c;
  for (char c = 'A'; c <= 'Z'; ++c) table[static_cast<std::size_t>(c)] = static_cast<char>(c + 32);
  return table;
}();

// Splits a text into terms and calls sink(term, kind, begin, end) for each.
enum class Kind { kWord, kBigram, kSingle, kJoined };

template <typename Sink>
class Splitter {
 public:
  Splitter(std::string_view text, Sink sink) : text_(text), sink_(sink) {}

  void Run() {
    while (pos_ < text_.size()) {
      const auto byte = static_cast<std::uint8_t>(text_[pos_]);
      if (byte < 0x80) {
        if (word_.empty() && hyphen_parts_ == 0 && TakePlainWord()) continue;
        if (const char folded = kAsciiTerm[byte]; folded != 0) {
          word_.push_back(folded);
          ++pos_;
          continue;
        }
        ++pos_;
        EndWordAt(byte, pos_ - 1);
        continue;
      }
      const std::size_t start = pos_;
      const char32_t c = Decode(text_, &pos_);
      const std::uint16_t flags = UnicodeFlags(c);
      if ((flags & kWord) == 0 && c != 0x30FC) {
        EndWordAt(c, start);
      } else if (IsDenseForSearch(c, flags)) {
        FlushWord(start);
        hyphenated_.clear();
        hyphen_parts_ = 0;
        DenseRun(c, start);
        word_begin_ = pos_;
      } else if ((flags & kFoldable) != 0) {
        word_ += FoldOf(c);
      } else if ((flags & kDiacritic) == 0) {
        Append(&word_, c);
      }
    }
    EndWordAt(' ', pos_);
    for (const Joined& joined : joined_) {
      sink_(joined.term, Kind::kJoined, joined.begin, joined.end);
    }
  }

 private:
  struct Joined {
    std::string term;
    std::size_t begin;
    std::size_t end;
  };

  // Most words: ASCII, and nothing follows that could belong to them.
  bool TakePlainWord() {
    std::array<char, kMaxTermBytes> word;
    std::size_t length = 0;
    std::size_t end = pos_;
    for (; end < text_.size(); ++end) {
      const auto byte = static_cast<std::uint8_t>(text_[end]);
      const char folded = byte < 0x80 ? kAsciiTerm[byte] : '\0';
      if (folded == 0) break;
      if (length == word.size()) return false;
      word[length++] = folded;
    }
    if (length == 0) return false;
    if (end < text_.size() && (static_cast<std::uint8_t>(text_[end]) >= 0x80 || text_[end] == '-' ||
                               text_[end] == '\'')) {
      return false;
    }
    const std::string_view term(word.data(), length);
    if (!IsFunctionWord(term)) sink_(StemPlural(term), Kind::kWord, pos_, end);
    pos_ = std::min(end + 1, text_.size());  // the character behind it belongs to no word
    word_begin_ = pos_;
    return true;
  }

  // Called for a character that belongs to no term, behind a word that ends at `end`.
  void EndWordAt(char32_t c, std::size_t end) {
    if (word_.empty()) {
      if (!IsHyphen(c)) EndHyphenated();
      word_begin_ = pos_;
      return;
    }
    if (IsApostrophe(c) && PossessiveFollows()) {
      ++pos_;  // skips the s of 's
      c = ' ';
    }
    const bool hyphen = IsHyphen(c) && pos_ < text_.size() && StartsWord(pos_);
    if (hyphen || !hyphenated_.empty()) {
      if (hyphen_parts_ == 0) hyphenated_begin_ = word_begin_;
      hyphenated_ += word_;
      hyphenated_end_ = end;
      ++hyphen_parts_;
    }
    FlushWord(end);
    word_begin_ = pos_;
    if (!hyphen) EndHyphenated();
  }

  bool StartsWord(std::size_t pos) const {
    return static_cast<std::uint8_t>(text_[pos]) >= 0x80 ||
           kAsciiTerm[static_cast<std::uint8_t>(text_[pos])] != 0;
  }

  bool PossessiveFollows() const {
    return pos_ < text_.size() && (text_[pos_] == 's' || text_[pos_] == 'S') &&
           (pos_ + 1 == text_.size() || !StartsWord(pos_ + 1));
  }

  void FlushWord(std::size_t end) {
    if (word_.empty()) return;
    if (IsFunctionWord(word_)) {
      word_.clear();
      return;
    }
    if (word_.size() > kMaxTermBytes) {
      std::size_t cut = kMaxTermBytes;
      while ((static_cast<std::uint8_t>(word_[cut]) & 0xC0) == 0x80) --cut;
      word_.resize(cut);
    }
    sink_(StemPlural(word_), Kind::kWord, word_begin_, end);
    word_.clear();
  }

  void EndHyphenated() {
    if (hyphen_parts_ > 1 && hyphenated_.size() <= kMaxTermBytes) {
      joined_.push_back({std::string(StemPlural(hyphenated_)), hyphenated_begin_, hyphenated_end_});
    }
    hyphenated_.clear();
    hyphen_parts_ = 0;
  }

  // Overlapping pairs of a run of dense characters, and its last character alone. Terms are views
  // of the text, unless a character folds.
  void DenseRun(char32_t first, std::size_t begin) {
    bool previous_folds = HasFlag(first, kFoldable);
    char32_t previous = first;
    std::size_t previous_end = pos_;
    while (pos_ < text_.size() && static_cast<std::uint8_t>(text_[pos_]) >= 0x80) {
      std::size_t next_pos = pos_;
      const char32_t c = Decode(text_, &next_pos);
      const std::uint16_t flags = UnicodeFlags(c);
      if (!IsDenseForSearch(c, flags) || ((flags & kWord) == 0 && c != 0x30FC)) break;
      pos_ = next_pos;
      const bool folds = (flags & kFoldable) != 0;
      if (previous_folds || folds) {
        sink_(DenseForm(previous) + DenseForm(c), Kind::kBigram, begin, pos_);
      } else {
        sink_(text_.substr(begin, pos_ - begin), Kind::kBigram, begin, pos_);
      }
      previous = c;
      previous_folds = folds;
      begin = std::exchange(previous_end, pos_);
    }
    sink_(DenseForm(previous), Kind::kSingle, begin, pos_);
  }

  static std::string DenseForm(char32_t c) {
    std::string form;
    if (HasFlag(c, kFoldable)) {
      form = FoldOf(c);
    } else {
      Append(&form, c);
    }
    return form;
  }

  std::string_view text_;
  Sink sink_;
  std::size_t pos_ = 0;
  std::string word_;
  std::size_t word_begin_ = 0;
  std::string hyphenated_;
  std::size_t hyphenated_begin_ = 0;
  std::size_t hyphenated_end_ = 0;
  int hyphen_parts_ = 0;
  std::vector<Joined> joined_;
};

}  // namespace

std::string_view StemPlural(std::string_view term) {
  if (term.size() > 4 && term.back() == 's' && term[term.size() - 2] != 's') term.remove_suffix(1);
  return term;
}

void AppendSearchTerms(std::string_view text, std::string* out) {
  out->reserve(out->size() + text.size() + 16);
  Splitter splitter(text, [out](std::string_view term, Kind, std::size_t, std::size_t) {
    if (!out->empty()) out->push_back(' ');
    out->append(term);
  });
  splitter.Run();
}

void ForEachTerm(std::string_view text, const std::function<void(const TermView&)>& visit) {
  Splitter splitter(text,
                    [&visit](std::string_view term, Kind kind, std::size_t begin, std::size_t end) {
                      visit({.term = term,
                             .begin = begin,
                             .end = end,
                             .dense = kind == Kind::kBigram || kind == Kind::kSingle,
                             .single = kind == Kind::kSingle,
                             .joined = kind == Kind::kJoined});
                    });
  splitter.Run();
}

std::vector<QueryTerm> QueryTerms(std::string_view text) {
  std::vector<QueryTerm> terms;
  ForEachTerm(text, [&terms](const TermView& term) {
    terms.push_back({.term = std::string(term.term),
                     .begin = term.begin,
                     .end = term.end,
                     .dense = term.dense,
                     .single = term.single,
                     .joined = term.joined});
  });
  return terms;
}

}  // namespace arborist::text
