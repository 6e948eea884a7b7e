// SPDX-License-Identifier: AGPL-3.0-only
// /v1 of arborist serve as a client meets it: bytes over a socket, no client library.
#include <gtest/gtest.h>

#include "http/served.h"
#include "serve/http/raw_client_test.h"

namespace arborist::testing_support {
namespace {

class OpenAi : public Served {
 protected:
  OpenAi() {  // The smallest URI of a document is the one that is shown.
    const Outcome outcome = Run(
        {"ingest", (folder_.path() / "docs").string(), "--uri-prefix", "https://docs.example/"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  }

  static constexpr const char* kJson = "Content-Type: application/json\r\n";
  static std::string Chat(std::string_view question, std::string_view more = "",
                          std::string_view model = "arborist") {
    return R"({"model":")" + std::string(model) + R"(","messages":[{"role":"user","content":")" +
           std::string(question) + R"("}])" + std::string(more) + "}";
  }
  HttpAnswer PostChat(std::string_view body, std::string_view headers = "") {
    return Send("POST", "/v1/chat/completions", body, kJson + std::string(headers));
  }
  std::string Stream(std::string_view path, std::string_view body) {
    serve::http::RawClient client(port_);
    client.Send("POST " + std::string(path) +
                " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                "Content-Length: " +
                std::to_string(body.size()) + "\r\n\r\n" + std::string(body));
    return client.Read("0\r\n\r\n", std::chrono::seconds(30));
  }
  static std::string Cache(const HttpAnswer& answer) {
    const std::size_t at = answer.text.find("x-arborist-cache: ");
    if (at == std::string::npos) return "none";
    return answer.text.substr(at + 18, answer.text.find('\r', at) - at - 18);
  }
  static const json::Value& Ours(const HttpAnswer& answer) {
    static const json::Value kNone;
    const json::Value* ours = answer.body.Find("x_arborist");
    EXPECT_NE(ours, nullptr) << answer.text;
    return ours != nullptr ? *ours : kNone;
  }
};

TEST_F(OpenAi, AnswersWithCitationsAndProof) {
  Start();
  const HttpAnswer first = PostChat(Chat(kWhen));
  ASSERT_EQ(first.status, 200) << first.text;
  EXPECT_EQ(Cache(first), "miss");
  const json::Value& message = *first.body.Find("choices")->as_array().at(0).Find("message");
  EXPECT_TRUE(Text(message, "content").contains("1825"));
  const json::Value& citation = *message.Find("annotations")->as_array().at(0).Find("url_citation");
  EXPECT_EQ(Text(citation, "url"), "https://docs.example/canal.txt");
  EXPECT_EQ(Text(Ours(first), "label"), "STRICT");
  const std::string proof = Text(Ours(first), "proof");
  const std::size_t path = proof.find("/api/");
  ASSERT_NE(path, std::string::npos) << proof;
  EXPECT_EQ(Send("GET", proof.substr(path)).status, 200) << proof;

  const HttpAnswer again = PostChat(Chat(kWhen));
  EXPECT_EQ(Cache(again), "hit");
  EXPECT_EQ(Text(Ours(again), "cache_key"), Text(Ours(first), "cache_key"));
  const std::string metrics = Send("GET", "/metrics").text;
  for (const char* cache : {"miss", "store"}) {
    EXPECT_TRUE(metrics.contains("arborist_answers_total{cache=\"" + std::string(cache) +
                                 "\",label=\"STRICT\"} 1"))
        << cache << metrics;
  }
}

TEST_F(OpenAi, AnotherConversationIsAnotherQuestion) {
  Start();
  const auto with = [](std::string_view earlier) {
    return R"({"model":"arborist","messages":[{"role":"user","content":")" + std::string(earlier) +
           R"("},{"role":"assistant","content":"Yes."},{"role":"user","content":"When did the Erie Canal open?"}]})";
  };
  const HttpAnswer alone = PostChat(Chat(kWhen));
  const HttpAnswer one = PostChat(with("Do you know canals?"));
  EXPECT_EQ(Cache(one), "miss");
  EXPECT_NE(Text(Ours(one), "cache_key"), Text(Ours(alone), "cache_key"));
  EXPECT_EQ(Cache(PostChat(with("Do you know rivers?"))), "miss");
  EXPECT_EQ(Cache(PostChat(with("Do you know canals?"))), "hit");
  EXPECT_EQ(Text(Ours(PostChat(with("Do you know canals?"))), "cache_key"),
            Text(Ours(one), "cache_key"))
      << "from memory too";
  EXPECT_EQ(Cache(PostChat(Chat(kWhen))), "hit");
}

TEST_F(OpenAi, TheModelPicksModeAndCorpus) {
  Start();
  const HttpAnswer models = Send("GET", "/v1/models");
  EXPECT_EQ(models.status, 200);
  EXPECT_TRUE(models.text.contains(R"("arborist/main:quote")")) << models.text;
  EXPECT_EQ(Send("GET", "/v1/models/arborist/main:json").status, 200);
  EXPECT_EQ(Send("GET", "/v1/models/gpt-4o").status, 404);
  const HttpAnswer quoted = PostChat(Chat(kWhen, "", "arborist/main:quote"));
  ASSERT_EQ(quoted.status, 200) << quoted.text;
  EXPECT_TRUE(Text(*quoted.body.Find("choices")->as_array().at(0).Find("message"), "content")
                  .contains("(Source:"))
      << quoted.text;
  const HttpAnswer labelled = PostChat(Chat(kWhen, "", "arborist+label"));
  EXPECT_TRUE(labelled.text.contains("parts stand in the sources")) << labelled.text;
  EXPECT_EQ(PostChat(Chat(kWhen, "", "arborist/nowhere")).status, 404);
}

TEST_F(OpenAi, RefusesInTheShapeThatClientsRead) {
  Start();
  for (const char* path : {"/v1/embeddings", "/v1/completions", "/v1/audio/speech"}) {
    const HttpAnswer nothing = Send("POST", path, "{}", "Content-Type: application/json\r\n");
    EXPECT_EQ(nothing.status, 404) << path;
    EXPECT_TRUE(nothing.text.contains(R"("type":"invalid_request_error")")) << nothing.text;
  }
  const auto code = [](const HttpAnswer& answer) {
    const json::Value* error = answer.body.Find("error");
    return error == nullptr ? answer.text : error->StringOr("code", "").value_or("");
  };
  const HttpAnswer unknown = PostChat(Chat(kWhen, R"(,"endpoint":"http://x")"));
  EXPECT_EQ(unknown.status, 400);
  EXPECT_EQ(code(unknown), "unknown_parameter");
  EXPECT_EQ(Text(*unknown.body.Find("error"), "type"), "invalid_request_error");
  EXPECT_EQ(PostChat("{").status, 400);
  EXPECT_EQ(code(PostChat(Chat(kWhen, "", "gpt-4o"))), "model_not_found");
  EXPECT_EQ(PostChat(Chat(kWhen, R"(,"x_arborist":{"cache":"only"})")).status, 404);
  EXPECT_EQ(PostChat(Chat(kWhen), "x-arborist-cache: sometimes\r\n").status, 400);
  const HttpAnswer refresh = PostChat(Chat(kWhen), "x-arborist-cache: refresh\r\n");
  EXPECT_EQ(refresh.status, 403);
  EXPECT_EQ(Text(*refresh.body.Find("error"), "type"), "permission_error");
}

TEST_F(OpenAi, RefreshMakesANewAnswer) {
  Start();
  PostChat(Chat(kWhen));
  const std::string token = "Authorization: Bearer " + MakeToken({"read", "ask", "write"}) + "\r\n";
  EXPECT_EQ(Cache(PostChat(Chat(kWhen), token)), "hit");
  EXPECT_EQ(Cache(PostChat(Chat(kWhen), token + "x-arborist-cache: refresh\r\n")), "miss");
  EXPECT_EQ(Cache(PostChat(Chat(kWhen), token + "x-arborist-cache: only\r\n")), "hit");
}

TEST_F(OpenAi, StreamsOnlyWhatWasVerified) {
  Endpoint endpoint(Says("The Erie Canal opened on October 26, 1825. [E1]"));
  Start({"--endpoint", endpoint.url(), "--model", "asked-model"});
  const std::string stream =
      Stream("/v1/chat/completions",
             Chat(kWhen, R"(,"stream":true,"stream_options":{"include_usage":true})"));
  const std::size_t role = stream.find(R"("role":"assistant")");
  const std::size_t text = stream.find("Erie Canal opened");
  const std::size_t label = stream.find(R"("label":)");
  const std::size_t done = stream.find("data: [DONE]");
  ASSERT_NE(role, std::string::npos) << stream;
  ASSERT_NE(done, std::string::npos) << stream;
  EXPECT_LT(role, text);
  EXPECT_LT(text, label);
  EXPECT_LT(label, done);
  EXPECT_TRUE(stream.contains("x-arborist-cache: miss"));
  EXPECT_TRUE(Stream("/v1/chat/completions", Chat(kWhen, R"(,"stream":true)"))
                  .contains("x-arborist-cache: hit"));
}

TEST_F(OpenAi, AFailureInAStreamIsSaidThere) {
  Endpoint endpoint(R"({"status":500,"body":"broken","times":9})");
  Start({"--endpoint", endpoint.url(), "--model", "m"});
  const std::string stream = Stream("/v1/chat/completions", Chat(kWhen, R"(,"stream":true)"));
  EXPECT_TRUE(stream.contains(R"("error":{)")) << stream;
  EXPECT_FALSE(stream.contains("[DONE]"));
  const std::string events =
      Stream("/v1/responses",
             R"({"model":"arborist","stream":true,"input":"When did the Erie Canal open?"})");
  EXPECT_TRUE(events.contains("event: response.failed")) << events;
  EXPECT_GE(PostChat(Chat(kWhen)).status, 500);
}

TEST_F(OpenAi, AnswersAsResponses) {
  Start();
  const HttpAnswer answer =
      Send("POST", "/v1/responses",
           R"({"model":"arborist","input":"When did the Erie Canal open?"})", kJson);
  ASSERT_EQ(answer.status, 200) << answer.text;
  const json::Value& part =
      answer.body.Find("output")->as_array().at(0).Find("content")->as_array().at(0);
  EXPECT_TRUE(Text(part, "text").contains("1825"));
  EXPECT_EQ(Text(part.Find("annotations")->as_array().at(0), "type"), "url_citation");
  const std::string stream =
      Stream("/v1/responses",
             R"({"model":"arborist","stream":true,"input":"When did the Erie Canal open?"})");
  EXPECT_LT(stream.find("event: response.created"),
            stream.find("event: response.output_text.delta"));
  EXPECT_TRUE(stream.contains("event: response.completed")) << stream;
}

TEST_F(OpenAi, HostileBodiesAreRefusedAndTheServerGoesOn) {
  Start();
  const std::string deep =
      R"({"model":"arborist","messages":)" + std::string(5000, '[') + std::string(5000, ']') + "}";
  for (const std::string& body :
       {deep, std::string("[]"), std::string("null"), std::string("\xff\xfe{}"),
        std::string(R"({"model":null,"messages":{}})"), Chat(std::string(70000, 'a')),
        std::string(
            R"({"model":"arborist","messages":[{"role":"user","content":{"type":"text"}}]})")}) {
    const HttpAnswer answer = PostChat(body);
    EXPECT_GE(answer.status, 400) << body.substr(0, 60);
    EXPECT_LT(answer.status, 500) << body.substr(0, 60);
  }
  EXPECT_EQ(PostChat(Chat(kWhen)).status, 200);
}

}  // namespace
}  // namespace arborist::testing_support
