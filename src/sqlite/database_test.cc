// SPDX-License-Identifier: AGPL-3.0-only
#include "sqlite/database.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/temporary_folder.h"

namespace arborist::sqlite {
namespace {

class DatabaseTest : public testing::Test {
 protected:
  Database Create() {
    auto database = Database::Open(folder_.path() / "x.db", {.mode = OpenMode::kCreate});
    EXPECT_TRUE(database) << database.error().message;
    return std::move(*database);
  }
  TemporaryFolder folder_;
};

TEST_F(DatabaseTest, ValuesRoundTrip) {
  Database database = Create();
  ASSERT_TRUE(database.Execute("CREATE TABLE t(a INTEGER, b TEXT, c BLOB) STRICT"));
  Statement insert = *database.Prepare("INSERT INTO t VALUES(?1,?2,?3)");
  Hash256 hash;
  hash.bytes[31] = 7;
  ASSERT_TRUE(insert.Bind(1, -5).BindText(2, "").BindHash(3, hash).Run());
  Statement select = *database.Prepare("SELECT a,b,c FROM t");
  ASSERT_TRUE(*select.Step());
  EXPECT_EQ(select.Int(0), -5);
  EXPECT_FALSE(select.IsNull(1));
  EXPECT_EQ(*select.Hash(2), hash);
}

TEST_F(DatabaseTest, ATransactionThatIsNotCommittedLeavesNothing) {
  Database database = Create();
  ASSERT_TRUE(database.Execute("CREATE TABLE t(a)"));
  {
    auto transaction = Transaction::Begin(&database);
    ASSERT_TRUE(transaction);
    ASSERT_TRUE(database.Execute("INSERT INTO t VALUES(1)"));
  }
  EXPECT_EQ(*database.QueryInt("SELECT count(*) FROM t"), 0);
}

TEST_F(DatabaseTest, TheCacheIsBoundedInBytesWhateverThePageSize) {
  for (const int page_bytes : {4096, 16384}) {
    const std::filesystem::path path = folder_.path() / (std::to_string(page_bytes) + ".db");
    auto database = Database::Open(
        path, {.mode = OpenMode::kCreate, .cache_kib = 1024, .page_bytes = page_bytes});
    ASSERT_TRUE(database) << database.error().message;
    ASSERT_TRUE(database->Execute("PRAGMA journal_mode=WAL; CREATE TABLE t(a BLOB)"));
    EXPECT_EQ(*database->QueryInt("PRAGMA page_size"), page_bytes);
    auto transaction = Transaction::Begin(&*database);
    ASSERT_TRUE(transaction);
    ASSERT_TRUE(
        database->Execute("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n LIMIT "
                          "2048) INSERT INTO t SELECT randomblob(4000) FROM n"));
    // Of 8 MB that are not committed yet, what the cache cannot hold is in the log.
    EXPECT_GT(std::filesystem::file_size(path.string() + "-wal"), 6u << 20) << page_bytes;
  }
}

TEST_F(DatabaseTest, AFileThatIsNoDatabaseIsNamedCorrupt) {
  const auto path = folder_.path() / "junk.db";
  std::FILE* file = std::fopen(path.c_str(), "w");
  ASSERT_NE(file, nullptr);
  for (int i = 0; i < 4096; ++i) std::fputc('x', file);
  std::fclose(file);
  auto database = Database::Open(path, {});
  if (database) {
    EXPECT_EQ(database->QueryInt("SELECT count(*) FROM sqlite_schema").error().code,
              ErrorCode::kCorrupt);
  } else {
    EXPECT_EQ(database.error().code, ErrorCode::kCorrupt);
  }
}

TEST_F(DatabaseTest, WhatMayNotBeWrittenIsSaidInWords) {
  Create();
  auto database = Database::Open(folder_.path() / "x.db", {.mode = OpenMode::kReadOnly});
  ASSERT_TRUE(database) << database.error().message;
  const Status refused = database->Execute("CREATE TABLE t(a)");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kPermission);
  EXPECT_TRUE(refused.error().message.contains("writable")) << refused.error().message;
}

TEST_F(DatabaseTest, ALinkIsNotFollowed) {
  Create();
  std::filesystem::create_symlink(folder_.path() / "x.db", folder_.path() / "link.db");
  EXPECT_FALSE(Database::Open(folder_.path() / "link.db", {}));
}

}  // namespace
}  // namespace arborist::sqlite
