// SPDX-License-Identifier: AGPL-3.0-only
// Divides a text into words, one pass from left to right. A word is a run of letters and digits;
// further rules, in the order of the branches of TakeWord:
//
//   1,000 3.5      a comma or point between digits belongs to the number
//   U.S            single letters with points are one word
//   it's           the possessive s is passed over
//   re-entry       gives re, entry and, marked kJoined, reentry
//   scripts without spaces: pairs of neighbours, as in the search index
//
// Letters are folded to lower case (non-ASCII words by the search index's folding), a plural s is
// dropped, and the result is looked up in a table that is built at compile time: flags, kin and
// sorts. Marks around a word (money, percent, quotation marks) set further flags.
#include "extractive/words.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "extractive/stem.h"
#include "text/scan.h"
#include "text/search_tokens.h"

namespace arborist::extractive {

namespace {

// The entry of a lower-case word in the table.
struct WordEntry {
  std::uint32_t flags = 0;
  std::uint16_t kin = 0;
  std::uint16_t sorts = 0;
};

struct WordGroup {
  std::uint32_t flags;
  std::string_view words;  // divided by single blanks
};

struct WordSortGroup {
  std::uint16_t sort;
  std::string_view words;
};

#include "extractive/word_sorts.inc"
#include "extractive/word_table.inc"

template <typename Visit>
constexpr void ForEach(std::string_view words, Visit visit) {
  while (!words.empty()) {
    const std::size_t blank = words.find(' ');
    visit(words.substr(0, blank));
    if (blank == std::string_view::npos) return;
    words.remove_prefix(blank + 1);
  }
}
// All groups in one open-addressed table, built by the compiler.
class WordTable {
 public:
  consteval WordTable() {
    for (const WordGroup& group : kFlagged) {
      ForEach(group.words, [&](std::string_view word) { At(word).flags |= group.flags; });
    }
    for (const WordSortGroup& group : kSorted) {
      ForEach(group.words, [&](std::string_view word) { At(word).sorts |= group.sort; });
    }
    std::uint16_t kin = 0;
    for (const std::string_view line : kKin) {
      ++kin;
      ForEach(line, [&](std::string_view word) {
        WordEntry& entry = At(word);
        if (entry.kin == 0) entry.kin = kin;
      });
    }
  }

  constexpr WordEntry Find(std::string_view word, std::uint64_t hash) const {
    for (std::size_t at = hash % kSlots; !slots_[at].word.empty(); at = (at + 1) % kSlots) {
      if (slots_[at].tag == Tag(hash) && slots_[at].word == word) return slots_[at].entry;
    }
    return {};
  }

 private:
  struct Slot {
    std::string_view word;
    WordEntry entry;
    // Bits of the hash; most other words are told apart without a comparison of letters.
    std::uint16_t tag = 0;
  };
  static constexpr std::uint16_t Tag(std::uint64_t hash) {
    return static_cast<std::uint16_t>(hash >> 48);
  }
  static constexpr std::size_t kSlots = 8192;

  constexpr WordEntry& At(std::string_view word) {
    std::size_t at = HashLetters(word) % kSlots;
    while (!slots_[at].word.empty() && slots_[at].word != word) at = (at + 1) % kSlots;
    slots_[at].word = word;
    slots_[at].tag = Tag(HashLetters(word));
    return slots_[at].entry;
  }

  std::array<Slot, kSlots> slots_{};
};

constexpr WordTable kWords;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsAsciiAlnum(char c) { return IsDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

class Scanner {
 public:
  Scanner(std::string_view text, std::size_t end, std::vector<Word>* words)
      : text_(text.substr(0, end)), words_(words) {}

  void Run(std::size_t pos) {
    while (pos < text_.size()) {
      const char byte = text_[pos];
      if (IsAsciiAlnum(byte)) {
        pos = TakeWord(pos);
        pos = TakeHyphenated(pos);
      } else if (static_cast<std::uint8_t>(byte) < 0x80) {
        // also 40 %
        if (byte == '%' && !words_->empty() && words_->back().end + 1 >= pos) {
          words_->back().flags |= kPercent;
        }
        ++pos;
      } else {
        std::size_t next = pos;
        const char32_t c = text::Decode(text_, &next);
        const std::uint16_t flags = text::UnicodeFlags(c);
        if (IsDenseLetter(c, flags)) {
          pos = TakeDense(pos);
        } else {
          pos = (flags & text::kWord) != 0 ? TakeWord(pos) : next;
        }
      }
    }
  }

 private:
  static constexpr std::size_t kMaxLetters = 48;  // longer words are compared by their beginning

  static bool IsDenseLetter(char32_t c, std::uint16_t flags) {
    return ((flags & text::kDense) != 0 || c == 0x30FC || (c >= 0xAC00 && c <= 0xD7A3)) &&
           ((flags & text::kWord) != 0 || c == 0x30FC);
  }

  std::size_t TakeWord(std::size_t begin) {
    std::array<char, kMaxLetters> letters;
    std::size_t length = 0;
    std::size_t pos = begin;
    bool ascii = true;
    bool digits = true;
    while (pos < text_.size()) {
      const char byte = text_[pos];
      if (IsAsciiAlnum(byte)) {
        if (length < kMaxLetters) {
          letters[length++] = byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + 32) : byte;
        }
        digits = digits && IsDigit(byte);
        ++pos;
      } else if ((byte == ',' || byte == '.') && pos > begin && IsDigit(text_[pos - 1]) &&
                 pos + 1 < text_.size() && IsDigit(text_[pos + 1])) {
        if (byte == '.' && length < kMaxLetters) letters[length++] = '.';
        ++pos;
      } else if (byte == '.' && pos + 1 < text_.size() && pos > 0 && !digits && length == 1 &&
                 IsAsciiAlnum(text_[pos + 1]) &&
                 (pos + 2 == text_.size() || !IsAsciiAlnum(text_[pos + 2]))) {
        ++pos;  // U.S is one word
        while (pos < text_.size() && IsAsciiAlnum(text_[pos]) &&
               (pos + 1 == text_.size() || !IsAsciiAlnum(text_[pos + 1]))) {
          if (length < kMaxLetters) letters[length++] = static_cast<char>(text_[pos] | 0x20);
          ++pos;
          if (pos + 1 < text_.size() && text_[pos] == '.' && IsAsciiAlnum(text_[pos + 1])) ++pos;
        }
        break;
      } else if (static_cast<std::uint8_t>(byte) >= 0x80) {
        std::size_t next = pos;
        const char32_t c = text::Decode(text_, &next);
        const std::uint16_t flags = text::UnicodeFlags(c);
        if ((flags & text::kWord) == 0 || IsDenseLetter(c, flags)) break;
        ascii = false;
        pos = next;
      } else {
        break;
      }
    }
    Word word{.begin = static_cast<std::uint32_t>(begin), .end = static_cast<std::uint32_t>(pos)};
    if (ascii) {
      AddWord(&word, {letters.data(), length});
    } else {
      std::string folded;
      text::ForEachTerm(text_.substr(begin, pos - begin), [&](const text::TermView& term) {
        if (!term.joined) folded += term.term;
      });
      if (folded.size() > kMaxLetters) {
        folded.resize(text::PreviousStart(folded, kMaxLetters));
      }
      AddWord(&word, folded);
    }
    if (pos == text_.size() || (text_[pos] != '\'' && text_[pos] != '\xE2')) return pos;
    // The s of 's is no word.
    for (const std::string_view possessive : {"'s", "’s"}) {
      if (text_.substr(pos).starts_with(possessive) &&
          (pos + possessive.size() == text_.size() ||
           !IsAsciiAlnum(text_[pos + possessive.size()]))) {
        return pos + possessive.size();
      }
    }
    return pos;
  }

  // Adds the second part of a hyphenated word and the whole without its hyphen: re-entry is also
  // reentry.
  std::size_t TakeHyphenated(std::size_t pos) {
    if (pos + 1 >= text_.size() || text_[pos] != '-' || !IsAsciiAlnum(text_[pos + 1]) ||
        words_->empty() || words_->back().end != pos || (words_->back().flags & kDigits) != 0) {
      return pos;
    }
    const std::uint32_t begin = words_->back().begin;
    const std::size_t end = TakeWord(pos + 1);
    std::array<char, kMaxLetters> letters;
    std::size_t length = 0;
    for (std::size_t i = begin; i < words_->back().end; ++i) {
      const char c = text_[i];
      if (c == '-') continue;
      if (!IsAsciiAlnum(c) || length == kMaxLetters) return end;
      letters[length++] = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    }
    Word word{.begin = begin, .end = words_->back().end};
    AddWord(&word, {letters.data(), length});
    words_->back().flags |= kJoined;
    return end;
  }

  // Whether a word is a year from 1000 to 2199: 1969, 1960s, c1110 or 12.05.2021.
  static bool IsYear(std::string_view letters) {
    if (std::ranges::count(letters, '.') == 2) letters.remove_prefix(letters.rfind('.') + 1);
    if (letters.size() == 5 && letters.ends_with("0s")) letters.remove_suffix(1);
    if (letters.size() == 5 && letters.starts_with('c')) letters.remove_prefix(1);
    return letters.size() == 4 && std::ranges::all_of(letters, IsDigit) &&
           (letters[0] == '1' || (letters[0] == '2' && letters[1] < '2'));
  }

  // The unit at the end of a number: of 30mm a length.
  static std::uint32_t UnitBehind(std::string_view letters) {
    const std::size_t unit = letters.find_first_not_of("0123456789.");
    if (unit == std::string_view::npos || unit == 0) return 0;
    letters.remove_prefix(unit);
    return kWords.Find(letters, HashLetters(letters)).flags &
           (kUnit | kLengthUnit | kTimeUnit | kAreaUnit);
  }

  void AddWord(Word* word, std::string_view letters) {
    if (letters.empty()) return;
    const std::string_view singular = text::StemPlural(letters);
    const WordEntry entry = kWords.Find(letters, HashLetters(letters));
    word->exact = HashLetters(singular);
    word->flags = entry.flags;
    word->kin = entry.kin;
    word->sorts = entry.sorts;
    if (singular.size() != letters.size()) {
      const WordEntry one = kWords.Find(singular, word->exact);
      word->flags |= one.flags & ~std::uint32_t{kStop};
      word->sorts |= one.sorts;
      if (word->kin == 0) word->kin = one.kin;
    }
    const bool year = IsYear(letters) && text_[word->begin + 1] != ',';
    if (year || IsDigit(letters[0])) {
      word->flags |= kDigits | (year ? kYear : 0u);
      word->flags |= UnitBehind(letters);
      word->stem = word->exact;
    } else if ((word->flags & kStop) == 0) {  // words that say nothing need no other forms
      word->stem = HashLetters(Stem(letters));
      const std::string_view front = text::Prefix(letters, 5);
      if (front.size() < letters.size() || text::CountCodePoints(front) == 5) {
        word->front = HashLetters(front);
      }
    }
    const char32_t first = text::At(text_, word->begin);
    if (text::IsUpper(first)) word->flags |= kCapital;
    if (word->begin > 0) {
      const std::size_t before = text::PreviousStart(text_, word->begin);
      const char32_t mark = text::At(text_, before);
      if (mark == '$' || mark == 0xA3 || mark == 0xA5 || mark == 0x20AC || mark == 0x20B9) {
        word->flags |= kMoney;
      } else if (mark == '"' || mark == 0x201C || mark == 0x201E || mark == 0xAB) {
        word->flags |= kQuoted;
      }
    }
    words_->push_back(*word);
  }

  // Pairs of neighbouring characters, as in the search index; a single character alone is a word.
  std::size_t TakeDense(std::size_t pos) {
    std::size_t previous = pos;
    bool paired = false;
    text::Decode(text_, &pos);
    for (;;) {
      std::size_t next = pos;
      if (pos < text_.size()) {
        const char32_t c = text::Decode(text_, &next);
        if (!IsDenseLetter(c, text::UnicodeFlags(c))) next = pos;
      }
      if (next == pos) {
        if (!paired) AddDense(previous, pos);
        return pos;
      }
      AddDense(previous, next);
      paired = true;
      previous = std::exchange(pos, next);
    }
  }

  void AddDense(std::size_t begin, std::size_t end) {
    const std::uint64_t hash = HashLetters(text_.substr(begin, end - begin));
    words_->push_back({.begin = static_cast<std::uint32_t>(begin),
                       .end = static_cast<std::uint32_t>(end),
                       .flags = kDense,
                       .exact = hash,
                       .stem = hash});
  }

  std::string_view text_;
  std::vector<Word>* words_;
};

}  // namespace

std::uint16_t KinOf(std::string_view lower_case) {
  return kWords.Find(lower_case, HashLetters(lower_case)).kin;
}

void AppendWords(std::string_view text, std::size_t begin, std::size_t end,
                 std::vector<Word>* words) {
  Scanner(text, end, words).Run(begin);
}

}  // namespace arborist::extractive
