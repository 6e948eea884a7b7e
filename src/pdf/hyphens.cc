// SPDX-License-Identifier: AGPL-3.0-only
// A broken word stands whole somewhere else in most documents. If neither the joined word nor both
// of its parts are known, it was broken, which is by far the commoner case.
#include "pdf/hyphens.h"

#include <string>
#include <vector>

#include "base/ascii.h"
#include "text/canonical.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace arborist::pdf {
namespace {

constexpr std::size_t kMaxWord = 64;
constexpr std::string_view kHyphen = "\u2010";
constexpr std::string_view kSoftHyphen = "\u00AD";

std::uint64_t HashOf(std::string_view word) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  return hash;
}

bool IsWordLetter(char32_t c) {
  if (c < 0x80) return IsAsciiLetter(static_cast<char>(c));
  return text::HasFlag(c, text::kAlpha) || text::HasFlag(c, text::kCombining);
}

std::string Lower(std::string_view word) {
  for (const char c : word) {
    if (static_cast<unsigned char>(c) >= 0x80) return text::ToLower(word);
  }
  return LowerAscii(word);
}

// The runs of letters.
struct Span {
  std::size_t begin;
  std::size_t end;
};
std::vector<Span> WordsIn(std::string_view line) {
  std::vector<Span> words;
  bool inside = false;
  for (std::size_t pos = 0; pos < line.size();) {
    const std::size_t start = pos;
    const bool letter = IsWordLetter(text::Decode(line, &pos));
    if (letter && !inside) words.push_back({start, pos});
    if (letter) words.back().end = pos;
    inside = letter;
  }
  return words;
}

std::string_view LastWord(std::string_view line) {
  std::size_t begin = line.size();
  while (begin > 0) {
    const std::size_t start = text::PreviousStart(line, begin);
    std::size_t pos = start;
    if (!IsWordLetter(text::Decode(line, &pos))) break;
    begin = start;
  }
  return line.substr(begin);
}

std::string_view FirstWord(std::string_view line) {
  std::size_t end = 0;
  while (end < line.size()) {
    std::size_t pos = end;
    if (!IsWordLetter(text::Decode(line, &pos))) break;
    end = pos;
  }
  return line.substr(0, end);
}

}  // namespace

std::size_t HyphenSize(std::string_view line) {
  if (line.ends_with('-')) return 1;
  if (line.ends_with(kHyphen)) return kHyphen.size();
  if (line.ends_with(kSoftHyphen)) return kSoftHyphen.size();
  return 0;
}

bool EndsWithHyphen(std::string_view line) {
  const std::size_t size = HyphenSize(line);
  return size > 0 && !LastWord(line.substr(0, line.size() - size)).empty();
}

void Hyphens::Note(std::string_view line, Edges edges) {
  const std::vector<Span> words = WordsIn(line);
  const bool first_broken = edges == Edges::kFirstBroken || edges == Edges::kBothBroken;
  const bool last_broken = edges == Edges::kLastBroken || edges == Edges::kBothBroken;
  const std::size_t from = first_broken ? 1 : 0;
  const std::size_t to = last_broken && !words.empty() ? words.size() - 1 : words.size();
  for (std::size_t i = from; i < to; ++i) {
    if (words[i].end - words[i].begin > kMaxWord) continue;
    words_.insert(HashOf(Lower(line.substr(words[i].begin, words[i].end - words[i].begin))));
    // "well-known" in one piece.
    const bool hyphened = i + 1 < to && words[i + 1].begin == words[i].end + 1 &&
                          line[words[i].end] == '-' &&
                          words[i + 1].end - words[i].begin <= kMaxWord;
    if (hyphened)
      words_.insert(HashOf(Lower(line.substr(words[i].begin, words[i + 1].end - words[i].begin))));
  }
}

bool Hyphens::Knows(std::string_view word) const { return words_.contains(HashOf(Lower(word))); }

Hyphens::Join Hyphens::Decide(std::string_view line, std::string_view next) const {
  const std::size_t hyphen = HyphenSize(line);
  if (hyphen == 0) return Join::kNo;
  const std::string_view left = LastWord(line.substr(0, line.size() - hyphen));
  const std::string_view right = FirstWord(next);
  if (left.empty() || right.empty()) return Join::kNo;
  if (line.ends_with(kSoftHyphen)) return Join::kDropHyphen;
  std::size_t pos = 0;
  if (!text::HasFlag(text::Decode(right, &pos), text::kLower)) return Join::kKeepHyphen;
  if (left.size() > kMaxWord || right.size() > kMaxWord) return Join::kDropHyphen;
  const std::string joined = std::string(left) + std::string(right);
  if (Knows(joined)) return Join::kDropHyphen;
  const std::string hyphened = std::string(left) + "-" + std::string(right);
  if (Knows(hyphened)) return Join::kKeepHyphen;
  return Knows(left) && Knows(right) ? Join::kKeepHyphen : Join::kDropHyphen;
}

}  // namespace arborist::pdf
