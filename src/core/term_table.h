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

namespace arborist::core {

// Terms, each known by a number from its first mention on: counting a million words then costs a
// look each, and no string.
using TermId = std::uint32_t;

class TermTable {
 public:
  TermTable();

  std::size_t size() const { return terms_.size(); }
  std::string_view operator[](TermId id) const { return terms_[id]; }
  TermId Add(std::string_view term);
  std::optional<TermId> Find(std::string_view term) const;

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t number = 0;  // of the term, plus one; 0: free
  };
  std::size_t Seek(std::string_view term, std::uint32_t hash) const;
  void Grow();
  std::string_view Keep(std::string_view term);

  std::vector<Slot> slots_;  // a power of two of them, half free at least
  std::vector<std::string_view> terms_;
  std::vector<std::unique_ptr<char[]>> blocks_;  // that the terms stand in
  char* block_end_ = nullptr;
  std::size_t block_left_ = 0;
};

struct TermCount {
  TermId term = 0;
  std::uint32_t count = 0;
};

// Counts documents one after the other over one table.
class TermCounter {
 public:
  // How often each term that may be a keyword stands in the texts of a document; in the order in
  // which they first stand there.
  std::vector<TermCount> Count(std::span<const std::string> spans);
  const TermTable& terms() const { return terms_; }
  TermTable TakeTerms() && { return std::move(terms_); }

 private:
  TermTable terms_;
  std::vector<std::uint32_t> place_;  // of a term in this document's counts, plus one
};

}  // namespace arborist::core
