// SPDX-License-Identifier: AGPL-3.0-only
// What is extracted holds before the default verifier, in all three modes.
#include <gtest/gtest.h>

#include <algorithm>

#include "extractive/extractive.h"
#include "extractive/sample_test.h"
#include "judge/check_answer.h"

namespace arborist::extractive {
namespace {

void ExpectStrict(const std::string& question, const std::vector<evidence::SourceChunk>& chunks) {
  const Answer answer = Ask(question, chunks);
  ASSERT_FALSE(answer.declined) << question;
  const auto check = [&](judge::AnswerMode mode, const std::string& text) {
    judge::CheckRequest request;
    request.mode = mode;
    request.answer = text;
    request.passages = chunks;
    request.question = question;
    const judge::CheckReport report = judge::Check(request);
    EXPECT_EQ(report.audit_mode, judge::AuditMode::kStrict) << text;
    EXPECT_FALSE(report.units.empty()) << text;
    for (const judge::CheckedUnit& unit : report.units) {
      EXPECT_TRUE(unit.verified) << judge::Name(mode) << ": " << unit.text << " " << unit.status;
      EXPECT_EQ(unit.status,
                mode == judge::AnswerMode::kQuote ? "VERIFIED_QUOTE" : "EVIDENCE_LINKED");
    }
  };
  check(judge::AnswerMode::kQuote, RenderQuote(answer));
  check(judge::AnswerMode::kClaimLatticePointer, RenderPointerLines(answer));
  check(judge::AnswerMode::kClaimLattice, RenderJson(answer));
}

TEST(Modes, PlainSentencesAreStrict) {
  ExpectStrict(
      "Who designed the Calder Tower?",
      {Chunk("Calder Tower", "The Calder Tower was designed by Ingrid Solberg. It is old.")});
}

TEST(Modes, SentencesWithDoubleQuotesAreStrict) {
  ExpectStrict("What did Ingrid Solberg call the Calder Tower?",
               {Chunk("Calder Tower",
                      "Ingrid Solberg called the Calder Tower \"a finger of stone in "
                      "the sea\" and \"my heart\". It was dark.")});
  ExpectStrict(
      "What did Ingrid Solberg call the Calder Tower?",
      {Chunk("Calder Tower", "Ingrid Solberg called the Calder Tower “a finger of stone”.")});
}

TEST(Modes, SentencesOverSeveralLinesAreStrict) {
  ExpectStrict("Who designed the Calder Tower?",
               {Chunk("Calder Tower",
                      "The Calder Tower, which stands on a rock far out in the sea,\n"
                      "was designed by Ingrid Solberg.")});
}

TEST(Modes, ItemsOfAListAreStrict) {
  ExpectStrict("Who designed the Calder Tower?",
               {Chunk("Calder Tower",
                      "People:\n* The Calder Tower was designed by Ingrid Solberg.\n"
                      "* The lamp is by Per Holm.")});
}

TEST(Modes, ASourceNamedInParenthesesIsStrict) {
  ExpectStrict(
      "Who designed the Calder Tower?",
      {Chunk("Calder Tower (Norway) [old]", "The Calder Tower was designed by Ingrid Solberg.")});
}

TEST(Modes, ASentenceThatDoesNotNameItsSubjectGetsOneThatDoes) {
  const std::vector<evidence::SourceChunk> chunks = {
      Chunk("Ada Brink", "Ada Brink was a Danish painter. She was born in 1871 near Aarhus.")};
  const Answer answer = Ask("When was Ada Brink born?", chunks);
  ASSERT_FALSE(answer.declined);
  EXPECT_EQ(answer.claims[0].text,
            "Ada Brink was a Danish painter. She was born in 1871 near Aarhus.");
  ExpectStrict("When was Ada Brink born?", chunks);
}

TEST(Modes, ASentenceThatStandsAloneGetsNone) {
  for (const char* text : {"The Calder Tower is old.\n\n- Lars will order twelve new chairs.",
                           "The Calder Tower is old. Lars will order twelve new chairs.",
                           "The Calder Tower is old.\n\nHe will order twelve new chairs."}) {
    const Answer answer = Ask("How many new chairs to order?", {Chunk("Calder Tower", text)});
    ASSERT_FALSE(answer.declined) << text;
    EXPECT_TRUE(answer.claims[0].text.ends_with("will order twelve new chairs.")) << text;
  }
}

TEST(Modes, NoPassageCarriesHalfOfThreeClaims) {
  const std::vector<evidence::SourceChunk> chunks = {
      Chunk("Calder Tower",
            "The Calder Tower was designed by Ingrid Solberg. The Calder Tower was "
            "also designed by Per Holm. The Calder Tower was designed by Mary Lund."),
      Chunk("Tower", "The tower of Calder was designed by Ingrid Solberg in Norway.")};
  const Answer answer = Ask("Who designed the Calder Tower?", chunks);
  EXPECT_EQ(answer.claims.size(), 2u);
  ExpectStrict("Who designed the Calder Tower?", chunks);
}

TEST(Modes, Render) {
  const Answer answer =
      Ask("Who designed the Calder Tower?",
          {Chunk("Calder Tower", "The Calder Tower was designed by Ingrid Solberg.")});
  EXPECT_EQ(RenderQuote(answer),
            "\"The Calder Tower was designed by Ingrid Solberg.\" (Source: Calder Tower)");
  EXPECT_EQ(RenderPointerLines(answer), "The Calder Tower was designed by Ingrid Solberg. [E1]");
  EXPECT_EQ(
      RenderJson(answer),
      R"({"claims":[{"evidence_ids":["E1"],"text":"The Calder Tower was designed by Ingrid Solberg."}]})");
}

TEST(Modes, NothingToSayIsSaid) {
  EXPECT_EQ(RenderQuote(Answer()), kNotInSources);
  EXPECT_EQ(RenderPointerLines(Answer()), kNotInSources);
  EXPECT_EQ(RenderJson(Answer()), R"({"claims":[]})");
}

}  // namespace
}  // namespace arborist::extractive
