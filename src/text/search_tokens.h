// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace arborist::text {

// How text becomes search terms; index and query use the same rule. It enters no hash, but its
// version is stored in the shard, so that an index is only used with its own rule.
// docs/format/search-tokens.md.
inline constexpr std::string_view kSearchTokensVersion = "terms-v1";

// Appends the terms of the text to *out, with single spaces between them: lower case, accents
// folded, possessive 's dropped, plural s stemmed (more than four letters, not ss), a few function
// words left out (a third of English text). Han, Kana, Hangul, Thai and similar scripts become
// overlapping bigrams and the last character alone. The joined forms of hyphenated words (bi-polar:
// bipolar) follow after all others, where they disturb no phrase.
void AppendSearchTerms(std::string_view text, std::string* out);

// One term, and the bytes of the text that it stands for.
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
