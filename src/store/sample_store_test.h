// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/temporary_folder.h"
#include "crypto/sha256.h"
#include "document/chunker.h"
#include "merkle/tree.h"
#include "sqlite/database.h"
#include "store/corpus.h"
#include "store/fsck/fsck.h"
#include "store/layout.h"
#include "store/log/guards_test.h"
#include "store/shard/shard_writer.h"
#include "text/search_tokens.h"

// What the tests of the store share: a home of its own, documents by hand, time that stands still.

namespace arborist::store {

class TestClock final : public Clock {
 public:
  std::int64_t NowSeconds() const override { return now; }
  std::int64_t now = 1700000000;
};

class TestRandom final : public Random {
 public:
  std::string Bytes(std::size_t count) override {
    const Hash256 hash = crypto::Sha256("random " + std::to_string(++calls_));
    std::string bytes;
    while (bytes.size() < count) bytes += AsText(hash.view());
    bytes.resize(count);
    return bytes;
  }

 private:
  std::atomic<int> calls_ = 0;
};

// A document made of given chunks, as a pipeline would prepare it. The source's bytes are the text.
inline PreparedDocument FromChunks(std::string uri, const std::vector<std::string>& slices,
                                   std::string title = "Title") {
  PreparedDocument document;
  document.uri = std::move(uri);
  document.title = std::move(title);
  text::AppendSearchTerms(document.title, &document.title_terms);
  document.source_type = "text";
  document.extraction_version = "plain-v1";
  std::string whole;
  std::vector<Hash256> leaves;
  for (const std::string& slice : slices) {
    PreparedChunk chunk;
    chunk.leaf = document::LeafOf(slice);
    chunk.content = slice;
    text::AppendSearchTerms(slice, &chunk.terms);
    chunk.text_bytes = slice.size();
    chunk.term_count = chunk.terms.empty() ? 0
                                           : 1 + static_cast<std::uint64_t>(std::count(
                                                     chunk.terms.begin(), chunk.terms.end(), ' '));
    leaves.push_back(chunk.leaf);
    document.text_bytes += slice.size();
    whole += slice;
    document.chunks.push_back(std::move(chunk));
  }
  document.root = DocumentRoot(merkle::Root(leaves));
  document.revision =
      document::RevisionOf(std::vector<std::string_view>(slices.begin(), slices.end()));
  document.source_hash = SourceHash(crypto::Sha256(whole));
  return document;
}

inline PreparedDocument MakeDocument(std::string uri, const std::string& text,
                                     std::string title = "Title") {
  const document::Identity identity = document::Identify(text);
  PreparedDocument document = FromChunks(
      std::move(uri), {identity.slices.begin(), identity.slices.end()}, std::move(title));
  document.chunking = identity.chunking;
  return document;
}

inline PreparedDocument MakeAlias(std::string uri, std::string target) {
  PreparedDocument document;
  document.uri = std::move(uri);
  document.title = document.uri;
  document.source_type = "wikitext";
  document.extraction_version = "wikitext-v1";
  document.source_hash = SourceHash(crypto::Sha256("alias of " + target));
  document.alias_of = std::move(target);
  return document;
}

// Words enough for several chunks, other ones for every seed.
inline std::string ManyWords(int seed, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += "word" + std::to_string((i * 7 + seed * 13) % 997) + (i % 11 == 10 ? ".\n" : " ");
  }
  return text;
}

class StoreTest : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(home_.shards()); }

  std::filesystem::path ShardPath(const std::string& name = "main") const {
    return Address(name).shown();
  }
  ShardAddress Address(const std::string& name = "main") const { return home_.shard(name); }
  std::unique_ptr<ShardWriter> OpenWriter(const std::string& name = "main") {
    auto writer =
        ShardWriter::Open(Address(name), {.clock = &clock_, .random = &random_, .actor = "test"});
    EXPECT_TRUE(writer) << writer.error().message;
    return writer ? std::move(*writer) : nullptr;
  }
  // Puts in one transaction of its own and says what happened.
  PutOutcome PutOne(const PreparedDocument& document, const std::string& shard = "main") {
    const auto writer = OpenWriter(shard);
    EXPECT_TRUE(writer->Begin());
    const auto outcome = writer->Put(document);
    EXPECT_TRUE(outcome) << outcome.error().message;
    EXPECT_TRUE(writer->Commit());
    return outcome.value_or(PutOutcome::kAdded);
  }
  bool Gone(const std::string& uri) {
    const auto writer = OpenWriter();
    EXPECT_TRUE(writer->Begin());
    const auto gone = writer->MarkGone(uri);
    EXPECT_TRUE(gone);
    EXPECT_TRUE(writer->Commit());
    return gone.value_or(false);
  }
  std::unique_ptr<ShardReader> OpenReader(const std::string& name = "main") {
    auto reader = ShardReader::Open(Address(name));
    EXPECT_TRUE(reader) << reader.error().message;
    return reader ? std::move(*reader) : nullptr;
  }
  Corpus OpenCorpus() {
    auto corpus = Corpus::Open(home_);
    EXPECT_TRUE(corpus) << corpus.error().message;
    return corpus ? std::move(*corpus) : Corpus();
  }
  FsckReport Check() {
    auto report = Fsck(home_, {.full = true}, [](const std::string&) {});
    EXPECT_TRUE(report) << report.error().message;
    return report ? std::move(*report) : FsckReport();
  }
  // What fsck says, as lines "kind subject: detail"; empty when all holds.
  std::string Problems() {
    std::string lines;
    for (const FsckProblem& problem : Check().problems) {
      lines += problem.kind + " " + problem.subject + ": " + problem.detail + "\n";
    }
    return lines;
  }
  std::vector<std::string> Kinds() {
    std::vector<std::string> kinds;
    for (const FsckProblem& problem : Check().problems) kinds.push_back(problem.kind);
    std::sort(kinds.begin(), kinds.end());
    kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
    return kinds;
  }
  // Changes a file behind the program's back.
  void Sql(const std::string& sql, const std::filesystem::path& path) {
    auto database = sqlite::Database::Open(path, {.mode = sqlite::OpenMode::kReadWrite});
    ASSERT_TRUE(database) << database.error().message;
    const std::string triggers = TakeLogGuards(&*database);
    const Status status = database->Execute(sql + ";" + triggers);
    ASSERT_TRUE(status) << sql << ": " << status.error().message;
  }
  void Sql(const std::string& sql) { Sql(sql, ShardPath()); }
  std::int64_t QueryInt(const std::string& sql) {
    auto database = sqlite::Database::Open(ShardPath(), {});
    EXPECT_TRUE(database);
    const auto value = database->QueryInt(sql);
    EXPECT_TRUE(value) << sql << ": " << value.error().message;
    return value.value_or(-1);
  }
  std::int64_t Events() { return QueryInt("SELECT count(*) FROM audit_events"); }
  std::string LastEventType() {
    std::string type;
    const auto reader = OpenReader();
    EXPECT_TRUE(reader->log().ReadEvents(0, kNewestEvent, [&](const StoredEvent& event) {
      type = event.body.type;
      return true;
    }));
    return type;
  }
  // Chunks that the index finds for one term.
  std::size_t Hits(const std::string& term, const std::string& shard = "main") {
    return RowsIn(index::Field::kText, term, shard);
  }
  std::size_t TitleHits(const std::string& term) {
    return RowsIn(index::Field::kTitle, term, "main");
  }
  std::size_t RowsIn(index::Field field, const std::string& term, const std::string& shard) {
    const auto rows =
        OpenReader(shard)->index().Rows({.field = field, .tree = {index::Term{term}}});
    EXPECT_TRUE(rows) << rows.error().message;
    return rows ? rows->size() : 0;
  }

  TemporaryFolder folder_;
  HomePaths home_{folder_.path()};
  TestClock clock_;
  TestRandom random_;
};

}  // namespace arborist::store
