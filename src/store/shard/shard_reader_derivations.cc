// SPDX-License-Identifier: AGPL-3.0-only
// Where keywords lead.
#include "store/shard/shard_reader_statements.h"

namespace arborist::store {

Result<bool> ShardReader::HasKeywords() {
  TRY_ASSIGN(const std::int64_t any,
             database_.QueryInt("SELECT EXISTS(SELECT 1 FROM keywords_fts_docsize)"));
  return any != 0;
}

Result<std::vector<std::int64_t>> ShardReader::MatchingKeywords(const std::string& expression) {
  sqlite::Statement& select = statements_->keywords;
  select.BindText(1, expression);
  std::vector<std::int64_t> rows;
  while (true) {
    auto row = select.Step();
    if (!row || !*row) {
      select.Reset();
      if (!row) return std::unexpected(std::move(row).error());
      return rows;
    }
    rows.push_back(select.Int(0));
  }
}

Result<std::vector<KeywordSource>> ShardReader::KeywordSources(std::int64_t chunk_id) {
  sqlite::Statement& select = statements_->keyword_sources;
  select.Bind(1, chunk_id);
  std::vector<KeywordSource> sources;
  const auto read = [&]() -> Status {
    while (true) {
      TRY_ASSIGN(const bool row, select.Step());
      if (!row) return {};
      TRY_ASSIGN(const Hash256 root, select.Hash(0));
      sources.push_back({DocumentRoot(root), select.Int(1)});
    }
  };
  const Status status = read();
  select.Reset();
  if (!status) return std::unexpected(status.error());
  return sources;
}

}  // namespace arborist::store
