// SPDX-License-Identifier: AGPL-3.0-only
// What the reading classes of a shard answer for several things at once, and how states are
// spelled.
#include "store/shard/shard_reader.h"
#include "store/log/bindings.h"

#include <gtest/gtest.h>

#include "store/sample_store_test.h"

namespace arborist::store {
namespace {

class ShardReaderTest : public StoreTest {};

TEST(LocationState, HasOneSpellingAndTheOrderOfIt) {
  const LocationState states[] = {LocationState::kCurrent, LocationState::kGone,
                                  LocationState::kSuperseded};
  for (const LocationState state : states) EXPECT_EQ(LocationStateFromName(Name(state)), state);
  EXPECT_TRUE(std::ranges::is_sorted(states, {}, [](LocationState state) { return Name(state); }));
  EXPECT_FALSE(LocationStateFromName("Current"));
}

TEST_F(ShardReaderTest, SourcesOfSeveralUrisComeInTheirOrder) {
  const PreparedDocument one = MakeDocument("u:1", "one"), two = MakeDocument("u:2", "two");
  PutOne(one);
  PutOne(two);
  const std::string uris[] = {"u:2", "u:nobody", "u:1"};
  const auto sources = OpenReader()->locations().CurrentSources(uris);
  ASSERT_TRUE(sources) << sources.error().message;
  EXPECT_EQ(*sources, (std::vector<std::optional<SourceHash>>{two.source_hash, std::nullopt,
                                                              one.source_hash}));
}

TEST_F(ShardReaderTest, LinksAndAliasesOfSeveralUrisComeByUri) {
  PreparedDocument first = MakeDocument("u:a", "one");
  first.links = {"u:b", "u:c"};
  PreparedDocument second = MakeDocument("u:b", "two");
  second.links = {"u:a"};
  PutOne(second);
  PutOne(first);
  PutOne(MakeAlias("u:z", "u:a"));
  PutOne(MakeAlias("u:y", "u:b"));
  const auto reader = OpenReader();
  using Uris = std::vector<std::string>;
  EXPECT_EQ(reader->links().From({"u:b", "u:a", "u:none"}).value(), (Uris{"u:b", "u:c", "u:a"}));
  EXPECT_EQ(reader->links().From({}).value(), Uris{});
  EXPECT_EQ(reader->links().AliasesOf({"u:b", "u:a"}).value(), (Uris{"u:z", "u:y"}));
  EXPECT_EQ(reader->links().To({"u:b"}).value(), Uris{"u:a"});
}

TEST_F(ShardReaderTest, NotesAreThoseOfTheCurrentReading) {
  const auto pages = [](const std::string& label) {
    reading::Notes notes;
    notes.anchors = {{0, reading::AnchorKind::kPage, label, "page=1"}};
    notes.report.warnings = {"hard to read"};
    return notes;
  };
  PreparedDocument one = MakeDocument("u:a", "one");
  one.notes = PrepareNotes(pages("page 1"));
  PutOne(one);
  EXPECT_EQ(OpenReader()->readings().Of("u:none").value(), std::nullopt);
  auto notes = OpenReader()->readings().Of("u:a").value();
  ASSERT_TRUE(notes);
  EXPECT_EQ(*notes, pages("page 1"));
  // The same text out of other bytes, on another page.
  PreparedDocument moved = MakeDocument("u:a", "one");
  moved.source_hash = SourceHash(crypto::Sha256("other bytes"));
  moved.notes = PrepareNotes(pages("page 2"));
  PutOne(moved);
  EXPECT_EQ(OpenReader()->readings().Of("u:a").value(), pages("page 2"));
  PutOne(MakeDocument("u:a", "two"));
  EXPECT_EQ(OpenReader()->readings().Of("u:a").value(), std::nullopt) << "another text, no notes";
  PutOne(one);
  EXPECT_EQ(OpenReader()->readings().Of("u:a").value(), pages("page 1")) << "it is back";
  EXPECT_EQ(Problems(), "");
}

TEST_F(ShardReaderTest, AChunkOfARangeIsWhatItIsAlone) {
  const PreparedDocument document = MakeDocument("u:1", ManyWords(1, 4000));
  PutOne(document);
  ASSERT_GT(document.chunks.size(), 3u);
  const auto reader = OpenReader();
  const auto view = reader->documents().Find(document.root).value();
  const TextPlace place = view->shown().text;
  const auto chunks = reader->texts().ChunksBetween(place, 1, 3);
  ASSERT_TRUE(chunks) << chunks.error().message;
  ASSERT_EQ(chunks->size(), 2u);
  for (std::uint64_t i = 1; i < 3; ++i) {
    EXPECT_EQ((*chunks)[i - 1].text, reader->texts().ChunkText(place, i).value());
    EXPECT_EQ((*chunks)[i - 1].leaf, reader->texts().Leaf(*view, i).value());
  }
  EXPECT_TRUE(reader->texts().ChunksBetween(place, 3, 3)->empty());
  EXPECT_EQ(reader->texts().ChunksBetween(place, 0, place.leaf_count + 1).error().code,
            ErrorCode::kCorrupt);
}

}  // namespace
}  // namespace arborist::store
