// SPDX-License-Identifier: AGPL-3.0-only
#include "sqlite/database.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

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

// Three rows, and a statement over those that are not below a number.
class ReadingRows : public DatabaseTest {
 protected:
  // A statement that still stands on a row keeps its table from being dropped.
  void ExpectReset() { EXPECT_TRUE(database_.Execute("DROP TABLE t")); }

  Database database_ = Create();
  Statement select_ = *[this] {
    EXPECT_TRUE(database_.Execute("CREATE TABLE t(a); INSERT INTO t VALUES(1),(2),(3)"));
    return database_.Prepare("SELECT a FROM t WHERE a>=?1 ORDER BY a");
  }();
};

TEST_F(ReadingRows, VisitsEachRowAndResets) {
  std::string seen;
  const auto note = [&](const Statement& row) { seen += std::to_string(row.Int(0)) + " "; };
  ASSERT_TRUE(select_.Bind(1, 2).ForEachRow(note));
  ASSERT_TRUE(select_.Bind(1, 3).ForEachRow(note));
  ASSERT_TRUE(select_.Bind(1, 4).ForEachRow(note));
  EXPECT_EQ(seen, "2 3 3 ");
  ExpectReset();
}

TEST_F(ReadingRows, AVisitorEndsTheLoopByFalse) {
  std::string seen;
  ASSERT_TRUE(select_.Bind(1, 1).ForEachRow([&](const Statement& row) -> Result<bool> {
    seen += std::to_string(row.Int(0)) + " ";
    return row.Int(0) < 2;
  }));
  EXPECT_EQ(seen, "1 2 ");
  ExpectReset();
}

TEST_F(ReadingRows, AVisitorsErrorEndsTheLoop) {
  std::string seen;
  const Status status = select_.Bind(1, 1).ForEachRow([&](const Statement& row) -> Status {
    seen += std::to_string(row.Int(0)) + " ";
    if (row.Int(0) == 2) return Fail(ErrorCode::kCorrupt, "two");
    return {};
  });
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().message, "two");
  EXPECT_EQ(seen, "1 2 ");
  ExpectReset();
}

TEST_F(ReadingRows, AnErrorOfSqliteIsPassedOn) {
  Statement overflows = *database_.Prepare("SELECT abs(a-9223372036854775807-?1) FROM t");
  std::size_t seen = 0;
  const Status status = overflows.Bind(1, 3).ForEachRow([&](const Statement&) { ++seen; });
  ASSERT_FALSE(status);
  EXPECT_TRUE(status.error().message.contains("overflow")) << status.error().message;
  EXPECT_EQ(seen, 1u);
  ExpectReset();
}

TEST_F(ReadingRows, CollectsWhatIsMadeOfEach) {
  const auto twice = [](const Statement& row) { return 2 * row.Int(0); };
  EXPECT_EQ(*select_.Bind(1, 2).CollectRows(twice), (std::vector<std::int64_t>{4, 6}));
  EXPECT_TRUE(select_.Bind(1, 4).CollectRows(twice)->empty());
  const auto refused = select_.Bind(1, 1).CollectRows([](const Statement& row) -> Result<int> {
    if (row.Int(0) == 3) return Fail(ErrorCode::kCorrupt, "three");
    return 0;
  });
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "three");
  ExpectReset();
}

TEST_F(ReadingRows, ReadsTheFirstOrNone) {
  const auto text = [](const Statement& row) { return std::string(row.Text(0)); };
  EXPECT_EQ(*select_.Bind(1, 2).FirstRow(text), "2");
  EXPECT_EQ(*select_.Bind(1, 4).FirstRow(text), std::nullopt);
  // A hash that is not 32 bytes long.
  const auto hash = select_.Bind(1, 1).FirstRow([](const Statement& row) { return row.Hash(0); });
  ASSERT_FALSE(hash);
  EXPECT_EQ(hash.error().code, ErrorCode::kCorrupt);
  ExpectReset();
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
