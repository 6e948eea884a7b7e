// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN reference-v9.8: the stop words and the word rules that quotes, spans and names share.
// Numbers are found eight bytes at a time, because whole contexts are scanned for them.
#include "judge/reference/word_rules.h"

#include <cstdint>
#include <cstring>

#include "text/scan.h"

namespace arborist::judge {

namespace {

constexpr auto kStopwords = text::MakeWordSet(
    "have", "been", "being", "were", "will", "would", "could", "should", "might", "must", "shall",
    "from", "with", "into", "onto", "upon", "over", "under", "after", "before", "between",
    "through", "across", "above", "below", "behind", "beside", "beyond", "during", "without",
    "within", "until", "since", "about", "around", "along", "among", "this", "that", "these",
    "those", "their", "them", "they", "there", "here", "your", "yours", "ours", "mine", "what",
    "when", "where", "which", "while", "whom", "whose", "whoever", "whatever", "wherever",
    "whenever", "because", "although", "however", "therefore", "though", "unless", "also", "very",
    "much", "many", "more", "most", "less", "some", "such", "even", "ever", "just", "only", "than",
    "then", "still", "again", "always", "never", "often", "rather", "really", "quite", "well",
    "back", "next", "both", "each", "every", "like");

// At least four code points; decided by bytes where they are enough.
bool IsLong(std::string_view word) {
  if (word.size() < 4 || word.size() > 12) return word.size() > 12;
  return text::Prefix(word, 3).size() < word.size();
}

// True if eight bytes are all ASCII and none is a digit.
bool IsAsciiWithoutDigit(const char* bytes) {
  constexpr std::uint64_t kOnes = 0x0101010101010101u;
  std::uint64_t word;
  std::memcpy(&word, bytes, 8);
  const std::uint64_t low_bits = word & (kOnes * 0x7F);
  const std::uint64_t from_zero = low_bits + kOnes * (0x80 - '0');
  const std::uint64_t past_nine = low_bits + kOnes * (0x7F - '9');
  return (((from_zero ^ past_nine) | word) & (kOnes * 0x80)) == 0;
}

}  // namespace

bool IsStopword(std::string_view lower) { return kStopwords.Has(lower); }

std::vector<std::string_view> CoverageTokens(std::string_view normalized) {
  std::vector<std::string_view> tokens;
  std::size_t pos = 0;
  for (std::string_view word = text::NextWord(normalized, &pos); !word.empty();
       word = text::NextWord(normalized, &pos)) {
    const std::string_view token = text::StripAny(word, ".,;:!?\"()[]{}");
    if (IsLong(token) && !IsStopword(token)) tokens.push_back(token);
  }
  return tokens;
}

bool IsProse(std::string_view span) {
  int lower_words = 0;
  std::size_t pos = 0;
  for (std::string_view word = text::NextWord(span, &pos); !word.empty();
       word = text::NextWord(span, &pos)) {
    const std::string_view core = text::StripAny(word, ".,;:!?\"'()[]{}");
    if (IsLong(core) && text::IsLower(text::At(core, 0)) && ++lower_words == 2) return true;
  }
  return false;
}

// \d[\d,]*\d|\d
std::size_t NextNumber(std::string_view text, std::size_t pos, std::string* number) {
  while (pos < text.size()) {
    while (pos + 8 <= text.size() && IsAsciiWithoutDigit(text.data() + pos)) pos += 8;
    if (pos == text.size()) break;
    const char first = text[pos];
    if (static_cast<std::uint8_t>(first) < 0x80 && (first < '0' || first > '9')) {
      ++pos;
      continue;
    }
    std::size_t start = pos;
    if (!text::IsDecimal(text::Decode(text, &pos))) continue;
    std::size_t end = pos;  // behind the last digit
    for (std::size_t next = pos; next < text.size();) {
      const char32_t c = text::Decode(text, &next);
      if (text::IsDecimal(c)) {
        end = next;
      } else if (c != ',') {
        break;
      }
    }
    number->clear();
    for (; start < end; ++start) {
      if (text[start] != ',') number->push_back(text[start]);
    }
    return end;
  }
  return 0;
}

bool IsSingleSentence(std::string_view text) {
  const std::string_view stripped = text::Strip(text);
  for (std::size_t pos = 0; pos + 1 < stripped.size(); ++pos) {
    const char c = stripped[pos];
    if ((c == '.' || c == '!' || c == '?') && text::WhitespaceAt(stripped, pos + 1) != 0) {
      return false;
    }
  }
  return true;
}

}  // namespace arborist::judge
