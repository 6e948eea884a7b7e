// SPDX-License-Identifier: AGPL-3.0-only
#include "fsck/rows.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <fstream>
#include <memory>

namespace arborist {

namespace {

using Row = std::vector<std::string>;

struct Closer {
  void operator()(sqlite3* handle) const { sqlite3_close(handle); }
};
using Handle = std::unique_ptr<sqlite3, Closer>;

Handle Open(const std::filesystem::path& file) {
  sqlite3* handle = nullptr;
  EXPECT_EQ(sqlite3_open(file.c_str(), &handle), SQLITE_OK);
  return Handle(handle);
}

std::vector<Row> Query(sqlite3* handle, const std::string& sql) {
  std::vector<Row> rows;
  const auto take = [](void* to, int count, char** values, char**) {
    Row row;
    for (int i = 0; i < count; ++i) row.emplace_back(values[i] == nullptr ? "" : values[i]);
    static_cast<std::vector<Row>*>(to)->push_back(std::move(row));
    return 0;
  };
  char* message = nullptr;
  EXPECT_EQ(sqlite3_exec(handle, sql.c_str(), take, &rows, &message), SQLITE_OK)
      << sql << ": " << (message == nullptr ? "" : message);
  sqlite3_free(message);
  return rows;
}

// Words in these columns tell kinds of rows apart.
bool IsKindColumn(const std::string& column) {
  static const std::set<std::string> kinds = {
      "kind",          "state", "tier",  "change",     "name",     "key",    "relation_kind",
      "evidence_kind", "shard", "level", "from_state", "to_state", "drifted"};
  return kinds.contains(column);
}

struct Table {
  std::string name;
  std::vector<std::string> columns;
  std::vector<std::string> types;
  std::string row;  // an expression that names one row, as SQL text
};

std::string Quoted(const std::string& name) { return "\"" + name + "\""; }

// Virtual tables are their shadows; SQLite's own tables are its own matter.
std::vector<Table> TablesOf(sqlite3* handle) {
  std::vector<Table> tables;
  for (const Row& schema :
       Query(handle,
             "SELECT name, sql FROM sqlite_schema WHERE type='table' AND name NOT LIKE "
             "'sqlite\\_%' ESCAPE '\\' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name")) {
    Table table{.name = schema[0], .columns = {}, .types = {}, .row = "'rowid='||rowid"};
    std::string key;
    for (const Row& column : Query(handle, "PRAGMA table_info(" + Quoted(table.name) + ")")) {
      table.columns.push_back(column[1]);
      table.types.push_back(column[2]);
      if (column[5] == "0") continue;
      key += (key.empty() ? "'" : "||' AND ") + Quoted(column[1]) + "='||quote(" +
             Quoted(column[1]) + ")";
    }
    if (schema[1].contains("WITHOUT ROWID")) table.row = key;
    tables.push_back(std::move(table));
  }
  return tables;
}

// The rows to change, as conditions.
std::vector<std::string> RowsOf(sqlite3* handle, const Table& table, int per_kind) {
  std::string kind = "''";
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const std::string column = Quoted(table.columns[i]);
    kind += "||'|'||(" + column + " IS NULL)";
    if (IsKindColumn(table.columns[i])) kind += "||quote(" + column + ")";
  }
  std::vector<std::string> rows;
  for (const Row& row :
       Query(handle, "SELECT r FROM (SELECT " + table.row +
                         " AS r, row_number() OVER (PARTITION BY " + kind + ") AS n FROM " +
                         Quoted(table.name) + ") WHERE n<=" + std::to_string(per_kind))) {
    rows.push_back(row[0]);
  }
  return rows;
}

// Values of the same type, and one that another row has.
std::vector<std::string> OtherValues(const Table& table, std::size_t column) {
  const std::string name = Quoted(table.columns[column]);
  const std::string& type = table.types[column];
  std::vector<std::string> values;
  if (type == "TEXT") {
    values = {name + "||'x'"};
  } else if (type == "BLOB") {
    // The byte in the middle, another one.
    const std::string half = "(length(" + name + ")/2)";
    values = {"CASE WHEN " + name + " IS NULL THEN zeroblob(32) ELSE CAST(substr(" + name + ",1," +
              half + ")||(CASE WHEN substr(" + name + "," + half +
              "+1,1)=x'ff' THEN x'00' ELSE x'ff' END)||substr(" + name + "," + half +
              "+2) AS BLOB) END"};
  } else {
    values = {"coalesce(" + name + ",0)+1", "coalesce(" + name + ",0)-1"};
  }
  values.push_back("(SELECT o." + name + " FROM " + Quoted(table.name) + " o WHERE o." + name +
                   " IS NOT " + Quoted(table.name) + "." + name + " ORDER BY 1 DESC LIMIT 1)");
  return values;
}

}  // namespace

std::vector<Mutation> MutationsOf(const std::filesystem::path& file, int per_kind) {
  const Handle handle = Open(file);
  std::vector<Mutation> mutations;
  for (const Table& table : TablesOf(handle.get())) {
    for (const std::string& row : RowsOf(handle.get(), table, per_kind)) {
      const std::string where = " WHERE " + row;
      mutations.push_back({table.name, "", row, table.name + " of " + row + " deleted",
                           "DELETE FROM " + Quoted(table.name) + where});
      for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const std::string column = Quoted(table.columns[i]);
        for (const std::string& value : OtherValues(table, i)) {
          std::string sql = "UPDATE " + Quoted(table.name) + " SET " + column + "=" + value + where;
          sql += " AND " + column + " IS NOT " + value;
          mutations.push_back({table.name, table.columns[i], row,
                               table.name + "." + table.columns[i] + " of " + row + " = " + value,
                               std::move(sql)});
        }
      }
    }
  }
  return mutations;
}

std::map<std::string, std::vector<std::string>> ColumnsOf(const std::filesystem::path& file) {
  const Handle handle = Open(file);
  std::map<std::string, std::vector<std::string>> columns;
  for (const Table& table : TablesOf(handle.get())) columns[table.name] = table.columns;
  return columns;
}

std::set<std::string> EmptyTables(const std::filesystem::path& file) {
  const Handle handle = Open(file);
  std::set<std::string> empty;
  for (const Table& table : TablesOf(handle.get())) {
    if (Query(handle.get(), "SELECT 1 FROM " + Quoted(table.name) + " LIMIT 1").empty())
      empty.insert(table.name);
  }
  return empty;
}

bool IsLeftOut(const std::filesystem::path& file, const std::string& kind, const Mutation& mutation,
               const std::set<std::string>& left_out) {
  const std::string table = kind + " " + mutation.table;
  for (const std::string& name :
       {table + ".*", mutation.column.empty() ? table : table + "." + mutation.column}) {
    if (left_out.contains(name)) return true;
    for (auto it = left_out.lower_bound(name + "[");
         it != left_out.end() && it->starts_with(name + "["); ++it) {
      const std::string condition = it->substr(name.size() + 1, it->size() - name.size() - 2);
      if (!Query(Open(file).get(), "SELECT 1 FROM " + Quoted(mutation.table) + " WHERE " +
                                       mutation.row + " AND (" + condition + ")")
               .empty()) {
        return true;
      }
    }
  }
  return false;
}

bool Apply(const std::filesystem::path& file, const std::string& sql) {
  const Handle handle = Open(file);
  std::string triggers;
  for (const Row& trigger :
       Query(handle.get(), "SELECT sql FROM sqlite_schema WHERE type='trigger'")) {
    triggers += trigger[0] + ";";
  }
  Query(handle.get(),
        "PRAGMA foreign_keys=OFF; PRAGMA ignore_check_constraints=ON; "
        "DROP TRIGGER audit_events_no_update; DROP TRIGGER audit_events_no_delete");
  const bool done = sqlite3_exec(handle.get(), sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
  const bool changed = done && sqlite3_changes(handle.get()) > 0;
  Query(handle.get(), triggers);
  return changed;
}

std::set<std::string> LeftOut(const std::filesystem::path& page) {
  std::set<std::string> names;
  std::ifstream lines(page);
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("## ")) inside = line == "## What is not held";
    if (!inside || !line.starts_with("| `")) continue;
    const std::string first = line.substr(0, line.find(" | ", 2));
    const std::string kind = first.substr(3, first.find('`', 3) - 3);
    // The names in the second cell, each between backquotes.
    const std::size_t cell = line.find(" | ") + 3;
    const std::string cells = line.substr(cell, line.find(" | ", cell) - cell);
    for (std::size_t at = cells.find('`'); at != std::string::npos;) {
      const std::size_t end = cells.find('`', at + 1);
      names.insert(kind + " " + cells.substr(at + 1, end - at - 1));
      at = cells.find('`', end + 1);
    }
  }
  return names;
}

}  // namespace arborist
