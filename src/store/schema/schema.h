// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "sqlite/database.h"

namespace arborist::store {

// A kind of store file: its mark in the SQLite header, the newest schema, and how older ones grow.
struct SchemaKind {
  std::string_view noun;                         // "shard", "home store"
  std::int64_t application_id;                   // PRAGMA application_id
  std::string_view creation_sql;                 // the newest schema, with a table schema_meta
  std::span<const std::string_view> migrations;  // migrations[i]: from version i+1 to i+2
  std::int64_t newest() const { return static_cast<std::int64_t>(migrations.size()) + 1; }
};

// Creates the schema in an empty file, or brings an older one forward, in one transaction. What a
// new file needs besides its schema is done in the same one, so that no moment shows half of it.
// when_migrated is called likewise, with the newest schema in place.
Status CreateOrMigrate(sqlite::Database* database, const SchemaKind& kind,
                       const std::function<Status()>& when_created = {},
                       const std::function<Status()>& when_migrated = {});

// Whether a writer would migrate it. Refuses what CheckReadable refuses, but for that.
Result<bool> IsOlder(sqlite::Database* database, const SchemaKind& kind);

// Refuses a file of another program, of an older schema (which a writer would migrate) or of a
// newer one, and says which. An empty file, which a writer has yet to fill, is kNotFound.
Status CheckReadable(sqlite::Database* database, const SchemaKind& kind);

// Whether the definitions of tables, indexes and triggers are those that the last CreateOrMigrate
// left: a flipped bit in one is sound SQL often enough. kCorrupt if not, also where nothing says
// what they were: every file of the newest schema has that.
Status CheckDefinitions(sqlite::Database* database);

// Refuses a shard whose index was made by another rule for search terms than ours.
Status CheckSearchTerms(sqlite::Database* shard);

SchemaKind ShardSchemaKind();
SchemaKind HomeSchemaKind();
SchemaKind CrawlSchemaKind();

}  // namespace arborist::store
