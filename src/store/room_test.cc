// SPDX-License-Identifier: AGPL-3.0-only
// What goes to make room, and how it comes back, as a shard sees it.
#include <gtest/gtest.h>

#include <random>

#include "store/home/hits.h"
#include "store/home/snapshot_root.h"
#include "store/sample_store_test.h"

namespace arborist::store {
namespace {

class RoomTest : public StoreTest {
 protected:
  Result<bool> Evict(const DocumentRoot& root, Tier tier) {
    const auto writer = OpenWriter();
    EXPECT_TRUE(writer->Begin());
    auto evicted = writer->evictions().Evict(root, tier);
    EXPECT_TRUE(writer->Commit());
    return evicted;
  }
  Refill Rehydrate(const PreparedDocument& document) {
    const auto writer = OpenWriter();
    EXPECT_TRUE(writer->Begin());
    const auto filled = writer->evictions().Rehydrate(document);
    EXPECT_TRUE(filled) << filled.error().message;
    EXPECT_TRUE(writer->Commit());
    return filled.value_or(Refill::kNotHere);
  }
  Tier TierOf(const DocumentRoot& root) { return (*OpenReader()->documents().Find(root))->tier; }
  Result<std::string> TextOf(const DocumentRoot& root) {
    const auto reader = OpenReader();
    return reader->texts().DocumentText(**reader->documents().Find(root));
  }
};

TEST_F(RoomTest, AWarmDocumentKeepsLeavesAndIndexAndLosesItsText) {
  const PreparedDocument document = MakeDocument("u:1", ManyWords(1, 1200));
  PutOne(document);
  const SnapshotRoot before = RootOf(CurrentSurfaceRoots(OpenCorpus()).value());
  EXPECT_TRUE(Evict(document.root, Tier::kWarm).value());
  EXPECT_EQ(TierOf(document.root), Tier::kWarm);
  EXPECT_EQ(LastEventType(), "document_evict_warm");
  EXPECT_EQ(QueryInt("SELECT count(*) FROM chunks WHERE content IS NOT NULL"), 0);
  EXPECT_GT(Hits("word7"), 0u);
  const auto reader = OpenReader();
  EXPECT_EQ(merkle::Root(reader->texts().Leaves(**reader->documents().Find(document.root)).value()),
            document.root);
  const auto text = TextOf(document.root);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, ErrorCode::kNotFound);
  EXPECT_TRUE(text.error().message.contains("arborist rehydrate PATH brings it back"))
      << "u:1 is no file: " << text.error().message;
  EXPECT_EQ(RootOf(CurrentSurfaceRoots(OpenCorpus()).value()), before);
  EXPECT_EQ(Problems(), "");
}

TEST_F(RoomTest, AColdDocumentLeavesTheIndexToo) {
  const PreparedDocument document = MakeDocument("u:1", ManyWords(1, 1200));
  PutOne(document);
  PutOne(MakeDocument("u:2", "apples"));
  EXPECT_TRUE(Evict(document.root, Tier::kCold).value());
  EXPECT_EQ(LastEventType(), "document_evict_cold");
  EXPECT_EQ(Hits("word7"), 0u);
  EXPECT_EQ(OpenReader()->index().Stats()->chunks, 1);
  EXPECT_EQ(TitleHits("title"), 2u) << "its title is still found";
  EXPECT_EQ(Problems(), "");
}

TEST_F(RoomTest, EvictingGoesOneWayAndOnlyWhereThereIsSomethingToDrop) {
  const PreparedDocument document = MakeDocument("u:1", "a text");
  PutOne(document);
  EXPECT_TRUE(Evict(document.root, Tier::kWarm).value());
  const std::int64_t events = Events();
  EXPECT_FALSE(Evict(document.root, Tier::kWarm).value());
  EXPECT_EQ(Events(), events);
  EXPECT_TRUE(Evict(document.root, Tier::kCold).value());
  EXPECT_FALSE(Evict(document.root, Tier::kWarm).value());
  EXPECT_FALSE(Evict(MakeDocument("u:2", "none").root, Tier::kWarm).value());
  EXPECT_EQ(TierOf(document.root), Tier::kCold);
  EXPECT_EQ(Problems(), "");
}

TEST_F(RoomTest, CoresAreNeverEvicted) {
  const PreparedDocument document = MakeDocument("u:1", "a text");
  PutOne(document);
  Sql("UPDATE formats SET kind='core', compression_depth=1");
  const auto refused = Evict(document.root, Tier::kWarm);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kConflict);
  EXPECT_TRUE(TextOf(document.root));
}

TEST_F(RoomTest, ADamagedTextIsNotEvictedButNamed) {
  const PreparedDocument document = MakeDocument("u:1", "a text");
  PutOne(document);
  Sql("UPDATE chunks SET content=CAST('b text' AS BLOB)");
  const auto refused = Evict(document.root, Tier::kWarm);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kCorrupt);
}

TEST_F(RoomTest, TheSameTextBringsItBackWithIndexAndEvent) {
  for (const Tier tier : {Tier::kWarm, Tier::kCold}) {
    const std::string text = ManyWords(static_cast<int>(tier), 1200);
    const PreparedDocument document = MakeDocument("u:" + std::string(Name(tier)), text);
    PutOne(document);
    const std::size_t hits = Hits("word7");
    EXPECT_TRUE(Evict(document.root, tier).value());
    EXPECT_EQ(Rehydrate(document), Refill::kFilled);
    EXPECT_EQ(LastEventType(), "document_rehydrate");
    EXPECT_EQ(TierOf(document.root), Tier::kHot);
    EXPECT_EQ(TextOf(document.root).value(), text);
    EXPECT_EQ(Hits("word7"), hits);
    EXPECT_EQ(Problems(), "");
    EXPECT_EQ(Rehydrate(document), Refill::kNotEvicted);
  }
}

TEST_F(RoomTest, AnotherTextIsRefusedEvenWhereTheRootIsTheSame) {
  const PreparedDocument document = MakeDocument("u:1", "some text");
  PutOne(document);
  EXPECT_TRUE(Evict(document.root, Tier::kWarm).value());
  EXPECT_EQ(Rehydrate(MakeDocument("u:1", "some other text")), Refill::kNotHere);
  const PreparedDocument spaced = MakeDocument("u:1", "some  text");
  ASSERT_EQ(spaced.root, document.root);
  EXPECT_EQ(Rehydrate(spaced), Refill::kOtherText);
  PreparedDocument forged = MakeDocument("u:1", "evil text");
  forged.root = document.root;
  EXPECT_EQ(Rehydrate(forged), Refill::kOtherText);
  forged.chunks[0].leaf = document.chunks[0].leaf;
  EXPECT_EQ(Rehydrate(forged), Refill::kOtherText);
  EXPECT_EQ(TierOf(document.root), Tier::kWarm);
  EXPECT_EQ(Problems(), "");
}

TEST_F(RoomTest, ReadingTheSameSourceAgainLeavesItEvicted) {
  const PreparedDocument document = MakeDocument("u:1", "some text");
  PutOne(document);
  EXPECT_TRUE(Evict(document.root, Tier::kCold).value());
  EXPECT_EQ(PutOne(document), PutOutcome::kUnchanged);
  EXPECT_TRUE(OpenWriter()->evictions().IsEvicted("u:1").value());
  EXPECT_FALSE(OpenWriter()->evictions().IsEvicted("u:2").value());
  EXPECT_EQ(Problems(), "");
}

TEST_F(RoomTest, TheTextAtANewPlaceComesBack) {
  const PreparedDocument document = MakeDocument("u:1", "some text");
  PutOne(document);
  EXPECT_TRUE(Evict(document.root, Tier::kCold).value());
  EXPECT_EQ(PutOne(MakeDocument("u:2", "some text")), PutOutcome::kAdded);
  EXPECT_EQ(TierOf(document.root), Tier::kHot);
  EXPECT_EQ(Hits("some"), 1u);
  EXPECT_EQ(Problems(), "");
}

TEST_F(RoomTest, AnEvictedTextIsSupersededAndRestoredLikeAnyOther) {
  for (const Tier tier : {Tier::kWarm, Tier::kCold}) {
    const std::string uri = "u:" + std::string(Name(tier));
    const PreparedDocument document = MakeDocument(uri, "text of " + uri);
    PutOne(document);
    EXPECT_TRUE(Evict(document.root, tier).value());
    EXPECT_EQ(PutOne(MakeDocument(uri, "another for " + uri)), PutOutcome::kSuperseded);
    EXPECT_EQ(TierOf(document.root), tier);
    EXPECT_EQ(Problems(), "");
    EXPECT_EQ(PutOne(document), PutOutcome::kSuperseded);
    EXPECT_EQ(TierOf(document.root), Tier::kHot);
    EXPECT_EQ(Problems(), "");
  }
}

TEST_F(RoomTest, AnEvictedDocumentCanBeBurned) {
  for (const Tier tier : {Tier::kWarm, Tier::kCold}) {
    const PreparedDocument document = MakeDocument("u:1", "secret " + std::string(Name(tier)));
    PutOne(document);
    EXPECT_TRUE(Evict(document.root, tier).value());
    const auto writer = OpenWriter();
    ASSERT_TRUE(writer->Begin());
    EXPECT_TRUE(writer->burns().Burn(document.root).value());
    ASSERT_TRUE(writer->Commit());
    EXPECT_EQ(QueryInt("SELECT count(*) FROM evictions"), 0);
    EXPECT_EQ(Problems(), "");
  }
}

TEST_F(RoomTest, TheFileShrinksWhenItIsCompacted) {
  std::mt19937 random(3);
  std::vector<PreparedDocument> documents;
  for (int i = 0; i < 30; ++i) {
    std::string text;
    for (int w = 0; w < 2000; ++w) text += std::to_string(random()) + " ";
    documents.push_back(MakeDocument("u:" + std::to_string(i), text));
  }
  const auto writer = OpenWriter();
  ASSERT_TRUE(writer->Begin());
  for (const PreparedDocument& document : documents) ASSERT_TRUE(writer->Put(document));
  ASSERT_TRUE(writer->Commit());
  ASSERT_TRUE(writer->Finish());
  const auto size = [&] { return std::filesystem::file_size(ShardPath()); };
  const auto hot = size();
  const auto evict = [&](Tier tier) {
    ASSERT_TRUE(writer->Begin());
    for (const PreparedDocument& document : documents) {
      ASSERT_TRUE(writer->evictions().Evict(document.root, tier).value());
    }
    ASSERT_TRUE(writer->Commit());
    const Status compacted = writer->evictions().Compact();
    ASSERT_TRUE(compacted) << compacted.error().message;
  };
  evict(Tier::kWarm);
  const auto warm = size();
  evict(Tier::kCold);
  EXPECT_LT(warm, hot * 7 / 10);
  EXPECT_LT(size(), warm / 2);
  EXPECT_EQ(Problems(), "");
}

// fsck knows tiers: evicted is no damage, all else about it is.
TEST_F(RoomTest, EveryDamageToWhatWasEvictedIsFound) {
  for (const auto& [damage, kind] : std::vector<std::pair<std::string, std::string>>{
           {"UPDATE chunks SET content=NULL WHERE doc_id=1", "tier_mismatch"},
           {"UPDATE chunks SET tier=NULL WHERE doc_id=2", "tier_mismatch"},
           {"UPDATE chunks SET content=x'00' WHERE doc_id=2", "tier_mismatch"},
           {"DELETE FROM evictions WHERE doc_id=2", "tier_mismatch"},
           {"UPDATE evictions SET tier='cold'; UPDATE chunks SET tier='cold' WHERE doc_id=2",
            "eviction_mismatch"},
           {"UPDATE evictions SET text_hash=zeroblob(32)", "eviction_mismatch"},
           {"UPDATE evictions SET doc_id=77", "orphan_eviction"},
           {"UPDATE formats SET kind='core'", "core_evicted"},
           {"UPDATE chunks SET leaf_hash=zeroblob(32) WHERE doc_id=2 AND chunk_idx=1",
            "root_mismatch"},
           {"DELETE FROM chunks_fts WHERE rowid=(SELECT min(chunk_id) FROM chunks WHERE doc_id=2)",
            "index_row_missing"}}) {
    std::filesystem::remove_all(home_.shards());
    std::filesystem::create_directories(home_.shards());
    PutOne(MakeDocument("u:1", ManyWords(1, 1200)));
    const PreparedDocument second = MakeDocument("u:2", ManyWords(2, 1200));
    PutOne(second);
    EXPECT_TRUE(Evict(second.root, Tier::kWarm).value());
    ASSERT_EQ(Problems(), "");
    Sql(damage);
    const std::vector<std::string> kinds = Kinds();
    EXPECT_TRUE(std::ranges::find(kinds, kind) != kinds.end()) << damage << "\n" << Problems();
  }
}

TEST_F(RoomTest, TheCorpusReadsTheCopyThatStillHasItsText) {
  const PreparedDocument document = MakeDocument("u:1", "the same text");
  PutOne(document, "a");
  PutOne(document, "b");
  {
    const auto writer = OpenWriter("a");
    ASSERT_TRUE(writer->Begin());
    ASSERT_TRUE(writer->evictions().Evict(document.root, Tier::kCold).value());
    ASSERT_TRUE(writer->Commit());
  }
  const Corpus corpus = OpenCorpus();
  const auto found = corpus.Find(document.root);
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((*found)->view.tier, Tier::kHot);
  EXPECT_EQ(store::DocumentText(**found).value(), "the same text");
}

TEST_F(RoomTest, UsesAreNotedWithoutMovingAHeadAndHandedOn) {
  const PreparedDocument document = MakeDocument("u:1", "some text");
  PutOne(document);
  const EventHash head = OpenReader()->Head()->head;
  const auto home = HomeStore::Open(home_, {.clock = &clock_, .random = &random_, .actor = "test"});
  ASSERT_TRUE(home);
  class Hits hits(home->get());
  const DocumentRoot roots[] = {document.root};
  ASSERT_TRUE(hits.Count(roots));
  clock_.now += 5;
  ASSERT_TRUE(hits.Count(roots));
  EXPECT_EQ(hits.Of(document.root)->count, 2);
  const auto told = hits.All();
  ASSERT_TRUE(told);
  {
    const auto writer = OpenWriter();
    ASSERT_TRUE(writer->Begin());
    for (const auto& [root, hit] : *told)
      ASSERT_TRUE(writer->evictions().AddHits(root, hit.count, hit.last));
    ASSERT_TRUE(writer->Commit());
  }
  ASSERT_TRUE(hits.Count(roots));
  ASSERT_TRUE(hits.Forget(*told));
  EXPECT_EQ(hits.Of(document.root)->count, 1) << "what came in between stays";
  const auto view = OpenReader()->documents().Find(document.root);
  EXPECT_EQ((*view)->hit_count, 2);
  EXPECT_EQ((*view)->last_hit_at, clock_.now);
  EXPECT_EQ(OpenReader()->Head()->head, head);
  EXPECT_EQ(Problems(), "");
}

}  // namespace
}  // namespace arborist::store
