// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "index/query.h"
#include "sqlite/database.h"

namespace arborist::store {

// All that FTS5 holds of a field, page by page and not by search: for fsck.
class Fts5Walk {
 public:
  // Borrows the database.
  static Result<Fts5Walk> Open(sqlite::Database* database, index::Field field);

  // Every term in every place, in the order of terms, then of rows. Outside of the text a term
  // stands once in a row, at place 0.
  using Posting =
      std::function<void(std::string_view term, std::int64_t row, std::int64_t position)>;
  Status ForEachPosting(const Posting& visit);

  // How many terms a search does not find in as many rows as the walk: FTS5 leads to its pages by a
  // table of their first terms, so what stands in a page need not be found.
  Result<std::uint64_t> CountLost();

 private:
  Fts5Walk(sqlite::Database* database, index::Field field);
  sqlite::Database* database_;
  std::string table_;
  std::string postings_;  // the table of its postings
};

// How many terms FTS5 keeps for a row, by the bytes of Fts5Sizes. Negative: it is no number.
std::int64_t DecodeFts5Size(std::string_view bytes);

}  // namespace arborist::store
