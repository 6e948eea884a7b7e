// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace arborist::text {

// How text becomes search terms; the index and the query use the same rule. Soft: it never enters a
// hash, but its version stands in the shard, so that an index is only compared with its own rule.
// Described in docs/format/search-tokens.md.
inline constexpr std::string_view kSearchTokensVersion = "terms-v1";

// Appends the terms of the text to out, separated by single spaces: lower-case, accents folded, a
// few function words left out (a third of English text, and no query lives by them), possessive 's
// dropped, plural s stemmed (more than four letters, not ss), Han, Kana, Hangul, Thai
// and the like as overlapping bigrams with the last character alone. After all others, the joined
// forms of hyphenated words (bi-polar: bipolar), where they disturb no phrase.
void AppendSearchTerms(std::string_view text, std::string* out);

// One of these terms, and the bytes of the text it stands for.
template <typename Text>
struct TermOf {
  Text term;
  std::size_t begin = 0;
  std::size_t end = 0;
  bool dense = false;   // a bigram of a script without spaces
  bool single = false;  // one dense character alone: matches by prefix
  bool joined = false;  // a hyphenated word written together
};
using TermView = TermOf<std::string_view>;  // valid during the call
using QueryTerm = TermOf<std::string>;

// The same terms in the same order, one call each.
void ForEachTerm(std::string_view text, const std::function<void(const TermView&)>& visit);
std::vector<QueryTerm> QueryTerms(std::string_view text);

// The plural stem: drops a final s when longer than four bytes and not ending in ss.
std::string_view StemPlural(std::string_view term);

}  // namespace arborist::text
