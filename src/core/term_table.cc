// SPDX-License-Identifier: AGPL-3.0-only
// Terms with small numbers, and their letters in large blocks. Distilling counts every word of a
// corpus, so a lookup must neither allocate nor copy. Numbers are given in the order of first
// mention, which makes them independent of the hash.
#include "core/term_table.h"

#include <algorithm>
#include <cstring>
#include <functional>

#include "text/search_tokens.h"
#include "text/utf8.h"

namespace arborist::core {

namespace {

constexpr std::size_t kBlockBytes = 65536;
constexpr std::size_t kLongestTerm = 40;  // bytes: longer ones are addresses and checksums

std::uint32_t HashOf(std::string_view term) {
  const auto hash = static_cast<std::uint64_t>(std::hash<std::string_view>()(term));
  return static_cast<std::uint32_t>(hash ^ hash >> 32);
}

// At least two code points, one of them no digit.
bool MayBeKeyword(std::string_view term) {
  if (term.size() < 2 || term.size() > kLongestTerm) return false;
  if (std::all_of(term.begin(), term.end(), [](char c) { return c >= '0' && c <= '9'; }))
    return false;
  return term.size() > 4 || text::CountCodePoints(term) >= 2;
}

}  // namespace

std::optional<TermId> TermTable::Find(std::string_view term) const {
  return numbers_.Find(term, HashOf(term));
}

TermId TermTable::Add(std::string_view term) {
  const std::uint32_t hash = HashOf(term);
  if (const auto known = numbers_.Find(term, hash)) return *known;
  return numbers_.Add(Keep(term), hash);
}

std::string_view TermTable::Keep(std::string_view term) {
  if (term.size() > block_left_) {
    block_left_ = std::max(kBlockBytes, term.size());
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(block_left_));
    block_end_ = blocks_.back().get() + block_left_;
  }
  char* const begin = block_end_ - block_left_;
  std::memcpy(begin, term.data(), term.size());
  block_left_ -= term.size();
  return {begin, term.size()};
}

std::vector<TermCount> TermCounter::Count(std::span<const std::string> spans) {
  std::vector<TermCount> counts;
  for (const std::string& span : spans) {
    text::ForEachTerm(span, [&](const text::TermView& view) {
      if (!MayBeKeyword(view.term)) return;
      const TermId id = terms_.Add(view.term);
      if (id == place_.size()) place_.push_back(0);
      if (place_[id] == 0) {
        counts.push_back({.term = id, .count = 1});
        place_[id] = static_cast<std::uint32_t>(counts.size());
      } else {
        ++counts[place_[id] - 1].count;
      }
    });
  }
  for (const TermCount& count : counts) place_[count.term] = 0;
  return counts;
}

}  // namespace arborist::core
