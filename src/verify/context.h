// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace arborist::verify {

// The sources of an answer, made ready once: norm-v1 and lower case. Not for several threads at
// once: what is costly is made when first asked for.
class Context {
 public:
  explicit Context(std::string_view text);
  // For text that is in that form already.
  static Context FromNormalized(std::string normalized);

  std::string_view normalized() const { return normalized_; }

  // Whether normalized text stands in it.
  bool Contains(std::string_view normalized_needle) const;
  // Code points before the first place of it, or nothing.
  std::optional<std::size_t> Find(std::string_view normalized_needle) const;
  // Whether every number of the normalized text is one of the context's.
  bool HasNumbersOf(std::string_view normalized_text) const;

  // Bytes looked at so far: what the tests of linear time count.
  std::size_t work() const { return work_; }

 private:
  Context() = default;
  std::string normalized_;
  mutable std::optional<std::set<std::string, std::less<>>> numbers_;
  mutable std::size_t work_ = 0;
};

}  // namespace arborist::verify
