// SPDX-License-Identifier: AGPL-3.0-only
#include "extractive/sentence_places.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "evidence/selection.h"
#include "text/utf8.h"

namespace arborist::extractive {
namespace {

using evidence::SentenceKind;

// A document of one chunk that is one passage, and the list of what may be pointed to.
struct Listed {
  blocks::Reading reading;
  evidence::EvidenceMap map;
  evidence::SentenceList list;

  std::string Shown() const {
    const std::string shown = evidence::RenderSentences(map, list, evidence::Rendering::kOneLineV2);
    return shown.substr(shown.find('\n') + 1);
  }
};

Listed List(std::string_view slice, markup::Base base = markup::Base::kMarkdownV1,
            std::size_t max_chars = 16000, std::size_t from = 0,
            std::size_t to = std::string::npos) {
  blocks::DocumentBlocks document(base);
  document.Add(0, slice);
  blocks::Reading reading = document.Finish();
  evidence::SourceChunk chunk;
  chunk.chunk_root = std::string(64, 'a');
  chunk.span = reading.chunks[0].base.substr(from, to - from);
  chunk.offset_start = text::CountCodePoints(reading.chunks[0].base.substr(0, from));
  evidence::EvidenceMap map(std::vector<evidence::SourceChunk>{std::move(chunk)});
  const blocks::Reading* readings[] = {&reading};
  const evidence::SentencePlaces places = SentencePlacesOf(map, readings, max_chars);
  auto list = evidence::SentenceList::Make(map, places);
  EXPECT_TRUE(list) << list.error().message;
  return {std::move(reading), std::move(map), std::move(*list)};
}

TEST(SentencePlaces, NumberTheSentencesOfProse) {
  EXPECT_EQ(List("The canal opened in 1825. It joined the Hudson to Lake Erie.\n").Shown(),
            "E1.1 The canal opened in 1825.\nE1.2 It joined the Hudson to Lake Erie.");
}

TEST(SentencePlaces, AnItemARowAndAProgramReferToWhatIntroducesThem) {
  const Listed listed = List(
      "# Server\n\nIt is small. It reads these formats:\n\n- HTML\n- Text\n\nStart it:\n\n"
      "```sh\nserve --port 1\n```\n\n| Option | Default |\n|---|---|\n| port | 6700 |\n");
  EXPECT_EQ(listed.Shown().substr(0, listed.Shown().find("\nE1.6 ")),
            "# Server\nE1.2 It is small.\nE1.3 It reads these formats:\nE1.4 HTML\nE1.5 Text");
  std::map<SentenceKind, std::string> leads;
  for (const evidence::SentenceObject& object : listed.list.objects()) {
    const auto context = listed.list.ContextOf(object);
    if (!context.empty()) leads[object.kind] = context.back()->text;
  }
  EXPECT_EQ(leads[SentenceKind::kItem], "It reads these formats:");
  EXPECT_EQ(leads[SentenceKind::kCode], "Start it:");
  EXPECT_TRUE(leads[SentenceKind::kRow].contains("Default")) << leads[SentenceKind::kRow];
  const auto code = std::ranges::find(listed.list.objects(), SentenceKind::kCode,
                                      &evidence::SentenceObject::kind);
  ASSERT_NE(code, listed.list.objects().end());
  EXPECT_NE(listed.list.JoinedLead(listed.map, *code), nullptr);
}

TEST(SentencePlaces, WhatOnlyStandsBeforeATableDoesNotIntroduceIt) {
  const auto context_of = [](std::string_view before) {
    const Listed listed =
        List(std::string(before) + "\n\n| Option | Default |\n|---|---|\n| port | 6700 |\n");
    const auto row = std::ranges::find(listed.list.objects(), SentenceKind::kRow,
                                       &evidence::SentenceObject::kind);
    return row == listed.list.objects().end() ? 0 : listed.list.ContextOf(*row).size();
  };
  EXPECT_EQ(context_of("These are the options:"), 2u) << "the lead and the columns";
  EXPECT_EQ(context_of("The server is small."), 1u) << "the columns";
  EXPECT_EQ(context_of("- HTML\n- Text"), 1u);
}

TEST(SentencePlaces, SentencesThatThePassageCutsAreLeftOut) {
  const std::string text = "The first sentence is here. The second one is. The third one too.";
  EXPECT_EQ(List(text, markup::Base::kIdentity, 16000, 4, 50).Shown(), "E1.1 The second one is.");
}

TEST(SentencePlaces, APassageWithinOneSentenceStillHasSomethingToPointTo) {
  std::string text = "A";
  for (int i = 0; i < 400; ++i) text += " long line without any stop";
  for (const std::size_t from : {std::size_t{0}, std::size_t{300}}) {
    const Listed listed = List(text, markup::Base::kIdentity, 16000, from, from + 900);
    EXPECT_FALSE(listed.list.objects().empty()) << from;
    EXPECT_NE(listed.list.ByPointer("E1.1"), nullptr) << from;
  }
}

TEST(SentencePlaces, WorkInScriptsWithoutSpaces) {
  EXPECT_EQ(List("张衡是东汉的科学家。他制成了候风地动仪。", markup::Base::kIdentity).Shown(),
            "E1.1 张衡是东汉的科学家。\nE1.2 他制成了候风地动仪。");
}

TEST(SentencePlaces, WhatDoesNotFitIsLeftOutFromTheEndOfEachPassage) {
  std::string text;
  for (int i = 0; i < 50; ++i) text += "This is sentence number " + std::to_string(i) + ". ";
  const Listed all = List(text, markup::Base::kIdentity);
  const Listed some = List(text, markup::Base::kIdentity, 400);
  EXPECT_EQ(all.list.objects().size(), 50u);
  EXPECT_LT(some.list.objects().size(), 15u);
  EXPECT_TRUE(all.Shown().starts_with(some.Shown()));
  EXPECT_EQ(List(text, markup::Base::kIdentity, 1).list.objects().size(), 1u);
}

TEST(SentencePlaces, NoMoreAreOfferedThanCanBeChosenFrom) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "- x" + std::to_string(i) + "\n";
  EXPECT_LE(List(text, markup::Base::kMarkdownV1, 1000000).list.objects().size(), kMostOffered);
}

TEST(SentencePlaces, LinesOfMarksAreNoSentences) {
  EXPECT_EQ(List("It is so.\n\n+\n\nIt stays so.", markup::Base::kIdentity).Shown(),
            "E1.1 It is so.\nE1.2 It stays so.");
}

TEST(SentencePlaces, BlankPassagesHaveNothing) {
  EXPECT_TRUE(List("\n \n", markup::Base::kIdentity).list.objects().empty());
}

TEST(SentencePlaces, ATextThatTheReadingHasNotIsReadAlone) {
  evidence::SourceChunk chunk;
  chunk.span = "One is here. Two is here.";
  chunk.offset_start = 7;
  chunk.chunk_idx = 3;
  const evidence::EvidenceMap map(std::vector<evidence::SourceChunk>{chunk});
  const auto places = SentencePlacesOf(map, {}, 16000);
  ASSERT_EQ(places.size(), 1u);
  ASSERT_EQ(places[0].size(), 2u);
  EXPECT_EQ(places[0][0].offset_start, 7u);
  EXPECT_TRUE(evidence::SentenceList::Make(map, places));
}

TEST(RenderSelection, PointsToWhereTheClaimsStand) {
  const Listed listed = List("The canal opened in 1825. It joined the Hudson to Lake Erie.\n");
  const auto claim = [](std::string passage, std::size_t begin, std::size_t end) {
    Claim made;
    made.pointer_id = std::move(passage);
    made.char_begin = begin;
    made.char_end = end;
    return made;
  };
  Answer answer;
  answer.claims = {claim("E1", 26, 60), claim("E1", 0, 25), claim("E9", 0, 25)};
  EXPECT_EQ(RenderSelection(answer, listed.map, listed.list, 6), "E1.2, E1.1");
  EXPECT_EQ(RenderSelection(answer, listed.map, listed.list, 1), "E1.2");
  EXPECT_EQ(RenderSelection({}, listed.map, listed.list, 6), "");
}

}  // namespace
}  // namespace arborist::extractive
