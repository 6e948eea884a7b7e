// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arborist::retrieve {

// What a store of concepts knows of the words of a question. Widens and narrows retrieval and
// stands in no hash.
struct ConceptTerms {
  std::vector<std::string> synonyms = {};
  std::vector<std::string> rivals = {};  // words of what is often mistaken for the subject
};

// A question that compares wants both sides: vs, versus, compare, between, difference, or, either.
bool ComparesThings(std::string_view question);

// Whether a title is that of a rival: it has a rival's word, and none of the question's own. Never
// for a question that compares.
bool IsRival(std::string_view title, std::string_view question, const ConceptTerms& concepts);

}  // namespace arborist::retrieve
