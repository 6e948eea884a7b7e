// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace arborist::retrieve {

// Tells whether a passage says in the same words what an earlier one says. Linear in the texts.
class NearDuplicates {
 public:
  // True: nearly all runs of five words of this text stand in one text that was added before.
  // Otherwise it is added. Texts of fewer than five words are the same only when equal.
  bool Contains(std::string_view text);

 private:
  // Runs that occur in many texts (a licence, a footer) are remembered for the first few only.
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> texts_by_run_;
  std::uint32_t texts_ = 0;
};

}  // namespace arborist::retrieve
