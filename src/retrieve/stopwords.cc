// SPDX-License-Identifier: AGPL-3.0-only
#include "retrieve/stopwords.h"

#include <algorithm>
#include <array>

namespace arborist::retrieve {

namespace {

// clang-format off
constexpr auto kStopwords = [] {
  auto words = std::to_array<std::string_view>({
      "the", "a", "an", "is", "are", "was", "were", "be", "been", "being",
      "of", "to", "in", "on", "at", "for", "with", "by", "from", "as", "about", "into", "through", "during",
      "and", "or", "but", "not", "no", "nor", "so", "yet", "too", "very", "also", "just",
      "what", "who", "where", "when", "why", "how", "which", "this", "that", "these", "those", "such",
      "i", "you", "he", "she", "it", "we", "they", "me", "him", "her", "us", "them",
      "do", "does", "did", "have", "has", "had", "can", "could", "should", "would", "will", "may", "might",
      "tell", "show", "describe", "explain", "summarize", "say", "give", "list", "find", "make", "please",
      "all", "there", "know", "everything", "anything", "something",
      "one", "some", "another", "without", "soon", "currently"});
  std::sort(words.begin(), words.end());
  return words;
}();
// clang-format on

}  // namespace

bool IsStopword(std::string_view term) {
  return std::binary_search(kStopwords.begin(), kStopwords.end(), term);
}

}  // namespace arborist::retrieve
