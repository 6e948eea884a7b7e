// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace arborist::judge {

// The sources of an answer, prepared once: norm-v1 and lower case. Owns its text. One thread at a
// time: the numbers are collected on first use.
class Context {
 public:
  explicit Context(std::string_view text);

  std::string_view normalized() const { return normalized_; }

  // Whether it contains the text, given in normalized form.
  bool Contains(std::string_view normalized_needle) const;
  // The byte at which each needle first occurs, or npos. Linear however many needles there are.
  std::vector<std::size_t> FindEach(std::span<const std::string_view> normalized_needles) const;

  // Whether every number of the text, given in normalized form, is among the context's.
  bool HasNumbersOf(std::string_view normalized_text) const;

  // Bytes read so far; tests assert that they grow linearly.
  std::size_t work() const { return work_; }

 private:
  std::string normalized_;
  mutable std::optional<std::vector<std::string>> numbers_;  // ascending
  mutable std::size_t work_ = 0;
};

}  // namespace arborist::judge
