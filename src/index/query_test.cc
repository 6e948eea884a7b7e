// SPDX-License-Identifier: AGPL-3.0-only
#include "index/query.h"

#include <gtest/gtest.h>

namespace arborist::index {
namespace {

Node Word(const std::string& text) { return {Term{text}}; }
Node Either(std::vector<Node> members) { return {Any{std::move(members)}}; }
Node Every(std::vector<Node> members) { return {All{std::move(members)}}; }
Node InARow(std::vector<std::string> terms) { return {Phrase{std::move(terms)}}; }

std::string Shown(const Node& tree) {
  std::string shown;
  for (const Node* leaf : Leaves(tree)) {
    const Term* term = std::get_if<Term>(&leaf->is);
    shown += (term != nullptr ? term->text : "run") + " ";
  }
  return shown;
}

TEST(Leaves, AreTheTermsAndPhrasesFromLeftToRight) {
  EXPECT_EQ(Shown(Word("a")), "a ");
  EXPECT_EQ(Shown(Every({Either({Every({Word("bi"), Word("polar")}), Word("bipolar")}),
                         InARow({"of", "war"}), Word("war")})),
            "bi polar bipolar run war ");
  EXPECT_EQ(Shown(Either({})), "");
}

TEST(IsFlat, OfALeafAndOfAnyOfLeaves) {
  EXPECT_TRUE(IsFlat(Word("a")));
  EXPECT_TRUE(IsFlat(Either({Word("a"), InARow({"b", "c"})})));
  EXPECT_FALSE(IsFlat(Every({Word("a"), Word("b")})));
  EXPECT_FALSE(IsFlat(Either({Word("a"), Either({Word("b")})})));
}

TEST(ScopeFilter, HasRowsWithinAndNotWithout) {
  const Scope scope{.within = {2, 20}, .without = {{1, 3}, {7, 7}, {9, 12}}};
  ScopeFilter filter(scope);
  std::vector<std::int64_t> rows;
  for (std::int64_t row = 0; row < 25; row += row == 13 ? 7 : 1) {
    if (filter.Has(row)) rows.push_back(row);
  }
  EXPECT_EQ(rows, (std::vector<std::int64_t>{4, 5, 6, 8, 13, 20}));
}

TEST(ScopeFilter, OfAllRowsHasThem) {
  const Scope scope;
  ScopeFilter filter(scope);
  EXPECT_TRUE(filter.Has(kAllRows.first));
  EXPECT_TRUE(filter.Has(kAllRows.last));
  EXPECT_TRUE(scope.has_all());
  EXPECT_FALSE((Scope{.within = {1, 2}}).has_all());
}

TEST(TermHash, TellsAPrefixFromAWord) {
  EXPECT_NE(TermHash()({"war", true}), TermHash()({"war", false}));
  EXPECT_NE((Term{"war", true}), (Term{"war", false}));
}

}  // namespace
}  // namespace arborist::index
