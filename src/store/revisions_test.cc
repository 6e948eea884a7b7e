// SPDX-License-Identifier: AGPL-3.0-only
// A document is its root; a revision is its root and the hash of its raw text.
#include "store/log/bindings.h"
#include "store/sample_store_test.h"
#include "store/schema/schema.h"

namespace arborist::store {
namespace {

constexpr char kAdults[] = "Ibuprofen\t1200\t\t\nIt is binding.\n";
constexpr char kChildren[] = "Ibuprofen\t\t1200\t\nIt is binding.\n";

class RevisionsTest : public StoreTest {
 protected:
  std::string TextOf(const std::string& name) {
    const Corpus corpus = OpenCorpus();
    const auto document = corpus.Resolve(name);
    if (!document) return "error: " + document.error().message;
    const auto text = DocumentText(*document);
    return text ? *text : "error: " + text.error().message;
  }
  std::string TextHashAt(const std::string& uri) {
    const Corpus corpus = OpenCorpus();
    const auto document = corpus.Resolve(uri);
    return document && document->text.text_hash ? document->text.text_hash->hex() : "";
  }
  StoredEvent LastEvent() {
    StoredEvent last;
    const auto reader = OpenReader();
    EXPECT_TRUE(reader->log().ReadEvents(0, kNewestEvent, [&](const StoredEvent& event) {
      last = event;
      return true;
    }));
    return last;
  }
  bool Evict(const DocumentRoot& root, Tier to) {
    const auto writer = OpenWriter();
    EXPECT_TRUE(writer->Begin());
    const auto evicted = writer->evictions().Evict(root, to);
    EXPECT_TRUE(evicted) << evicted.error().message;
    EXPECT_TRUE(writer->Commit());
    return evicted.value_or(false);
  }
  Refill Rehydrate(const PreparedDocument& document) {
    const auto writer = OpenWriter();
    EXPECT_TRUE(writer->Begin());
    const auto filled = writer->evictions().Rehydrate(document);
    EXPECT_TRUE(filled) << filled.error().message;
    EXPECT_TRUE(writer->Commit());
    return filled.value_or(Refill::kNotHere);
  }
  // The shard as the schema before this one had it.
  void MakeSchema4() {
    Sql("ALTER TABLE locations DROP COLUMN revision; ALTER TABLE evictions RENAME TO newer;"
        "CREATE TABLE evictions(doc_id INTEGER PRIMARY KEY REFERENCES documents(doc_id), tier TEXT "
        "NOT NULL, text_hash BLOB NOT NULL, evicted_at INTEGER NOT NULL) STRICT;"
        "INSERT INTO evictions SELECT doc_id, tier, text_hash, evicted_at FROM newer;"
        "DROP TABLE newer; DROP TABLE revision_chunks; DROP TABLE revisions; DROP TABLE readings;"
        "PRAGMA user_version=4");
  }
};

TEST_F(RevisionsTest, WhiteSpaceAloneMakesANewRevisionOfTheSameDocument) {
  PutOne(MakeDocument("u:1", kAdults));
  EXPECT_EQ(PutOne(MakeDocument("u:1", kChildren)), PutOutcome::kRevised);
  EXPECT_EQ(TextOf("u:1"), kChildren);
  EXPECT_EQ(QueryInt("SELECT count(*) FROM documents"), 1) << "snapshot roots stay as they are";
  EXPECT_EQ(QueryInt("SELECT current_locations FROM documents"), 1);
  EXPECT_EQ(Hits("ibuprofen"), 1u) << "the words are the same";
  EXPECT_EQ(Problems(), "");
}

TEST_F(RevisionsTest, EachLocationShowsItsOwnAndARootThatOfTheSmallestUri) {
  PutOne(MakeDocument("u:evil", kChildren));
  EXPECT_EQ(PutOne(MakeDocument("u:clinic", kAdults)), PutOutcome::kAdded);
  PutOne(MakeDocument("u:zebra", kChildren), "other");
  EXPECT_EQ(TextOf("u:evil"), kChildren);
  EXPECT_EQ(TextOf("u:clinic"), kAdults);
  EXPECT_EQ(TextOf("u:zebra"), kChildren);
  const std::string root = MakeDocument("u:1", kAdults).root.hex();
  EXPECT_EQ(TextOf(root), kAdults) << "u:clinic is the smallest";
  Gone("u:clinic");
  EXPECT_EQ(TextOf(root), kChildren);
  const Corpus corpus = OpenCorpus();
  EXPECT_EQ(corpus.Resolve("u:zebra")->shown().uri, "u:evil") << "the smallest of that revision";
  EXPECT_EQ(Problems(), "");
}

TEST_F(RevisionsTest, AnOlderRevisionStaysAndComesBackWithoutASecondCopy) {
  PutOne(MakeDocument("u:1", kAdults));
  PutOne(MakeDocument("u:1", kChildren));
  EXPECT_EQ(PutOne(MakeDocument("u:1", kAdults)), PutOutcome::kRevised);
  EXPECT_EQ(PutOne(MakeDocument("u:1", kAdults)), PutOutcome::kUnchanged);
  EXPECT_EQ(QueryInt("SELECT count(*) FROM revisions"), 2);
  EXPECT_EQ(QueryInt("SELECT count(*) FROM locations"), 2) << "one for each revision it had";
  EXPECT_EQ(QueryInt("SELECT count(*) FROM revision_chunks"), 1);
  EXPECT_EQ(TextOf("u:1"), kAdults);
  const Corpus corpus = OpenCorpus();
  const std::vector<CorpusDocument> all = Revisions(*corpus.Resolve("u:1"));
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(DocumentText(all[0]).value(), kAdults);
  EXPECT_EQ(DocumentText(all[1]).value(), kChildren);
  EXPECT_EQ(Problems(), "");
}

TEST_F(RevisionsTest, TheEventOfALocationBindsItsRawTextAndItsDocument) {
  const std::string many = ManyWords(1, 1200);
  PutOne(MakeDocument("u:1", many));
  const PreparedDocument spaced = MakeDocument("u:1", many + "\n\n");
  PutOne(spaced);
  StoredEvent event = LastEvent();
  EXPECT_EQ(event.body.type, "location_updated");
  EXPECT_EQ(event.body.hashes.at("text"), spaced.revision.text_hash);
  EXPECT_EQ(event.body.hashes.at("slices"), spaced.revision.slices);
  EXPECT_TRUE(event.body.hashes.contains("document"));
  Gone("u:1");
  event = LastEvent();
  EXPECT_EQ(event.body.type, "location_gone");
  EXPECT_EQ(event.body.hashes.at("text"), spaced.revision.text_hash);
  PutOne(MakeDocument("u:2", "one"));
  EXPECT_FALSE(LastEvent().body.hashes.contains("slices")) << "one chunk is the text";
}

TEST_F(RevisionsTest, FsckSeesWhiteSpaceThatWasChanged) {
  const std::string text = "a b " + ManyWords(1, 1200);
  PutOne(MakeDocument("u:1", text));
  PutOne(MakeDocument("u:2", "a\tb " + text.substr(4)));
  ASSERT_EQ(Problems(), "");
  Sql("UPDATE chunks SET content=CAST(replace(CAST(content AS TEXT),'a b','a'||char(10)||'b') AS "
      "BLOB) WHERE chunk_idx=0");
  EXPECT_EQ(Kinds(), std::vector<std::string>{"revision_mismatch"});
  EXPECT_TRUE(TextOf("u:1").contains("does not hash to its revision")) << TextOf("u:1");
}

TEST_F(RevisionsTest, FsckHoldsEveryRowOfARevisionAgainstTheLog) {
  PutOne(MakeDocument("u:1", ManyWords(1, 1200)));
  PutOne(MakeDocument("u:2", "\n" + ManyWords(1, 1200)));
  ASSERT_EQ(Problems(), "");
  std::filesystem::copy_file(ShardPath(), home_.root / "good");
  for (const char* change : {
           "DELETE FROM revisions WHERE revision=0",
           "DELETE FROM revisions WHERE revision=1",
           "UPDATE revisions SET text_hash=zeroblob(32) WHERE revision=0",
           "UPDATE revisions SET text_hash=zeroblob(32) WHERE revision=1",
           "UPDATE revisions SET slices_root=NULL WHERE revision=1",
           "UPDATE revisions SET text_bytes=text_bytes+1 WHERE revision=1",
           "UPDATE revisions SET revision=2 WHERE revision=1",
           "DELETE FROM revision_chunks WHERE chunk_idx=1",
           "UPDATE revision_chunks SET chunk_idx=7 WHERE chunk_idx=2",
           "UPDATE revision_chunks SET content=NULL WHERE chunk_idx=0",
           "UPDATE revision_chunks SET content=(SELECT content FROM chunks WHERE chunk_idx=0) "
           "WHERE chunk_idx=0",
           "UPDATE revision_chunks SET content=CAST('x' AS BLOB), text_bytes=1 WHERE chunk_idx=1",
           "UPDATE locations SET revision=0 WHERE uri='u:2'",
           "UPDATE locations SET revision=1 WHERE uri='u:1'",
           "UPDATE locations SET revision=NULL WHERE uri='u:2'",
           "UPDATE locations SET revision=9 WHERE uri='u:2'",
       }) {
    Sql(change);
    EXPECT_NE(Problems(), "") << change;
    std::filesystem::copy_file(home_.root / "good", ShardPath(),
                               std::filesystem::copy_options::overwrite_existing);
    std::filesystem::remove(ShardPath().string() + "-wal");
    std::filesystem::remove(ShardPath().string() + "-shm");
  }
  EXPECT_EQ(Problems(), "");
}

TEST_F(RevisionsTest, WhatIsReadIsCheckedAgainstItsLeaf) {
  PutOne(MakeDocument("u:1", "the lamp was lit in 1823"));
  Sql("UPDATE chunks SET content=CAST('the lamp was lit in 1999' AS BLOB)");
  EXPECT_TRUE(TextOf("u:1").contains("does not hash to its leaf")) << TextOf("u:1");
  const Corpus corpus = OpenCorpus();
  EXPECT_EQ(ChunkText(*corpus.Resolve("u:1"), 0).error().code, ErrorCode::kCorrupt);
}

TEST_F(RevisionsTest, AWholeTextIsCheckedAgainstItsRoot) {
  PutOne(MakeDocument("u:1", ManyWords(1, 1200)));
  const std::string other = "another chunk";
  Sql("UPDATE chunks SET content=CAST('" + other + "' AS BLOB), text_bytes=13, leaf_hash=x'" +
      document::LeafOf(other).hex() + "' WHERE chunk_idx=2");
  EXPECT_TRUE(TextOf("u:1").contains("does not hash to its root")) << TextOf("u:1");
}

TEST_F(RevisionsTest, AllRevisionsAreEvictedAndEachComesBackByItself) {
  const PreparedDocument adults = MakeDocument("u:1", kAdults);
  const PreparedDocument children = MakeDocument("u:2", kChildren);
  PutOne(adults);
  PutOne(children);
  EXPECT_TRUE(Evict(adults.root, Tier::kCold));
  EXPECT_FALSE(Evict(adults.root, Tier::kCold));
  EXPECT_EQ(Hits("ibuprofen"), 0u);
  EXPECT_EQ(Problems(), "");
  EXPECT_EQ(OpenReader()->room().EvictedTexts()->size(), 2u);
  EXPECT_EQ(Rehydrate(MakeDocument("u:3", "Ibuprofen 1200 It is binding.")), Refill::kOtherText);
  EXPECT_EQ(Rehydrate(children), Refill::kFilled);
  EXPECT_EQ(TextOf("u:2"), kChildren);
  EXPECT_TRUE(TextOf("u:1").contains("was evicted")) << TextOf("u:1");
  EXPECT_EQ(Hits("ibuprofen"), 1u) << "the index has the words of both";
  EXPECT_EQ(Problems(), "");
  EXPECT_TRUE(Evict(adults.root, Tier::kCold)) << "the one that came back";
  EXPECT_EQ(Rehydrate(adults), Refill::kFilled);
  EXPECT_EQ(Rehydrate(children), Refill::kFilled);
  EXPECT_EQ(TextOf("u:1"), kAdults);
  EXPECT_EQ(TextOf("u:2"), kChildren);
  EXPECT_EQ(Problems(), "");
}

TEST_F(RevisionsTest, ANewRevisionOfAnEvictedDocumentIsThereAndFound) {
  const PreparedDocument adults = MakeDocument("u:1", kAdults);
  PutOne(adults);
  Evict(adults.root, Tier::kCold);
  EXPECT_EQ(PutOne(MakeDocument("u:1", kChildren)), PutOutcome::kRevised);
  EXPECT_EQ(TextOf("u:1"), kChildren);
  EXPECT_EQ(Hits("ibuprofen"), 1u);
  EXPECT_EQ(Problems(), "");
  EXPECT_FALSE(OpenReader()->room().EvictedTexts()->at(0).wanted) << "no source has it any more";
  EXPECT_EQ(PutOne(adults), PutOutcome::kRevised);
  EXPECT_EQ(TextOf("u:1"), kAdults) << "a form that is read again comes back";
  EXPECT_EQ(Problems(), "");
}

// In search terms the decomposed letter is another one: й is и and a breve there.
TEST_F(RevisionsTest, TheIndexHoldsTheTermsOfOneFormHoweverItCame) {
  const PreparedDocument composed = MakeDocument("u:1", "чай");
  const PreparedDocument apart = MakeDocument("u:2", "чаи\xCC\x86");
  ASSERT_EQ(composed.root, apart.root);
  PutOne(composed);
  PutOne(apart);
  EXPECT_EQ(Problems(), "");
  Gone("u:1");
  Gone("u:2");
  PutOne(apart);
  EXPECT_EQ(Problems(), "") << "current again with the other form";
  Evict(apart.root, Tier::kCold);
  Rehydrate(apart);
  EXPECT_EQ(Problems(), "") << "from cold with the other form";
  Rehydrate(composed);
  EXPECT_EQ(Problems(), "") << "and the first one back";
}

TEST_F(RevisionsTest, AnEvictedRevisionIsReadFromAnotherShardThatHasTheSame) {
  PutOne(MakeDocument("u:1", kAdults));
  Evict(MakeDocument("u:1", kAdults).root, Tier::kWarm);
  PutOne(MakeDocument("u:2", kChildren), "other");
  EXPECT_TRUE(TextOf("u:1").contains("was evicted")) << "what is there is another revision";
  PutOne(MakeDocument("u:3", kAdults), "other");
  EXPECT_EQ(TextOf("u:1"), kAdults);
}

TEST_F(RevisionsTest, ABurnedDocumentLeavesNoRevision) {
  PutOne(MakeDocument("u:1", kAdults));
  PutOne(MakeDocument("u:1", kChildren));
  {
    const auto writer = OpenWriter();
    ASSERT_TRUE(writer->Begin());
    EXPECT_TRUE(writer->burns().Burn(MakeDocument("u:1", kAdults).root).value());
    ASSERT_TRUE(writer->Commit());
  }
  EXPECT_EQ(QueryInt("SELECT (SELECT count(*) FROM revisions)+(SELECT count(*) FROM "
                     "revision_chunks)+(SELECT count(*) FROM locations)"),
            0);
  EXPECT_EQ(Problems(), "");
}

TEST_F(RevisionsTest, WhiteSpaceThatChangesTheChunkRuleIsRefusedByName) {
  std::string narrow, wide;
  for (int i = 0; i < 100; ++i) {
    narrow += "w" + std::to_string(i) + " ";
    wide += "w" + std::to_string(i) + std::string(100, ' ');
  }
  const PreparedDocument cut_by_v2 = MakeDocument("u:2", wide);
  PutOne(MakeDocument("u:1", narrow));
  ASSERT_EQ(cut_by_v2.root, MakeDocument("u:1", narrow).root);
  const auto writer = OpenWriter();
  ASSERT_TRUE(writer->Begin());
  const auto put = writer->Put(cut_by_v2);
  ASSERT_FALSE(put);
  EXPECT_TRUE(put.error().message.starts_with("ambiguous_root")) << put.error().message;
}

// -- stores from before

TEST_F(RevisionsTest, AStoreOfSchema4IsMigratedAndReadAsItWas) {
  PutOne(MakeDocument("u:1", kAdults));
  PutOne(MakeDocument("u:2", "two words"));
  Evict(MakeDocument("u:2", "two words").root, Tier::kCold);
  MakeSchema4();
  EXPECT_EQ(TextOf("u:1"), kAdults) << "a reader migrates";
  EXPECT_EQ(QueryInt("PRAGMA user_version"), ShardSchemaKind().newest());
  EXPECT_EQ(QueryInt("SELECT count(*) FROM evictions WHERE revision=0 AND tier='cold'"), 1);
  EXPECT_EQ(Rehydrate(MakeDocument("u:2", "two words")), Refill::kFilled);
}

TEST_F(RevisionsTest, WhereAnOlderStoreCouldNotTellTheNextIngestReadsAgain) {
  PutOne(MakeDocument("u:1", kAdults));
  PutOne(MakeDocument("u:2", kChildren));
  // As the older program left it: one text for both, and no word of it in the log.
  Sql("DELETE FROM revision_chunks; UPDATE locations SET revision=0;"
      "UPDATE audit_names SET name='was_text' WHERE name='text'");
  MakeSchema4();
  EXPECT_EQ(TextOf("u:2"), kAdults) << "the first text was kept for all";
  EXPECT_EQ(PutOne(MakeDocument("u:1", kAdults)), PutOutcome::kUnchanged);
  EXPECT_EQ(QueryInt("SELECT count(*) FROM revisions"), 0) << "its text is the one that it added";
  EXPECT_EQ(PutOne(MakeDocument("u:2", kChildren)), PutOutcome::kRevised) << "the same bytes";
  EXPECT_EQ(TextOf("u:2"), kChildren);
  EXPECT_EQ(TextOf("u:1"), kAdults);
  EXPECT_EQ(PutOne(MakeDocument("u:2", kChildren)), PutOutcome::kUnchanged);
}

// A record may have been made from the text that was shown then.
TEST_F(RevisionsTest, WhatAnOlderStoreShowedStaysARevision) {
  PutOne(MakeDocument("u:1", kAdults));
  Sql("UPDATE audit_names SET name='was_added' WHERE name='document_added'");
  MakeSchema4();
  EXPECT_EQ(PutOne(MakeDocument("u:1", kChildren)), PutOutcome::kRevised);
  const Corpus corpus = OpenCorpus();
  const std::vector<CorpusDocument> all = Revisions(*corpus.Resolve("u:1"));
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(DocumentText(all[0]).value(), kChildren);
  EXPECT_EQ(DocumentText(all[1]).value(), kAdults);
}

}  // namespace
}  // namespace arborist::store
