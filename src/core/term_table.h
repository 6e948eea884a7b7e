// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/string_numbers.h"

namespace arborist::core {

// Terms, numbered in the order of first mention: counting a million words then costs a lookup each,
// and no string. One thread at a time.
using TermId = std::uint32_t;

class TermTable {
 public:
  std::size_t size() const { return numbers_.size(); }
  std::string_view operator[](TermId id) const { return numbers_[id]; }
  TermId Add(std::string_view term);
  std::optional<TermId> Find(std::string_view term) const;

 private:
  std::string_view Keep(std::string_view term);

  StringNumbers numbers_{512};
  std::vector<std::unique_ptr<char[]>> blocks_;  // memory of the terms
  char* block_end_ = nullptr;
  std::size_t block_left_ = 0;
};

struct TermCount {
  TermId term = 0;
  std::uint32_t count = 0;
};

// Counts documents one after the other with one table.
class TermCounter {
 public:
  // How often each term that may be a keyword occurs in the texts of a document, in the order of
  // first occurrence.
  std::vector<TermCount> Count(std::span<const std::string> spans);
  const TermTable& terms() const { return terms_; }
  TermTable TakeTerms() && { return std::move(terms_); }

 private:
  TermTable terms_;
  std::vector<std::uint32_t> place_;  // of a term in the counts of this document, plus one
};

}  // namespace arborist::core
