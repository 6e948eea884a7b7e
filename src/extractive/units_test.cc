// SPDX-License-Identifier: AGPL-3.0-only
// What may be said as one claim, by the blocks of the document.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "extractive/layout.h"
#include "extractive/passage_blocks.h"
#include "text/utf8.h"

namespace arborist::extractive {
namespace {

// The units of these kinds in a Markdown text, as they would be said.
std::vector<std::string> Said(std::string_view markdown, std::vector<UnitKind> kinds) {
  blocks::DocumentBlocks document(markup::Base::kMarkdownV1);
  document.Add(0, markdown);
  const blocks::Reading reading = document.Finish();
  const std::string base = reading.chunks[0].base;
  std::vector<std::string> said;
  for (const Unit& unit : LayoutOf(base, 0, 0, reading).units) {
    if (std::ranges::find(kinds, unit.kind) == kinds.end()) continue;
    said.push_back(base.substr(unit.piece.begin, unit.piece.end - unit.piece.begin));
  }
  return said;
}

using Texts = std::vector<std::string>;

TEST(Units, TakesTheSentencesOfAParagraph) {
  EXPECT_EQ(Said("# Pods\n\nA Pod is a group of containers. It has one address.\n",
                 {UnitKind::kSentence}),
            (Texts{"A Pod is a group of containers.", "It has one address."}));
}

TEST(Units, JoinsACommandWithTheSentenceThatIntroducesIt) {
  const Texts said = Said("First prepare. Then list the pods:\n\n```sh\nkubectl get pods\n```\n",
                          {UnitKind::kLeadCode});
  ASSERT_EQ(said.size(), 1u);
  EXPECT_TRUE(said[0].starts_with("Then list the pods:"));
  EXPECT_TRUE(said[0].ends_with("kubectl get pods"));
}

TEST(Units, NeverJoinsALeadWithTheCommandOfAnother) {
  const Texts said =
      Said("To list the pods:\n\nThis is something else.\n\n```sh\nkubectl delete pods\n```\n",
           {UnitKind::kLeadCode});
  for (const std::string& text : said) EXPECT_FALSE(text.contains("To list the pods"));
}

TEST(Units, TakesStepsTogetherWithTheirLead) {
  const Texts said =
      Said("To install:\n\n1. Download it.\n2. Unpack it.\n3. Run it.\n", {UnitKind::kSteps});
  ASSERT_EQ(said.size(), 1u);
  EXPECT_TRUE(said[0].starts_with("To install:"));
  EXPECT_TRUE(said[0].ends_with("Run it."));
}

TEST(Units, TakesRowsWithoutTheRowThatNamesTheColumns) {
  const std::string table = "| Mode | Water |\n|---|---|\n| Eco | 9.5 l |\n| Quick | 11 l |\n";
  EXPECT_EQ(Said(table, {UnitKind::kRow}).size(), 2u);
  EXPECT_EQ(Said(table, {UnitKind::kColumns}).size(), 1u);
}

TEST(Units, SaysALongProgramByItsPrompts) {
  std::string text = "```\n";
  for (const char* line : {"$ one --a", "printed", "printed", "$ two --b", "x", "y", "z"}) {
    text += std::string(line) + "\n";
  }
  EXPECT_EQ(Said(text + "```\n", {UnitKind::kCode}), (Texts{"$ one --a", "$ two --b"}));
}

TEST(Units, StayInsideAPassageThatIsAPartOfItsChunk) {
  blocks::DocumentBlocks document(markup::Base::kIdentity);
  const std::string text = "One größer stands here. Two stands here. Three stands here.";
  document.Add(7, text);
  const blocks::Reading reading = document.Finish();
  const std::string_view span = std::string_view(text).substr(text.find("Two"));
  const std::size_t offset =
      text::CountCodePoints(std::string_view(text).substr(0, text.find("Two")));
  const Layout layout = LayoutOf(span, 7, offset, reading);
  ASSERT_EQ(layout.units.size(), 2u);
  const Piece& first = layout.units[0].piece;
  EXPECT_EQ(span.substr(first.begin, first.end - first.begin), "Two stands here.");
}

TEST(Units, AreNoneWhereTheReadingHasAnotherText) {
  const blocks::Reading reading = ReadAlone("A sentence stands here.");
  EXPECT_TRUE(LayoutOf("Another one stands here.", 0, 0, reading).units.empty());
  EXPECT_TRUE(LayoutOf("A sentence stands here.", 1, 0, reading).units.empty());
  EXPECT_EQ(LayoutOf("A sentence stands here.", 0, 0, reading).units.size(), 1u);
}

TEST(Units, OfAHugeTableAreLimited) {
  std::string text;
  for (int i = 0; i < 10'000; ++i) text += "| a | b |\n";
  const blocks::Reading reading = ReadAlone(text);
  EXPECT_LE(LayoutOf(reading.chunks[0].base, 0, 0, reading).units.size(), kMaxUnits);
}

}  // namespace
}  // namespace arborist::extractive
