// SPDX-License-Identifier: AGPL-3.0-only
// FTS5's tables keep no text (contentless), so a row is added with its terms and removed by its
// number alone. What they hold of all chunks is counted here, for FTS5 knows no sum that leaves
// removed rows out, and added to index_stats once a transaction.
#include "store/index/fts5_writer.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "store/index/fts5_tables.h"

namespace arborist::store {

using index::Field;

Result<std::unique_ptr<Fts5Writer>> Fts5Writer::Open(sqlite::Database* database) {
  // Large batches in memory before a segment is written: fewer segments, fewer merges.
  TRY(database->Execute("INSERT INTO chunks_fts(chunks_fts, rank) VALUES('hashsize', 16777216)"));
  const auto prepare = [&](Field field) -> Result<FieldStatements> {
    const std::string table = Fts5Table(field);
    TRY_ASSIGN(auto add,
               database->Prepare("INSERT INTO " + table + "(rowid, terms) VALUES(?1,?2)"));
    TRY_ASSIGN(auto remove, database->Prepare("DELETE FROM " + table + " WHERE rowid=?1"));
    return FieldStatements{std::move(add), std::move(remove)};
  };
  TRY_ASSIGN(auto text, prepare(Field::kText));
  TRY_ASSIGN(auto title, prepare(Field::kTitle));
  TRY_ASSIGN(auto keywords, prepare(Field::kKeywords));
  TRY_ASSIGN(auto chunks_in, database->Prepare("SELECT chunk_id, term_count FROM chunks WHERE "
                                               "chunk_id BETWEEN ?1 AND ?2"));
  return std::unique_ptr<Fts5Writer>(new Fts5Writer(
      database, {std::move(text), std::move(title), std::move(keywords)}, std::move(chunks_in)));
}

Status Fts5Writer::Add(Field field, std::int64_t row, std::string_view terms) {
  TRY(Of(field).add.Bind(1, row).BindText(2, terms).Run());
  if (field != Field::kText) return {};
  ++chunks_;
  terms_ += terms.empty() ? 0 : 1 + std::count(terms.begin(), terms.end(), ' ');
  return {};
}

Status Fts5Writer::Remove(Field field, const index::RowRange& rows) {
  std::vector<std::pair<std::int64_t, std::int64_t>> known;  // row, terms
  if (field == Field::kTitle) {
    for (std::int64_t row = rows.first; row <= rows.last; ++row) known.emplace_back(row, 0);
  } else {
    TRY(chunks_in_.Bind(1, rows.first)
            .Bind(2, rows.last)
            .ForEachRow(
                [&](const sqlite::Statement& row) { known.emplace_back(row.Int(0), row.Int(1)); }));
  }
  for (const auto& [row, terms] : known) {
    TRY(Of(field).remove.Bind(1, row).Run());
    if (field != Field::kText) continue;
    --chunks_;
    terms_ -= terms;
  }
  return {};
}

Status Fts5Writer::Flush() {
  if (chunks_ == 0 && terms_ == 0) return {};
  TRY_ASSIGN(sqlite::Statement update,
             database_->Prepare("UPDATE index_stats SET chunks=chunks+?1, terms=terms+?2"));
  TRY(update.Bind(1, chunks_).Bind(2, terms_).Run());
  chunks_ = terms_ = 0;
  return {};
}

// The index marks removed rows and keeps their terms until segments are merged.
Status Fts5Writer::Purge() {
  return database_->Execute(
      "INSERT INTO chunks_fts(chunks_fts) VALUES('optimize'); "
      "INSERT INTO titles_fts(titles_fts) VALUES('optimize'); "
      "INSERT INTO keywords_fts(keywords_fts) VALUES('optimize')");
}

}  // namespace arborist::store
