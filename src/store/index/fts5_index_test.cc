// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "index/bm25.h"
#include "sqlite/database.h"
#include "store/index/fts5_reader.h"
#include "store/index/fts5_walk.h"
#include "store/index/fts5_writer.h"

namespace arborist::store {
namespace {

using index::Field;
using index::Node;
using Rows = std::vector<std::int64_t>;

Node Word(const std::string& text, bool prefix = false) { return {index::Term{text, prefix}}; }
Node InARow(std::vector<std::string> terms) { return {index::Phrase{std::move(terms)}}; }
Node Every(std::vector<Node> members) { return {index::All{std::move(members)}}; }
Node Either(std::vector<Node> members) { return {index::Any{std::move(members)}}; }

// The tables of an index without the rest of a shard.
class Fts5IndexTest : public testing::Test {
 protected:
  Fts5IndexTest() {
    for (const char* table : {"chunks_fts", "titles_fts", "keywords_fts"}) {
      EXPECT_TRUE(database_.Execute(
          "CREATE VIRTUAL TABLE " + std::string(table) +
          " USING fts5(terms, content='', contentless_delete=1, tokenize='ascii', detail=" +
          (table == std::string("chunks_fts") ? "full)" : "none)")));
    }
    EXPECT_TRUE(database_.Execute(
        "CREATE TABLE chunks(chunk_id INTEGER PRIMARY KEY, term_count INTEGER NOT NULL);"
        "CREATE TABLE index_stats(chunks INTEGER, terms INTEGER);"
        "INSERT INTO index_stats VALUES(0, 0)"));
    writer_ = *Fts5Writer::Open(&database_);
    reader_ = *Fts5Reader::Open(&database_);
  }

  void Chunk(std::int64_t row, const std::string& terms) {
    const auto count = terms.empty() ? 0 : 1 + std::count(terms.begin(), terms.end(), ' ');
    ASSERT_TRUE(database_.Execute("INSERT INTO chunks VALUES(" + std::to_string(row) + "," +
                                  std::to_string(count) + ")"));
    ASSERT_TRUE(writer_->Add(Field::kText, row, terms));
    ASSERT_TRUE(writer_->Flush());
  }
  void FewChunks() {
    Chunk(1, "red fox");
    Chunk(2, "red red hen");
    Chunk(3, "blue");
    Chunk(5, "the fox is a redder fox");
  }
  Rows Found(const Node& tree, const index::Scope& scope = {}, Field field = Field::kText) {
    const auto rows = reader_->Rows({.field = field, .tree = tree, .scope = scope});
    EXPECT_TRUE(rows) << rows.error().message;
    return rows.value_or(Rows());
  }
  std::map<std::int64_t, double> Scores(const index::Query& query, const index::Weights& weights,
                                        std::size_t k = index::kEveryRow) {
    const auto top = reader_->TopK(query, weights, k);
    EXPECT_TRUE(top) << top.error().message;
    std::map<std::int64_t, double> scores;
    if (!top) return scores;
    complete_ = top->complete;
    for (const index::ScoredRow& row : top->rows) scores[row.row] = row.score;
    return scores;
  }

  TemporaryFolder folder_;
  sqlite::Database database_ =
      *sqlite::Database::Open(folder_.path() / "x.db", {.mode = sqlite::OpenMode::kCreate});
  std::unique_ptr<Fts5Writer> writer_;
  std::unique_ptr<Fts5Reader> reader_;
  bool complete_ = false;
};

TEST_F(Fts5IndexTest, FindsRowsByTermPrefixPhraseAndGroup) {
  FewChunks();
  EXPECT_EQ(Found(Word("red")), (Rows{1, 2}));
  EXPECT_EQ(Found(Word("red", true)), (Rows{1, 2, 5}));
  EXPECT_EQ(Found(InARow({"fox", "is"})), Rows{5});
  EXPECT_EQ(Found(Every({Word("red"), Either({Word("fox"), Word("blue")})})), Rows{1});
  EXPECT_EQ(Found(Either({Word("hen"), Word("blue")})), (Rows{2, 3}));
  EXPECT_EQ(Found(Either({})), Rows());
}

TEST_F(Fts5IndexTest, StaysWithinItsScope) {
  FewChunks();
  const Node tree = Either({Word("red", true), Word("blue")});
  const index::Scope scope{.within = {2, 5}, .without = {{3, 4}}};
  EXPECT_EQ(Found(tree, scope), (Rows{2, 5}));
  const index::Term terms[] = {{"red"}, {"fox"}, {"red", true}};
  EXPECT_EQ(*reader_->Frequencies(terms, scope), (Rows{1, 1, 2}));
  for (const std::int64_t expected_rows : {0, 1000}) {
    const auto scores =
        Scores({.tree = tree, .scope = scope},
               {.leaves = {1.0, 1.0}, .average_length = 3, .expected_rows = expected_rows});
    EXPECT_EQ(scores.size(), 2u);
    EXPECT_FALSE(scores.contains(1));
  }
  const auto counts = *reader_->Counts({.tree = tree, .scope = scope});
  ASSERT_EQ(counts.size(), 2u);
  EXPECT_EQ(counts[0].row, 2);
  EXPECT_EQ(counts[0].counts, (std::vector<int>{2, 0}));
  EXPECT_EQ(counts[1].counts, (std::vector<int>{1, 0}));
}

TEST_F(Fts5IndexTest, ScoresByBm25UnderTheWeightsThatItIsGiven) {
  FewChunks();
  const Node tree = Either({Word("red"), Word("fox")});
  const index::Weights weights{.leaves = {1.0, 2.0}, .average_length = 2};
  const std::map<std::int64_t, double> expected{
      {1, index::Bm25Part(1, 1, 2, 2) + index::Bm25Part(2, 1, 2, 2)},
      {2, index::Bm25Part(1, 2, 3, 2)},
      {5, index::Bm25Part(2, 2, 6, 2)}};
  EXPECT_EQ(Scores({.tree = tree}, weights), expected);
  EXPECT_TRUE(complete_);
  EXPECT_EQ(Scores({.tree = Every({Word("red"), Word("fox")})}, weights).size(), 1u);
}

// In groups the rows are read one by one, in a flat tree with many rows list by list.
TEST_F(Fts5IndexTest, ScoresARowTheSameToTheBitBothWays) {
  const std::vector<std::string> words{"red", "fox", "hen", "sea", "oil"};
  std::uint32_t state = 1;
  const auto next = [&state] { return (state = state * 1664525u + 1013904223u) >> 8; };
  for (std::int64_t row = 1; row <= 300; ++row) {
    std::string terms;
    for (std::uint32_t i = 0; i < 1 + row % 40; ++i)
      terms += (terms.empty() ? "" : " ") + words[next() % words.size()];
    Chunk(row, terms);
  }
  const Node flat = Either({Word("red"), InARow({"fox", "hen"}), Word("se", true), Word("oil")});
  const index::Weights weights{
      .leaves = {1.1, 0.7, 2.3, 0.9}, .average_length = 20, .expected_rows = 1000};
  const auto by_rows = Scores({.tree = Every({flat})}, weights);
  EXPECT_TRUE(complete_);
  EXPECT_GT(by_rows.size(), 100u);
  EXPECT_EQ(Scores({.tree = flat}, weights), by_rows);
  EXPECT_TRUE(complete_);
  // The best of them, and none that scores less than one that is left out.
  const auto best = Scores({.tree = flat}, weights, 3);
  EXPECT_FALSE(complete_);
  ASSERT_GE(best.size(), 3u);
  ASSERT_LT(best.size(), by_rows.size());
  double least = 1e9;
  for (const auto& [row, score] : best) least = std::min(least, score);
  for (const auto& [row, score] : by_rows) EXPECT_EQ(best.contains(row), score >= least) << row;
  index::Weights high = weights;
  high.least = least;
  EXPECT_EQ(Scores({.tree = flat}, high), best);
}

TEST_F(Fts5IndexTest, CountsRowsOfTermsAndOfPrefixes) {
  FewChunks();
  Chunk(6, "reds and redder");
  const index::Term terms[] = {{"red"}, {"red", true}, {"fox"}, {"walrus"}, {"wal", true}};
  EXPECT_EQ(*reader_->Frequencies(terms, {}), (Rows{2, 4, 2, 0, 0}));
  EXPECT_EQ(*reader_->Frequencies(terms, {.without = {{1, 2}}}), (Rows{0, 2, 1, 0, 0}));
  std::string forms;
  const auto terms_with = reader_->TermsWith("red");
  for (const index::TermRows& form : *terms_with)
    forms += form.term + "=" + std::to_string(form.rows) + " ";
  EXPECT_EQ(forms, "red=2 redder=2 reds=1 ");
}

TEST_F(Fts5IndexTest, CountsManyTermsAtOnce) {
  std::vector<index::Term> terms;
  Rows expected;
  for (int i = 0; i < 200; ++i) {
    const std::string word = "w" + std::to_string(i);
    Chunk(i + 1, i % 3 == 0 ? "other" : word + " " + word);
    terms.push_back({word});
    expected.push_back(i % 3 == 0 || i < 10 ? 0 : 1);
  }
  EXPECT_EQ(*reader_->Frequencies(terms, {.without = {{1, 10}}}), expected);
}

TEST_F(Fts5IndexTest, KeepsTheStatisticsOfTheText) {
  FewChunks();
  EXPECT_EQ(reader_->Stats()->chunks, 4);
  EXPECT_EQ(reader_->Stats()->terms, 12);
  EXPECT_EQ(*reader_->TermsIn({2, 4}), 4);
  EXPECT_EQ(*reader_->TermsIn({7, 9}), 0);
  EXPECT_GT(*reader_->TextBytes(), 0u);
  ASSERT_TRUE(writer_->Remove(Field::kText, {2, 4}));
  ASSERT_TRUE(writer_->Flush());
  EXPECT_EQ(reader_->Stats()->chunks, 2);
  EXPECT_EQ(reader_->Stats()->terms, 8);
  EXPECT_EQ(Found(Word("red", true)), (Rows{1, 5}));
}

TEST_F(Fts5IndexTest, TitlesAndKeywordsKnowWhatIsThere) {
  ASSERT_TRUE(writer_->Add(Field::kTitle, 7, "red red sea"));
  ASSERT_TRUE(writer_->Add(Field::kTitle, 8, "sea"));
  EXPECT_EQ(Found(Word("red"), {}, Field::kTitle), Rows{7});
  EXPECT_EQ(Found(Every({Word("red"), Word("sea")}), {}, Field::kTitle), Rows{7});
  EXPECT_EQ(Found(Word("red")), Rows());
  const std::map<std::int64_t, double> both{{7, 3.5}, {8, 2.5}};
  const index::Weights weights{.leaves = {1.0, 2.5}};
  EXPECT_EQ(Scores({.field = Field::kTitle, .tree = Either({Word("red"), Word("sea")})}, weights),
            both);
  EXPECT_EQ(Scores({.field = Field::kTitle, .tree = Every({Word("red"), Word("sea")})}, weights),
            (std::map<std::int64_t, double>{{7, 3.5}}));
  EXPECT_EQ(Scores({.field = Field::kTitle, .tree = Either({Word("red"), Word("sea")})},
                   {.leaves = {1.0, 2.5}, .least = 3.0}),
            (std::map<std::int64_t, double>{{7, 3.5}}));
  EXPECT_FALSE(*reader_->HasRows(Field::kKeywords));
  EXPECT_TRUE(*reader_->HasRows(Field::kTitle));
  ASSERT_TRUE(writer_->Remove(Field::kTitle, {7, 7}));
  EXPECT_EQ(Found(Word("sea"), {}, Field::kTitle), Rows{8});
}

TEST_F(Fts5IndexTest, HasNoOrderAndNoCountsOutsideOfTheText) {
  EXPECT_EQ(reader_->Rows({.field = Field::kTitle, .tree = InARow({"red", "sea"})}).error().code,
            ErrorCode::kInvalidArgument);
  EXPECT_EQ(reader_->Counts({.field = Field::kKeywords, .tree = Word("red")}).error().code,
            ErrorCode::kInvalidArgument);
}

TEST_F(Fts5IndexTest, PurgedTermsAreNoMoreInTheFile) {
  Chunk(1, "a secretword here");
  ASSERT_TRUE(writer_->Remove(Field::kText, {1, 1}));
  const auto holding = [&] {
    return *database_.QueryInt(
        "SELECT count(*) FROM chunks_fts_data WHERE instr(block, CAST('secretword' AS BLOB))>0");
  };
  EXPECT_GT(holding(), 0);
  ASSERT_TRUE(writer_->Purge());
  EXPECT_EQ(holding(), 0);
}

TEST_F(Fts5IndexTest, AWalkSeesEveryPlaceAndWhatASearchLoses) {
  Chunk(1, "red fox red");
  Chunk(4, "fox");
  Fts5Walk walk = *Fts5Walk::Open(&database_, Field::kText);
  std::string postings;
  ASSERT_TRUE(
      walk.ForEachPosting([&](std::string_view term, std::int64_t row, std::int64_t position) {
        postings += std::string(term) + std::to_string(row) + "@" + std::to_string(position) + " ";
      }));
  EXPECT_EQ(postings, "fox1@1 fox4@0 red1@0 red1@2 ");
  EXPECT_EQ(*walk.CountLost(), 0u);
}

TEST(DecodeFts5Size, ReadsOneVarintAndNothingElse) {
  EXPECT_EQ(DecodeFts5Size(std::string_view("\x05", 1)), 5);
  EXPECT_EQ(DecodeFts5Size(std::string_view("\x84\x05", 2)), 517);
  EXPECT_EQ(DecodeFts5Size(std::string_view("\x05\x05", 2)), -1);
  EXPECT_EQ(DecodeFts5Size(std::string_view("\x84", 1)), -1);
  EXPECT_EQ(DecodeFts5Size(""), -1);
}

}  // namespace
}  // namespace arborist::store
