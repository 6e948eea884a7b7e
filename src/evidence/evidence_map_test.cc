// SPDX-License-Identifier: AGPL-3.0-only
#include "evidence/evidence_map.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "evidence/evidence_json.h"

namespace arborist::evidence {
namespace {

SourceChunk Chunk(std::string root, std::string span) {
  SourceChunk chunk;
  chunk.source_root = "d0";
  chunk.document_uri = "https://example.org/wiki/Page";
  chunk.chunk_root = std::move(root);
  chunk.span = std::move(span);
  return chunk;
}

std::string Repeat(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out.append(text);
  return out;
}

TEST(EvidenceId, IsTheHashOfThePlace) {
  EXPECT_EQ(EvidenceId(Repeat("ab", 32), 0, 5), "Eec0ec575");
}
TEST(EvidenceMap, NumbersPassagesAndCountsCodePoints) {
  const EvidenceMap map({Chunk("a", "Zürich"), Chunk("b", "")});
  ASSERT_EQ(map.objects().size(), 2u);
  EXPECT_EQ(map.objects()[0].pointer_id, "E1");
  EXPECT_EQ(map.objects()[0].offset_end, 6u);
  EXPECT_EQ(map.objects()[0].evidence_id, EvidenceId("a", 0, 6));
  EXPECT_EQ(map.objects()[1].pointer_id, "E2");
  EXPECT_EQ(ToJson(map.objects()[1]).String("text_hash"),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}
TEST(EvidenceMap, FindsAPointerOnlyAsItIsShown) {
  const EvidenceMap map({Chunk("a", "x"), Chunk("b", "y")});
  ASSERT_NE(map.ByPointer("E2"), nullptr);
  EXPECT_EQ(map.ByPointer("E2")->chunk_root, "b");
  for (const std::string_view id :
       {"", "E", "E0", "E3", "E01", "e1", "E1 ", "E+1", "E-1", "1", "E18446744073709551617"}) {
    EXPECT_EQ(map.ByPointer(id), nullptr) << id;
  }
}
TEST(EvidenceMap, AnEvidenceIdMeansTheFirstOfEquals) {
  EvidenceMap map({Chunk("a", "x"), Chunk("b", "y"), Chunk("a", "z")});
  const EvidenceMap moved = std::move(map);
  ASSERT_NE(moved.ByEvidenceId(EvidenceId("a", 0, 1)), nullptr);
  EXPECT_EQ(moved.ByEvidenceId(EvidenceId("a", 0, 1))->span, "x");
  EXPECT_EQ(moved.ByEvidenceId("E00000000"), nullptr);
}
TEST(EvidenceMap, HasOneRootForEveryOrder) {
  std::vector<SourceChunk> chunks = {Chunk("a", "x"), Chunk("b", "y"), Chunk("c", "z")};
  const Hash256 root = EvidenceMap(chunks).Root();
  std::ranges::reverse(chunks);
  EXPECT_EQ(EvidenceMap(chunks).Root(), root);
  chunks.pop_back();
  EXPECT_NE(EvidenceMap(chunks).Root(), root);
  EXPECT_TRUE(EvidenceMap({}).Root().is_zero());
}
TEST(EvidenceMap, LowersEachSpan) {
  const EvidenceMap map({Chunk("a", "ΟΔΟΣ"), Chunk("b", "B")});
  EXPECT_EQ(map.LowerSpan(map.objects()[0]), "οδος");
  EXPECT_EQ(map.LowerSpan(map.objects()[1]), "b");
}
TEST(EvidenceBlocks, NameTheirSource) {
  std::vector<SourceChunk> chunks = {Chunk("a", "One."), Chunk("b", "Two."), Chunk("c", "Three.")};
  chunks[0].title = "Alpha";
  chunks[0].source_role = "primary_answer_source";
  chunks[1].title = "";
  chunks[2].document_uri = "x/";
  EXPECT_EQ(RenderEvidenceMap(EvidenceMap(chunks), Rendering::kReferenceV98),
            "=== E1 (Alpha | primary_answer_source) ===\nOne.\n\n"
            "=== E2 (Page | unclassified) ===\nTwo.\n\n"
            "=== E3 (untitled | unclassified) ===\nThree.");
  EXPECT_EQ(RenderEvidenceMap(EvidenceMap({}), Rendering::kReferenceV98), "");
}
TEST(EvidenceJson, ReadsAChunkAndNamesABadField) {
  const auto read = [](std::string_view text) { return ChunkFromJson(*json::Parse(text)); };
  const auto chunk =
      read(R"({"source_root":"r","document_uri":"u","chunk_idx":3,"chunk_root":"c","span":"s",)"
           R"("title":null,"source_role":null})");
  ASSERT_TRUE(chunk) << chunk.error().message;
  EXPECT_EQ(chunk->source_role, kUnclassifiedRole);
  EXPECT_FALSE(chunk->title);
  EXPECT_EQ(chunk->chunk_idx, 3);
  const auto missing = read(R"({"source_root":"r","document_uri":"u","chunk_idx":3})");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("chunk_root"), std::string::npos);
  EXPECT_FALSE(read("[]"));
}

}  // namespace
}  // namespace arborist::evidence
