// SPDX-License-Identifier: AGPL-3.0-only
#include "sqlite/matched_rows.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "sqlite/database.h"

namespace arborist::sqlite {
namespace {

using Seen = std::map<std::int64_t, std::vector<int>>;  // by row

// Notes the length of each row and how often each phrase stands in it.
class Noting final : public RowVisitor {
 public:
  bool Visit(MatchedRow& row) override {
    std::vector<int>& numbers = seen[row.id()];
    numbers.resize(1 + static_cast<std::size_t>(row.phrases()));
    if (!row.Length(&numbers[0])) return false;
    for (int phrase = 0; phrase < row.phrases(); ++phrase) {
      if (!row.Count(phrase, &numbers[static_cast<std::size_t>(phrase) + 1])) return false;
    }
    return true;
  }
  Seen seen;
};

// Of the first row it is shown, all rows of its second phrase.
class Following final : public RowVisitor {
 public:
  bool Visit(MatchedRow& row) override { return row.ForEachRowWith(1, &noting); }
  Noting noting;
};

class Refusing final : public RowVisitor {
 public:
  bool Visit(MatchedRow& row) override { return row.Refuse(); }
};

class RefusingLists final : public RowVisitor {
 public:
  bool Visit(MatchedRow& row) override { return row.ForEachRowWith(0, &refusing); }
  Refusing refusing;
};

class Throwing final : public RowVisitor {
 public:
  bool Visit(MatchedRow&) override { throw std::bad_alloc(); }
};

class MatchedRowsTest : public testing::Test {
 protected:
  MatchedRowsTest() {
    EXPECT_TRUE(database_.Execute(
        "CREATE VIRTUAL TABLE f USING fts5(terms, content='', contentless_delete=1, "
        "tokenize='ascii');"
        "INSERT INTO f(rowid,terms) VALUES(1,'red fox'),(2,'red red hen'),(3,'blue'),(5,'fox');"));
  }
  Status Show(const std::string& expression, RowVisitor* visitor) {
    Statement select = *database_.Prepare("SELECT arborist_visit(f, ?2) FROM f WHERE f MATCH ?1");
    select.BindText(1, expression).BindPointer(2, visitor, kRowVisitorPointer);
    return select.Run();
  }
  TemporaryFolder folder_;
  Database database_ = *Database::Open(folder_.path() / "x.db", {.mode = OpenMode::kCreate});
};

TEST_F(MatchedRowsTest, AreShownWithTheirLengthAndPhrases) {
  Noting noting;
  ASSERT_TRUE(Show("\"red\" OR \"fox\"", &noting));
  EXPECT_EQ(noting.seen, (Seen{{1, {2, 1, 1}}, {2, {3, 2, 0}}, {5, {1, 0, 1}}}));
}

TEST_F(MatchedRowsTest, OfADeletedRowAreNone) {
  ASSERT_TRUE(database_.Execute("DELETE FROM f WHERE rowid=1"));
  Noting noting;
  ASSERT_TRUE(Show("\"fox\"", &noting));
  EXPECT_EQ(noting.seen, (Seen{{5, {1, 1}}}));
}

TEST_F(MatchedRowsTest, OfOnePhraseAreAllThatHoldIt) {
  Following following;
  ASSERT_TRUE(Show("\"red\" AND \"fox\"", &following));
  EXPECT_EQ(following.noting.seen, (Seen{{1, {2, 1}}, {5, {1, 1}}}));
}

TEST_F(MatchedRowsTest, ThatAreRefusedAreDamage) {
  Refusing refusing;
  RefusingLists lists;
  for (RowVisitor* visitor :
       {static_cast<RowVisitor*>(&refusing), static_cast<RowVisitor*>(&lists)}) {
    const Status shown = Show("\"fox\"", visitor);
    ASSERT_FALSE(shown);
    EXPECT_EQ(shown.error().code, ErrorCode::kCorrupt);
  }
}

TEST_F(MatchedRowsTest, LetNoExceptionThroughSqlite) {
  Throwing throwing;
  const Status shown = Show("\"fox\"", &throwing);
  ASSERT_FALSE(shown);
  EXPECT_EQ(shown.error().code, ErrorCode::kEnvironment);
}

TEST_F(MatchedRowsTest, NeedAVisitor) {
  Statement select =
      *database_.Prepare("SELECT arborist_visit(f, NULL) FROM f WHERE f MATCH 'fox'");
  EXPECT_FALSE(select.Run());
}

}  // namespace
}  // namespace arborist::sqlite
