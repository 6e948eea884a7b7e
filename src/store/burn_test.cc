// SPDX-License-Identifier: AGPL-3.0-only
// A burned document leaves a tombstone and no text, in the raw bytes of every file.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "compress/chunk_codec.h"
#include "store/log/bindings.h"
#include "store/log/burned.h"
#include "store/log/erase.h"
#include "store/sample_store_test.h"

namespace arborist::store {
namespace {

class BurnTest : public StoreTest {
 protected:
  // In a commit of its own, with the redirects of its URIs, as a caller does it.
  void Burn(const DocumentRoot& root, const std::vector<std::string>& uris = {}) {
    const auto writer = OpenWriter();
    ASSERT_TRUE(writer->Begin());
    for (const std::string& uri : uris) ASSERT_TRUE(writer->burns().BurnAliasesOf(uri));
    const auto burned = writer->burns().Burn(root);
    ASSERT_TRUE(burned) << burned.error().message;
    EXPECT_TRUE(*burned);
    ASSERT_TRUE(writer->Commit());
    const Status erased = writer->burns().EraseRemains();
    ASSERT_TRUE(erased) << erased.error().message;
  }
  // The names of the files that hold these bytes.
  std::string FilesWith(std::string_view bytes) const {
    std::string names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(home_.root)) {
      if (!entry.is_regular_file()) continue;
      std::ifstream file(entry.path(), std::ios::binary);
      std::ostringstream content;
      content << file.rdbuf();
      if (content.str().contains(bytes)) names += entry.path().filename().string() + " ";
    }
    return names;
  }
};

TEST_F(BurnTest, TextTitleUriAndTermsAreGoneFromEveryFile) {
  for (int i = 0; i < 60; ++i) {
    PutOne(MakeDocument("u:" + std::to_string(i), ManyWords(i, 700), "Other " + std::to_string(i)));
  }
  const PreparedDocument secret =
      MakeDocument("u:zanzibar-uri", "The quokkaword stands here. " + ManyWords(3, 900),
                   "Xylophonetitle of the north");
  PutOne(secret);
  PutOne(MakeDocument("u:after", ManyWords(99, 700)));
  for (const char* word : {"quokkaword", "zanzibar", "xylophonetitle", "Xylophonetitle"}) {
    ASSERT_NE(FilesWith(word), "") << word << " is there before";
  }
  Burn(secret.root);
  for (const char* word : {"quokkaword", "zanzibar", "xylophonetitle", "Xylophonetitle"}) {
    EXPECT_EQ(FilesWith(word), "") << word;
  }
  EXPECT_EQ(Problems(), "");
  EXPECT_EQ(LastEventType(), "document_burn");
  EXPECT_EQ(Hits("quokkaword"), 0u);
  EXPECT_EQ(*FindBurned(OpenReader()->log(), secret.root.hex().substr(0, 8)), secret.root.hex());
}

TEST_F(BurnTest, OlderTextsOfTheUriStayAndTheUriLeadsNowhere) {
  const PreparedDocument old = MakeDocument("u:1", "some old pears");
  const PreparedDocument now = MakeDocument("u:1", "some quokka apples");
  PutOne(old);
  PutOne(now);
  Burn(now.root);
  EXPECT_EQ(Problems(), "");
  const auto view = *OpenReader()->documents().Find(old.root);
  ASSERT_TRUE(view);
  EXPECT_FALSE(view->current);
  EXPECT_EQ(view->locations.at(0).state, LocationState::kGone);
  EXPECT_EQ(FilesWith("quokka"), "");
  EXPECT_EQ(PutOne(now), PutOutcome::kAdded) << "and may come again";
  EXPECT_EQ(Problems(), "");
}

TEST_F(BurnTest, AnOlderTextGoesWithoutTheNewerOne) {
  const PreparedDocument old = MakeDocument("u:1", "some quokka pears");
  PutOne(old);
  PutOne(MakeDocument("u:1", "some new apples"));
  Burn(old.root);
  EXPECT_EQ(Problems(), "");
  EXPECT_EQ(FilesWith("quokka"), "");
  EXPECT_EQ(Hits("apple"), 1u);
}

TEST_F(BurnTest, RedirectsToItGoWithTheirNames) {
  const PreparedDocument target = MakeDocument("u:target", "some apples");
  PutOne(target);
  PutOne(MakeAlias("u:quokka-alias", "u:target"));
  PutOne(MakeAlias("u:quokka-alias", "u:elsewhere"));  // what it led to before is kept by an event
  PutOne(MakeAlias("u:quokka-alias", "u:target"));
  PutOne(MakeAlias("u:kept-alias", "u:elsewhere"));
  EXPECT_EQ(*OpenReader()->links().AliasesOf({"u:target"}),
            std::vector<std::string>{"u:quokka-alias"});
  Burn(target.root, {"u:target"});
  EXPECT_EQ(FilesWith("quokka"), "");
  EXPECT_EQ(FilesWith("u:target"), "");
  EXPECT_NE(FilesWith("u:kept-alias"), "");
  EXPECT_EQ(Problems(), "");
}

TEST_F(BurnTest, TheNotesOfItsReadingGoToo) {
  PreparedDocument one = MakeDocument("u:1", "some apples");
  reading::Notes notes;
  notes.anchors = {{0, reading::AnchorKind::kSheet, "quokka costs", "sheet=quokka%20costs"}};
  one.notes = PrepareNotes(notes);
  PutOne(one);
  EXPECT_EQ(QueryInt("SELECT count(*) FROM readings"), 1);
  Burn(one.root, {"u:1"});
  EXPECT_EQ(QueryInt("SELECT count(*) FROM readings"), 0);
  EXPECT_EQ(Problems(), "");
}

TEST_F(BurnTest, ADocumentThatIsMissingWithoutATombstoneIsAProblem) {
  const PreparedDocument one = MakeDocument("u:1", "some apples");
  PutOne(one);
  Burn(one.root);
  PutOne(one);
  EXPECT_EQ(Problems(), "");
  Sql("DELETE FROM chunks_fts; DELETE FROM titles_fts; DELETE FROM links; DELETE FROM edges; "
      "DELETE FROM locations; DELETE FROM chunks; DELETE FROM documents; DELETE FROM audit_texts; "
      "DELETE FROM revisions; UPDATE index_stats SET chunks=0, terms=0");
  EXPECT_EQ(Kinds(), (std::vector<std::string>{"document_missing", "log_text_missing"}))
      << "the tombstone came before it was added again";
}

TEST_F(BurnTest, ADictionaryWithPiecesOfTheTextGoesToo) {
  std::vector<std::string> samples;
  samples.reserve(400);
  const std::string secret = "A sentence on the quokkaword that the trainer loves to repeat. ";
  for (int i = 0; i < 400; ++i) {
    samples.push_back(secret + "Number " + std::to_string(i) + " of many such samples. " +
                      ManyWords(i, 60));
  }
  const auto trained = compress::TrainDictionary(samples, 16 << 10);
  ASSERT_TRUE(trained) << trained.error().message;
  ASSERT_TRUE(trained->contains("quokkaword"));
  PreparedDocument burned = MakeDocument("u:1", secret + ManyWords(1, 40));
  PreparedDocument kept = MakeDocument("u:2", ManyWords(2, 60));
  {
    const auto dictionary = *compress::Dictionary::Load(*trained);
    compress::ChunkCodec codec(&dictionary);
    for (PreparedDocument* document : {&burned, &kept}) {
      for (PreparedChunk& chunk : document->chunks) chunk.content = codec.Compress(chunk.content);
    }
    const auto writer = OpenWriter();
    ASSERT_TRUE(writer->Begin());
    ASSERT_TRUE(writer->dictionary().Set(*trained));
    ASSERT_TRUE(writer->Put(burned));
    ASSERT_TRUE(writer->Put(kept));
    ASSERT_TRUE(writer->Commit());
  }
  auto reader = OpenReader();
  {
    const auto writer = OpenWriter();
    ASSERT_TRUE(writer->Begin());
    EXPECT_FALSE(*writer->dictionary().Forget("zzzzzzzzzzzzzzzzzzzz")) << "it shares nothing";
    EXPECT_TRUE(*writer->dictionary().Forget(secret));
    ASSERT_TRUE(writer->burns().Burn(burned.root));
    ASSERT_TRUE(writer->Commit());
    const Status held = writer->burns().EraseRemains();
    ASSERT_FALSE(held) << "a reader looks at the moment before";
    EXPECT_EQ(held.error().code, ErrorCode::kEnvironment);
    EXPECT_TRUE(held.error().message.contains("main.db")) << held.error().message;
    ASSERT_TRUE(reader->Renew());
    EXPECT_EQ(*reader->texts().DocumentText(**reader->documents().Find(kept.root)),
              ManyWords(2, 60))
        << "a reader that was open takes note that the dictionary is gone";
    reader.reset();
    const Status erased = writer->burns().EraseRemains();
    EXPECT_TRUE(erased) << erased.error().message;
  }
  EXPECT_EQ(FilesWith("quokkaword"), "");
  EXPECT_EQ(Problems(), "");
}

}  // namespace
}  // namespace arborist::store
