// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/openai/responses.h"

#include <gtest/gtest.h>

#include "serve/openai/sample_test.h"

namespace arborist::serve::openai {
namespace {

const ResponseHead kHead{"resp_1", "msg_1", 1000, "arborist"};

TEST(Responses, HaveTheShapeThatClientsKnow) {
  const Rendered answer = Render(SampleAnswer(), {}, "http://localhost");
  const json::Value response = ResponseObject(kHead, answer);
  EXPECT_EQ(*response.String("status"), "completed");
  const json::Value& item = response.Find("output")->as_array()[0];
  EXPECT_EQ(*item.String("type"), "message");
  const json::Value& part = item.Find("content")->as_array()[0];
  EXPECT_EQ(*part.String("text"), answer.text);
  EXPECT_EQ(*part.Find("annotations")->as_array()[1].String("url"), "https://example.org/canal");
  EXPECT_EQ(*response.Find("usage")->Int("input_tokens"), 11);
  EXPECT_NE(response.Find("x_arborist"), nullptr);
}

TEST(Responses, TheStreamIsNumberedAndSaysTheSame) {
  const Rendered answer = Render(SampleAnswer(), {}, "http://localhost");
  ResponseEvents events(kHead);
  std::vector<ResponseEvents::Event> all = events.Begin();
  EXPECT_EQ(all.front().name, "response.created");
  for (auto& event : events.Finish(answer)) all.push_back(std::move(event));
  std::string text;
  std::int64_t annotations = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].data.at("sequence_number"), json::Value(static_cast<std::int64_t>(i)));
    EXPECT_EQ(all[i].data.at("type"), json::Value(all[i].name));
    if (all[i].name == "response.output_text.delta") text += all[i].data.at("delta").as_string();
    if (all[i].name == "response.output_text.annotation.added") {
      EXPECT_EQ(all[i].data.at("annotation_index"), json::Value(annotations++));
    }
  }
  EXPECT_EQ(text, answer.text);
  EXPECT_EQ(annotations, 2);
  EXPECT_EQ(all.back().name, "response.completed");
  EXPECT_EQ(all.back().data.at("response"), json::Value(ResponseObject(kHead, answer)));
}

TEST(Responses, AnAnswerThatWasCutIsIncomplete) {
  Rendered answer = Render(SampleAnswer(), {}, "");
  answer.cut = true;
  EXPECT_EQ(ResponseObject(kHead, answer).at("status"), json::Value("incomplete"));
  EXPECT_EQ(ResponseEvents(kHead).Finish(answer).back().name, "response.incomplete");
}

TEST(Responses, AFailureEndsTheStream) {
  ResponseEvents events(kHead);
  events.Begin();
  const auto failed = events.Failed({.status = 503, .message = "the endpoint is away"});
  EXPECT_EQ(failed.name, "response.failed");
  EXPECT_EQ(*failed.data.at("response").Find("error")->String("message"), "the endpoint is away");
}

}  // namespace
}  // namespace arborist::serve::openai
