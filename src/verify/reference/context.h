// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace arborist::verify {

// The sources of an answer, made ready once: norm-v1 and lower case. One thread at a time: what is
// costly is made when first asked for.
class Context {
 public:
  explicit Context(std::string_view text);

  std::string_view normalized() const { return normalized_; }

  // Whether normalized text stands in it.
  bool Contains(std::string_view normalized_needle) const;
  // For each needle the byte where it first stands, or npos. Linear however many there are.
  std::vector<std::size_t> FindEach(std::span<const std::string_view> normalized_needles) const;

  // Whether every number of the normalized text is one of the context's.
  bool HasNumbersOf(std::string_view normalized_text) const;

  // Bytes looked at so far: what the tests of linear time count.
  std::size_t work() const { return work_; }

 private:
  std::string normalized_;
  mutable std::optional<std::vector<std::string>> numbers_;  // in order
  mutable std::size_t work_ = 0;
};

}  // namespace arborist::verify
