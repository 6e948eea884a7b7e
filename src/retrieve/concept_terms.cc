// SPDX-License-Identifier: AGPL-3.0-only
// Compares words of titles and questions as search terms. The words that make a question a
// comparison are looked for in the plain text, because "or" and "between" are no search terms.
#include "retrieve/concept_terms.h"

#include <algorithm>
#include <utility>

#include "text/scan.h"
#include "text/search_tokens.h"

namespace arborist::retrieve {

namespace {

constexpr auto kComparing =
    text::MakeWordSet("vs", "versus", "compare", "compared", "comparison", "compares", "between",
                      "difference", "differences", "or", "either");

std::vector<std::string> TermsOf(std::string_view text) {
  std::vector<std::string> terms;
  for (text::QueryTerm& term : text::QueryTerms(text)) terms.push_back(std::move(term.term));
  return terms;
}

}  // namespace

// By plain words: "or" is no search term.
bool ComparesThings(std::string_view question) {
  std::string word;
  const auto ends = [&] { return kComparing.Has(std::exchange(word, {})); };
  for (const char c : question) {
    const bool upper = c >= 'A' && c <= 'Z';
    if (upper || (c >= 'a' && c <= 'z')) {
      word.push_back(upper ? static_cast<char>(c - 'A' + 'a') : c);
    } else if ((static_cast<unsigned char>(c) & 0x80) != 0 || (c >= '0' && c <= '9')) {
      word.push_back('#');  // part of some other word
    } else if (ends()) {
      return true;
    }
  }
  return ends();
}

bool IsRival(std::string_view title, std::string_view question, const ConceptTerms& concepts) {
  if (concepts.rivals.empty() || ComparesThings(question)) return false;
  const std::vector<std::string> words = TermsOf(title);
  const auto any = [&](const std::vector<std::string>& wanted) {
    return std::ranges::any_of(words, [&](const std::string& word) {
      return std::ranges::find(wanted, word) != wanted.end();
    });
  };
  return any(concepts.rivals) && !any(TermsOf(question));
}

}  // namespace arborist::retrieve
