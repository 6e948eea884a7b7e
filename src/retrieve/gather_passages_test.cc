// SPDX-License-Identifier: AGPL-3.0-only
// Which part of a source is shown.
#include <gtest/gtest.h>

#include <set>

#include "document/chunker.h"
#include "retrieve/filled_home_test.h"
#include "retrieve/gathering_test.h"
#include "text/utf8.h"

namespace arborist::retrieve {
namespace {

std::string Repeat(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

// Three chunks of 512 words each.
std::string ThreeChunks() {
  return Repeat("filler ", 510) + "walrus tusk. " + Repeat("padding ", 509) +
         "walrus walrus tusk. " + Repeat("nothing ", 200);
}

TEST(GatherPassages, ASourcesFirstPassageIsTheOneThatSaysMost) {
  FilledHome home(1);
  home.Put({{"test:a", "Animals", ThreeChunks()}});
  const store::Corpus corpus = home.Open();
  const Gathered gathered = GatherFrom(corpus, {.question = "walrus tusk"});
  ASSERT_EQ(gathered.passages.size(), 2u);  // the third says nothing of it
  EXPECT_EQ(gathered.passages[0].chunk.chunk_idx, 1);
  EXPECT_EQ(gathered.passages[1].chunk.chunk_idx, 0);
  const std::string text = ThreeChunks();
  const auto slices = document::Split(text, document::Chunking::kTok512V1);
  EXPECT_EQ(gathered.passages[0].raw, slices[1]);
  EXPECT_EQ(gathered.passages[0].chunk.chunk_root, document::LeafOf(slices[1]).hex());
  EXPECT_EQ(gathered.passages[0].leaf_count, 3u);
}

TEST(GatherPassages, OfABookTheIndexFindsThePages) {
  std::string book;
  for (int i = 0; i < 40 * 512; ++i) {
    const int chunk = i / 512;
    const int word = i % 512;
    if (chunk == 7 && word < 2) {
      book += word == 0 ? "walrus " : "tusk ";
    } else {
      book += (chunk == 30 && word < 3 ? "walrus" : "word" + std::to_string(i)) + " ";
    }
  }
  FilledHome home(1);
  home.Put({{"test:a", "Book", book}});
  const store::Corpus corpus = home.Open();
  const Gathered gathered = GatherFrom(corpus, {.question = "walrus tusks"});
  ASSERT_EQ(gathered.passages.size(), 2u);
  EXPECT_EQ(gathered.passages[0].chunk.chunk_idx, 7);   // two words
  EXPECT_EQ(gathered.passages[1].chunk.chunk_idx, 30);  // one, three times
}

TEST(GatherPassages, ADocumentThatIsAskedForComesWhole) {
  FilledHome home(2);
  home.Put({{"test:a", "Animals", ThreeChunks()}, {"test:b", "Walrus tusk", "walrus tusk"}});
  const store::Corpus corpus = home.Open();
  const DocumentRoot root = document::Identify(ThreeChunks()).root;
  const Gathered gathered = GatherFrom(corpus, {.question = "walrus tusk", .document = root});
  ASSERT_EQ(gathered.sources.size(), 1u);
  EXPECT_EQ(gathered.sources[0].title, "Animals");
  EXPECT_EQ(gathered.sources[0].source_role, evidence::kUnclassifiedRole);
  EXPECT_EQ(gathered.sources[0].chunk_idx, 1u);
  std::vector<std::int64_t> order;
  order.reserve(gathered.passages.size());
  for (const ContextPassage& passage : gathered.passages) order.push_back(passage.chunk.chunk_idx);
  EXPECT_EQ(order, (std::vector<std::int64_t>{1, 0, 2}));
  EXPECT_EQ(ToJson(gathered.plan).at("document").as_string(), root.hex());
  const Gathered other =
      GatherFrom(corpus, {.question = "something else altogether", .document = root});
  EXPECT_EQ(other.passages.size(), 3u);  // asked for is asked for
}

TEST(GatherPassages, AnUnknownDocumentIsNotFound) {
  FilledHome home(1);
  home.Put({{"test:a", "A", "text"}});
  const store::Corpus corpus = home.Open();
  const auto gathered = Gatherer(&corpus).Gather({.question = "text", .document = DocumentRoot()});
  ASSERT_FALSE(gathered);
  EXPECT_EQ(gathered.error().code, ErrorCode::kNotFound);
}

// A text of many chunks, none of which says much, but for one sentence in the middle of one.
std::string LongText(int sentences, int at) {
  std::string text;
  for (int i = 0; i < sentences; ++i) {
    text += i == at ? "The gate of the Lockport staircase opens when the green lamp is lit. "
                    : "Canal lore of the gate keepers fills page " + std::to_string(i) +
                          " of this long chronicle. ";
  }
  return text;
}

TEST(GatherPassages, TakesTheChunkThatTheSearchRanksFirst) {
  FilledHome home(1);
  home.Put({{"file:///chronicle", "Chronicle", LongText(900, 700)}});
  const store::Corpus corpus = home.Open();
  const std::string question = "When does the gate of the Lockport staircase open?";
  const auto hits = Search(corpus, {.query = question, .limit = 1});
  ASSERT_TRUE(hits && !hits->empty());
  ASSERT_GT((*hits)[0].chunk_idx, 0U);
  const auto gathered = Gatherer(&corpus).Gather({.question = question, .max_context_chars = 1000});
  ASSERT_TRUE(gathered) << gathered.error().message;
  ASSERT_EQ(gathered->passages.size(), 1U);
  EXPECT_EQ(gathered->passages[0].chunk.chunk_idx, static_cast<std::int64_t>((*hits)[0].chunk_idx));
}

TEST(GatherPassages, CutsAroundTheHitsAndNotFromTheFront) {
  FilledHome home(1);
  const std::string text = LongText(40, 35);
  home.Put({{"file:///chronicle", "Chronicle", text}});
  const store::Corpus corpus = home.Open();
  const auto gathered = Gatherer(&corpus).Gather(
      {.question = "When does the gate of the Lockport staircase open?", .max_context_chars = 500});
  ASSERT_TRUE(gathered) << gathered.error().message;
  ASSERT_EQ(gathered->passages.size(), 1U);
  const ContextPassage& passage = gathered->passages[0];
  EXPECT_TRUE(passage.cut);
  EXPECT_TRUE(passage.chunk.span.contains("when the green lamp is lit")) << passage.chunk.span;
  EXPECT_GT(passage.chunk.offset_start, 0U);
  EXPECT_EQ(passage.chunk.span, text.substr(passage.chunk.offset_start, passage.chunk.span.size()));
}

TEST(GatherPassages, CutsAtASentenceEndWithinTheBudget) {
  FilledHome home(1);
  home.Put({{"test:en", "Whales", Repeat("The whale swims far. ", 60)},
            {"test:zh", "鲸鱼", Repeat("鲸鱼游得很远。", 60)}});
  const store::Corpus corpus = home.Open();
  for (const char* question : {"whale", "鲸鱼"}) {
    const Gathered gathered =
        GatherFrom(corpus, {.question = question, .top_k = 1, .max_context_chars = 100});
    ASSERT_EQ(gathered.passages.size(), 1u) << question;
    const ContextPassage& passage = gathered.passages[0];
    EXPECT_TRUE(passage.cut);
    EXPECT_LE(text::CountCodePoints(passage.chunk.span), 100u);
    EXPECT_GT(text::CountCodePoints(passage.chunk.span), 80u);
    EXPECT_TRUE(passage.chunk.span.ends_with(".") || passage.chunk.span.ends_with("。"));
    EXPECT_TRUE(passage.raw.starts_with(passage.chunk.span));
  }
}

TEST(GatherPassages, WhatIsShownOfMarkupIsItsBase) {
  FilledHome home(1);
  const std::string raw = "# Lock\n\nThe **Lockport** [staircase](https://a) has `five` locks.\n";
  home.PutAs({{"file:///lock.md", "Lock", raw}}, "markdown", document::kMarkdownExtraction);
  const store::Corpus corpus = home.Open();
  const std::string question = "How many locks has the Lockport staircase?";
  const Gathered shown = GatherFrom(corpus, {.question = question});
  ASSERT_EQ(shown.passages.size(), 1U);
  EXPECT_EQ(shown.passages[0].chunk.span, "Lock\n\nThe Lockport staircase has five locks.");
  EXPECT_EQ(shown.passages[0].raw, raw);
  EXPECT_EQ(shown.sources[0].base, markup::Base::kMarkdownV1);
  const Gathered before =
      GatherFrom(corpus, {.question = question, .bases = markup::BaseSet::kWikitext});
  EXPECT_EQ(before.passages[0].chunk.span, raw);
  EXPECT_EQ(before.sources[0].base, markup::Base::kIdentity);
}

TEST(GatherPassages, WhatOneSourceLeavesOverGoesToTheOthers) {
  FilledHome home(1);
  std::string pages;
  for (int i = 0; i < 2500; ++i)
    pages += (i % 50 == 0 ? "walrus" : "word" + std::to_string(i)) + " ";
  home.Put({{"test:a", "Long", pages}, {"test:b", "Walrus", "The walrus sleeps."}});
  const store::Corpus corpus = home.Open();
  const Gathered gathered =
      GatherFrom(corpus, {.question = "walrus", .top_k = 2, .max_context_chars = 12000});
  std::size_t chars = 0;
  for (const ContextPassage& passage : gathered.passages)
    chars += text::CountCodePoints(passage.chunk.span);
  EXPECT_EQ(gathered.sources.size(), 2u);
  EXPECT_GT(chars, 10000u);  // more than the half of the one and all of the other
  EXPECT_LE(chars, 12000u);
}

TEST(GatherPassages, NearDuplicatesComeOnce) {
  const std::string text =
      "The walrus lives in the Arctic. It has two long tusks and eats clams from the sea floor. "
      "Both males and females have tusks, which grow for as long as the animal lives. ";
  FilledHome home(2);
  home.Put({{"test:a", "Walrus", text},
            {"test:b", "Walrus copy", text + "Edited."},
            {"test:c", "Tusk", "A tusk of a walrus can be a metre long."}});
  const store::Corpus corpus = home.Open();
  const Gathered gathered = GatherFrom(corpus, {.question = "how long is a walrus tusk?"});
  EXPECT_EQ(gathered.sources.size(), 2u);
  EXPECT_TRUE(Has(TitlesOf(gathered), "Tusk"));
  ASSERT_EQ(gathered.notes.size(), 1u);
  EXPECT_NE(gathered.notes[0].find("1 passage"), std::string::npos);
}

TEST(GatherPassages, WikitextIsShownAsProse) {
  FilledHome home(1);
  home.PutAs({{"test:w", "Walrus", "The '''walrus''' eats [[clam|clams]].<ref>x</ref>"},
              {"test:e", "Walrus empty", "{{walrus}}"}},
             "wikitext", document::kWikitextExtraction);
  home.Put({{"test:p", "Plain walrus", "The '''walrus''' sleeps."}});
  const store::Corpus corpus = home.Open();
  const Gathered gathered = GatherFrom(corpus, {.question = "walrus"});
  std::set<std::string> spans;
  for (const ContextPassage& passage : gathered.passages) spans.insert(passage.chunk.span);
  EXPECT_EQ(spans, (std::set<std::string>{"The walrus eats clams.", "The '''walrus''' sleeps."}));
  for (const ContextDocument& source : gathered.sources)
    EXPECT_EQ(source.source_type, source.document_uri == "test:w" ? "wikitext" : "text");
}

}  // namespace
}  // namespace arborist::retrieve
