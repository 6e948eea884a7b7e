// SPDX-License-Identifier: AGPL-3.0-only
#include "sqlite/database.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <string>

#include "base/temporary_folder.h"
#include "sqlite/rank_function.h"

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

TEST_F(DatabaseTest, ContentlessRowsCanBeRankedAndDeleted) {
  Database database = Create();
  ASSERT_TRUE(database.Execute(
      "CREATE VIRTUAL TABLE f USING fts5(terms, content='', contentless_delete=1, "
      "tokenize='ascii');"
      "INSERT INTO f(rowid,terms) VALUES(1,'red fox'),(2,'red red hen'),(3,'blue');"));
  const std::array<double, 2> idf{1.0, 2.0};
  const std::string weights = EncodeRankWeights({.average_length = 2, .idf = idf});
  Statement select = *database.Prepare(
      "SELECT rowid, arborist_rank(f, ?2) FROM f WHERE f MATCH ?1 ORDER BY rowid");
  select.BindText(1, "\"red\" OR \"fox\"").BindBlob(2, weights);
  ASSERT_TRUE(*select.Step());
  EXPECT_EQ(select.Int(0), 1);
  EXPECT_DOUBLE_EQ(select.Double(1), Bm25Part(1, 1, 2, 2) + Bm25Part(2, 1, 2, 2));
  ASSERT_TRUE(*select.Step());
  EXPECT_DOUBLE_EQ(select.Double(1), Bm25Part(1, 2, 3, 2));
  EXPECT_FALSE(*select.Step());
  select.Reset();
  ASSERT_TRUE(database.Execute("DELETE FROM f WHERE rowid=1"));
  select.BindText(1, "\"fox\"")
      .BindBlob(2, EncodeRankWeights({.average_length = 2, .idf = std::span(idf).first(1)}));
  EXPECT_FALSE(*select.Step());
}

class RankTest : public DatabaseTest {
 protected:
  RankTest() {
    EXPECT_TRUE(database_.Execute(
        "CREATE VIRTUAL TABLE f USING fts5(terms, content='', contentless_delete=1, "
        "tokenize='ascii');"
        "INSERT INTO f(rowid,terms) VALUES(1,'red fox'),(2,'red red hen'),(3,'blue'),(5,'fox');"));
  }
  // An error, or what arborist_add leaves for the rows up to this one.
  Result<std::vector<double>> Sums(std::size_t last) {
    std::vector<double> sums(last + 1);
    RowSums rows{.lengths = {}, .sums = sums};
    Statement select =
        *database_.Prepare("SELECT arborist_add(f, ?2, ?3) FROM f WHERE f MATCH ?1 LIMIT 1");
    select.BindText(1, kExpression)
        .BindBlob(2, EncodeRankWeights({.average_length = 2, .idf = kIdf}))
        .BindPointer(3, &rows, kRowSumsPointer);
    const auto row = select.Step();
    if (!row) return std::unexpected(row.error());
    return sums;
  }
  std::int64_t Tally(std::span<const RowRange> skipped) {
    RowTally tally{.skipped = skipped};
    Statement select =
        *database_.Prepare("SELECT arborist_tally(f, ?2) FROM f WHERE f MATCH ?1 LIMIT 1");
    select.BindText(1, kExpression).BindPointer(2, &tally, kRowTallyPointer);
    EXPECT_TRUE(select.Step());
    return tally.rows;
  }
  static constexpr std::string_view kExpression = "\"red\" OR \"fox\"";
  static constexpr std::array<double, 2> kIdf{1.0, 2.0};
  Database database_ = Create();
};

TEST_F(RankTest, AddGivesEveryRowWhatRankGivesIt) {
  std::vector<double> ranks(6);
  Statement select =
      *database_.Prepare("SELECT rowid, arborist_rank(f, ?2) FROM f WHERE f MATCH ?1");
  select.BindText(1, kExpression)
      .BindBlob(2, EncodeRankWeights({.average_length = 2, .idf = kIdf}));
  while (*select.Step()) ranks[static_cast<std::size_t>(select.Int(0))] = select.Double(1);
  EXPECT_EQ(Sums(5), ranks);
}

TEST_F(RankTest, AddRefusesARowOutsideOfTheSums) {
  const auto sums = Sums(4);
  ASSERT_FALSE(sums);
  EXPECT_EQ(sums.error().code, ErrorCode::kCorrupt);
}

TEST_F(RankTest, TallyCountsTheRowsOfEachPhraseOutsideOfTheRanges) {
  EXPECT_EQ(Tally({}), 4);
  EXPECT_EQ(Tally(std::array{RowRange{1, 1}}), 2);
  EXPECT_EQ(Tally(std::array{RowRange{0, 0}, RowRange{2, 4}, RowRange{6, 9}}), 3);
  EXPECT_EQ(Tally(std::array{RowRange{1, 9}}), 0);
}

}  // namespace
}  // namespace arborist::sqlite
