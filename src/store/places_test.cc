// SPDX-License-Identifier: AGPL-3.0-only
#include "store/places.h"

#include <gtest/gtest.h>

#include <string>

#include "store/log/bindings.h"
#include "store/sample_store_test.h"

namespace arborist::store {
namespace {

class PlacesTest : public StoreTest {
 protected:
  std::string At(const std::string& uri, std::uint64_t chunk_idx, std::size_t offset) {
    const Corpus corpus = OpenCorpus();
    const auto document = corpus.Resolve(uri);
    EXPECT_TRUE(document) << document.error().message;
    const auto place = PlaceFinder().Find(*document, chunk_idx, offset);
    EXPECT_TRUE(place) << place.error().message;
    return *place ? (*place)->label + " #" + (*place)->fragment : "";
  }
};

TEST_F(PlacesTest, AreThoseOfTheReaderCountedFromTheStartOfTheText) {
  PreparedDocument document = MakeDocument("u:1", ManyWords(1, 1300));
  ASSERT_EQ(document.chunks.size(), 3U);
  document.extraction_version = "pdf-text-v1";
  const std::uint64_t second = document.chunks[0].text_bytes;
  reading::Notes notes;
  notes.anchors = {{0, reading::AnchorKind::kPage, "page 1", "page=1"},
                   {second + 10, reading::AnchorKind::kPage, "page 2", "page=2"}};
  document.notes = PrepareNotes(notes);
  PutOne(document);
  EXPECT_EQ(At("u:1", 0, 0), "page 1 #page=1");
  EXPECT_EQ(At("u:1", 1, 9), "page 1 #page=1");
  EXPECT_EQ(At("u:1", 1, 10), "page 2 #page=2");
  EXPECT_EQ(At("u:1", 2, 0), "page 2 #page=2");
}

TEST_F(PlacesTest, OfTextAsDecodedAreLines) {
  std::string text;
  for (int i = 1; i <= 400; ++i) text += "line number " + std::to_string(i) + "\n";
  const PreparedDocument document = MakeDocument("u:1", text);
  ASSERT_GT(document.chunks.size(), 1U);
  PutOne(document);
  EXPECT_EQ(At("u:1", 0, 0), "line 1 #line=0,1");
  EXPECT_EQ(At("u:1", 0, text.find("number 7")), "line 7 #line=6,7");
  std::uint64_t chunk = 0;
  std::size_t offset = text.find("number 390");
  for (; offset >= document.chunks[chunk].text_bytes; ++chunk)
    offset -= document.chunks[chunk].text_bytes;
  ASSERT_GT(chunk, 0U);
  EXPECT_EQ(At("u:1", chunk, offset), "line 390 #line=389,390");
}

TEST_F(PlacesTest, AreNotKnownOfTextThatLostItsLines) {
  PreparedDocument document = MakeDocument("u:1", "one two");
  document.extraction_version = "html-text-v1";
  PutOne(document);
  EXPECT_EQ(At("u:1", 0, 0), "");
}

TEST_F(PlacesTest, OfAnotherRevisionAreItsOwn) {
  PutOne(MakeDocument("u:1", "one two"));
  PutOne(MakeDocument("u:2", "one\n\ntwo"));
  EXPECT_EQ(At("u:1", 0, 4), "line 1 #line=0,1");
  EXPECT_EQ(At("u:2", 0, 5), "line 3 #line=2,3");
}

}  // namespace
}  // namespace arborist::store
