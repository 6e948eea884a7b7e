// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arborist::naive {

// A backtracking matcher for the few constructs of the reference's patterns (classes, groups,
// alternation, * + ?, lookaround, \b \s \S \d ^ $): slow and plain, so that tests can hold the
// hand-written scanners against the patterns themselves.
class Regex {
 public:
  explicit Regex(std::u32string_view pattern, bool ignore_case = false);
  ~Regex();
  struct Match {
    std::size_t begin;
    std::size_t end;
  };
  // All matches from left to right, as re.finditer gives them.
  std::vector<Match> FindAll(std::u32string_view text) const;
  // The match at the very start, if any, as re.match.
  std::vector<Match> MatchStart(std::u32string_view text) const;

  struct Node;

 private:
  std::unique_ptr<Node> root_;
};

}  // namespace arborist::naive
