// SPDX-License-Identifier: AGPL-3.0-only
#include "retrieve/gather.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "crypto/sha256.h"
#include "document/chunker.h"
#include "retrieve/filled_home_test.h"
#include "retrieve/gathering_test.h"
#include "retrieve/roles.h"

namespace arborist::retrieve {
namespace {

// Everything that a caller can see, as one text.
std::string Everything(const Gathered& gathered) {
  std::string all = gathered.plan_hash.hex() + json::Dump(ToJson(gathered.plan)) +
                    std::string(Name(gathered.frame.kind)) + gathered.frame.title +
                    gathered.frame.uri + std::to_string(gathered.frame.confidence);
  for (const ContextDocument& s : gathered.sources) {
    all += "\n" + s.document.root.hex() + "|" + s.document_uri + "|" + s.title + "|" +
           s.source_role + "|" + json::FormatFloat(s.score) + "|" + std::to_string(s.chunk_idx) +
           "|" + std::to_string(s.document.leaf_count) + "|" + s.document.chunking_version + "|" +
           s.document.canonicalization_version + "|" + s.document.schema_version + "|" +
           s.source_type + "|" + std::string(markup::Name(s.base));
  }
  for (const ContextPassage& p : gathered.passages) {
    all += "\n" + p.chunk.source_root + "|" + p.chunk.document_uri + "|" +
           p.chunk.title.value_or("-") + "|" + std::to_string(p.chunk.chunk_idx) + "|" +
           p.chunk.chunk_root + "|" + p.chunk.source_role + "|" + p.chunk.span + "|" +
           std::to_string(p.source) + "|" + std::to_string(p.leaf_count) + "|" + p.raw + "|" +
           (p.cut ? "cut" : "whole");
  }
  for (const std::string& note : gathered.notes) all += "\n" + note;
  return all;
}

TEST(Gather, IsTheSameInAnyLayout) {
  const std::vector<Page> pages =
      ManyPages({.seed = 11, .count = 100, .every_long = 7, .longest = 3000});
  FilledHome one(1);
  FilledHome two(2);
  FilledHome four(4);
  for (FilledHome* home : {&one, &two, &four}) home->Put(pages);
  const store::Corpus corpora[] = {one.Open(), two.Open(), four.Open()};
  std::size_t passages = 0;
  for (const std::string question :
       {"oil", "What was the oil crisis?", "the bi-polar river", "图书馆在北京吗？", "who is king?",
        "war music harbor engine south film north", "nothing of this stands anywhere"}) {
    for (const std::size_t chars : {700u, 32000u}) {
      GatherOptions options{.question = question};
      options.retrieval_keywords = "harbor";
      options.max_context_chars = chars;
      const Gathered expected = GatherFrom(corpora[0], options);
      passages += expected.passages.size();
      for (const int other : {1, 2})
        EXPECT_EQ(Everything(GatherFrom(corpora[other], options)), Everything(expected));
    }
  }
  EXPECT_GT(passages, 50u);  // or the test would say little
}

TEST(Gather, NamesTheShardSetAndNotItsFiles) {
  FilledHome home(4);
  home.Put({{"test:1", "One", "text"}});
  const store::Corpus corpus = home.Open();
  const Gathered gathered = GatherFrom(corpus, {.question = "text"});
  EXPECT_EQ(gathered.plan.shard_ids, std::vector<std::string>{"test"});
  EXPECT_EQ(gathered.plan_hash,
            crypto::Sha256(R"({"max_context_chars":16000,"over_fetch":32,"retrieval_keywords":"",)"
                           R"("shard_ids":["test"],"top_k":8})"));
}

TEST(Gather, FindsNothingWhereTheWordsStandNowhere) {
  FilledHome home(2);
  home.Put({{"test:1", "Walrus", "The walrus sleeps on the ice."},
            {"test:2", "Narwhal", "The narwhal swims in the sea."}});
  const store::Corpus corpus = home.Open();
  for (const char* question : {"Who built the lighthouse?", "?!", "", "灯塔"}) {
    const Gathered gathered = GatherFrom(corpus, {.question = question});
    EXPECT_TRUE(gathered.sources.empty()) << question;
    EXPECT_TRUE(gathered.passages.empty());
    EXPECT_EQ(gathered.frame.kind, FrameKind::kNoPhraseRoute);
  }
}

TEST(Gather, OneCommonWordOfManyIsNoSource) {
  FilledHome home(1);
  std::vector<Page> pages;
  pages.reserve(30);
  for (int i = 0; i < 30; ++i) {
    pages.push_back({"test:" + std::to_string(i), "Page " + std::to_string(i),
                     i % 2 == 0 ? "It was invented long ago." : "Somebody found it."});
  }
  home.Put(pages);
  const store::Corpus corpus = home.Open();
  EXPECT_TRUE(GatherFrom(corpus, {.question = "Who invented the flux capacitor of Hill Valley?"})
                  .sources.empty());
}

TEST(Gather, OfOneDocumentAWordOfTheQuestionIsEnough) {
  FilledHome home(2);
  home.Put({{"test:1", "Contract", "The rent is 940 euros. The tenant may keep one cat."}});
  const store::Corpus corpus = home.Open();
  for (const char* question :
       {"How much is the rent?", "How much rent?", "Which cat may live here?"})
    EXPECT_EQ(GatherFrom(corpus, {.question = question}).sources.size(), 1u) << question;
  for (const char* question : {"How much is the deposit?", "Who may live here?"})
    EXPECT_TRUE(GatherFrom(corpus, {.question = question}).sources.empty()) << question;
  EXPECT_TRUE(GatherFrom(corpus, {.question = "Who won the naval battle of the lost isles by cat?"})
                  .sources.empty());
}

TEST(Gather, OfAnEmptyCorpusIsEmpty) {
  FilledHome home(2);
  home.Put({});
  const store::Corpus corpus = home.Open();
  EXPECT_TRUE(GatherFrom(corpus, {.question = "anything at all"}).sources.empty());
}

TEST(Gather, NeverShowsSupersededText) {
  FilledHome home(2);
  home.Put({{"test:a", "Tower", "The tower is 90 metres high."},
            {"test:b", "Other", "A harbor in the north."}});
  home.Put({{"test:a", "Tower", "The tower is 95 metres high."}});
  const store::Corpus corpus = home.Open();
  const Gathered gathered = GatherFrom(corpus, {.question = "How high is the tower?"});
  ASSERT_EQ(gathered.passages.size(), 1u);
  EXPECT_EQ(gathered.passages[0].chunk.span, "The tower is 95 metres high.");
  const DocumentRoot old = document::Identify("The tower is 90 metres high.").root;
  const auto asked = Gatherer(&corpus).Gather({.question = "How high?", .document = old});
  ASSERT_FALSE(asked);
  EXPECT_EQ(asked.error().code, ErrorCode::kConflict);
}

TEST(Gather, KeywordsOnlyWidenTheSearch) {
  FilledHome home(1);
  home.Put({{"test:a", "Heart attack", "A heart attack needs help at once."},
            {"test:b", "Myocardial infarction", "Myocardial infarction harms the muscle."},
            {"test:c", "Sea", "The sea is deep."}});
  const store::Corpus corpus = home.Open();
  const Gathered narrow = GatherFrom(corpus, {.question = "what is a heart attack?"});
  EXPECT_EQ(TitlesOf(narrow), std::vector<std::string>{"Heart attack"});
  const Gathered wide = GatherFrom(corpus, {.question = "what is a heart attack?",
                                            .retrieval_keywords = "myocardial infarction"});
  EXPECT_TRUE(Has(TitlesOf(wide), "Heart attack"));
  EXPECT_TRUE(Has(TitlesOf(wide), "Myocardial infarction"));
  EXPECT_FALSE(Has(TitlesOf(wide), "Sea"));
  EXPECT_NE(wide.plan_hash, narrow.plan_hash);
  const auto score = [](const Gathered& gathered) {
    return std::find_if(gathered.sources.begin(), gathered.sources.end(),
                        [](const ContextDocument& s) { return s.title == "Heart attack"; })
        ->score;
  };
  EXPECT_GE(score(wide), score(narrow));  // a keyword takes nothing from what was found
}

TEST(Gather, ATranslationFindsTextsOfItsLanguage) {
  FilledHome home(1);
  home.Put({{"test:de", "Leuchtturm", "Der Leuchtturm steht auf der Insel."},
            {"test:en", "Sea", "The sea is deep."}});
  const store::Corpus corpus = home.Open();
  const GatherOptions plain{.question = "Where does the lighthouse stand?"};
  EXPECT_TRUE(GatherFrom(corpus, plain).sources.empty());
  GatherOptions translated = plain;
  translated.translated_question = "Wo steht der Leuchtturm?";
  const Gathered gathered = GatherFrom(corpus, translated);
  EXPECT_EQ(TitlesOf(gathered), std::vector<std::string>{"Leuchtturm"});
  EXPECT_EQ(ToJson(gathered.plan).at("translated_question").as_string(),
            "Wo steht der Leuchtturm?");
}

TEST(Gather, WithoutHyphenFoldAWordIsItsParts) {
  FilledHome home(1);
  home.Put({{"test:1", "Bipolar disorder", "A mental disorder."}});
  const store::Corpus corpus = home.Open();
  EXPECT_EQ(GatherFrom(corpus, {.question = "bi-polar"}).sources.size(), 1u);
  EXPECT_TRUE(GatherFrom(corpus, {.question = "bi-polar", .hyphen_fold = false}).sources.empty());
}

TEST(Gather, SequelsStayOutUnlessTheQuestionNamesThem) {
  FilledHome home(1);
  home.Put({{"w:1", "Alien Harbor", "Alien Harbor is a film. A crew meets an alien in a harbor."},
            {"w:2", "Alien Harbor II", "Alien Harbor II is the film after Alien Harbor."}});
  const store::Corpus corpus = home.Open();
  const Gathered first = GatherFrom(corpus, {.question = "who made alien harbor?"});
  EXPECT_EQ(TitlesOf(first), std::vector<std::string>{"Alien Harbor"});
  ASSERT_EQ(first.notes.size(), 1u);
  EXPECT_NE(first.notes[0].find(kSequelRole), std::string::npos);
  EXPECT_TRUE(Has(TitlesOf(GatherFrom(corpus, {.question = "who made alien harbor II?"})),
                  "Alien Harbor II"));
}

TEST(Gather, TheFirstSourceIsPrimary) {
  FilledHome home(1);
  home.Put({{"test:a", "Walrus", "The walrus has tusks."}});
  const store::Corpus corpus = home.Open();
  const Gathered gathered = GatherFrom(corpus, {.question = "walrus tusks"});
  ASSERT_EQ(gathered.sources.size(), 1u);
  EXPECT_EQ(gathered.sources[0].source_role, kPrimaryRole);
  EXPECT_EQ(gathered.passages[0].chunk.source_role, kPrimaryRole);
}

// The worked examples of the reference's paper, on a corpus of our own.
class GatherWorkedExamples : public testing::Test {
 protected:
  void SetUp() override {
    std::string comics = "This is a list of comics with Batman. ";
    for (int i = 0; i < 6000; ++i) comics += "Batman issue " + std::to_string(i) + ". ";
    std::vector<Page> pages{
        {"w:Intel_Core_2", "Intel Core 2",
         "Intel Core 2 is a processor family. The fastest Intel CPU of its time, the Core 2 "
         "Extreme, was the fastest desktop CPU that Intel sold."},
        {"w:Intel_4040", "Intel 4040", "The Intel 4040 is a CPU."},
        {"w:Lois_Lane", "Lois Lane",
         "Lois Lane is a reporter and the girlfriend of Superman, later Superman's wife."},
        {"w:Girlfriends", "Girlfriends (TV series)",
         "Girlfriends is an American television sitcom about four women."},
        {"w:My_Girlfriends", "My Girlfriends", "My Girlfriends is a song about girlfriends."},
        {"w:List_of_Batman_comics", "List of Batman comics", comics},
        {"w:Batman", "Batman", "Batman is a superhero who protects Gotham City."},
        {"w:Jurassic_Park_film", "Jurassic Park (film)",
         "The film shows dinosaurs in a park: a Tyrannosaurus, raptors."},
        {"w:Jurassic", "Jurassic", "The Jurassic is a period in which dinosaurs lived."},
        {"w:Back_to_the_Future", "Back to the Future",
         "Back to the Future is a film. It came out on July 3, 1985."},
        {"w:Futures_contract", "Futures contract",
         "A futures contract has a delivery date in the future."},
        {"w:1984", "Nineteen Eighty-Four",
         "Nineteen Eighty-Four is a dystopian novel, published in 1949. Its protagonist is Winston "
         "Smith. The Party says that Oceania has always been at war with Eastasia."},
        {"w:Oceania", "Oceania", "Oceania is a region of islands. East Asia lies to its north."},
        {"w:Bipolar_disorder", "Bipolar disorder",
         "A mental disorder with periods of depression."}};
    for (const char* name :
         {"Robin", "Joker", "Catwoman", "Penguin", "Alfred", "Batgirl", "Bane"}) {
      pages.push_back({std::string("w:") + name, name,
                       std::string(name) + " is a character in the comics about Batman; " + name +
                           " meets Batman often."});
    }
    home_.Put(pages);
  }
  Gathered For(const std::string& question) {
    const store::Corpus corpus = home_.Open();
    return GatherFrom(corpus, {.question = question});
  }
  FilledHome home_{2};
};

TEST_F(GatherWorkedExamples, TheFastestIntelCpuIsNotTheStub) {
  EXPECT_EQ(TitlesOf(For("what is the fastest intel CPU?")).at(0), "Intel Core 2");
}
TEST_F(GatherWorkedExamples, SupermansGirlfriendIsLoisLaneAndNobodyElse) {
  EXPECT_EQ(TitlesOf(For("who is supermans girlfriend?")), std::vector<std::string>{"Lois Lane"});
}
TEST_F(GatherWorkedExamples, ALongListLeavesRoomForEightSources) {
  const Gathered gathered = For("who is batman?");
  EXPECT_EQ(gathered.sources.size(), 8u);
  EXPECT_EQ(gathered.sources[0].title, "Batman");
  std::set<std::size_t> shown;
  for (const ContextPassage& passage : gathered.passages) shown.insert(passage.source);
  EXPECT_EQ(shown.size(), 8u);
}
TEST_F(GatherWorkedExamples, TheDinosaursOfTheFilmAreInTheFilm) {
  EXPECT_EQ(TitlesOf(For("what dinosaurs where in jurassic park film?")).at(0),
            "Jurassic Park (film)");
}
TEST_F(GatherWorkedExamples, BackToTheFutureIsTheFilm) {
  EXPECT_EQ(TitlesOf(For("what date did back to the future come out?")).at(0),
            "Back to the Future");
}
TEST_F(GatherWorkedExamples, OceaniaAtWarIsAReferenceToTheNovel) {
  const Gathered gathered = For("has oceania always been at war with east asia");
  EXPECT_TRUE(Has(TitlesOf(gathered), "Nineteen Eighty-Four"));
  EXPECT_EQ(gathered.frame.kind, FrameKind::kReference);
  EXPECT_EQ(gathered.frame.title, "Nineteen Eighty-Four");
  EXPECT_EQ(gathered.frame.uri, "w:1984");
}
TEST_F(GatherWorkedExamples, BiPolarReachesBipolarDisorder) {
  EXPECT_EQ(TitlesOf(For("bi-polar")).at(0), "Bipolar disorder");
}

}  // namespace
}  // namespace arborist::retrieve
