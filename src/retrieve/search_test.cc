// SPDX-License-Identifier: AGPL-3.0-only
#include "retrieve/search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>

#include "retrieve/filled_home_test.h"

namespace arborist::retrieve {
namespace {

std::vector<std::string> Titles(const store::Corpus& corpus, const std::string& query,
                                std::size_t limit = 10) {
  const auto hits = Search(corpus, {.query = query, .limit = limit});
  EXPECT_TRUE(hits) << hits.error().message;
  std::vector<std::string> titles;
  if (hits) {
    for (const SearchHit& hit : *hits) titles.push_back(hit.title);
  }
  return titles;
}

std::string First(const store::Corpus& corpus, const std::string& query) {
  const std::vector<std::string> titles = Titles(corpus, query, 1);
  return titles.empty() ? "" : titles[0];
}

TEST(Search, IsTheSameInAnyLayout) {
  const std::vector<Page> pages =
      ManyPages({.seed = 7, .count = 120, .every_long = 10, .longest = 1500});
  FilledHome one(1);
  FilledHome two(2);
  FilledHome five(5);
  for (FilledHome* home : {&one, &two, &five}) home->Put(pages);
  const store::Corpus corpora[] = {one.Open(), two.Open(), five.Open()};
  const auto state = corpora[2].State();
  ASSERT_TRUE(state);
  const auto duplicates = FindDuplicates(corpora[2], *state, nullptr);
  ASSERT_TRUE(duplicates);
  ASSERT_GT(duplicates->roots.size(), 5u);  // or the test would say little
  for (const std::string query :
       {"oil", "oil crisis", "bi-polar river", "bipolar", "图书馆", "京", "king of the north film",
        "war war music harbor engine south", "copy", "oils crises"}) {
    for (const std::size_t limit : {3u, 10u, 100u}) {
      const auto expected = Search(corpora[0], {.query = query, .limit = limit});
      ASSERT_TRUE(expected);
      EXPECT_FALSE(expected->empty()) << query;
      for (int other : {1, 2}) {
        const auto actual = Search(corpora[other], {.query = query, .limit = limit});
        ASSERT_TRUE(actual);
        ASSERT_EQ(actual->size(), expected->size()) << query;
        for (std::size_t i = 0; i < actual->size(); ++i) {
          EXPECT_EQ((*actual)[i].document_root, (*expected)[i].document_root) << query << " " << i;
          EXPECT_EQ((*actual)[i].chunk_idx, (*expected)[i].chunk_idx);
          EXPECT_EQ((*actual)[i].score, (*expected)[i].score) << query << " " << i;
          EXPECT_EQ((*actual)[i].document_uri, (*expected)[i].document_uri);
          EXPECT_EQ((*actual)[i].title, (*expected)[i].title);
          EXPECT_EQ((*actual)[i].snippet.text, (*expected)[i].snippet.text);
        }
      }
    }
  }
}

TEST(Search, IsTheSameOnAnyNumberOfThreads) {
  FilledHome home(5);
  home.Put(ManyPages({.seed = 7, .count = 120, .every_long = 10, .longest = 1500}));
  const store::Corpus corpus = home.Open();
  const auto described = [&](WorkerPool* workers) {
    Searcher searcher(&corpus, nullptr, workers);
    std::vector<std::string> hits;
    for (const std::string query : {"oil crisis", "bi-polar river", "king of the north film"}) {
      const auto found = searcher.Search({.query = query, .limit = 30});
      for (const SearchHit& hit : *found)
        hits.push_back(hit.document_root.hex() + std::to_string(hit.chunk_idx) + hit.snippet.text +
                       std::to_string(std::bit_cast<std::uint64_t>(hit.score)));
    }
    return hits;
  };
  const std::vector<std::string> alone = described(nullptr);
  EXPECT_GT(alone.size(), 30u);
  for (const unsigned threads : {1u, 2u, 8u}) {
    WorkerPool workers(threads);
    EXPECT_EQ(described(&workers), alone) << threads;
  }
}

// Nothing that is asked is read as anything but words.
TEST(Search, OfHostileQueriesFindsWordsOrNothing) {
  FilledHome home(2);
  home.Put(ManyPages({.seed = 7, .count = 20, .every_long = 10, .longest = 1500}));
  const store::Corpus corpus = home.Open();
  for (const std::string_view query :
       {"\"", "\"\"\"", "a NEAR(b c, 5)", "NEAR", "AND OR NOT", "terms:secret", "-terms:x",
        "^start", "a*", "((((", "))", "a + b", "{a b}:c", "x'; DROP TABLE f; --", "\\",
        "a\"b\"c OR \"", "日 AND 本", "oil\u202e*"}) {
    const auto hits = Search(corpus, {.query = std::string(query)});
    if (!hits) {
      EXPECT_EQ(hits.error().code, ErrorCode::kInvalidArgument) << query;
    }
  }
}

TEST(Search, ReturnsEachPassageOnceWithAPositiveScore) {
  FilledHome home(5);
  home.Put(ManyPages({.seed = 7, .count = 120, .every_long = 10, .longest = 1500}));
  const store::Corpus corpus = home.Open();
  const auto hits = Search(corpus, {.query = "oil price copy", .limit = 500});
  ASSERT_TRUE(hits);
  std::map<std::pair<std::string, std::uint64_t>, int> seen;
  double previous = 1e9;
  for (const SearchHit& hit : *hits) {
    EXPECT_EQ(++seen[std::make_pair(hit.document_root.hex(), hit.chunk_idx)], 1);
    EXPECT_GT(hit.score, 0);
    EXPECT_LE(hit.score, previous);
    previous = hit.score;
  }
}

class MapCache final : public SoftCache {
 public:
  std::optional<std::string> Get(std::string_view key) override {
    ++reads;
    const auto it = values.find(std::string(key));
    return it == values.end() ? std::nullopt : std::optional(it->second);
  }
  void Put(std::string_view key, std::string_view value) override {
    values[std::string(key)] = value;
  }
  std::map<std::string, std::string> values;
  int reads = 0;
};

TEST(Search, DuplicatesComeFromTheCacheOnlyForTheSameState) {
  FilledHome home(2);
  home.Put(ManyPages({.seed = 7, .count = 120, .every_long = 10, .longest = 1500}));
  MapCache cache;
  const auto scores = [&] {
    const store::Corpus corpus = home.Open();
    Searcher searcher(&corpus, &cache);
    std::vector<double> all;
    const auto hits = searcher.Search({.query = "oil crisis"});
    for (const SearchHit& hit : *hits) all.push_back(hit.score);
    const auto again = *Search(corpus, {.query = "oil crisis"});
    for (std::size_t i = 0; i < again.size(); ++i) EXPECT_EQ(again[i].score, all.at(i));
    return all;
  };
  const std::vector<double> before = scores();
  ASSERT_EQ(cache.values.size(), 1u);
  const std::string kept = cache.values.begin()->second;
  EXPECT_EQ(scores(), before);
  EXPECT_EQ(cache.values.begin()->second, kept);
  home.Put({{"test:new", "new", "an oil crisis in the north"},
            {"other:new", "new", "an oil crisis in the north"}});
  EXPECT_NE(scores(), before);
  EXPECT_NE(cache.values.begin()->second, kept);
}

TEST(Search, ShowsTheSmallestUriOfAllShards) {
  FilledHome home(5);
  std::vector<Page> pages;
  for (const char* uri : {"test:d", "test:b", "test:a", "test:c", "test:e"}) {
    pages.push_back({uri, std::string("title of ") + uri, "the walrus sleeps"});
  }
  home.Put(pages);
  const store::Corpus corpus = home.Open();
  const auto hits = Search(corpus, {.query = "walrus"});
  ASSERT_TRUE(hits);
  ASSERT_EQ(hits->size(), 1u);
  EXPECT_EQ((*hits)[0].document_uri, "test:a");
  EXPECT_EQ((*hits)[0].title, "title of test:a");
}

TEST(Search, FindsTheNewTextAndNotTheSuperseded) {
  FilledHome home(2);
  home.Put({{"test:a", "A", "the walrus sleeps"}, {"test:b", "B", "nothing here"}});
  home.Put({{"test:a", "A", "the narwhal swims"}});
  const store::Corpus corpus = home.Open();
  EXPECT_TRUE(Titles(corpus, "walrus").empty());
  EXPECT_EQ(Titles(corpus, "narwhal"), (std::vector<std::string>{"A"}));
}

TEST(Search, ASearcherSeesANewSnapshot) {
  FilledHome home(2);
  home.Put({{"test:a", "A", "the walrus sleeps"}});
  const store::Corpus corpus = home.Open();
  Searcher searcher(&corpus);
  EXPECT_TRUE(searcher.Search({.query = "narwhal"})->empty());
  home.Put({{"test:b", "B", "the narwhal swims"}});
  for (const auto& shard : corpus.shards()) ASSERT_TRUE(shard->Renew());
  EXPECT_EQ(searcher.Search({.query = "narwhal"})->size(), 1u);
}

TEST(Search, FindsChineseAndThai) {
  FilledHome home(2);
  home.Put({{"test:zh", "图书馆", "北京市的图书馆在市中心。"},
            {"test:th", "ไทย", "ประเทศไทยมีแม่น้ำหลายสาย"},
            {"test:en", "Library", "a library in the city"}});
  const store::Corpus corpus = home.Open();
  EXPECT_EQ(First(corpus, "北京"), "图书馆");
  EXPECT_EQ(First(corpus, "北京有图书馆吗？"), "图书馆");
  EXPECT_EQ(First(corpus, "京"), "图书馆");
  EXPECT_EQ(First(corpus, "แม่น้ำ"), "ไทย");
  EXPECT_EQ(First(corpus, "ประเทศไทยมีแม่น้ำกี่สาย"), "ไทย");
}

TEST(Search, FoldsHyphensPluralsAndPossessives) {
  FilledHome home(1);
  home.Put({{"test:1", "Joined", "bipolar disorder of the mind"},
            {"test:2", "Apart", "a bi-polar world of two powers"},
            {"test:3", "Dinosaur", "a dinosaur walked here"},
            {"test:4", "Superman", "Superman's cape is red"}});
  const store::Corpus corpus = home.Open();
  EXPECT_EQ(Titles(corpus, "bi-polar").size(), 2u);
  EXPECT_EQ(Titles(corpus, "bipolar").size(), 2u);
  EXPECT_EQ(First(corpus, "dinosaurs"), "Dinosaur");
  EXPECT_EQ(First(corpus, "supermans"), "Superman");
  EXPECT_EQ(First(corpus, "superman's cape"), "Superman");
}

TEST(Search, OtherFormsOfAWordAreFoundBehindItself) {
  FilledHome home(1);
  home.Put({{"test:1", "One", "they were invading the island"},
            {"test:2", "Two", "he invaded the island"}});
  const store::Corpus corpus = home.Open();
  EXPECT_EQ(Titles(corpus, "invaded"), (std::vector<std::string>{"Two", "One"}));
}

// Every page has all words, more of them than are wanted; one has them in another form and its
// title.
TEST(Search, OtherFormsCountInTheRanking) {
  FilledHome home(2);
  std::vector<Page> pages{
      {"test:forms", "Forms", "they were invading islands, invading and invading"}};
  for (int i = 0; i < 12; ++i) {
    const std::string name = std::to_string(i);
    pages.push_back({"test:" + name, name,
                     "he invaded far away and long ago, in the year " + name +
                         ", while nobody who lived there saw more than the one island"});
  }
  home.Put(pages);
  const store::Corpus corpus = home.Open();
  const std::vector<std::string> titles = Titles(corpus, "invaded island", 8);
  EXPECT_EQ(titles.size(), 8u);
  EXPECT_NE(std::find(titles.begin(), titles.end(), "Forms"), titles.end());
}

// Enough pages hold all words, but the best one lacks the one that says least.
TEST(Search, AllWordsDoNotHideABetterPassage) {
  FilledHome home(2);
  std::vector<Page> pages{{"test:best", "Best", "narwhal migration route: the narwhal migration"}};
  for (int i = 0; i < 12; ++i) {
    const std::string name = std::to_string(i);
    std::string text = "narwhal number " + name;
    for (int w = 0; w < 150; ++w) text += " other" + std::to_string(w) + "x" + name;
    pages.push_back({"test:" + name, name, text + " a migration, a route, and it was seen"});
  }
  home.Put(pages);
  const store::Corpus corpus = home.Open();
  EXPECT_EQ(Titles(corpus, "narwhal migration route seen", 8).front(), "Best");
}

TEST(Search, ShortPluralsAreFound) {
  FilledHome home(1);
  home.Put({{"test:1", "Pets", "cats may stay, a dog may not"},
            {"test:2", "Shed", "boxes and cups of all cities"}});
  const store::Corpus corpus = home.Open();
  for (const char* query : {"cat", "dogs"})
    EXPECT_EQ(Titles(corpus, query), std::vector<std::string>{"Pets"}) << query;
  for (const char* query : {"box", "cup", "city"})
    EXPECT_EQ(Titles(corpus, query), std::vector<std::string>{"Shed"}) << query;
}

TEST(Search, RefusesAQueryWithoutWords) {
  FilledHome home(1);
  home.Put({{"test:1", "One", "text"}});
  const store::Corpus corpus = home.Open();
  for (const char* query : {"", "  ", "?!", "\"\"", "((*))"}) {
    const auto hits = Search(corpus, {.query = query});
    ASSERT_FALSE(hits) << query;
    EXPECT_EQ(hits.error().code, ErrorCode::kInvalidArgument);
  }
}

TEST(Search, HostileAndHugeQueriesAreOnlyWords) {
  FilledHome home(2);
  home.Put({{"test:1", "One", "near and or not terms"}, {"test:2", "Two", "something else"}});
  const store::Corpus corpus = home.Open();
  std::string huge;
  for (int i = 0; i < 10000; ++i) huge += "word" + std::to_string(i) + " ";
  for (const std::string& query :
       {std::string("NEAR(terms, 5)"), std::string("terms:near"), std::string("\"near"),
        std::string("near* AND (("), std::string("^near -not"), "near " + huge}) {
    EXPECT_EQ(First(corpus, query), "One") << query.substr(0, 40);
  }
}

TEST(Search, OfAnEmptyCorpusFindsNothing) {
  FilledHome home(2);
  home.Put({});
  const store::Corpus corpus = home.Open();
  EXPECT_TRUE(Titles(corpus, "anything").empty());
}

TEST(Search, PerDocumentLimitsCrowding) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "whale ";
  FilledHome home(1);
  home.Put({{"test:1", "Whale", text}, {"test:2", "Sea", "a whale in the sea"}});
  const store::Corpus corpus = home.Open();
  EXPECT_GT(Search(corpus, {.query = "whale"})->size(), 5u);
  EXPECT_EQ(Search(corpus, {.query = "whale", .per_document = 1})->size(), 2u);
}

// The worked examples of the reference's paper, on a corpus of our own.
class WorkedExamples : public testing::Test {
 protected:
  void SetUp() override {
    std::string comics = "This is a list of comics with Batman. ";
    for (int i = 0; i < 2000; ++i) comics += "Batman issue " + std::to_string(i) + ". ";
    home_.Put(
        {{"w:Intel_Core_2", "Intel Core 2",
          "Intel Core 2 is a processor family. The fastest Intel CPU of its time, the Core 2 "
          "Extreme, was the fastest "
          "desktop CPU that Intel sold."},
         {"w:Intel_4040", "Intel 4040", "The Intel 4040 is a CPU."},
         {"w:Lois_Lane", "Lois Lane",
          "Lois Lane is a reporter and the girlfriend of Superman, later Superman's wife."},
         {"w:Girlfriends", "Girlfriends (TV series)",
          "Girlfriends is an American television sitcom about four women."},
         {"w:My_Girlfriends", "My Girlfriends", "My Girlfriends is a song about girlfriends."},
         {"w:Batman", "Batman", "Batman is a superhero who protects Gotham City."},
         {"w:List_of_Batman_comics", "List of Batman comics", comics},
         {"w:Jurassic_Park_film", "Jurassic Park (film)",
          "The film shows dinosaurs in a park: a Tyrannosaurus, raptors."},
         {"w:Jurassic", "Jurassic", "The Jurassic is a period in which dinosaurs lived."},
         {"w:Back_to_the_Future", "Back to the Future",
          "Back to the Future is a film. It came out on July 3, 1985."},
         {"w:Futures_contract", "Futures contract",
          "A futures contract has a delivery date in the future."},
         {"w:1984", "Nineteen Eighty-Four",
          "Oceania was at war with Eastasia: Oceania had always been at war with Eastasia."},
         {"w:Oceania", "Oceania", "Oceania is a region of islands. East Asia lies to its north."},
         {"w:Bipolar_disorder", "Bipolar disorder",
          "A mental disorder with periods of depression."}});
  }
  std::string FirstFor(const std::string& query) {
    const store::Corpus corpus = home_.Open();
    return First(corpus, query);
  }
  FilledHome home_{2};
};

TEST_F(WorkedExamples, TheFastestIntelCpuIsNotTheStub) {
  EXPECT_EQ(FirstFor("what is the fastest intel CPU?"), "Intel Core 2");
}
TEST_F(WorkedExamples, SupermansGirlfriendIsLoisLane) {
  EXPECT_EQ(FirstFor("who is supermans girlfriend?"), "Lois Lane");
}
TEST_F(WorkedExamples, WhoIsBatmanIsNotAnsweredByTheLongList) {
  EXPECT_EQ(FirstFor("who is batman?"), "Batman");
}
TEST_F(WorkedExamples, TheDinosaursOfTheFilmAreInTheFilm) {
  EXPECT_EQ(FirstFor("what dinosaurs where in jurassic park film?"), "Jurassic Park (film)");
}
TEST_F(WorkedExamples, BackToTheFutureIsTheFilm) {
  EXPECT_EQ(FirstFor("what date did back to the future come out?"), "Back to the Future");
}
TEST_F(WorkedExamples, OceaniaAtWarBringsNineteenEightyFour) {
  const store::Corpus corpus = home_.Open();
  const std::vector<std::string> titles =
      Titles(corpus, "has oceania always been at war with east asia", 2);
  EXPECT_NE(std::find(titles.begin(), titles.end(), "Nineteen Eighty-Four"), titles.end());
}
TEST_F(WorkedExamples, BiPolarReachesBipolarDisorder) {
  EXPECT_EQ(FirstFor("bi-polar"), "Bipolar disorder");
}

}  // namespace
}  // namespace arborist::retrieve
