// SPDX-License-Identifier: AGPL-3.0-only
#include "prove/prove.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/clock.h"
#include "base/temporary_folder.h"
#include "bundle/bundle.h"
#include "bundle/verify.h"
#include "compress/chunk_codec.h"
#include "ingest/prepare.h"
#include "sqlite/damage_test.h"
#include "store/shard/shard_writer.h"

namespace arborist::prove {
namespace {

class Prove : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(home_.shards());
    std::string text;
    for (int i = 0; i < 1300; ++i) text += "word" + std::to_string(i) + (i % 9 == 0 ? "\n" : " ");
    Put("file:///long.txt", text);
    Put("file:///short.txt", "one two");
  }

  void Put(const std::string& uri, const std::string& text) {
    compress::ChunkCodec codec;
    ingest::SourceDocument source;
    source.uri = uri;
    source.title = "A title";
    source.text = text;
    source.source_type = "text";
    const auto prepared = ingest::Prepare(std::move(source), &codec, {});
    ASSERT_TRUE(prepared) << prepared.error().message;
    const auto writer = store::ShardWriter::Open(
        home_.shard("main"), {.clock = &clock_, .random = &random_, .actor = "test", .wait = true});
    ASSERT_TRUE(writer) << writer.error().message;
    ASSERT_TRUE((*writer)->Begin());
    const auto put = (*writer)->Put(*prepared);
    ASSERT_TRUE(put) << put.error().message;
    ASSERT_TRUE((*writer)->Commit());
  }

  std::filesystem::path shard_path() const { return home_.shards() / "main.db"; }

  void Damage(const std::string& sql) { sqlite::Damage(shard_path(), sql); }

  TemporaryFolder folder_;
  store::HomePaths home_{folder_.path()};
  SystemClock clock_;
  SystemRandom random_;
};

TEST_F(Prove, EveryChunkHasAValidBundle) {
  const auto corpus = store::Corpus::Open(home_);
  ASSERT_TRUE(corpus) << corpus.error().message;
  for (std::uint64_t i = 0; i < 3; ++i) {
    const auto made = ProvePassage(*corpus, "file:///long.txt", i);
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_TRUE(bundle::VerifyBundle(bundle::ToFileText(*made))->valid());
    EXPECT_EQ(*made->Find("chunk_idx"), json::Value(static_cast<std::int64_t>(i)));
    EXPECT_EQ(
        *made->Find("locations"),
        json::Value(json::Array{json::Object{{"uri", "file:///long.txt"}, {"title", "A title"}}}));
  }
}
TEST_F(Prove, TheWholeDocumentHasAValidBundleByRootToo) {
  const auto corpus = store::Corpus::Open(home_);
  ASSERT_TRUE(corpus);
  const auto by_uri = ProveDocument(*corpus, "file:///short.txt");
  ASSERT_TRUE(by_uri) << by_uri.error().message;
  EXPECT_TRUE(bundle::VerifyBundle(bundle::ToFileText(*by_uri))->valid());
  const std::string root = by_uri->Find("document_root")->as_string();
  EXPECT_EQ(*ProveDocument(*corpus, root.substr(0, 8)), *by_uri);
}
TEST_F(Prove, WhatIsNotThereIsNotFound) {
  const auto corpus = store::Corpus::Open(home_);
  ASSERT_TRUE(corpus);
  EXPECT_EQ(ProvePassage(*corpus, "file:///long.txt", 3).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(ProvePassage(*corpus, "file:///none.txt", 0).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(ProveDocument(*corpus, "00000000").error().code, ErrorCode::kNotFound);
}
TEST_F(Prove, DamagedTextNeverBecomesAProof) {
  Damage("UPDATE chunks SET content = CAST('one twO' AS BLOB) WHERE text_bytes = 7");
  const auto corpus = store::Corpus::Open(home_);
  ASSERT_TRUE(corpus);
  const auto passage = ProvePassage(*corpus, "file:///short.txt", 0);
  ASSERT_FALSE(passage);
  EXPECT_EQ(passage.error().code, ErrorCode::kCorrupt);
  EXPECT_NE(passage.error().message.find("does not hash to its leaf"), std::string::npos)
      << passage.error().message;
  EXPECT_EQ(ProveDocument(*corpus, "file:///short.txt").error().code, ErrorCode::kCorrupt);
  EXPECT_TRUE(ProvePassage(*corpus, "file:///long.txt", 1));
}

TEST_F(Prove, EachUriHasABundleOfItsOwnRevision) {
  Put("file:///a/tabs.txt", "one\ttwo");
  const auto corpus = store::Corpus::Open(home_);
  ASSERT_TRUE(corpus);
  const auto text = [&](std::string_view name) {
    const auto made = ProvePassage(*corpus, name, 0);
    return made ? made->Find("text")->as_string() : made.error().message;
  };
  EXPECT_EQ(text("file:///short.txt"), "one two");
  EXPECT_EQ(text("file:///a/tabs.txt"), "one\ttwo");
  const auto whole = ProveDocument(*corpus, "file:///a/tabs.txt");
  ASSERT_TRUE(whole) << whole.error().message;
  EXPECT_EQ(whole->Find("text")->as_string(), "one\ttwo");
}
TEST_F(Prove, WhiteSpaceThatWasChangedInTheStoreNeverBecomesAProof) {
  Damage("UPDATE chunks SET content=CAST('one'||char(9)||'two' AS BLOB) WHERE text_bytes=7");
  const auto corpus = store::Corpus::Open(home_);
  ASSERT_TRUE(corpus);
  for (const auto& made : {ProvePassage(*corpus, "file:///short.txt", 0),
                           ProveDocument(*corpus, "file:///short.txt")}) {
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, ErrorCode::kCorrupt);
  }
}

}  // namespace
}  // namespace arborist::prove
