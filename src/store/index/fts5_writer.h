// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include "index/writer.h"
#include "sqlite/database.h"

namespace arborist::store {

// The index of a shard by FTS5, and the counts of index_stats beside it.
class Fts5Writer final : public index::Writer {
 public:
  // Over the connection of a shard writer, which it borrows, within a transaction of it.
  static Result<std::unique_ptr<Fts5Writer>> Open(sqlite::Database* database);

  Status Add(index::Field field, std::int64_t row, std::string_view terms) override;
  Status Remove(index::Field field, const index::RowRange& rows) override;
  Status Flush() override;
  Status Purge() override;

 private:
  struct FieldStatements {
    sqlite::Statement add;
    sqlite::Statement remove;
  };
  Fts5Writer(sqlite::Database* database, std::array<FieldStatements, 3> fields,
             sqlite::Statement chunks_in)
      : database_(database), fields_(std::move(fields)), chunks_in_(std::move(chunks_in)) {}
  FieldStatements& Of(index::Field field) { return fields_[static_cast<std::size_t>(field)]; }

  sqlite::Database* database_;
  std::array<FieldStatements, 3> fields_;
  sqlite::Statement chunks_in_;
  std::int64_t chunks_ = 0;  // changes to index_stats since the last Flush
  std::int64_t terms_ = 0;
};

}  // namespace arborist::store
