// SPDX-License-Identifier: AGPL-3.0-only
#include "text/search_tokens.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

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

// Words that carry no query. Few on purpose: "who", "not" and "be" stay findable.
bool IsFunctionWord(std::string_view term) {
  switch (term.size()) {
    case 1:
      return term == "a";
    case 2:
      return term == "of" || term == "in" || term == "to" || term == "is" || term == "on" ||
             term == "as" || term == "by" || term == "at" || term == "an";
    case 3:
      return term == "the" || term == "and" || term == "was" || term == "for";
    case 4:
      return term == "with" || term == "from";
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

bool IsDenseForSearch(char32_t c, std::uint8_t flags) {
  return (flags & kDense) != 0 || c == 0x30FC || (c >= 0xAC00 && c <= 0xD7A3);
}

bool IsHyphen(char32_t c) { return c == '-' || c == 0x2010 || c == 0x2011; }
bool IsApostrophe(char32_t c) { return c == '\'' || c == 0x2019; }

// 'a'-'z' and '0'-'9' to themselves, 'A'-'Z' lower-cased, all else 0.
constexpr std::array<char, 128> kAsciiTerm = [] {
  std::array<char, 128> table{};
  for (char c = 'a'; c <= 'z'; ++c) table[static_cast<std::size_t>(c)] = c;
  for (char c = '0'; c <= '9'; ++c) table[static_cast<std::size_t>(c)] = c;
  for (char c = 'A'; c <= 'Z'; ++c) table[static_cast<std::size_t>(c)] = static_cast<char>(c + 32);
  return table;
}();

// Splits a text into terms and hands each to the sink: sink(term, kind).
enum class Kind { kWord, kBigram, kSingle, kJoined };

template <typename Sink>
class Splitter {
 public:
  Splitter(std::string_view text, Sink sink) : text_(text), sink_(sink) {}

  void Run() {
    while (pos_ < text_.size()) {
      const auto byte = static_cast<std::uint8_t>(text_[pos_]);
      if (byte < 0x80) {
        if (const char folded = kAsciiTerm[byte]; folded != 0) {
          word_.push_back(folded);
          ++pos_;
          continue;
        }
        ++pos_;
        EndWordAt(byte);
        continue;
      }
      const char32_t c = Decode(text_, &pos_);
      const std::uint8_t flags = UnicodeFlags(c);
      if ((flags & kWord) == 0 && c != 0x30FC) {
        EndWordAt(c);
      } else if (IsDenseForSearch(c, flags)) {
        FlushWord();
        hyphenated_.clear();
        hyphen_parts_ = 0;
        DenseRun(c);
      } else if ((flags & kFoldable) != 0) {
        word_ += FoldOf(c);
      } else if ((flags & kDiacritic) == 0) {
        Append(&word_, c);
      }
    }
    EndWordAt(' ');
    for (const std::string& joined : joined_) sink_(joined, Kind::kJoined);
  }

 private:
  // A character that is no part of a term stands behind the word.
  void EndWordAt(char32_t c) {
    if (word_.empty()) {
      if (!IsHyphen(c)) EndHyphenated();
      return;
    }
    if (IsApostrophe(c) && PossessiveFollows()) {
      ++pos_;  // the s of 's
      c = ' ';
    }
    const bool hyphen = IsHyphen(c) && pos_ < text_.size() && StartsWord(pos_);
    if (hyphen || !hyphenated_.empty()) {
      hyphenated_ += word_;
      ++hyphen_parts_;
    }
    FlushWord();
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

  void FlushWord() {
    if (word_.empty()) return;
    if (!IsFunctionWord(word_)) Emit(&word_, Kind::kWord);
    word_.clear();
  }

  void Emit(std::string* term, Kind kind) {
    if (term->size() > kMaxTermBytes) {
      std::size_t cut = kMaxTermBytes;
      while ((static_cast<std::uint8_t>((*term)[cut]) & 0xC0) == 0x80) --cut;
      term->resize(cut);
    }
    sink_(StemPlural(*term), kind);
  }

  void EndHyphenated() {
    if (hyphen_parts_ > 1 && hyphenated_.size() <= kMaxTermBytes) {
      joined_.emplace_back(StemPlural(hyphenated_));
    }
    hyphenated_.clear();
    hyphen_parts_ = 0;
  }

  // Overlapping pairs of a run of dense characters, and the last one alone.
  void DenseRun(char32_t first) {
    std::string previous = DenseForm(first);
    while (pos_ < text_.size() && static_cast<std::uint8_t>(text_[pos_]) >= 0x80) {
      std::size_t next_pos = pos_;
      const char32_t c = Decode(text_, &next_pos);
      const std::uint8_t flags = UnicodeFlags(c);
      if (!IsDenseForSearch(c, flags) || ((flags & kWord) == 0 && c != 0x30FC)) break;
      pos_ = next_pos;
      std::string current = DenseForm(c);
      sink_(previous + current, Kind::kBigram);
      previous = std::move(current);
    }
    sink_(previous, Kind::kSingle);
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
  std::string hyphenated_;
  int hyphen_parts_ = 0;
  std::vector<std::string> joined_;
};

}  // namespace

std::string_view StemPlural(std::string_view term) {
  if (term.size() > 4 && term.back() == 's' && term[term.size() - 2] != 's') term.remove_suffix(1);
  return term;
}

void AppendSearchTerms(std::string_view text, std::string* out) {
  out->reserve(out->size() + text.size() + 16);
  Splitter splitter(text, [out](std::string_view term, Kind) {
    if (!out->empty()) out->push_back(' ');
    out->append(term);
  });
  splitter.Run();
}

std::vector<QueryTerm> QueryTerms(std::string_view text) {
  std::vector<QueryTerm> terms;
  Splitter splitter(text, [&terms](std::string_view term, Kind kind) {
    terms.push_back({.term = std::string(term),
                     .dense = kind == Kind::kBigram || kind == Kind::kSingle,
                     .single = kind == Kind::kSingle,
                     .joined = kind == Kind::kJoined});
  });
  splitter.Run();
  return terms;
}

}  // namespace arborist::text
