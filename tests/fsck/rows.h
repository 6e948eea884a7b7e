// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace arborist {

// One change to a file, as SQL, and what to call it: "locations.title of row 3".
struct Mutation {
  std::string table;
  std::string column;  // empty: the whole row is deleted
  std::string row;     // "rowid=3"
  std::string name;
  std::string sql;
};

// Every kind of row of every table of a file, as sqlite_schema and table_info tell them: each
// deleted, and each of its columns changed in several ways. Rows are of one kind when the same
// columns are NULL and columns such as state or kind hold the same word; at most `per_kind` of
// each.
std::vector<Mutation> MutationsOf(const std::filesystem::path& file, int per_kind);
std::map<std::string, std::vector<std::string>> ColumnsOf(const std::filesystem::path& file);
// Tables without a row.
std::set<std::string> EmptyTables(const std::filesystem::path& file);

// Whether a row is one of those that the list leaves out for this change.
bool IsLeftOut(const std::filesystem::path& file, const std::string& kind, const Mutation& mutation,
               const std::set<std::string>& left_out);

// Changes a file behind every guard. False: SQLite itself refuses the change.
bool Apply(const std::filesystem::path& file, const std::string& sql);

// What fsck does not hold, as docs/guide/fsck.md lists it: "shard" or "home", then table.column or
// table.* or, for the deletion of a row, table; each may end with a condition on the row, as SQL:
// table.column[state='gone'].
std::set<std::string> LeftOut(const std::filesystem::path& page);

}  // namespace arborist
