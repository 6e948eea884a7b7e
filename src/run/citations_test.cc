// SPDX-License-Identifier: AGPL-3.0-only
#include "run/citations.h"

#include <gtest/gtest.h>

#include "base/budget.h"
#include "run/sample_test.h"
#include "text/utf8.h"

namespace arborist::run {
namespace {

std::vector<std::string> Sentences(std::string_view text) {
  std::vector<std::string> sentences;
  for (const SentenceRange& range : SentencesOf(text)) {
    sentences.emplace_back(text.substr(range.begin, range.end - range.begin));
  }
  return sentences;
}

using Texts = std::vector<std::string>;

TEST(SentencesOf, CutsBehindStopsBlankLinesAndShortLines) {
  EXPECT_EQ(Sentences("It opened. It was long (very.) Then?  No"),
            (Texts{"It opened.", "It was long (very.)", "Then?", "No"}));
  EXPECT_EQ(Sentences("Canals\nThe canal is long.\n\nIt is\u3000deep."),
            (Texts{"Canals", "The canal is long.", "It is\u3000deep."}));
  EXPECT_EQ(Sentences("运河很长。它很深。"), (Texts{"运河很长。", "它很深。"}));
  EXPECT_EQ(Sentences("It costs 3.50 crowns, e.g. for children."),
            (Texts{"It costs 3.50 crowns, e.g. for children."}));
  EXPECT_EQ(Sentences(" \n \n"), Texts{});
  EXPECT_EQ(Sentences(""), Texts{});
}

TEST(SentencesOf, ALongLineGoesOnInTheNextUnlessThatIsAnItem) {
  const std::string line = "The canal joined the Hudson River, which is wide, to";
  EXPECT_EQ(Sentences(line + "\nLake Erie. It is long."),
            (Texts{line + "\nLake Erie.", "It is long."}));
  EXPECT_EQ(Sentences(line + "\n- Lake Erie"), (Texts{line, "- Lake Erie"}));
}

// The sentences cited by each unit: the text of each, from the passage.
Texts Cited(const Inputs& inputs, std::string_view answer) {
  const Assessment assessment = Assess(inputs, answer);
  Texts cited;
  for (const Citation& citation : CiteSentences(inputs, assessment).list) {
    const evidence::SourceChunk& passage = inputs.passages[citation.passage];
    std::string_view text = text::Prefix(passage.span, citation.offset_end - passage.offset_start);
    text.remove_prefix(text::Prefix(text, citation.offset_start - passage.offset_start).size());
    cited.push_back(std::to_string(citation.unit) + ":" + std::to_string(citation.passage) + ":" +
                    std::string(text));
  }
  return cited;
}

Inputs Canal(judge::AnswerMode mode = judge::AnswerMode::kClaimLatticePointer) {
  Inputs inputs = SampleInputs(mode);
  inputs.passages[0].span =
      "Canals were dug by hand. The Erie Canal – it is long – opened on October 26, 1825. It "
      "joined "
      "the Hudson River to Lake Erie.";
  return inputs;
}

TEST(CiteSentences, NamesTheSentenceThatAClaimRestsOn) {
  EXPECT_EQ(Cited(Canal(), "The Erie Canal opened on October 26, 1825. [E1]"),
            (Texts{"0:0:The Erie Canal – it is long – opened on October 26, 1825."}));
}

TEST(CiteSentences, OffsetsCountInTheBaseOfTheChunk) {
  Inputs inputs = Canal();
  inputs.passages[0].offset_start = 1000;
  const auto cited =
      CiteSentences(inputs, Assess(inputs, "The Erie Canal opened on October 26, 1825. [E1]"));
  ASSERT_EQ(cited.list.size(), 1U);
  EXPECT_EQ(cited.list[0].offset_start, 1025U);
  EXPECT_EQ(cited.list[0].offset_end, 1082U);
}

TEST(CiteSentences, AClaimMayNeedTwo) {
  const Texts cited =
      Cited(Canal(),
            "The Erie Canal opened on October 26, 1825, and it joined the Hudson River to Lake "
            "Erie. [E1]");
  EXPECT_EQ(cited.size(), 2U);
}

TEST(CiteSentences, WhatDoesNotHoldCitesNothing) {
  EXPECT_EQ(Cited(Canal(), "The Erie Canal opened on May 1, 1999. [E1]"), Texts{});
  EXPECT_EQ(Cited(Canal(), "Not in the sources."), Texts{});
  EXPECT_EQ(Cited(Canal(), ""), Texts{});
}

TEST(CiteSentences, AFreeAnswerCitesThePassageThatComesNearest) {
  const Texts cited = Cited(
      Canal(judge::AnswerMode::kQuote),
      "\"Buffalo grew quickly after the canal was finished, because lake traffic began there.\"");
  ASSERT_EQ(cited.size(), 1U);
  EXPECT_TRUE(cited[0].starts_with("0:1:Buffalo grew")) << cited[0];
}

TEST(CiteSentences, ReadsBackWhatItWrites) {
  const Citation citation{.unit = 1, .passage = 2, .offset_start = 3, .offset_end = 4};
  EXPECT_EQ(*ReadCitation(ToJson(citation)), citation);
  EXPECT_FALSE(
      ReadCitation(*json::Parse(R"({"unit":-1,"passage":0,"offset_start":0,"offset_end":1})")));
}

// Twice the text is about twice the work, whatever it is made of.
TEST(CiteSentences, IsLinear) {
  const auto work = [](std::size_t times, std::string_view unit, std::string_view line) {
    Inputs inputs = Canal(judge::AnswerMode::kQuote);
    std::string answer;
    inputs.passages[0].span.clear();
    for (std::size_t i = 0; i < times; ++i) {
      answer += unit;
      inputs.passages[0].span += line;
    }
    return CiteSentences(inputs, Assess(inputs, answer)).work;
  };
  for (const char* line :
       {"The canal opened to the sea. ", "a. ", "The canal is long and it is deep\n"}) {
    const std::string quote = "\"" + std::string(line) + "\"\n";
    const std::size_t once = work(1000, quote, line);
    EXPECT_LE(work(2000, quote, line), 3 * once + Budget::kFree) << line;
  }
}

}  // namespace
}  // namespace arborist::run
