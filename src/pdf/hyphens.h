// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_set>

namespace arborist::pdf {

// Decides about hyphens at the ends of lines by the words of the document.
class Hyphens {
 public:
  // Notes the words of a line. The first and the last may be parts of words: they count only where
  // `edges` says that the lines around do not end in hyphens.
  enum class Edges : std::uint8_t { kWhole, kFirstBroken, kLastBroken, kBothBroken };
  void Note(std::string_view line, Edges edges);

  enum class Join : std::uint8_t {
    kNo,          // no hyphen at the end, or the next line goes on with something else
    kDropHyphen,  // "exam-" "ple": the word was broken
    kKeepHyphen,  // "well-" "known": the hyphen is its own
  };
  Join Decide(std::string_view line, std::string_view next) const;

 private:
  bool Knows(std::string_view word) const;
  std::unordered_set<std::uint64_t> words_;  // hashes; one in 2^64 is taken for another
};

// Whether the line ends with a hyphen behind a letter.
bool EndsWithHyphen(std::string_view line);
// The length in bytes of the hyphen at the end.
std::size_t HyphenSize(std::string_view line);

}  // namespace arborist::pdf
