// SPDX-License-Identifier: AGPL-3.0-only
#include "store/index/fts5_expression.h"

#include <gtest/gtest.h>

#include <utility>

#include "sqlite/database.h"

namespace arborist::store {
namespace {

using index::Node;
using Numbers = std::vector<std::size_t>;

Node Word(std::string text, bool prefix = false) { return {index::Term{std::move(text), prefix}}; }
Node InARow(std::vector<std::string> terms) { return {index::Phrase{std::move(terms)}}; }
Node Every(std::vector<Node> members) { return {index::All{std::move(members)}}; }
Node Either(std::vector<Node> members) { return {index::Any{std::move(members)}}; }

TEST(Fts5Expression, OfATermIsAString) {
  EXPECT_EQ(ToFts5(Word("war")).text, "\"war\"");
  EXPECT_EQ(ToFts5(Word("a\"b")).text, "\"a\"\"b\"");
  EXPECT_EQ(ToFts5(Word("市", true)).text, "\"市\" *");
  EXPECT_EQ(ToFts5(Word(std::string("a\0b", 3))).text, "\"ab\"");
  EXPECT_EQ(ToFts5(Word("war")).leaves, Numbers{0});
}

TEST(Fts5Expression, OfGroupsIsAndAndOr) {
  const Fts5Expression expression =
      ToFts5(Every({Either({Every({Word("bi"), Word("polar")}), Word("bipolar")}),
                    Every({Word("war")}), InARow({"in", "the", "north"})}));
  EXPECT_EQ(expression.text,
            "((\"bi\" AND \"polar\") OR \"bipolar\") AND (\"war\") AND \"in the north\"");
  EXPECT_EQ(expression.leaves, (Numbers{0, 1, 2, 3, 4}));
  EXPECT_EQ(ToFts5(Either({Word("a"), Word("b", true)})).text, "\"a\" OR \"b\" *");
}

TEST(Fts5Expression, LeavesOutWhatNothingMatches) {
  EXPECT_EQ(ToFts5(Either({})).text, "");
  EXPECT_EQ(ToFts5(InARow({})).text, "");
  EXPECT_EQ(ToFts5(Every({Word("a"), Either({})})).text, "");
  EXPECT_TRUE(ToFts5(Every({Word("a"), Either({})})).leaves.empty());
  const Fts5Expression expression =
      ToFts5(Either({Every({Word("a"), InARow({}), Word("b")}), Word("c"), InARow({}), Word("d")}));
  EXPECT_EQ(expression.text, "\"c\" OR \"d\"");
  EXPECT_EQ(expression.leaves, (Numbers{3, 5}));
}

// Whatever stands in a term, FTS5 sees a correct expression.
TEST(Fts5Expression, OfHostileTermsStaysStrings) {
  auto database = sqlite::Database::Open(":memory:", {.mode = sqlite::OpenMode::kCreate});
  ASSERT_TRUE(database);
  ASSERT_TRUE(database->Execute("CREATE VIRTUAL TABLE f USING fts5(terms, tokenize='ascii');"));
  auto select = database->Prepare("SELECT count(*) FROM f WHERE f MATCH ?1");
  ASSERT_TRUE(select);
  for (const std::string& text : {std::string("\""),
                                  std::string("\"\"\""),
                                  std::string("a NEAR(b c, 5)"),
                                  std::string("NEAR"),
                                  std::string("AND OR NOT"),
                                  std::string("terms:secret"),
                                  std::string("-terms:x"),
                                  std::string("^start"),
                                  std::string("a*"),
                                  std::string("(((("),
                                  std::string("))"),
                                  std::string("a + b"),
                                  std::string("{a b}:c"),
                                  std::string("x'; DROP TABLE f; --"),
                                  std::string("\\"),
                                  std::string("a\"b\"c OR \""),
                                  std::string("日 AND 本"),
                                  std::string("é\u202e\0x", 7),
                                  std::string("\0", 1),
                                  std::string()}) {
    for (const Node& tree :
         {Word(text), Word(text, true), InARow({text, "x", text}),
          Every({Either({Word(text), Word("y")}), Word(text)}), Either({Word(text), Word(text)})}) {
      const std::string expression = ToFts5(tree).text;
      select->BindText(1, expression);
      EXPECT_TRUE(select->Step()) << expression;
      select->Reset();
    }
  }
}

}  // namespace
}  // namespace arborist::store
