// SPDX-License-Identifier: AGPL-3.0-only
// A file says by its application_id what it is and by its user_version which schema it has.
// Creation and migration run in one transaction, which ends with a hash over all definitions in
// schema_meta.
#include "store/schema/schema.h"

#include <array>
#include <string>

#include "crypto/sha256.h"
#include "store/schemas.h"
#include "text/search_tokens.h"

namespace arborist::store {

namespace {

Result<std::int64_t> VersionOf(sqlite::Database* database, const SchemaKind& kind) {
  // In this order: a file that is made in between has tables only if it has its id too.
  TRY_ASSIGN(const std::int64_t tables, database->QueryInt("SELECT count(*) FROM sqlite_schema"));
  TRY_ASSIGN(const std::int64_t application, database->QueryInt("PRAGMA application_id"));
  if (application == 0 && tables == 0) return 0;  // nothing there yet
  if (application != kind.application_id) {
    return Fail(ErrorCode::kUnsupported,
                "this SQLite file is not an Arborist " + std::string(kind.noun));
  }
  TRY_ASSIGN(const std::int64_t version, database->QueryInt("PRAGMA user_version"));
  if (version > kind.newest()) {
    return Fail(ErrorCode::kUnsupported,
                "schema " + std::to_string(version) + " is newer than this program knows (" +
                    std::to_string(kind.newest()) + "); use a newer arborist to open it");
  }
  if (version < 1) return Fail(ErrorCode::kCorrupt, "the schema version is missing");
  return version;
}

Result<std::string> DefinitionsHash(sqlite::Database* database) {
  TRY_ASSIGN(sqlite::Statement select,
             database->Prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema "
                               "WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, name"));
  std::string definitions;
  TRY(select.ForEachRow([&](const sqlite::Statement& row) {
    for (int column = 0; column < 4; ++column) {
      const std::string_view text = row.Text(column);
      definitions += std::to_string(text.size()) + ":";
      definitions += text;
    }
  }));
  return crypto::Sha256(definitions).hex();
}

Status KeepDefinitions(sqlite::Database* database) {
  TRY_ASSIGN(const std::string hash, DefinitionsHash(database));
  TRY_ASSIGN(sqlite::Statement insert,
             database->Prepare("INSERT OR REPLACE INTO schema_meta VALUES('definitions',?1)"));
  return insert.BindText(1, hash).Run();
}

}  // namespace

Status CreateOrMigrate(sqlite::Database* database, const SchemaKind& kind,
                       const std::function<Status()>& when_created,
                       const std::function<Status()>& when_migrated) {
  TRY_ASSIGN(std::int64_t version, VersionOf(database, kind));
  if (version == kind.newest()) return {};
  TRY_ASSIGN(sqlite::Transaction transaction, sqlite::Transaction::Begin(database));
  TRY_ASSIGN(version, VersionOf(database, kind));  // another process may have been first
  if (version == kind.newest()) return transaction.Commit();
  const bool created = version == 0;
  if (created) {
    TRY(database->Execute(kind.creation_sql));
    TRY(database->Execute("PRAGMA application_id=" + std::to_string(kind.application_id)));
    if (when_created) TRY(when_created());
  }
  for (; version != 0 && version < kind.newest(); ++version) {
    TRY_IN("migration from schema " + std::to_string(version),
           database->Execute(kind.migrations[static_cast<std::size_t>(version) - 1]));
  }
  if (!created && when_migrated) TRY(when_migrated());
  TRY(KeepDefinitions(database));
  TRY(database->Execute("PRAGMA user_version=" + std::to_string(kind.newest())));
  return transaction.Commit();
}

Result<bool> IsOlder(sqlite::Database* database, const SchemaKind& kind) {
  TRY_ASSIGN(const std::int64_t version, VersionOf(database, kind));
  return version > 0 && version < kind.newest();
}

Status CheckReadable(sqlite::Database* database, const SchemaKind& kind) {
  TRY_ASSIGN(const std::int64_t version, VersionOf(database, kind));
  if (version == 0) return Fail(ErrorCode::kNotFound, "the file is empty");
  if (version < kind.newest()) {
    return Fail(ErrorCode::kUnsupported, "schema " + std::to_string(version) +
                                             " is older than this program's; arborist fsck "
                                             "migrates it");
  }
  return {};
}

Status CheckDefinitions(sqlite::Database* database) {
  TRY_ASSIGN(sqlite::Statement select,
             database->Prepare("SELECT value FROM schema_meta WHERE key='definitions'"));
  TRY_ASSIGN(const bool row, select.Step());
  if (!row) {
    return Fail(ErrorCode::kCorrupt,
                "schema_meta does not say how tables, indexes and triggers were defined");
  }
  TRY_ASSIGN(const std::string hash, DefinitionsHash(database));
  if (select.Text(0) == hash) return {};
  return Fail(ErrorCode::kCorrupt,
              "a table, index or trigger is not defined as it was when the file was made");
}

Status CheckSearchTerms(sqlite::Database* shard) {
  TRY_ASSIGN(sqlite::Statement select,
             shard->Prepare("SELECT value FROM schema_meta WHERE key='terms'"));
  TRY_ASSIGN(const bool row, select.Step());
  if (row && select.Text(0) == text::kSearchTokensVersion) return {};
  return Fail(ErrorCode::kUnsupported,
              "its index was made with search terms of another version; this program has " +
                  std::string(text::kSearchTokensVersion) + ", ingest the sources anew");
}

SchemaKind ShardSchemaKind() {
  static const std::string creation =
      std::string(kShardSchema) + kLogSchema + kRevisionsSchema + kReadingsSchema;
  static const std::string revisions = std::string("ALTER TABLE evictions RENAME TO evictions_4;") +
                                       kRevisionsSchema + kShardMigration4;
  static const std::array<std::string_view, 5> migrations = {
      kShardMigration1, kEvictionsSchema, kShardMigration2, revisions, kReadingsSchema};
  return {.noun = "shard",
          .application_id = 0x41524253,
          .creation_sql = creation,
          .migrations = migrations};
}

SchemaKind HomeSchemaKind() {
  static const std::string creation =
      std::string(kHomeSchema) + kLogSchema + kRecordsSchema + kAnchorsSchema + kSnapshotsSchema +
      kHitsSchema + kConceptsSchema + kTokensSchema + kMemosSchema + kFollowsSchema;
  static constexpr std::array<std::string_view, 9> kMigrations = {
      "ALTER TABLE shard_heads ADD COLUMN tree_root BLOB CHECK(length(tree_root) = 32); "
      "ALTER TABLE shard_heads ADD COLUMN frontier BLOB CHECK(length(frontier) % 32 = 0)",
      kRecordsSchema,
      kAnchorsSchema,
      kSnapshotsSchema,
      kHitsSchema,
      kConceptsSchema,
      kTokensSchema,
      kMemosSchema,
      kFollowsSchema};
  return {.noun = "home store",
          .application_id = 0x41524248,
          .creation_sql = creation,
          .migrations = kMigrations};
}

SchemaKind CrawlSchemaKind() {
  return {.noun = "crawl store",
          .application_id = 0x41524257,
          .creation_sql = kCrawlSchema,
          .migrations = {}};
}

}  // namespace arborist::store
