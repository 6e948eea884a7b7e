// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <string>
#include <thread>

#include "store/sample_store_test.h"
#include "store/schema/schema.h"

namespace arborist::store {
namespace {

TEST_F(StoreTest, OneTextUnderTwoUrisIsOneDocumentWithTwoNames) {
  EXPECT_EQ(PutOne(MakeDocument("u:b", "the same text")), PutOutcome::kAdded);
  EXPECT_EQ(PutOne(MakeDocument("u:a", "the same text")), PutOutcome::kAdded);
  const auto counts = OpenReader()->Counts();
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->documents, 1);
  EXPECT_EQ(counts->locations, 2);
  EXPECT_EQ(counts->chunks, 1);
  const Corpus corpus = OpenCorpus();
  const auto document = corpus.Resolve("u:b");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->current_uris(), (std::vector<std::string>{"u:a", "u:b"}));
  EXPECT_EQ(document->shown().uri, "u:a");
  EXPECT_EQ(LastEventType(), "location_added");
  EXPECT_EQ(Hits("text"), 1u);
  EXPECT_EQ(Problems(), "");
}

TEST_F(StoreTest, RefusesNamesThatAreNotUtf8AndWritesNothing) {
  PutOne(MakeDocument("u:1", "some text"));
  const std::int64_t events = Events();
  const PreparedDocument bad_ones[] = {MakeDocument("u:\xFF/a", "other text"),
                                       MakeDocument("u:2", "other text", "A\xE9"),
                                       MakeDocument("u:1", "other text", "cut \xC3"),
                                       MakeAlias("u:\xFF", "u:1"), MakeAlias("u:3", "u:\xFF")};
  for (const PreparedDocument& bad : bad_ones) {
    const auto writer = OpenWriter();
    ASSERT_TRUE(writer->Begin());
    const auto outcome = writer->Put(bad, SameBytes::kPutAgain);
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().code, ErrorCode::kInvalidData);
    EXPECT_NE(outcome.error().message.find("is not UTF-8 at byte "), std::string::npos);
    ASSERT_TRUE(writer->Commit());
  }
  EXPECT_EQ(Events(), events);
  EXPECT_EQ(OpenReader()->Counts()->locations, 1);
  EXPECT_EQ(Problems(), "");
}

TEST_F(StoreTest, TheSameContentAgainIsANoOpWithoutEvent) {
  PutOne(MakeDocument("u:1", "some text"));
  const std::int64_t events = Events();
  clock_.now += 1000;
  EXPECT_EQ(PutOne(MakeDocument("u:1", "some text")), PutOutcome::kUnchanged);
  EXPECT_EQ(Events(), events);
  EXPECT_EQ(QueryInt("SELECT last_seen-first_seen FROM locations"), 1000);
  EXPECT_EQ(Problems(), "");
}

TEST_F(StoreTest, OtherBytesThatMakeTheSameTextOnlyRefreshItsLocation) {
  PutOne(MakeDocument("u:1", "some text"));
  const std::int64_t events = Events();
  PreparedDocument other = MakeDocument("u:1", "some text", "Other");
  other.source_hash = SourceHash(crypto::Sha256("the same in UTF-16"));
  EXPECT_EQ(PutOne(other), PutOutcome::kUnchanged);
  EXPECT_EQ(Events(), events + 1);
  EXPECT_EQ(LastEventType(), "location_updated");
  EXPECT_EQ(QueryInt("SELECT count(*) FROM locations"), 1);
  EXPECT_EQ(TitleHits("other"), 1u);
  EXPECT_EQ(TitleHits("title"), 0u);
  EXPECT_EQ(Problems(), "");
}

TEST_F(StoreTest, NewContentOfAUriSupersedesTheOldAndLeavesTheIndex) {
  const PreparedDocument first = MakeDocument("u:1", "apples only");
  const PreparedDocument second = MakeDocument("u:1", "pears only");
  PutOne(first);
  EXPECT_EQ(PutOne(second), PutOutcome::kSuperseded);
  EXPECT_EQ(LastEventType(), "document_superseded");
  EXPECT_EQ(Events(), 3);
  EXPECT_EQ(Hits("apple"), 0u);
  EXPECT_EQ(Hits("pear"), 1u);
  EXPECT_EQ(QueryInt("SELECT count(*) FROM edges WHERE kind='supersedes' AND dst='" +
                     first.root.hex() + "'"),
            1);
  const auto old = OpenReader()->documents().Find(first.root);
  ASSERT_TRUE(old && *old);
  EXPECT_FALSE((*old)->current);
  EXPECT_EQ((*old)->locations.at(0).state, LocationState::kSuperseded);
  EXPECT_EQ(OpenReader()->texts().DocumentText(**old).value(), "apples only");
  EXPECT_EQ(OpenReader()->documents().CurrentSurfaceRoots()->size(), 1u);
  EXPECT_EQ(Problems(), "");
}

TEST_F(StoreTest, AnOlderTextReadAgainIsCurrentAgainWithAnEvent) {
  const PreparedDocument first = MakeDocument("u:1", "apples only");
  PutOne(first);
  PutOne(MakeDocument("u:1", "pears only"));
  EXPECT_EQ(PutOne(first), PutOutcome::kSuperseded);
  EXPECT_EQ(Events(), 4);
  EXPECT_EQ(LastEventType(), "document_restored");
  EXPECT_EQ(Hits("apple"), 1u);
  EXPECT_EQ(Hits("pear"), 0u);
  EXPECT_EQ(QueryInt("SELECT count(*) FROM locations"), 2);
  EXPECT_EQ(QueryInt("SELECT count(*) FROM documents"), 2);
  EXPECT_EQ(Problems(), "");
}

TEST_F(StoreTest, ADocumentStaysCurrentWhileOneLocationIs) {
  PutOne(MakeDocument("u:1", "apples only"));
  PutOne(MakeDocument("u:2", "apples only"));
  PutOne(MakeDocument("u:1", "pears only"));
  EXPECT_EQ(Hits("apple"), 1u);
  EXPECT_TRUE(Gone("u:2"));
  EXPECT_EQ(Hits("apple"), 0u);
  EXPECT_EQ(Problems(), "");
}

TEST_F(StoreTest, ARedirectIsALocationWithoutDocumentThatLeadsToItsTarget) {
  PutOne(MakeDocument("u:target", "the target"));
  EXPECT_EQ(PutOne(MakeAlias("u:old", "u:target")), PutOutcome::kAlias);
  EXPECT_EQ(PutOne(MakeAlias("u:older", "u:old")), PutOutcome::kAlias);
  EXPECT_EQ(LastEventType(), "alias_added");
  const Corpus corpus = OpenCorpus();
  const auto document = corpus.Resolve("u:older");
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_EQ(document->shown().uri, "u:target");
  EXPECT_EQ(PutOne(MakeAlias("u:old", "u:target")), PutOutcome::kUnchanged);
  EXPECT_EQ(Problems(), "");
}

TEST_F(StoreTest, ARedirectThatTurnsItsTargetIsLoggedWithIt) {
  PutOne(MakeDocument("u:target", "the target"));
  PutOne(MakeDocument("u:other", "the other"));
  PutOne(MakeAlias("u:old", "u:target"));
  EXPECT_EQ(PutOne(MakeAlias("u:old", "u:other")), PutOutcome::kAlias);
  EXPECT_EQ(OpenCorpus().Resolve("u:old")->shown().uri, "u:other");
  EXPECT_EQ(Problems(), "");
  Sql("UPDATE edges SET dst='u:target' WHERE kind='alias'");
  EXPECT_EQ(Kinds(), (std::vector<std::string>{"location_edges"}));
}

TEST_F(StoreTest, ACircleOfRedirectsIsNotFound) {
  PutOne(MakeAlias("u:1", "u:2"));
  PutOne(MakeAlias("u:2", "u:1"));
  const auto document = OpenCorpus().Resolve("u:1");
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().code, ErrorCode::kNotFound);
}

TEST_F(StoreTest, APageThatBecomesARedirectAndBackKeepsItsHistory) {
  PutOne(MakeDocument("u:2", "another page"));
  PutOne(MakeDocument("u:1", "a page"));
  EXPECT_EQ(PutOne(MakeAlias("u:1", "u:2")), PutOutcome::kAlias);
  EXPECT_EQ(Hits("page"), 1u);
  EXPECT_EQ(PutOne(MakeDocument("u:1", "a page")), PutOutcome::kSuperseded);
  EXPECT_EQ(Hits("page"), 2u);
  EXPECT_EQ(QueryInt("SELECT count(*) FROM locations WHERE uri='u:1'"), 2);
  EXPECT_EQ(Problems(), "");
}

TEST_F(StoreTest, AUriThatIsGoneNamesNothingAndSaysSoInTheLog) {
  PutOne(MakeDocument("u:1", "apples only"));
  EXPECT_FALSE(Gone("u:none"));
  EXPECT_EQ(Events(), 2);
  EXPECT_TRUE(Gone("u:1"));
  EXPECT_FALSE(Gone("u:1"));
  EXPECT_EQ(Events(), 3);
  EXPECT_EQ(LastEventType(), "location_gone");
  EXPECT_FALSE(OpenReader()->locations().Resolve("u:1")->has_value());
  EXPECT_EQ(Hits("apple"), 0u);
  EXPECT_EQ(TitleHits("title"), 0u);
  EXPECT_EQ(Problems(), "");
  EXPECT_EQ(PutOne(MakeDocument("u:1", "apples only")), PutOutcome::kAdded);
  EXPECT_EQ(LastEventType(), "document_restored");
  EXPECT_EQ(Hits("apple"), 1u);
  EXPECT_EQ(Problems(), "");
}

TEST_F(StoreTest, ARootMetAgainWithAnotherLeafCountIsRefusedAsAmbiguous) {
  const PreparedDocument three = FromChunks("u:1", {"a ", "b ", "c "});
  const PreparedDocument four = FromChunks("u:2", {"a ", "b ", "c ", "c "});
  ASSERT_EQ(three.root, four.root);
  PutOne(three);
  const auto writer = OpenWriter();
  ASSERT_TRUE(writer->Begin());
  const auto refused = writer->Put(four);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kAmbiguous);
  EXPECT_TRUE(refused.error().message.starts_with("ambiguous_root: " + three.root.hex()));
  ASSERT_TRUE(writer->Commit());
  EXPECT_EQ(Events(), 2);
}

TEST_F(StoreTest, EveryChangeHasExactlyOneEvent) {
  std::int64_t events = 1;  // log_created
  const auto put = [&](const PreparedDocument& document, int change) {
    PutOne(document);
    events += change;
    EXPECT_EQ(Events(), events) << document.uri << " " << LastEventType();
  };
  put(MakeDocument("u:1", "one"), 1);
  put(MakeDocument("u:1", "one"), 0);
  put(MakeDocument("u:2", "one"), 1);
  put(MakeDocument("u:1", "two"), 1);
  put(MakeDocument("u:1", "one"), 1);
  put(MakeAlias("u:3", "u:1"), 1);
  put(MakeAlias("u:3", "u:1"), 0);
  put(MakeAlias("u:3", "u:2"), 1);
  put(MakeDocument("u:3", "three"), 1);
  Gone("u:3");
  EXPECT_EQ(Events(), ++events);
  EXPECT_EQ(Problems(), "");
}

TEST_F(StoreTest, WhatWasNotCommittedIsNotThere) {
  {
    const auto writer = OpenWriter();
    ASSERT_TRUE(writer->Begin());
    ASSERT_TRUE(writer->Put(MakeDocument("u:1", "one")));
  }
  EXPECT_EQ(Events(), 1);
  EXPECT_EQ(OpenReader()->Counts()->documents, 0);
  EXPECT_EQ(Problems(), "");
}

TEST_F(StoreTest, AReaderSeesOneMomentUntilItsNextSnapshot) {
  PutOne(MakeDocument("u:1", "one"));
  const auto reader = OpenReader();
  EXPECT_EQ(reader->documents().CurrentSurfaceRoots()->size(), 1u);
  PutOne(MakeDocument("u:2", "two"));
  EXPECT_EQ(reader->documents().CurrentSurfaceRoots()->size(), 1u);
  ASSERT_TRUE(reader->Renew());
  EXPECT_EQ(reader->documents().CurrentSurfaceRoots()->size(), 2u);
}

TEST_F(StoreTest, ASecondWriterIsRefusedOrWaits) {
  auto first = OpenWriter();
  const auto second = ShardWriter::Open(
      Address(), {.clock = &clock_, .random = &random_, .actor = "test", .wait = false});
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kConflict);
  std::thread waiting([&] { EXPECT_NE(OpenWriter(), nullptr); });
  first.reset();
  waiting.join();
}

TEST_F(StoreTest, TheLogRefusesToBeChangedOrCut) {
  PutOne(MakeDocument("u:1", "one"));
  auto database = sqlite::Database::Open(ShardPath(), {.mode = sqlite::OpenMode::kReadWrite});
  ASSERT_TRUE(database);
  for (const char* sql : {"UPDATE audit_events SET time=0", "DELETE FROM audit_events",
                          "UPDATE audit_events SET event_hash=zeroblob(32) WHERE seq=0"}) {
    const Status status = database->Execute(sql);
    ASSERT_FALSE(status) << sql;
    EXPECT_TRUE(status.error().message.contains("the log is append-only"))
        << status.error().message;
  }
}

TEST_F(StoreTest, MarksAreKeptListedAndRemoved) {
  const auto writer = OpenWriter();
  ASSERT_TRUE(writer->Begin());
  ASSERT_TRUE(writer->meta().Set("resume:a", "1"));
  ASSERT_TRUE(writer->meta().Set("resume:b", "2"));
  ASSERT_TRUE(writer->meta().Set("other", "3"));
  ASSERT_TRUE(writer->meta().Set("resume:a", "4"));
  ASSERT_TRUE(writer->meta().Set("resume:b", ""));
  ASSERT_TRUE(writer->Commit());
  const auto marks = writer->meta().WithPrefix("resume:");
  ASSERT_TRUE(marks);
  EXPECT_EQ(*marks, (std::vector<std::pair<std::string, std::string>>{{"resume:a", "4"}}));
  EXPECT_EQ(writer->meta().Get("other").value(), "3");
  EXPECT_EQ(writer->meta().Get("resume:b").value(), std::nullopt);
}

TEST_F(StoreTest, OnlyUrisOfFilesAreListedByPrefix) {
  PutOne(MakeDocument("file:///a/1", "one"));
  PutOne(MakeDocument("file:///a/\xC3\xA9", "two"));
  PutOne(MakeDocument("file:///b/1", "three"));
  PutOne(MakeAlias("file:///a/wiki", "u:x"));
  EXPECT_EQ(OpenWriter()->CurrentFileUris("file:///a/").value(),
            (std::vector<std::string>{"file:///a/1", "file:///a/\xC3\xA9"}));
}

// -- names

TEST_F(StoreTest, ARootIsFoundByAPrefixOfEightDigits) {
  const PreparedDocument document = MakeDocument("u:1", "one");
  PutOne(document);
  const Corpus corpus = OpenCorpus();
  const std::string hex = document.root.hex();
  for (const std::size_t digits : {8u, 9u, 63u, 64u}) {
    const auto found = corpus.Resolve(hex.substr(0, digits));
    ASSERT_TRUE(found) << digits;
    EXPECT_EQ(found->view.root, document.root);
  }
  EXPECT_EQ(corpus.Resolve(hex.substr(0, 7)).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(corpus.Resolve("0123456789").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(corpus.Resolve(hex + "0").error().code, ErrorCode::kNotFound);
}

TEST_F(StoreTest, APrefixOfSeveralRootsIsRefusedAsAmbiguous) {
  PreparedDocument one = MakeDocument("u:1", "one");
  PreparedDocument two = MakeDocument("u:2", "two");
  std::copy_n(one.root.bytes.begin(), 5, two.root.bytes.begin());
  two.root.bytes[5] = static_cast<std::uint8_t>(one.root.bytes[5] ^ 1);
  PutOne(one, "first");
  PutOne(two, "second");
  const Corpus corpus = OpenCorpus();
  const auto refused = corpus.Resolve(one.root.hex().substr(0, 9));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kAmbiguous);
  EXPECT_EQ(corpus.Resolve(one.root.hex().substr(0, 12))->view.root, one.root);
}

TEST_F(StoreTest, TwoLayoutsListTheSameDocumentsInTheSameOrder) {
  const ShardSet wide{.name = "wide", .count = 3};
  for (int i = 0; i < 40; ++i) {
    // Every fourth text has two names, which may fall into two shards.
    const std::string text = "text number " + std::to_string(i % 4 == 3 ? i - 1 : i);
    const PreparedDocument document = MakeDocument("u:" + std::to_string(i), text);
    PutOne(document, "one");
    PutOne(document, wide.ShardAt(home_, wide.IndexFor(document.uri)).name());
  }
  const auto list = [&](const std::string& set) {
    const HomePaths home{home_.root / ("home-" + set)};
    std::filesystem::create_directories(home.shards());
    for (const auto& entry : std::filesystem::directory_iterator(home_.shards())) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with(set)) std::filesystem::copy_file(entry.path(), home.shards() / name);
    }
    std::vector<std::string> lines;
    const auto corpus = Corpus::Open(home);
    EXPECT_TRUE(corpus);
    EXPECT_TRUE(corpus->ForEachDocument(false, [&](const CorpusDocument& document) -> Result<bool> {
      std::string line = document.view.root.hex() + " " + document.shown().uri + " " +
                         store::DocumentText(document).value();
      for (const std::string& uri : document.current_uris()) line += " " + uri;
      lines.push_back(std::move(line));
      return true;
    }));
    return lines;
  };
  const auto one = list("one");
  EXPECT_EQ(one.size(), 30u);
  EXPECT_EQ(one, list("wide"));
  EXPECT_TRUE(std::is_sorted(one.begin(), one.end()));
}

TEST_F(StoreTest, AShardSetKeepsItsLayout) {
  PutOne(MakeDocument("u:1", "one"), "set.1of2");
  EXPECT_EQ(ChooseShardSet(home_, "set", std::nullopt, 4)->count, 2u);
  const auto refused = ChooseShardSet(home_, "set", 3, 4);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kConflict);
  EXPECT_TRUE(refused.error().message.contains("made with 2 shards"));
  EXPECT_EQ(ChooseShardSet(home_, "../set", 1, 1).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(ChooseShardSet(home_, "new", 257, 1).error().code, ErrorCode::kInvalidArgument);
  PutOne(MakeDocument("u:1", "one"), "set");
  EXPECT_EQ(ListShardSets(home_).error().code, ErrorCode::kConflict);
}

TEST_F(StoreTest, AShardIsFoundByItsAddress) {
  const ShardSet set{.name = "set", .count = 2};
  const ShardAddress second = set.ShardAt(home_, 1);
  EXPECT_EQ(second.name(), "set.2of2");
  EXPECT_EQ(second, home_.shard("set.2of2"));
  EXPECT_LT(set.ShardAt(home_, 0), second);
  EXPECT_EQ((ShardSet{.name = "one", .count = 1}.ShardAt(home_, 0)), home_.shard("one"));
  EXPECT_EQ(second.Exists(), false);
  EXPECT_EQ(ShardReader::Open(second).has_value(), false);
  PutOne(MakeDocument("u:1", "one"), second.name());
  EXPECT_EQ(second.Exists(), true);
  EXPECT_EQ(OpenReader(second.name())->address(), second);
  EXPECT_EQ(OpenWriter(second.name())->address(), second);
}

TEST_F(StoreTest, ACorpusWithoutOneOfItsShardsIsNotOpened) {
  PutOne(MakeDocument("u:1", "one"), "set.1of2");
  const auto corpus = Corpus::Open(home_);
  ASSERT_FALSE(corpus) << "half of the documents would be found";
  EXPECT_EQ(corpus.error().code, ErrorCode::kEnvironment);
  EXPECT_TRUE(corpus.error().message.contains("set.2of2.db is gone")) << corpus.error().message;
  PutOne(MakeDocument("u:2", "two"), "set.2of2");
  EXPECT_TRUE(Corpus::Open(home_));
}

TEST_F(StoreTest, AShardIsGoneWhereALaterOneIsThere) {
  {
    const auto writer = OpenWriter("set.2of2");
  }
  EXPECT_EQ(Corpus::Open(home_).error().code, ErrorCode::kEnvironment) << "they are made in order";
}

TEST_F(StoreTest, ASetThatIsBeingMadeIsEmpty) {
  {
    const auto writer = OpenWriter("set.1of2");
  }
  const auto corpus = Corpus::Open(home_);
  EXPECT_TRUE(corpus) << corpus.error().message;
}

}  // namespace
}  // namespace arborist::store
