// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN, part of lexical-v3. Blanks out "(Source: TITLE)" where a passage has that title or URI.
// Any other citation stays in the answer and is checked as text, so a model cannot hide a claim
// inside parentheses. At each opening at most 1,000 bytes and four closing parentheses are tried,
// which keeps hostile text linear.
#include "judge/reference/known_citations.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/ascii.h"

namespace arborist::judge {

namespace {

// Compares names by letters and digits alone: quote mode writes "Tower (old)" as "Tower -old".
std::string KeyOf(std::string_view name) {
  std::string key;
  for (const char c : name) {
    const bool plain = static_cast<unsigned char>(c) < 0x80;
    if (!plain || IsAsciiLetter(c) || IsAsciiDigit(c)) key += LowerAscii(c);
  }
  return key;
}

class Names {
 public:
  explicit Names(const std::vector<evidence::SourceChunk>& passages) {
    for (const evidence::SourceChunk& passage : passages) {
      if (passage.title) Add(*passage.title);
      Add(passage.document_uri);
      Add(std::string_view(passage.document_uri)
              .substr(passage.document_uri.find_last_of('/') + 1));
    }
  }

  // Whether this is one name, or several with semicolons between them.
  bool Know(std::string_view cited) const {
    if (keys_.contains(KeyOf(cited))) return true;
    for (std::size_t begin = 0; begin <= cited.size();) {
      const std::size_t end = std::min(cited.find(';', begin), cited.size());
      if (!keys_.contains(KeyOf(cited.substr(begin, end - begin)))) return false;
      begin = end + 1;
    }
    return true;
  }

 private:
  void Add(std::string_view name) {
    if (std::string key = KeyOf(name); !key.empty()) keys_.insert(std::move(key));
  }

  std::set<std::string, std::less<>> keys_;
};

// The length of "(Source:" or its like at the start of the text, or 0.
std::size_t OpeningAt(std::string_view text) {
  constexpr std::array<std::string_view, 4> kOpenings = {
      "(source:", "(sources:", "(quelle:", "(quellen:"};
  for (const std::string_view opening : kOpenings) {
    if (StartsWithIgnoringCase(text, opening)) return opening.size();
  }
  return 0;
}

// The length of the known citation at the start of the text, or 0. Several closing parentheses are
// tried, for a title may contain some.
std::size_t EndOfKnown(std::string_view text, const Names& names) {
  constexpr std::size_t kLongest = 1000;
  constexpr int kMostParentheses = 4;
  const std::size_t opening = OpeningAt(text);
  if (opening == 0) return 0;
  const std::string_view reach = text.substr(0, kLongest);
  std::size_t close = opening;
  for (int i = 0; i < kMostParentheses; ++i) {
    close = reach.find(')', close);
    if (close == std::string_view::npos) return 0;
    if (names.Know(reach.substr(opening, close - opening))) return close + 1;
    ++close;
  }
  return 0;
}

}  // namespace

std::string BlankKnownCitations(std::string_view answer,
                                const std::vector<evidence::SourceChunk>& passages) {
  std::string blanked(answer);
  std::size_t at = answer.find('(');
  if (at == std::string_view::npos) return blanked;
  const Names names(passages);
  while (at != std::string_view::npos) {
    const std::size_t length = EndOfKnown(answer.substr(at), names);
    std::fill_n(blanked.begin() + static_cast<std::ptrdiff_t>(at), length, ' ');
    at = answer.find('(', at + std::max<std::size_t>(length, 1));
  }
  return blanked;
}

}  // namespace arborist::judge
