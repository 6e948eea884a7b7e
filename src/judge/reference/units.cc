// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN reference-v9.8: docs/format/verifier.md. Cuts an answer into quotes, claim spans and
// names. The reference defines most of this by regular expressions; they are written here as single
// passes, because backtracking patterns take quadratic time on hostile text. The pattern stands
// above each function that implements one. The searches for marks look at eight bytes at a time.
#include "judge/reference/units.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <set>

#include "text/canonical.h"
#include "text/scan.h"

namespace arborist::judge {

namespace {

// The length of the quote mark at pos (" “ ”), or 0.
std::size_t QuoteMarkAt(std::string_view text, std::size_t pos) {
  if (text[pos] == '"') return 1;
  const std::string_view three = text.substr(pos, 3);
  return three == "“" || three == "”" ? 3 : 0;
}

bool HasAtLeast(std::string_view text, std::size_t code_points) {
  return text::Prefix(text, code_points - 1).size() < text.size();
}

// The end of the further letters of a name, [A-Za-z'’-]*.
std::size_t NameLettersEnd(std::string_view text, std::size_t pos) {
  while (pos < text.size()) {
    const char c = text[pos];
    if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '\'' || c == '-') {
      ++pos;
    } else if (text.substr(pos, 3) == "’") {
      pos += 3;
    } else {
      break;
    }
  }
  return pos;
}

struct NamePart {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool initial = false;  // "A."
};

// [ \t]+(?:[A-Z]\.|[A-Z][A-Za-z'’-]+) at pos; end 0 when there is none.
NamePart NextNamePart(std::string_view text, std::size_t pos) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t", pos), text.size());
  if (begin == pos || begin >= text.size() || !text::IsAsciiUpper(text[begin])) return {};
  if (begin + 1 < text.size() && text[begin + 1] == '.') return {begin, begin + 2, true};
  const std::size_t end = NameLettersEnd(text, begin + 1);
  return end > begin + 1 ? NamePart{begin, end, false} : NamePart{};
}

// The longest end of this part at which the closing \b of the pattern holds, or 0.
std::size_t BoundaryIn(std::string_view text, const NamePart& part) {
  if (part.initial) return text::IsWordBoundary(text, part.end) ? part.end : 0;
  for (std::size_t end = part.end; end >= part.begin + 2;) {
    if (text::IsWordBoundary(text, end)) return end;
    end = text::PreviousStart(text, end);
  }
  return 0;
}

constexpr std::array<std::string_view, 9> kFramingPrefixes = {
    "based on the provided sources", "based on the provided source", "based on the source",
    "based on the document",         "the sources do not",           "the source does not",
    "the document does not",         "according to the sources",     "according to the source",
};

// Whether an ASCII word equals this one, without regard to case.
bool IsWord(std::string_view word, std::string_view lower) {
  return word.size() == lower.size() && std::ranges::equal(word, lower, [](char a, char b) {
           return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b;
         });
}

// A quick look at the first two words. False is certain; true must be checked.
bool MayBeFraming(std::string_view text) {
  std::size_t pos = 0;
  const std::string_view first = text::NextWord(text, &pos);
  if (first.empty()) return false;
  switch (first[0]) {
    case 'b':
    case 'B':
    case 't':
    case 'T':
    case 'a':
    case 'A':
      break;
    default:
      return false;
  }
  const std::string_view second = text::NextWord(text, &pos);
  const auto beyond_ascii = [](char c) { return static_cast<std::uint8_t>(c) >= 0x80; };
  if (std::ranges::any_of(first, beyond_ascii) || std::ranges::any_of(second, beyond_ascii)) {
    return true;  // undecided: the caller checks in full
  }
  if (IsWord(first, "the")) {
    return IsWord(second, "source") || IsWord(second, "sources") || IsWord(second, "document");
  }
  return (IsWord(first, "based") && IsWord(second, "on")) ||
         (IsWord(first, "according") && IsWord(second, "to"));
}

}  // namespace

std::string Normalize(std::string_view text) { return text::CanonicalLower(text); }

bool IsFraming(std::string_view text) {
  if (!MayBeFraming(text)) return false;
  // Only the first words matter, however long the text: no prefix is longer than 200 bytes.
  constexpr std::size_t kEnough = 200;
  std::string start;
  std::size_t pos = 0;
  while (start.size() < kEnough) {
    const std::string_view word = text::NextWord(text, &pos);
    if (word.empty()) break;
    start.append(start.empty() ? "" : " ").append(text::Prefix(word, kEnough));
  }
  const std::string normalized = Normalize(start);
  return std::ranges::any_of(
      kFramingPrefixes, [&](std::string_view prefix) { return normalized.starts_with(prefix); });
}

std::vector<std::string_view> ExtractQuotes(std::string_view answer) {
  std::vector<std::string_view> quotes;
  if (answer.find('"') == std::string_view::npos && answer.find('\xE2') == std::string_view::npos) {
    return quotes;
  }
  std::size_t open = std::string_view::npos;  // where the text of an open quote begins
  const char* const bytes = answer.data();
  for (std::size_t pos = 0; pos < answer.size();) {
    for (std::uint64_t eight; pos + 8 <= answer.size(); pos += 8) {
      std::memcpy(&eight, bytes + pos, 8);
      if (text::HasByte(eight, '"') || text::HasByte(eight, '\xE2')) break;
    }
    if (pos == answer.size()) break;
    const bool candidate = bytes[pos] == '"' || bytes[pos] == '\xE2';
    const std::size_t width = candidate ? QuoteMarkAt(answer, pos) : 0;
    if (width == 0) {
      ++pos;
      continue;
    }
    if (open == std::string_view::npos) {
      open = pos + width;
    } else {
      const std::string_view quote = text::Strip(answer.substr(open, pos - open));
      if (HasAtLeast(quote, kMinQuoteChars)) quotes.push_back(quote);
      open = std::string_view::npos;
    }
    pos += width;
  }
  return quotes;
}

// (?<=[.!?])\s+(?=[A-Z])
std::vector<std::string_view> SplitSentences(std::string_view text) {
  std::vector<std::string_view> sentences;
  std::size_t start = 0;
  const char* const bytes = text.data();
  for (std::size_t pos = 0; pos < text.size(); ++pos) {
    for (std::uint64_t eight; pos + 8 <= text.size(); pos += 8) {
      std::memcpy(&eight, bytes + pos, 8);
      if (text::HasByte(eight, '.') || text::HasByte(eight, '!') || text::HasByte(eight, '?')) {
        break;
      }
    }
    while (pos < text.size() && bytes[pos] != '.' && bytes[pos] != '!' && bytes[pos] != '?') ++pos;
    if (pos == text.size()) break;
    const std::size_t next = text::SkipWhitespace(text, pos + 1);
    if (next == pos + 1 || next == text.size() || !text::IsAsciiUpper(text[next])) continue;
    sentences.push_back(text.substr(start, pos + 1 - start));
    start = next;
    pos = next - 1;
  }
  sentences.push_back(text.substr(start));
  return sentences;
}

std::vector<std::string_view> ExtractClaimSpans(std::string_view answer) {
  std::vector<std::string_view> spans;
  for (const std::string_view line : text::SplitLines(answer)) {
    for (const std::string_view sentence : SplitSentences(text::Strip(StripBullet(line)))) {
      const std::string_view span = text::Strip(StripTrailingCitation(text::Strip(sentence)));
      if (HasAtLeast(span, kMinSpanChars) && !IsFraming(span)) spans.push_back(span);
    }
  }
  return spans;
}

// \b[A-Z][A-Za-z'’\-]*(?:[ \t]+(?:[A-Z]\.|[A-Z][A-Za-z'’\-]+))+\b
std::vector<std::string_view> ExtractProperNouns(std::string_view answer) {
  std::vector<std::string_view> names;
  std::set<std::string_view> seen;
  std::vector<NamePart> parts;
  for (std::size_t pos = 0; pos < answer.size();) {
    if (!text::IsAsciiUpper(answer[pos]) ||
        (pos > 0 && text::IsWordChar(text::Before(answer, pos)))) {
      ++pos;
      continue;
    }
    std::size_t end = NameLettersEnd(answer, pos + 1);
    parts.clear();
    for (NamePart part = NextNamePart(answer, end); part.end != 0;
         part = NextNamePart(answer, end)) {
      parts.push_back(part);
      end = part.end;
    }
    // Try the parts from the last backwards, as the pattern backtracks. If all fail, no start
    // inside this chain can match either, so the scan continues behind it.
    std::size_t match_end = 0;
    for (auto part = parts.rbegin(); part != parts.rend() && match_end == 0; ++part) {
      match_end = BoundaryIn(answer, *part);
    }
    if (match_end != 0) {
      const std::string_view name = answer.substr(pos, match_end - pos);
      if (!IsFraming(name) && seen.insert(name).second) names.push_back(name);
    }
    pos = match_end != 0 ? match_end : end;
  }
  return names;
}

}  // namespace arborist::judge
