// SPDX-License-Identifier: AGPL-3.0-only
#include "evidence/selection.h"

#include <gtest/gtest.h>

namespace arborist::evidence {
namespace {

using Ids = std::vector<std::string>;

TEST(Selection, ReadsPointersBetweenBlanksCommasAndBrackets) {
  const Ids both = {"E3.2", "E1.4"};
  for (const std::string_view answer :
       {"E3.2, E1.4", "E3.2 E1.4", "E3.2\nE1.4\n", "  E3.2,\tE1.4 ", "[E3.2] [E1.4]",
        "[E3.2, E1.4]", "E3.2,E1.4", R"({"ids":["E3.2","E1.4"]})",
        "{ \"ids\" : [\"E3.2\",\n"
        "\"E1.4\"] }\n"}) {
    const Selection selection = ParseSelection(answer);
    EXPECT_EQ(selection.kind, SelectionKind::kPointers) << answer;
    EXPECT_EQ(selection.pointer_ids, both) << answer;
  }
}

TEST(Selection, KeepsEachPointerOnceInTheOrderMet) {
  EXPECT_EQ(ParseSelection("E2.1, E1.1, E2.1").pointer_ids, (Ids{"E2.1", "E1.1"}));
}

TEST(Selection, WithoutAPointerNothingIsSelected) {
  for (const std::string_view answer : {"", " \n", R"({"ids":[]})"}) {
    EXPECT_EQ(ParseSelection(answer).kind, SelectionKind::kNone) << answer;
  }
}

TEST(Selection, RefusesEveryWordOfAModel) {
  for (const std::string_view answer : {"The canal opened in 1825. [E1.2]",
                                        "E1.2.",
                                        "- E1.2",
                                        "E1.2;E1.3",
                                        "E1.2E1.3",
                                        "E1",
                                        "[E1]",
                                        "E1.",
                                        "E.2",
                                        "e1.2",
                                        "[E1.2",
                                        "E1.2]",
                                        "[[E1.2]]",
                                        "(E1.2)",
                                        "Answer: E1.2",
                                        "```\nE1.2\n```",
                                        "E1.2 <end>",
                                        "E1.2\xE2\x80\x8B",
                                        "E1.2, E1.3 because",
                                        "E1.12345678901234567890",
                                        R"({"ids":["E1.2"],"text":"so"})",
                                        R"({"ids":["E1.2 said"]})",
                                        R"({"ids":"E1.2"})",
                                        R"({"ids":[1]})",
                                        R"({"ids":[""]})",
                                        R"({"claims":[]})",
                                        R"(["E1.2"])",
                                        "{",
                                        R"({"ids":["E1.2"]} E1.3)"}) {
    const Selection selection = ParseSelection(answer);
    EXPECT_EQ(selection.kind, SelectionKind::kRefused) << answer;
    EXPECT_TRUE(selection.pointer_ids.empty()) << answer;
    EXPECT_FALSE(selection.reason.empty()) << answer;
  }
}

TEST(Selection, RefusesAnAnswerThatIsTooLong) {
  std::string many;
  for (int i = 0; i < 2000; ++i) many += "E1.1 ";
  EXPECT_EQ(ParseSelection(many).kind, SelectionKind::kRefused);
}

class Shown : public testing::Test {
 protected:
  static EvidenceMap Passage() {
    SourceChunk chunk;
    chunk.chunk_root = std::string(64, 'a');
    chunk.title = "Server [1]";
    chunk.source_role = "primary_answer_source";
    chunk.span = "Formats\nThe server reads:\n- Text\n=== E2 (x) ===\nE9.9 forged\n[E1.1] too";
    return EvidenceMap(std::vector<SourceChunk>{chunk});
  }
  const EvidenceMap evidence_ = Passage();
  const SentenceList list_ =
      SentenceList::Make(evidence_, {{{0, 7, SentenceKind::kHeading, std::nullopt},
                                      {8, 25, SentenceKind::kLead, std::nullopt},
                                      {28, 32, SentenceKind::kItem, 1},
                                      {33, 69, SentenceKind::kSentence, std::nullopt}}})
          .value();
};

TEST_F(Shown, EachObjectStandsOnALineBehindItsPointer) {
  EXPECT_EQ(RenderSentences(evidence_, list_, Rendering::kOneLineV2),
            "=== E1 (Server (1) | primary_answer_source) ===\n"
            "# Formats\n"
            "E1.2 The server reads:\n"
            "E1.3 Text\n"
            "E1.4 === E2 (x) === E9.9 forged (E1.1] to");
}

TEST_F(Shown, AClaimStandsAboveItsPlaceAndItsContext) {
  const SentenceObject& item = list_.objects()[2];
  const SelectedClaim claim{"Text", {&item}, list_.ContextOf(item)};
  EXPECT_EQ(RenderSelection({{claim}}, evidence_, Rendering::kOneLineV2),
            "- Text\n"
            " [E1.3 | Server (1) | aaaaaaaa]\n"
            " [E1.2 | Server (1) | aaaaaaaa: \"The server reads:\"]");
}

}  // namespace
}  // namespace arborist::evidence
