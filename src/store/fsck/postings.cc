// SPDX-License-Identifier: AGPL-3.0-only
// The sum of a hash (FNV-1a, then one multiplication to spread it) of each term and position: it
// does not depend on the order. It finds damage; it is no defence against somebody who chooses the
// terms.
#include "store/fsck/postings.h"

#include <algorithm>
#include <utility>

#include "store/index/fts5_walk.h"

namespace arborist::store {

void PostingSum::Add(std::string_view term, std::int64_t position) {
  std::uint64_t hash = 1469598103934665603u;
  const auto mix = [&](std::uint64_t byte) { hash = (hash ^ byte) * 1099511628211u; };
  for (const char c : term) mix(static_cast<std::uint8_t>(c));
  for (int shift = 0; shift < 32; shift += 8)
    mix(static_cast<std::uint64_t>(position >> shift) & 0xFF);
  value_ += hash * 0x9E3779B97F4A7C15u;
}

Result<PostingSums> SumsInIndex(sqlite::Database* database, index::Field field, std::size_t rows) {
  const bool positions = field == index::Field::kText;
  PostingSums sums;
  sums.reserve(rows);
  TRY_ASSIGN(Fts5Walk walk, Fts5Walk::Open(database, field));
  TRY(walk.ForEachPosting([&](std::string_view term, std::int64_t row, std::int64_t position) {
    sums[row].Add(term, positions ? position : 0);
  }));
  return sums;
}

void ExpectedPostings::NoteText(ChunkId chunk_id, std::string_view terms) {
  PostingSum sum;
  std::int64_t position = 0;
  while (!terms.empty()) {
    const std::size_t end = std::min(terms.find(' '), terms.size());
    sum.Add(terms.substr(0, end), position++);
    terms.remove_prefix(std::min(end + 1, terms.size()));
  }
  texts[std::to_underlying(chunk_id)] = sum;
}

void ExpectedPostings::NoteKeywords(ChunkId chunk_id, std::string_view terms) {
  PostingSum sum;
  std::unordered_set<std::string_view> seen;
  while (!terms.empty()) {
    const std::size_t end = std::min(terms.find(' '), terms.size());
    if (seen.insert(terms.substr(0, end)).second) sum.Add(terms.substr(0, end), 0);
    terms.remove_prefix(std::min(end + 1, terms.size()));
  }
  keywords[std::to_underlying(chunk_id)] = sum;
}

}  // namespace arborist::store
