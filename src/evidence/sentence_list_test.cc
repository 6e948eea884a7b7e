// SPDX-License-Identifier: AGPL-3.0-only
#include "evidence/sentence_list.h"

#include <gtest/gtest.h>

#include "json/value.h"

namespace arborist::evidence {
namespace {

// "Zürich reads:\n- Text\n- HTML", which begins 10 code points into its chunk.
EvidenceMap OnePassage() {
  SourceChunk chunk;
  chunk.chunk_root = std::string(64, 'a');
  chunk.span = "Zürich reads:\n- Text\n- HTML";
  chunk.offset_start = 10;
  std::vector<SourceChunk> chunks;
  chunks.push_back(std::move(chunk));
  return EvidenceMap(std::move(chunks));
}

SentencePlaces LeadAndItems() {
  return {{{10, 23, SentenceKind::kLead, std::nullopt},
           {26, 30, SentenceKind::kItem, 0},
           {33, 37, SentenceKind::kItem, 0}}};
}

std::string ProblemOf(const SentencePlaces& places) {
  const EvidenceMap evidence = OnePassage();
  const auto list = SentenceList::Make(evidence, places);
  return list ? "" : list.error().message;
}

TEST(SentenceList, AnObjectIsARangeOfItsChunkUnderTheFormulaOfPassages) {
  const EvidenceMap evidence = OnePassage();
  const auto list = SentenceList::Make(evidence, LeadAndItems());
  ASSERT_TRUE(list) << list.error().message;
  ASSERT_EQ(list->objects().size(), 3u);
  const SentenceObject& lead = list->objects()[0];
  EXPECT_EQ(lead.pointer_id, "E1.1");
  EXPECT_EQ(lead.text, "Zürich reads:");
  EXPECT_EQ(lead.evidence_id, EvidenceId(std::string(64, 'a'), 10, 23));
  EXPECT_EQ(list->objects()[2].text, "HTML");
}

TEST(SentenceList, APointerIsFoundOnlyAsItIsShown) {
  const EvidenceMap evidence = OnePassage();
  const auto list = SentenceList::Make(evidence, LeadAndItems());
  ASSERT_TRUE(list);
  ASSERT_NE(list->ByPointer("E1.2"), nullptr);
  EXPECT_EQ(list->ByPointer("E1.2")->text, "Text");
  for (const std::string_view id : {"", "E", "E1", "E1.", "E1.0", "E1.4", "E2.1", "E01.1", "E1.01",
                                    "E1.1 ", "e1.1", "E1.1.1", "E1.99999999999999999999"}) {
    EXPECT_EQ(list->ByPointer(id), nullptr) << id;
  }
}

TEST(SentenceList, NothingPointsToAHeadingOrToNamesOfColumns) {
  const EvidenceMap evidence = OnePassage();
  SentencePlaces places = LeadAndItems();
  places[0][0].kind = SentenceKind::kColumns;
  const auto columns = SentenceList::Make(evidence, places);
  ASSERT_TRUE(columns);
  EXPECT_EQ(columns->ByPointer("E1.1"), nullptr);
  EXPECT_NE(columns->ByPointer("E1.2"), nullptr);
}

TEST(SentenceList, WhatIntroducesAnObjectIsItsContext) {
  const EvidenceMap evidence = OnePassage();
  const auto list = SentenceList::Make(evidence, LeadAndItems());
  ASSERT_TRUE(list);
  const auto context = list->ContextOf(list->objects()[2]);
  ASSERT_EQ(context.size(), 1u);
  EXPECT_EQ(context[0]->pointer_id, "E1.1");
  EXPECT_TRUE(list->ContextOf(list->objects()[0]).empty());
}

TEST(SentenceList, AContextIsNoLongerThanPeopleRead) {
  SourceChunk chunk;
  chunk.chunk_root = "a";
  chunk.span = "abcdefgh";
  const EvidenceMap evidence(std::vector<SourceChunk>{chunk});
  SentencePlaces places(1);
  for (std::uint64_t i = 0; i < 8; ++i) {
    places[0].push_back(
        {i, i + 1, SentenceKind::kItem, i == 0 ? std::nullopt : std::optional<std::size_t>(i - 1)});
  }
  const auto list = SentenceList::Make(evidence, places);
  ASSERT_TRUE(list);
  const auto context = list->ContextOf(list->objects()[7]);
  ASSERT_EQ(context.size(), SentenceList::kMaxContext);
  EXPECT_EQ(context.back()->text, "g");
}

TEST(SentenceList, RefusesRangesThatAreNotOfThePassage) {
  EXPECT_EQ(ProblemOf(LeadAndItems()), "");
  const auto with = [](std::size_t entry, std::uint64_t begin, std::uint64_t end) {
    SentencePlaces places = LeadAndItems();
    places[0][entry].offset_start = begin;
    places[0][entry].offset_end = end;
    return ProblemOf(places);
  };
  EXPECT_NE(with(0, 9, 23), "") << "before the passage";
  EXPECT_NE(with(2, 33, 38), "") << "behind it";
  EXPECT_NE(with(1, 26, 26), "") << "empty";
  EXPECT_NE(with(1, 30, 26), "") << "turned round";
  EXPECT_NE(with(1, 22, 30), "") << "overlaps the one before it";
  EXPECT_NE(with(2, 24, 25), "") << "out of order";
  EXPECT_NE(with(2, ~std::uint64_t{0}, ~std::uint64_t{0}), "");
  EXPECT_NE(ProblemOf({}), "") << "no list for the passage";
  EXPECT_NE(ProblemOf({{}, {}}), "") << "one list too many";
}

TEST(SentenceList, RefusesReferencesThatIntroduceNothing) {
  const auto with = [](std::size_t to, SentenceKind kind, SentenceKind target) {
    SentencePlaces places = LeadAndItems();
    places[0][1].refers_to = to;
    places[0][1].kind = kind;
    places[0][0].kind = target;
    return ProblemOf(places);
  };
  EXPECT_EQ(with(0, SentenceKind::kItem, SentenceKind::kLead), "");
  EXPECT_NE(with(1, SentenceKind::kItem, SentenceKind::kLead), "") << "to itself";
  EXPECT_NE(with(2, SentenceKind::kItem, SentenceKind::kLead), "") << "to a later one";
  EXPECT_NE(with(9, SentenceKind::kItem, SentenceKind::kLead), "") << "to none";
  EXPECT_NE(with(0, SentenceKind::kItem, SentenceKind::kHeading), "");
  EXPECT_NE(with(0, SentenceKind::kHeading, SentenceKind::kLead), "");
}

TEST(SentenceList, RefusesMoreThanThereMayBe) {
  EXPECT_NE(ProblemOf({std::vector<SentencePlace>(kMaxSentencesOfPassage + 1)}), "");
}

TEST(SentenceList, IsDataThatComesBackAsItWas) {
  const SentencePlaces places = LeadAndItems();
  const json::Value value(ToJson(places));
  EXPECT_EQ(json::Dump(value), R"([[[10,23,"lead"],[26,30,"item",1],[33,37,"item",1]]])");
  const auto read = ReadSentencePlaces(value);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, places);
}

TEST(SentenceList, RefusesDataOfAnotherShape) {
  for (const std::string_view text :
       {"{}", "[1]", "[[1]]", "[[[1,2]]]", R"([[[1,2,"poem"]]])", R"([[[-1,2,"item"]]])",
        R"([[[1,-2,"item"]]])", R"([[[1.0,2,"item"]]])", R"([[[1,2,"item",0]]])",
        R"([[[1,2,"item",-1]]])", R"([[[1,2,"item","1"]]])", R"([[[1,2,"item",1,1]]])",
        R"([[{"offset_start":1}]])"}) {
    EXPECT_FALSE(ReadSentencePlaces(*json::Parse(text))) << text;
  }
}

TEST(SentenceList, ProgramTextIsOneClaimWithTheLineThatTouchesIt) {
  const auto joined = [](const std::string& between) {
    SourceChunk chunk;
    chunk.chunk_root = "a";
    chunk.span = "Run:" + between + "make";
    const EvidenceMap evidence(std::vector<SourceChunk>{chunk});
    const std::uint64_t begin = 4 + between.size();
    const auto list = SentenceList::Make(evidence, {{{0, 4, SentenceKind::kLead, std::nullopt},
                                                     {begin, begin + 4, SentenceKind::kCode, 0}}});
    return list && list->JoinedLead(evidence, list->objects()[1]) != nullptr;
  };
  EXPECT_TRUE(joined("\n\n"));
  EXPECT_TRUE(joined("\n\n```sh\n"));
  EXPECT_TRUE(joined("\n\n~~~\n"));
  EXPECT_TRUE(joined("\n\n.. code-block:: sh\n   :linenos:\n\n   "));
  EXPECT_TRUE(joined("\n[source,sh]\n----\n"));
  EXPECT_FALSE(joined("\n\nOr, on a Mac:\n\n"));
  EXPECT_FALSE(joined("\n- \n"));
  EXPECT_FALSE(joined(std::string(400, '\n')));
}

}  // namespace
}  // namespace arborist::evidence
