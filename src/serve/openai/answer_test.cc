// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/openai/answer.h"

#include <gtest/gtest.h>

#include "serve/openai/sample_test.h"
#include "text/utf8.h"

namespace arborist::serve::openai {
namespace {

constexpr const char* kServer = "http://127.0.0.1:8420";

json::Array UnitsOf(const char* text) { return json::Parse(text)->as_array(); }

TEST(OpenAiAnswer, CitesWhatWasVerifiedByCodePoints) {
  const ask::AskResult answer = SampleAnswer();
  const Rendered rendered = Render(answer, {}, kServer);
  ASSERT_EQ(rendered.citations.size(), 2U) << "the claim that does not hold is not cited";
  for (const Citation& citation : rendered.citations) {
    const std::string_view from =
        std::string_view(rendered.text)
            .substr(text::Prefix(rendered.text, static_cast<std::size_t>(citation.start)).size());
    EXPECT_EQ(text::Prefix(from, static_cast<std::size_t>(citation.end - citation.start)),
              "It opened in 1825.");
  }
  EXPECT_EQ(rendered.citations[1].url, "https://example.org/canal");
  EXPECT_EQ(rendered.citations[1].title, "Canal");
}

TEST(OpenAiAnswer, WhatIsNotOnTheWebIsCitedAsThisServerProvesIt) {
  const Rendered rendered = Render(SampleAnswer(), {}, kServer);
  EXPECT_EQ(rendered.citations[0].url,
            "http://127.0.0.1:8420/api/v1/documents/" + std::string(64, 'b') + "/chunks/3");
}

TEST(OpenAiAnswer, QuotationsAreCitedWhereTheyWereFound) {
  ask::AskResult answer = SampleAnswer();
  answer.record.verdict.as_object()["claim_statuses"] =
      *json::Parse(R"([{"text":"x","status":"VERIFIED_QUOTE"}])");
  answer.record.answer_text = R"("It opened in 1825." and more)";
  answer.record.units = UnitsOf(
      R"([{"text":"It opened in 1825.","verified":true,"passage":{"number":1}},
          {"text":"and more","verified":false,"passage":{"number":1}},
          {"text":"elsewhere","verified":true,"passage":{"number":1}},
          {"text":"more","verified":true,"passage":null}])");
  const Rendered rendered = Render(answer, {}, kServer);
  ASSERT_EQ(rendered.citations.size(), 1U);
  EXPECT_EQ(rendered.citations[0].start, 1);
  EXPECT_EQ(rendered.citations[0].end, 19);
}

TEST(OpenAiAnswer, TokensAreWhatTheEndpointCounted) {
  ask::AskResult answer = SampleAnswer();
  Rendered rendered = Render(answer, {}, kServer);
  EXPECT_EQ(rendered.usage->prompt_tokens, 11);
  EXPECT_EQ(rendered.usage->completion_tokens, 7);
  EXPECT_EQ(rendered.x_arborist.at("tokens_counted_by"), json::Value("endpoint"));

  answer.cached = true;  // nothing was spent for it now
  rendered = Render(answer, {}, kServer);
  EXPECT_EQ(rendered.usage->prompt_tokens, 0);
  EXPECT_EQ(rendered.x_arborist.at("tokens_counted_by"), json::Value("none"));

  answer = SampleAnswer();
  answer.record.reply = {};  // no endpoint
  EXPECT_EQ(Render(answer, {}, kServer).usage->completion_tokens, 0);

  answer.record.reply = {{"finish_reason", "length"}};  // it did not say
  rendered = Render(answer, {}, kServer);
  EXPECT_FALSE(rendered.usage);
  EXPECT_EQ(rendered.x_arborist.at("tokens_counted_by"), json::Value("unknown"));
  EXPECT_TRUE(rendered.cut);
}

TEST(OpenAiAnswer, SaysWhatOnlyWeKnowInOneObject) {
  QuestionRequest asked;
  asked.ignored = {"seed"};
  const json::Object ours = Render(SampleAnswer(), asked, kServer).x_arborist;
  EXPECT_EQ(ours.at("label"), json::Value("HYBRID"));
  EXPECT_EQ(ours.at("proof"),
            json::Value("http://127.0.0.1:8420/api/v1/prove?target=" + std::string(64, 'c')));
  EXPECT_EQ(ours.at("offset_unit"), json::Value("code_points"));
  EXPECT_EQ(json::Dump(ours.at("ignored_parameters")), R"(["seed"])");
  EXPECT_EQ(*ours.at("roots").Find("run_dag"), json::Value(std::string(64, 'd')));
  EXPECT_EQ(ours.at("answered_by"), json::Value("small"));
}

TEST(OpenAiAnswer, WhatWasNotKeptHasNoProof) {
  ask::AskResult answer = SampleAnswer();
  answer.stored.reset();
  EXPECT_TRUE(Render(answer, {}, kServer).x_arborist.at("proof").is_null());
}

TEST(OpenAiAnswer, TheTextIsTheRecordsUnlessALabelWasAskedFor) {
  const ask::AskResult answer = SampleAnswer();
  EXPECT_EQ(Render(answer, {}, kServer).text, answer.record.answer_text);
  QuestionRequest asked;
  asked.model.label = true;
  const std::string text = Render(answer, asked, kServer).text;
  EXPECT_TRUE(text.starts_with(answer.record.answer_text));
  EXPECT_TRUE(text.contains("HYBRID: 1 of 2 parts stand in the sources. It is not checked"))
      << text;
  EXPECT_TRUE(text.contains("\nProof: http://")) << text;
}

ask::AskResult AnswerWithUnits(const char* units) {
  ask::AskResult answer = SampleAnswer();
  answer.record.units = UnitsOf(units);
  return answer;
}

TEST(OpenAiAnswer, SaysOfEachClaimWhatWasFound) {
  const ask::AskResult answer = AnswerWithUnits(
      R"([{"text":"It opened.","verified":true,"verdict":"stated","unsupported":[],"passage":{"number":1}},
          {"text":"It is black.","verified":false,"verdict":"close","diagnosis":"close",
           "unsupported":[{"begin":6,"end":11}]},
          {"text":"It sank.","verified":false,"diagnosis":"fabricated"}])");
  QuestionRequest asked;
  asked.model.label = true;
  const Rendered rendered = Render(answer, asked, kServer);
  EXPECT_EQ(
      json::Dump(rendered.x_arborist.at("claims")),
      R"([{"passage":1,"text":"It opened.","unsupported":[],"unsupported_words":[],"verdict":"stated"},)"
      R"({"passage":null,"text":"It is black.","unsupported":[{"begin":6,"end":11}],"unsupported_words":["black"],"verdict":"close"},)"
      R"({"passage":null,"text":"It sank.","unsupported":[],"unsupported_words":[],"verdict":"not_found"}])");
  EXPECT_TRUE(rendered.text.contains("\n- It is black.\n  close: not in the passage: \"black\""))
      << rendered.text;
  EXPECT_TRUE(rendered.text.contains("\n- It sank.\n  not found in these sources"));
  EXPECT_FALSE(rendered.text.contains("- It opened."));
}

TEST(OpenAiAnswer, ADeclinedQuestionHasNoLabelInItsText) {
  ask::AskResult answer = SampleAnswer();
  answer.record.declined = true;
  answer.record.verdict.as_object()["audit_mode"] = "UNGROUNDED";
  QuestionRequest asked;
  asked.model.label = true;
  const std::string text = Render(answer, asked, kServer).text;
  EXPECT_TRUE(text.ends_with("declined: nothing is claimed.")) << text;
  EXPECT_FALSE(text.contains("UNGROUNDED"));
}

TEST(OpenAiAnswer, WhatHasNoPictureIsWrittenOut) {
  ask::AskResult answer = SampleAnswer();
  answer.record.answer_text = "It opened in \u202E5281\u202C. And more.";
  answer.record.verdict.as_object()["claim_statuses"] = json::Array{};
  answer.record.units = {json::Object{{"text", "It opened in \u202E5281\u202C."},
                                      {"verified", true},
                                      {"passage", json::Object{{"number", 1}}}}};
  for (run::RecordedPassage& passage : answer.record.passages) passage.title = "a\u2066b";
  QuestionRequest asked;
  asked.model.label = true;
  const Rendered rendered = Render(answer, asked, kServer);
  EXPECT_FALSE(rendered.text.contains("\u202E"));
  EXPECT_TRUE(rendered.text.starts_with("It opened in \\u{202E}5281\\u{202C}. And more."))
      << rendered.text;
  ASSERT_EQ(rendered.citations.size(), 1U);
  EXPECT_EQ(rendered.citations[0].end, 34);
  EXPECT_EQ(rendered.citations[0].title, "a\\u{2066}b");
  EXPECT_TRUE(json::Dump(rendered.x_arborist.at("claims")).contains("\u202E"));
}

TEST(OpenAiAnswer, TakesAnAnswerWithNothingInIt) {
  const Rendered rendered = Render(ask::AskResult(), {}, "");
  EXPECT_EQ(rendered.text, "");
  EXPECT_TRUE(rendered.citations.empty());
}

TEST(OpenAiAnswer, PiecesAreWholeCodePointsAndTogetherTheText) {
  std::string text;
  for (int i = 0; i < 500; ++i) text += i % 2 == 0 ? "ü" : "世";
  std::string joined;
  const std::vector<std::string_view> pieces = Pieces(text);
  EXPECT_GT(pieces.size(), 5U);
  for (const std::string_view piece : pieces) {
    EXPECT_EQ(text::FindInvalidUtf8(piece), std::string_view::npos);
    joined += piece;
  }
  EXPECT_EQ(joined, text);
  EXPECT_TRUE(Pieces("").empty());
}

}  // namespace
}  // namespace arborist::serve::openai
