// SPDX-License-Identifier: AGPL-3.0-only
// FTS5 shows its postings in a table of the kind fts5vocab, in the order of terms, then rows: a
// walk over it reads each page once.
#include "store/index/fts5_walk.h"

#include "store/index/fts5_expression.h"
#include "store/index/fts5_tables.h"

namespace arborist::store {

Fts5Walk::Fts5Walk(sqlite::Database* database, index::Field field)
    : database_(database), table_(Fts5Table(field)), postings_("temp.walk_" + table_) {}

Result<Fts5Walk> Fts5Walk::Open(sqlite::Database* database, index::Field field) {
  Fts5Walk walk(database, field);
  TRY(database->Execute("CREATE VIRTUAL TABLE IF NOT EXISTS " + walk.postings_ +
                        " USING fts5vocab('main','" + walk.table_ + "','instance')"));
  return walk;
}

Status Fts5Walk::ForEachPosting(const Posting& visit) {
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare("SELECT term, doc, offset FROM " + postings_));
  return select.ForEachRow(
      [&](const sqlite::Statement& row) { visit(row.Text(0), row.Int(1), row.Int(2)); });
}

Result<std::uint64_t> Fts5Walk::CountLost() {
  TRY_ASSIGN(sqlite::Statement walk, database_->Prepare("SELECT term, doc FROM " + postings_));
  TRY_ASSIGN(sqlite::Statement find, database_->Prepare("SELECT count(*) FROM " + table_ +
                                                        " WHERE " + table_ + " MATCH ?1"));
  std::uint64_t lost = 0;
  std::string term;
  std::int64_t rows = 0;
  std::int64_t last = 0;
  const auto look = [&]() -> Status {
    if (rows == 0) return {};
    const Fts5Expression expression = ToFts5({index::Term{term}});
    TRY_ASSIGN(const bool found, find.BindText(1, expression.text).Step());
    if (!found || find.Int(0) != rows) ++lost;
    find.Reset();
    return {};
  };
  const Status walked = walk.ForEachRow([&](const sqlite::Statement& row) -> Status {
    if (row.Text(0) != term) {
      TRY(look());
      term = row.Text(0);
      rows = 0;
    }
    if (rows == 0 || row.Int(1) != last) ++rows;
    last = row.Int(1);
    return {};
  });
  TRY(walked);
  TRY(look());
  return lost;
}

// One varint per column, and we have one column.
std::int64_t DecodeFts5Size(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = static_cast<std::uint8_t>(bytes[i]);
    if (i == 8) return static_cast<std::int64_t>(value << 8 | byte);
    value = value << 7 | (byte & 0x7Fu);
    if (byte < 0x80) return i + 1 == bytes.size() ? static_cast<std::int64_t>(value) : -1;
  }
  return -1;
}

}  // namespace arborist::store
