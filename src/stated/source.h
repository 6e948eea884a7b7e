// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "stated/fold.h"
#include "stated/reading.h"

namespace arborist::stated {

// How much a word of a claim and one of the source have in common.
enum class Likeness : std::uint8_t { kNone, kRelated, kInflected, kSame };
Likeness Compare(const Token& claimed, const Token& found);

// The passages of an answer, read and indexed once. A blank line divides paragraphs.
class Source {
 public:
  explicit Source(std::string_view text);
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  const Folded& folded() const { return folded_; }
  const std::vector<Token>& tokens() const { return reading_.tokens(); }
  const std::vector<Sentence>& sentences() const { return reading_.sentences(); }
  const Reading& reading() const { return reading_; }

  // Appends the tokens like a claim's one, in text order. Returns the steps that it took.
  std::size_t AppendPlaces(const Token& claimed, std::vector<std::uint32_t>* places) const;

 private:
  using Index = std::unordered_map<std::string_view, std::vector<std::uint32_t>>;

  Folded folded_;
  Reading reading_;
  Index by_key_;
  Index by_root_;
  std::unordered_map<std::uint16_t, std::vector<std::uint32_t>> by_synonyms_;
  std::vector<std::string> roots_;
};

}  // namespace arborist::stated
