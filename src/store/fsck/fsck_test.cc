// SPDX-License-Identifier: AGPL-3.0-only
// Every kind of damage that fsck names, made on purpose.
#include "store/fsck/fsck.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "compress/chunk_codec.h"
#include "store/home/home.h"
#include "store/log/audit_log.h"
#include "store/sample_store_test.h"

namespace arborist::store {
namespace {

using Names = std::vector<std::string>;

// u:1 has three chunks, u:2 one chunk and an older text, u:3 is gone, u:4 leads to u:1.
class Fsck : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    PreparedDocument first = MakeDocument("u:1", ManyWords(1, 1300), "The first");
    first.links = {"u:2", "u:5"};
    ASSERT_EQ(first.chunks.size(), 3u);
    first_ = first.root.hex();
    PutOne(first);
    const PreparedDocument old = MakeDocument("u:2", "some old pears", "The second");
    old_ = old.root.hex();
    PutOne(old);
    PutOne(MakeDocument("u:2", "some new apples", "The second"));
    PutOne(MakeDocument("u:3", "what goes away", "The third"));
    ASSERT_TRUE(Gone("u:3"));
    PutOne(MakeAlias("u:4", "u:1"));
    ASSERT_EQ(Problems(), "");
  }
  void Expect(const Names& kinds) { EXPECT_EQ(Kinds(), kinds) << Problems(); }
  // The home store takes note of the shard.
  void CatchUp() {
    const auto home =
        HomeStore::Open(home_, {.clock = &clock_, .random = &random_, .actor = "test"});
    ASSERT_TRUE(home);
    const Corpus corpus = OpenCorpus();
    ASSERT_TRUE((*home)->CatchUp(corpus.shards()));
    ASSERT_EQ(Problems(), "");
  }
  void OverwriteBytes(std::streamoff at, const std::string& bytes) {
    std::fstream file(ShardPath(), std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(at);
    file << bytes;
  }

  std::string first_;
  std::string old_;
};

TEST_F(Fsck, CountsWhatItChecked) {
  const FsckReport report = Check();
  EXPECT_EQ(report.checked.at("shards"), 1u);
  EXPECT_EQ(report.checked.at("events"), 7u);
  EXPECT_EQ(report.checked.at("documents"), 4u);
  EXPECT_EQ(report.checked.at("chunks"), 6u);
  EXPECT_EQ(report.checked.at("index_rows"), 4u);
  EXPECT_EQ(report.checked.at("locations"), 5u);
}

TEST_F(Fsck, ListsOnlySoManyProblemsAndCountsTheRest) {
  Sql("UPDATE chunks SET leaf_hash=zeroblob(32)");
  const auto report =
      store::Fsck(home_, {.full = true, .max_problems = 2}, [](const std::string&) {});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->problems.size(), 2u);
  EXPECT_GT(report->problems_not_listed, 1u);
  EXPECT_FALSE(report->ok());
}

TEST_F(Fsck, ASampleChecksSomeDocumentsAndEveryRow) {
  const auto report =
      store::Fsck(home_, {.full = false, .sample_documents = 2}, [](const std::string&) {});
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->ok());
  EXPECT_EQ(report->checked.at("documents"), 2u);
}

TEST_F(Fsck, NamesSchemaVersion) {
  Sql("PRAGMA user_version=99");
  Expect({"schema_version"});
}

TEST_F(Fsck, NamesUnreadableShard) {
  OverwriteBytes(0, std::string(64, 'x'));
  Expect({"unreadable_shard"});
}

TEST_F(Fsck, NamesShardMissing) {
  std::filesystem::copy_file(ShardPath(), ShardPath("set.1of2"));
  Expect({"shard_missing"});
}

TEST_F(Fsck, NamesSqliteDamage) {
  const std::int64_t page =
      QueryInt("SELECT rootpage FROM sqlite_schema WHERE name='locations_doc'");
  OverwriteBytes((page - 1) * 16384, std::string(200, '\0'));
  const Names kinds = Kinds();
  EXPECT_TRUE(std::find(kinds.begin(), kinds.end(), "sqlite_damage") != kinds.end()) << Problems();
}

// A flipped bit in a definition is sound SQL often enough.
TEST_F(Fsck, NamesSchemaDamage) {
  Sql("DROP INDEX locations_doc; CREATE INDEX locations_doc ON locations(doc_id DESC)");
  Expect({"schema_damage"});
}

TEST_F(Fsck, NamesSchemaDamageWhereNothingSaysWhatTheDefinitionsWere) {
  Sql("DELETE FROM schema_meta WHERE key='definitions'");
  Expect({"schema_damage"});
}

TEST_F(Fsck, NamesInvalidValue) {
  Sql("UPDATE edges SET kind='lank' WHERE kind='supersedes'");
  Expect({"invalid_value", "location_edges"});
}

TEST_F(Fsck, NamesLogDamage) {
  Sql("DELETE FROM audit_names WHERE name='links'");
  Expect({"log_damage"});
}

TEST_F(Fsck, NamesSeqGap) {
  Sql("DELETE FROM audit_texts WHERE seq=2; DELETE FROM audit_events WHERE seq=2");
  Expect({"seq_gap"});
}

TEST_F(Fsck, NamesLogChanged) {
  Sql("UPDATE schema_meta SET value=replace(value,substr(value,1,1),'x') WHERE key='log'");
  Expect({"log_damage"});  // no id at all
  Sql("UPDATE schema_meta SET value='" + std::string(64, '7') + "' WHERE key='log'");
  Expect({"log_changed"});
}

// Damage that keeps one part of the check from its end does not keep the others from theirs.
TEST_F(Fsck, NamesLocationDamageAndOrphanCheckFailed) {
  const std::int64_t page = QueryInt("SELECT rootpage FROM sqlite_schema WHERE name='edges'");
  OverwriteBytes((page - 1) * 16384, std::string(200, '\xFF'));
  Expect({"index_damage", "location_damage", "orphan_check_failed", "sqlite_damage"});
}

TEST_F(Fsck, NamesTimeDecreased) {
  Sql("UPDATE audit_events SET time=5 WHERE seq=3");
  Expect({"time_decreased"});
}

TEST_F(Fsck, NamesEventHashMismatch) {
  Sql("UPDATE audit_events SET time=time+1 WHERE seq=6");
  Expect({"event_hash_mismatch"});
}

TEST_F(Fsck, NamesOrphanText) {
  Sql("INSERT INTO audit_texts VALUES(99,'location',x'00',NULL,'text')");
  Expect({"orphan_text"});
}

TEST_F(Fsck, NamesLogTextMismatch) {
  for (const char* sql :
       {"UPDATE locations SET extraction_version='plain-v2' WHERE uri='u:1'",
        "UPDATE locations SET source_hash=zeroblob(32) WHERE uri='u:2' AND state='superseded'",
        "UPDATE audit_texts SET salt=x'00' WHERE seq=5",
        "UPDATE audit_texts SET text='u:5' WHERE name='target'"}) {
    const auto copy = home_.root / "copy";
    std::filesystem::copy_file(ShardPath(), copy,
                               std::filesystem::copy_options::overwrite_existing);
    Sql(sql);
    const Names kinds = Kinds();
    EXPECT_TRUE(std::find(kinds.begin(), kinds.end(), "log_text_mismatch") != kinds.end())
        << sql << Problems();
    std::filesystem::copy_file(copy, ShardPath(),
                               std::filesystem::copy_options::overwrite_existing);
  }
}

TEST_F(Fsck, NamesDictionaryMismatch) {
  std::vector<std::string> samples;
  samples.reserve(300);
  for (int i = 0; i < 300; ++i) samples.push_back(ManyWords(i, 200));
  const auto dictionary = compress::TrainDictionary(samples, 8192);
  ASSERT_TRUE(dictionary);
  {
    const auto writer = OpenWriter();
    ASSERT_TRUE(writer->Begin() && writer->dictionary().Set(*dictionary) && writer->Commit());
  }
  EXPECT_EQ(Problems(), "");
  Sql("UPDATE dictionaries SET content=CAST(content||x'00' AS BLOB)");
  Expect({"dictionary_mismatch"});
}

TEST_F(Fsck, NamesDocumentDamage) {
  Sql("UPDATE documents SET text_bytes=-5 WHERE document_root=x'" + first_ + "'");
  const Names kinds = Kinds();
  EXPECT_TRUE(std::find(kinds.begin(), kinds.end(), "document_damage") != kinds.end())
      << Problems();
}

TEST_F(Fsck, NamesUnloggedDocument) {
  Sql("INSERT INTO documents SELECT 77,zeroblob(32),format_id,1,77,1,0,0,0,NULL FROM documents "
      "LIMIT 1; "
      "INSERT INTO chunks VALUES(77,77,0,NULL,NULL,1,1,x'78'); "
      "INSERT INTO locations VALUES(77,'u:77',77,'t',zeroblob(32),'plain-v1',1,1,1,'gone',0)");
  const Names kinds = Kinds();
  EXPECT_TRUE(std::find(kinds.begin(), kinds.end(), "unlogged_document") != kinds.end())
      << Problems();
}

TEST_F(Fsck, NamesDocumentRowMismatch) {
  Sql("UPDATE documents SET text_bytes=text_bytes+1 WHERE document_root=x'" + first_ + "'");
  Expect({"chunk_damage", "document_row_mismatch"});
}

TEST_F(Fsck, NamesDocumentMissing) {
  Sql("DELETE FROM edges WHERE kind='supersedes'; DELETE FROM chunks WHERE doc_id=2; "
      "DELETE FROM locations WHERE doc_id=2; DELETE FROM documents WHERE doc_id=2; DELETE FROM "
      "audit_texts WHERE seq=2; DELETE FROM revisions WHERE doc_id=2");
  Expect({"document_missing", "location_edges", "log_text_missing"});
}

TEST_F(Fsck, NamesChunkMissing) {
  Sql("DELETE FROM chunks WHERE chunk_id=2");
  const Names kinds = Kinds();
  EXPECT_TRUE(std::find(kinds.begin(), kinds.end(), "chunk_missing") != kinds.end()) << Problems();
}

TEST_F(Fsck, NamesRootAndLeafMismatch) {
  Sql("UPDATE chunks SET leaf_hash=zeroblob(32) WHERE chunk_id=2");
  Expect({"leaf_mismatch", "root_mismatch"});
}

TEST_F(Fsck, NamesLeafMismatch) {
  Sql("UPDATE chunks SET content=CAST('some new appleS' AS BLOB) WHERE CAST(content AS TEXT)='some "
      "new apples'");
  Expect({"leaf_mismatch"});
}

TEST_F(Fsck, NamesChunkDamage) {
  Sql("UPDATE chunks SET content=x'28B52FFD00' WHERE chunk_id=3");
  const Names kinds = Kinds();
  EXPECT_TRUE(std::find(kinds.begin(), kinds.end(), "chunk_damage") != kinds.end()) << Problems();
}

TEST_F(Fsck, NamesChunkDamageOfTextThatIsNotUtf8) {
  Sql("UPDATE chunks SET content=CAST(CAST('some new apple' AS BLOB)||x'E2' AS BLOB) "
      "WHERE CAST(content AS TEXT)='some new apples'");
  EXPECT_TRUE(Problems().contains("is not UTF-8")) << Problems();
}

TEST_F(Fsck, NamesTermCount) {
  Sql("UPDATE chunks SET term_count=term_count+1 WHERE CAST(content AS TEXT)='some old pears'");
  Expect({"term_count"});
}

TEST_F(Fsck, NamesLocationMismatch) {
  Sql("UPDATE locations SET last_event=1 WHERE uri='u:4'");
  Expect({"location_mismatch", "log_text_mismatch"});
}

TEST_F(Fsck, NamesLocationState) {
  Sql("UPDATE locations SET state='superseded' WHERE uri='u:3'");
  Expect({"location_state"});
}

TEST_F(Fsck, NamesLocationStateWhenAnOlderTextIsSaidToBeCurrent) {
  Sql("UPDATE locations SET state='superseded' WHERE uri='u:4'");
  Expect({"location_state"});
}

TEST_F(Fsck, NamesLocationEdges) {
  Sql("UPDATE links SET targets=CAST('[\"u:2\",\"u:6\"]' AS BLOB)");
  Expect({"location_edges"});
  Sql("UPDATE links SET targets=CAST('[\"u:2\",\"u:5\"]' AS BLOB)");
  Expect({});
  Sql("UPDATE links SET link_count=3");
  Expect({"location_edges"});
  Sql("DELETE FROM links");
  Expect({"location_edges"});
}

TEST_F(Fsck, NamesOrphanChunk) {
  Sql("INSERT INTO chunks VALUES(99,2,5,NULL,NULL,1,0,x'78')");
  Expect({"orphan_chunk"});
}

TEST_F(Fsck, NamesOrphanDocument) {
  Sql("UPDATE locations SET doc_id=1 WHERE uri='u:3'");
  Expect({"location_mismatch", "orphan_document"});
}

TEST_F(Fsck, NamesOrphanLocation) {
  Sql("INSERT INTO locations "
      "VALUES(99,'u:99',999,'t',zeroblob(32),'plain-v1',1,1,1,'superseded',0)");
  Expect({"location_state", "orphan_location"});
}

TEST_F(Fsck, NamesLocationCount) {
  Sql("UPDATE documents SET current_locations=2 WHERE document_root=x'" + first_ + "'");
  Expect({"location_count"});
}

TEST_F(Fsck, NamesOrphanEdge) {
  Sql("INSERT INTO edges VALUES(99,'alias','u:1')");
  Expect({"orphan_edge"});
}

TEST_F(Fsck, NamesOrphanLinks) {
  Sql("INSERT INTO links VALUES(99,1,CAST('[\"u:1\"]' AS BLOB))");
  Expect({"orphan_edge"});
}

TEST_F(Fsck, NamesOrphanEdgeToATextThatNeverWas) {
  Sql("UPDATE edges SET dst='" + std::string(64, 'a') + "' WHERE dst='" + old_ + "'");
  Expect({"location_edges", "orphan_edge"});
}

// With the texts that rows are held against gone, rows could be rewritten at will.
TEST_F(Fsck, NamesLogTextMissing) {
  Sql("DELETE FROM audit_texts");
  Expect({"log_text_missing"});
  Sql("UPDATE locations SET title='Another' WHERE uri='u:1'; DELETE FROM titles_fts WHERE rowid=1; "
      "INSERT INTO titles_fts(rowid,terms) VALUES(1,'anoth')");
  const Names kinds = Kinds();
  EXPECT_TRUE(std::find(kinds.begin(), kinds.end(), "log_text_missing") != kinds.end())
      << Problems();
}

TEST_F(Fsck, HoldsTheFirstTimeOfALocationAndItsDocumentAgainstTheLog) {
  Sql("UPDATE locations SET first_seen=first_seen-1 WHERE uri='u:1'");
  Expect({"location_time"});
  Sql("UPDATE locations SET first_seen=first_seen+1 WHERE uri='u:1'; UPDATE documents SET "
      "ingest_ts=ingest_ts-1 WHERE document_root=x'" +
      first_ + "'");
  Expect({"document_row_mismatch"});
}

// Rows of events before a migration may have an earlier time than their event, never a later one.
TEST_F(Fsck, TakesEarlierTimesOfRowsOfOlderSchemas) {
  {
    auto database = sqlite::Database::Open(ShardPath(), {.mode = sqlite::OpenMode::kReadWrite});
    ASSERT_TRUE(database);
    auto log = AuditLog::Open(&*database, &clock_, &random_, "test");
    ASSERT_TRUE(log);
    ASSERT_TRUE(log->Append({.type = kSchemaMigrated, .subject = "5", .hashes = {}, .texts = {}}));
  }
  Sql("UPDATE locations SET first_seen=first_seen-9; UPDATE documents SET ingest_ts=ingest_ts-9");
  Expect({});
  Sql("UPDATE documents SET ingest_ts=ingest_ts+10");
  Expect({"document_row_mismatch"});
}

TEST_F(Fsck, NamesTimeAhead) {
  const auto check = [&](std::int64_t now) {
    const auto report = store::Fsck(home_, {.full = true, .now = now}, [](const std::string&) {});
    EXPECT_TRUE(report);
    return report->problems.empty() ? "" : report->problems[0].kind;
  };
  EXPECT_EQ(check(clock_.now), "");
  EXPECT_EQ(check(clock_.now - 3600), "");
  EXPECT_EQ(check(clock_.now - 3 * 86400), "time_ahead");
}

// What the home store's log says of a shard must be there.
TEST_F(Fsck, NamesShardHeadMissingAndARolledBackShardWithoutItsRow) {
  const auto old = home_.root / "old";
  std::filesystem::copy_file(ShardPath(), old);
  PutOne(MakeDocument("u:9", "a newer text"));
  CatchUp();
  Sql("DELETE FROM shard_heads", home_.home_store());
  Expect({"shard_head_missing"});
  std::filesystem::copy_file(old, ShardPath(), std::filesystem::copy_options::overwrite_existing);
  Expect({"rolled_back", "shard_head_missing"});
}

TEST_F(Fsck, NamesAMissingDictionary) {
  std::vector<std::string> samples;
  samples.reserve(300);
  for (int i = 0; i < 300; ++i) samples.push_back(ManyWords(i, 200));
  const auto dictionary = compress::TrainDictionary(samples, 8192);
  ASSERT_TRUE(dictionary);
  {
    const auto writer = OpenWriter();
    ASSERT_TRUE(writer->Begin() && writer->dictionary().Set(*dictionary) && writer->Commit());
  }
  Sql("DELETE FROM dictionaries");
  Expect({"dictionary_mismatch"});
}

TEST_F(Fsck, NamesIndexRowMissing) {
  Sql("DELETE FROM chunks_fts WHERE rowid=2");
  Expect({"index_row_missing", "index_terms_mismatch"});
}

TEST_F(Fsck, NamesIndexRowExtra) {
  Sql("INSERT INTO chunks_fts(rowid,terms) VALUES(4,'some old pear')");
  const Names kinds = Kinds();
  EXPECT_TRUE(std::find(kinds.begin(), kinds.end(), "index_row_extra") != kinds.end())
      << Problems();
  EXPECT_TRUE(std::find(kinds.begin(), kinds.end(), "index_terms_extra") != kinds.end())
      << Problems();
}

TEST_F(Fsck, NamesIndexRowSize) {
  Sql("DELETE FROM chunks_fts WHERE rowid=5; INSERT INTO chunks_fts(rowid,terms) VALUES(5,'a b c d "
      "e f g')");
  Expect({"index_row_size", "index_terms_mismatch"});
}

TEST_F(Fsck, NamesIndexTermsMismatch) {
  const std::int64_t count = QueryInt("SELECT term_count FROM chunks WHERE chunk_id=5");
  std::string terms = "x";
  for (std::int64_t i = 1; i < count; ++i) terms += " x";
  Sql("DELETE FROM chunks_fts WHERE rowid=5; INSERT INTO chunks_fts(rowid,terms) VALUES(5,'" +
      terms + "')");
  Expect({"index_terms_mismatch"});
}

TEST_F(Fsck, NamesIndexStats) {
  Sql("UPDATE index_stats SET terms=terms+1");
  Expect({"index_stats"});
}

TEST_F(Fsck, NamesIndexDamage) {
  Sql("DELETE FROM index_stats");
  Expect({"index_damage"});
}

TEST_F(Fsck, NamesTitleRowMissing) {
  Sql("DELETE FROM titles_fts WHERE rowid=1");
  Expect({"title_row_missing", "title_terms_mismatch"});
}

TEST_F(Fsck, NamesTitleRowExtra) {
  Sql("INSERT INTO titles_fts(rowid,terms) VALUES(50,'first')");
  Expect({"title_row_extra"});
}

TEST_F(Fsck, NamesTitleTermsMismatch) {
  Sql("DELETE FROM titles_fts WHERE rowid=1; INSERT INTO titles_fts(rowid,terms) VALUES(1,'last')");
  Expect({"title_terms_mismatch"});
}

TEST_F(Fsck, NamesUnreadableHomeStore) {
  std::ofstream(home_.home_store()) << std::string(4096, 'x');
  Expect({"unreadable_home_store"});
}

TEST_F(Fsck, NamesRolledBackAndAShardThatTheHomeStoreMisses) {
  CatchUp();
  Sql("UPDATE shard_heads SET size=size+5", home_.home_store());
  Expect({"rolled_back", "shard_head_mismatch"});
  Sql("UPDATE shard_heads SET shard='other'", home_.home_store());
  Expect({"shard_head_mismatch", "shard_head_missing", "shard_missing"});
}

TEST_F(Fsck, NamesTreeMismatch) {
  CatchUp();
  Sql("UPDATE shard_heads SET frontier=zeroblob(length(frontier))", home_.home_store());
  Expect({"tree_mismatch"});
}

TEST_F(Fsck, NamesShardHeadMismatch) {
  CatchUp();
  Sql("UPDATE shard_heads SET tree_root=zeroblob(32)", home_.home_store());
  Expect({"shard_head_mismatch", "tree_mismatch"});
}

TEST_F(Fsck, NamesSchemaDamageOfTheHomeStore) {
  ASSERT_TRUE(HomeStore::Open(home_, {.clock = &clock_, .random = &random_, .actor = "test"}));
  Sql("CREATE TABLE records_2(a)", home_.home_store());
  Expect({"schema_damage"});
}

TEST_F(Fsck, NamesEventHashMismatchOfTheHomeStore) {
  {
    const auto home =
        HomeStore::Open(home_, {.clock = &clock_, .random = &random_, .actor = "test"});
    ASSERT_TRUE(home);
  }
  Sql("UPDATE audit_events SET time=time+1", home_.home_store());
  Expect({"event_hash_mismatch"});
}

}  // namespace
}  // namespace arborist::store
