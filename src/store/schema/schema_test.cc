// SPDX-License-Identifier: AGPL-3.0-only
#include "store/schema/schema.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <string>

#include "store/sample_store_test.h"

namespace arborist::store {
namespace {

using SchemaTest = StoreTest;

TEST_F(SchemaTest, ANewerSchemaIsRefusedWithBothNumbers) {
  PutOne(MakeDocument("u:1", "one"));
  Sql("PRAGMA user_version=7");
  const auto reader = ShardReader::Open(Address());
  ASSERT_FALSE(reader);
  EXPECT_EQ(reader.error().code, ErrorCode::kUnsupported);
  EXPECT_TRUE(reader.error().message.contains("schema 7 is newer than this program knows (" +
                                              std::to_string(ShardSchemaKind().newest()) +
                                              "); use a newer arborist"))
      << reader.error().message;
  const auto writer =
      ShardWriter::Open(Address(), {.clock = &clock_, .random = &random_, .actor = "test"});
  ASSERT_FALSE(writer);
  EXPECT_EQ(writer.error().code, ErrorCode::kUnsupported);
}

TEST_F(SchemaTest, AFileOfAnotherProgramIsRefusedAndNotTouched) {
  {
    auto foreign = sqlite::Database::Open(ShardPath(), {.mode = sqlite::OpenMode::kCreate});
    ASSERT_TRUE(foreign && foreign->Execute("CREATE TABLE mine(x)"));
  }
  EXPECT_EQ(ShardReader::Open(Address()).error().code, ErrorCode::kUnsupported);
  const auto writer =
      ShardWriter::Open(Address(), {.clock = &clock_, .random = &random_, .actor = "test"});
  ASSERT_FALSE(writer);
  EXPECT_TRUE(writer.error().message.contains("not an Arborist shard")) << writer.error().message;
  EXPECT_EQ(QueryInt("SELECT count(*) FROM sqlite_schema"), 1);
}

TEST_F(SchemaTest, AFileThatIsNoDatabaseIsRefused) {
  std::ofstream(ShardPath()) << std::string(5000, 'x');
  const auto reader = ShardReader::Open(Address());
  ASSERT_FALSE(reader);
  EXPECT_EQ(reader.error().code, ErrorCode::kCorrupt) << reader.error().message;
  EXPECT_FALSE(Corpus::Open(home_));
}

// As schema 1 had it: an edge a link.
TEST_F(SchemaTest, LinksOfSchema1AreKeptByTheFirstWriter) {
  const std::vector<std::string> links = {"u:\"quoted\"\\", "u:2/\xC3\xA9\x7F", "u:3\n"};
  PreparedDocument document = MakeDocument("u:1", "one");
  document.links = links;
  PutOne(document);
  PutOne(MakeDocument("u:2", "two"));
  PutOne(MakeDocument("u:2", "two again"));
  PutOne(MakeAlias("u:4", "u:1"));
  Sql("ALTER TABLE edges RENAME TO newer;"
      "CREATE TABLE edges(location_id INTEGER NOT NULL REFERENCES locations(location_id),"
      "  kind TEXT NOT NULL CHECK(kind IN ('link','alias','supersedes')), dst TEXT NOT NULL,"
      "  PRIMARY KEY(location_id, kind, dst)) STRICT, WITHOUT ROWID;"
      "INSERT INTO edges SELECT * FROM newer;"
      "INSERT INTO edges VALUES(1,'link','u:3'||char(10)),(1,'link','u:\"quoted\"\\'),"
      "  (1,'link','u:2/\xC3\xA9\x7F');"
      "DROP TABLE newer; DROP TABLE links; DROP TABLE evictions; DROP TABLE keywords_fts; DROP "
      "TABLE revisions; DROP TABLE revision_chunks; DROP TABLE readings; ALTER TABLE locations "
      "DROP COLUMN revision; "
      "PRAGMA user_version=1;");
  ASSERT_TRUE(OpenReader()) << "a reader migrates as a writer does";
  EXPECT_EQ(QueryInt("PRAGMA user_version"), ShardSchemaKind().newest());
  const auto reader = ShardReader::Open(Address());
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ((*reader)->links().From({"u:1"}).value(), links);
  EXPECT_EQ((*reader)->Counts()->links, 3);
  EXPECT_EQ(Kinds(), std::vector<std::string>{"revision_mismatch"})
      << "this log binds raw texts, which no log of that schema did";
}

TEST_F(SchemaTest, AnOlderSchemaMigratesForwardInOneTransaction) {
  const auto path = home_.root / "old.db";
  auto database = sqlite::Database::Open(path, {.mode = sqlite::OpenMode::kCreate});
  ASSERT_TRUE(database);
  const SchemaKind first{
      .noun = "toy",
      .application_id = 77,
      .creation_sql = "CREATE TABLE t(a); CREATE TABLE schema_meta(key PRIMARY KEY, value);",
      .migrations = {}};
  ASSERT_TRUE(CreateOrMigrate(&*database, first));
  ASSERT_TRUE(database->Execute("INSERT INTO t VALUES(5)"));

  constexpr std::array<std::string_view, 2> kBroken{"ALTER TABLE t ADD COLUMN b;",
                                                    "ALTER TABLE no_such ADD COLUMN c;"};
  const SchemaKind broken{
      .noun = "toy", .application_id = 77, .creation_sql = "", .migrations = kBroken};
  const Status failed = CreateOrMigrate(&*database, broken);
  ASSERT_FALSE(failed);
  EXPECT_TRUE(failed.error().message.contains("migration from schema 2")) << failed.error().message;
  EXPECT_EQ(database->QueryInt("PRAGMA user_version").value(), 1);
  EXPECT_FALSE(database->QueryInt("SELECT b FROM t"));

  constexpr std::array<std::string_view, 2> kGood{"ALTER TABLE t ADD COLUMN b DEFAULT 6;",
                                                  "UPDATE t SET a=a+1;"};
  const SchemaKind third{.noun = "toy",
                         .application_id = 77,
                         .creation_sql = "CREATE TABLE t(a,b);",
                         .migrations = kGood};
  EXPECT_EQ(CheckReadable(&*database, third).error().code, ErrorCode::kUnsupported);
  ASSERT_TRUE(CreateOrMigrate(&*database, third));
  EXPECT_EQ(database->QueryInt("SELECT a*10+b FROM t").value(), 66);
  EXPECT_EQ(database->QueryInt("PRAGMA user_version").value(), 3);
  ASSERT_TRUE(CreateOrMigrate(&*database, third));
  EXPECT_EQ(database->QueryInt("SELECT a FROM t").value(), 6);
  EXPECT_TRUE(CheckReadable(&*database, third));
  EXPECT_TRUE(CheckDefinitions(&*database)) << "the migration's are kept";
  ASSERT_TRUE(database->Execute("ALTER TABLE t ADD COLUMN foreign_to_us"));
  EXPECT_EQ(CheckDefinitions(&*database).error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(CreateOrMigrate(&*database, first).error().code, ErrorCode::kUnsupported);
}

}  // namespace
}  // namespace arborist::store
