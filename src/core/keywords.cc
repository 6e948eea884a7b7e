// SPDX-License-Identifier: AGPL-3.0-only
#include "core/keywords.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <vector>

#include "base/check.h"
#include "text/search_tokens.h"
#include "text/utf8.h"

namespace arborist::core {

namespace {

constexpr std::size_t kLongestTerm = 40;  // bytes: longer ones are addresses and sums
constexpr std::uint64_t kFractionBits = 16;

// Two code points at least, one of them no digit.
bool MayBeKeyword(std::string_view term) {
  if (term.size() < 2 || term.size() > kLongestTerm) return false;
  if (std::all_of(term.begin(), term.end(), [](char c) { return c >= '0' && c <= '9'; }))
    return false;
  return term.size() > 4 || text::CountCodePoints(term) >= 2;
}

template <typename Visit>
void ForEachWord(std::string_view words, Visit visit) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    visit(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
}

}  // namespace

std::uint64_t Log2Q16(std::uint64_t value) {
  CHECK(value > 0);
  const auto whole = static_cast<std::uint64_t>(std::bit_width(value) - 1);
  // The mantissa, 1 <= m < 2, with 31 bits behind the point; each squaring gives a bit.
  std::uint64_t m = whole >= 31 ? value >> (whole - 31) : value << (31 - whole);
  std::uint64_t fraction = 0;
  for (std::uint64_t i = 0; i < kFractionBits; ++i) {
    m = m * m >> 31;
    fraction <<= 1;
    if (m >> 32 != 0) {
      fraction |= 1;
      m >>= 1;
    }
  }
  return whole << kFractionBits | fraction;
}

bool TermCounts::contains(std::string_view term) const {
  const auto it = std::ranges::lower_bound(counts, term, {},
                                           &std::pair<std::string_view, std::uint32_t>::first);
  return it != counts.end() && it->first == term;
}

TermCounts CountTerms(std::span<const std::string> spans) {
  TermCounts result{.text = std::make_unique<std::string>(), .counts = {}};
  for (const std::string& span : spans) {
    if (!result.text->empty()) result.text->push_back(' ');
    std::string terms;
    text::AppendSearchTerms(span, &terms);
    *result.text += terms;
  }
  std::vector<std::string_view> words;
  ForEachWord(*result.text, [&](std::string_view term) {
    if (MayBeKeyword(term)) words.push_back(term);
  });
  std::sort(words.begin(), words.end());
  for (const std::string_view word : words) {
    if (result.counts.empty() || result.counts.back().first != word) {
      result.counts.emplace_back(word, 1);
    } else {
      ++result.counts.back().second;
    }
  }
  return result;
}

std::string Keywords(std::span<const std::string> spans, const Scope& scope) {
  const TermCounts terms = CountTerms(spans);
  const std::uint64_t all = Log2Q16(scope.documents + 1);
  std::vector<std::pair<std::uint64_t, std::string_view>> ranked;
  ranked.reserve(terms.counts.size());
  for (const auto& [term, count] : terms.counts) {
    const auto known = scope.frequency.find(term);
    const std::uint64_t documents = known == scope.frequency.end() ? 1 : known->second;
    const std::uint64_t rarity =
        documents > scope.documents ? 0 : all - std::min(all, Log2Q16(documents));
    // The tenth mention says less than the second.
    const std::uint64_t score = rarity * 22 * count / (std::uint64_t{10} * count + 12);
    if (score > 0) ranked.emplace_back(score, term);
  }
  const std::size_t kept = std::min(kKeywordCount, ranked.size());
  std::partial_sort(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(kept),
                    ranked.end(), [](const auto& a, const auto& b) {
                      return std::tie(b.first, a.second) < std::tie(a.first, b.second);
                    });
  std::string text;
  for (std::size_t i = 0; i < kept; ++i) {
    if (i > 0) text.push_back(' ');
    text += ranked[i].second;
  }
  return text;
}

std::string FewerKeywords(std::string_view keywords) {
  std::vector<std::string_view> words;
  ForEachWord(keywords, [&](std::string_view word) { words.push_back(word); });
  if (words.size() <= kFewestKeywords) return {};
  const std::string_view last = words[(words.size() + 1) / 2 - 1];
  return std::string(
      keywords.substr(0, static_cast<std::size_t>(last.data() - keywords.data()) + last.size()));
}

}  // namespace arborist::core
