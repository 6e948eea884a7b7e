// SPDX-License-Identifier: AGPL-3.0-only
// arborist mcp and /mcp as a client meets them: messages as text, no client library.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

#include "http/served.h"
#include "support/process.h"

namespace arborist::testing_support {
namespace {

namespace fs = std::filesystem;

class Mcp : public Served {
 protected:
  Mcp() {  // The smallest URI of a document is the one that is shown.
    const Outcome outcome = Run(
        {"ingest", (folder_.path() / "docs").string(), "--uri-prefix", "https://docs.example/"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  }

  // Runs `arborist mcp` over these lines; its answers by id.
  std::map<std::int64_t, json::Value> Talk(const std::vector<std::string>& lines,
                                           const std::vector<std::string>& flags = {}) {
    std::string input =
        R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}})"
        "\n";
    for (const std::string& line : lines) input += line + "\n";
    const fs::path file = folder_.path() / "input";
    WriteWhole(file, input);
    std::vector<std::string> arguments = {"-c", "\"$0\" --home \"$1\" mcp \"${@:3}\" < \"$2\"",
                                          Program().string(), home_.string(), file.string()};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    Child child(arguments, {}, "/bin/bash");
    const Outcome outcome = child.Wait(std::chrono::seconds(60));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    output_ = outcome.out;
    std::map<std::int64_t, json::Value> answers;
    std::size_t at = 0;
    while (at < outcome.out.size()) {
      const std::size_t end = outcome.out.find('\n', at);
      const auto value = json::Parse(outcome.out.substr(at, end - at));
      EXPECT_TRUE(value) << outcome.out.substr(at, end - at);
      if (value) {
        const json::Value* id = value->Find("id");
        if (id != nullptr && id->is_int()) answers[id->as_int()] = *value;
      }
      at = end + 1;
    }
    return answers;
  }
  static std::string Call(int id, std::string_view tool, std::string_view arguments,
                          std::string_view more = "") {
    return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) +
           R"(,"method":"tools/call","params":{"name":")" + std::string(tool) +
           R"(","arguments":)" + std::string(arguments) + std::string(more) + "}}";
  }
  // Calls one tool, which must work.
  json::Value Result(std::string_view tool, std::string_view arguments,
                     const std::vector<std::string>& flags = {}) {
    const auto answers = Talk({Call(1, tool, arguments)}, flags);
    const json::Value* result = answers.contains(1) ? answers.at(1).Find("result") : nullptr;
    EXPECT_NE(result, nullptr) << output_;
    if (result == nullptr) return {};
    EXPECT_EQ(*result->Find("isError"), json::Value(false)) << output_;
    return *result;
  }
  static std::vector<std::string> Links(const json::Value& result) {
    std::vector<std::string> uris;
    for (const json::Value& item : result.Find("content")->as_array()) {
      if (*item.String("type") == "resource_link") uris.push_back(*item.String("uri"));
    }
    return uris;
  }

  std::string output_;
};

TEST_F(Mcp, SearchesReadsAsksAndProves) {
  const json::Value found = Result("search", R"({"query":"Erie Canal","limit":1})");
  const json::Value hit = found.Find("structuredContent")->Find("items")->as_array().at(0);
  const std::string root = *hit.String("document_root");
  EXPECT_EQ(Links(found), (std::vector<std::string>{"arborist://chunk/" + root + "/0",
                                                    *hit.String("document_uri")}));

  const json::Value read = Result("read", R"({"document":")" + root + "\"}");
  EXPECT_TRUE(read.Find("structuredContent")
                  ->Find("items")
                  ->as_array()
                  .at(0)
                  .String("text")
                  ->contains("1825"));

  const json::Value answer = Result("query", R"({"question":"When did the Erie Canal open?"})");
  const json::Value& said = *answer.Find("structuredContent");
  EXPECT_EQ(Text(said, "audit_mode"), "STRICT");
  const std::string key = Text(said, "cache_key");
  const std::vector<std::string> links = Links(answer);
  ASSERT_GE(links.size(), 2U);
  EXPECT_EQ(links.back(), "arborist://bundle/" + key);

  const json::Value proof = Result("prove", R"({"target":")" + key + R"(","include_bundle":true})");
  EXPECT_TRUE(Flag(*proof.Find("structuredContent"), "valid"));
  EXPECT_NE(proof.Find("structuredContent")->Find("bundle"), nullptr);

  const json::Value explained = Result("explain", R"({"key":")" + key.substr(0, 12) + "\"}");
  EXPECT_TRUE(Flag(*explained.Find("structuredContent"), "holds"));

  const json::Value status = Result("status", "{}");
  EXPECT_FALSE(Flag(*status.Find("structuredContent"), "may_write"));

  const json::Value verdict =
      Result("check",
             R"({"answer":"\"The canal opened in 1825.\"","context":"The canal opened in 1825."})");
  EXPECT_EQ(Text(*verdict.Find("structuredContent"), "audit_mode"), "STRICT");
}

TEST_F(Mcp, SaysOfEachClaimWhatWasFound) {
  const json::Value checked = Result(
      "check", R"({"verifier":"lexical-v3","answer":"The canal was black and opened in 1825.",)"
               R"("context":"The canal opened in 1825."})");
  const json::Value& unit =
      checked.Find("structuredContent")->Find("claim_statuses")->as_array().at(0);
  EXPECT_EQ(Text(unit, "verdict"), "close");
  EXPECT_TRUE(json::Dump(*unit.Find("unsupported_words")).contains("\"black\"")) << output_;
  const std::string text = Text(checked.Find("content")->as_array().at(1), "text");
  EXPECT_TRUE(text.contains("close: not in the passage: \"black\"")) << text;
  EXPECT_TRUE(text.contains("It is not checked whether the answer answers the question."));

  const json::Value answer = Result("query", R"({"question":"When did the Erie Canal open?"})");
  const json::Array& units = answer.Find("structuredContent")->Find("units")->as_array();
  ASSERT_FALSE(units.empty());
  EXPECT_EQ(Text(units[0], "verdict"), "stated");
  EXPECT_TRUE(Text(answer.Find("content")->as_array().at(1), "text").contains("\n  stated"));

  const json::Value none = Result("query", R"({"question":"What is the capital of Mongolia?"})");
  EXPECT_TRUE(Text(none.Find("content")->as_array().at(1), "text").starts_with("declined: "));
}

TEST_F(Mcp, EveryLinkCanBeRead) {
  const json::Value answer = Result("query", R"({"question":"When did the Erie Canal open?"})");
  std::vector<std::string> lines;
  for (const std::string& uri : Links(answer)) {
    if (uri.starts_with("https://")) continue;
    lines.push_back(R"({"jsonrpc":"2.0","id":)" + std::to_string(lines.size() + 1) +
                    R"(,"method":"resources/read","params":{"uri":")" + uri + "\"}}");
  }
  ASSERT_GE(lines.size(), 2U);
  const auto answers = Talk(lines);
  for (std::size_t i = 1; i <= lines.size(); ++i) {
    const json::Value* result = answers.at(static_cast<std::int64_t>(i)).Find("result");
    ASSERT_NE(result, nullptr) << lines[i - 1] << output_;
    EXPECT_FALSE(result->Find("contents")->as_array().at(0).String("text")->empty());
  }
}

TEST_F(Mcp, ListsDocumentsAsResources) {
  const auto answers = Talk({R"({"jsonrpc":"2.0","id":1,"method":"resources/list"})"});
  const json::Array& items = answers.at(1).Find("result")->Find("resources")->as_array();
  ASSERT_FALSE(items.empty());
  EXPECT_TRUE(items[0].String("uri")->starts_with("arborist://document/"));
}

TEST_F(Mcp, ReportsProgressWhileItWorks) {
  Talk({Call(1, "query", R"({"question":"When did the Erie Canal open?"})",
             R"(,"_meta":{"progressToken":"p"})")});
  const std::size_t retrieval = output_.find(R"("message":"retrieval")");
  const std::size_t answer = output_.find("structuredContent");
  ASSERT_NE(retrieval, std::string::npos) << output_;
  EXPECT_LT(retrieval, answer);
}

TEST_F(Mcp, NothingInARequestNamesEndpointsKeysHomesOrFiles) {
  for (const char* arguments :
       {R"({"question":"When?","endpoint":"http://127.0.0.1:1/v1"})",
        R"({"question":"When?","model":"other"})", R"({"question":"When?","api_key":"sk"})",
        R"({"question":"When?","extra_body":{}})", R"({"question":"When?","home":"/tmp"})",
        R"({"question":"When?","policy":"/etc/passwd"})", R"({"question":"When?","burn":true})"}) {
    const auto answers = Talk({Call(1, "query", arguments)});
    const json::Value& result = *answers.at(1).Find("result");
    EXPECT_EQ(*result.Find("isError"), json::Value(true)) << arguments;
    EXPECT_TRUE(
        result.Find("content")->as_array().at(0).String("text")->contains("has no parameter"))
        << output_;
  }
  for (const char* uri : {"file:///etc/passwd", "http://127.0.0.1/", "arborist://home/x"}) {
    const auto answers =
        Talk({R"({"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":")" +
              std::string(uri) + "\"}}"});
    EXPECT_NE(answers.at(1).Find("error"), nullptr) << uri;
  }
}

TEST_F(Mcp, WritesOnlyWhenAllowed) {
  const std::string key = Text(
      *Result("query", R"({"question":"When did the Erie Canal open?"})").Find("structuredContent"),
      "cache_key");
  const std::string falsify = R"({"key":")" + key + R"(","reason":"wrong year"})";
  const auto refused = Talk({Call(1, "falsify", falsify), Call(2, "ingest", R"({"paths":["a"]})"),
                             R"({"jsonrpc":"2.0","id":3,"method":"tools/list"})"});
  EXPECT_NE(refused.at(1).Find("error"), nullptr);
  EXPECT_NE(refused.at(2).Find("error"), nullptr);
  EXPECT_EQ(refused.at(3).Find("result")->Find("tools")->as_array().size(), 7U);
  const json::Value done = Result("falsify", falsify, {"--allow-write"});
  EXPECT_EQ(Text(*done.Find("structuredContent"), "to"), "failed");
}

TEST_F(Mcp, IngestsOnlyBelowItsRoot) {
  const fs::path papers = folder_.path() / "papers";
  WriteWhole(papers / "lock.txt", "The lock at Lockport lifts boats by sixty feet.");
  WriteWhole(folder_.path() / "secret.txt", "The password is swordfish.");
  WriteWhole(papers / "bad\xE9.txt", "not \xFF text");
  fs::create_symlink(folder_.path() / "secret.txt", papers / "link.txt");
  const std::vector<std::string> flags = {"--allow-write", "--root", papers.string()};
  for (const char* path : {"../secret.txt", "link.txt", "/etc/hostname"}) {
    const auto answers =
        Talk({Call(1, "ingest", R"({"paths":[")" + std::string(path) + "\"]}")}, flags);
    EXPECT_EQ(*answers.at(1).Find("result")->Find("isError"), json::Value(true)) << path;
  }
  const json::Value report = Result("ingest", R"({"paths":["."]})", flags);
  EXPECT_EQ(*report.Find("structuredContent")->Find("added"), json::Value(1)) << output_;
  EXPECT_EQ(report.Find("structuredContent")->List("skipped").value()->size(), 2U)
      << output_ << "the link and what is not text";
  EXPECT_FALSE(output_.contains('\xE9')) << "a name that is not UTF-8 is not sent as it is";
  EXPECT_TRUE(json::Dump(Result("search", R"({"query":"Lockport"})")).contains("lock.txt"));
  EXPECT_FALSE(json::Dump(Result("search", R"({"query":"swordfish"})")).contains("secret"));

  const Outcome alone = Run({"mcp", "--root", papers.string()});
  EXPECT_EQ(alone.exit_code, 2) << alone.err;
}

TEST_F(Mcp, ACancelledQuestionIsTakenBackFromTheModel) {
  Endpoint endpoint(R"({"stall_forever":true})");
  const auto answers =
      Talk({Call(1, "query", R"({"question":"When did the Erie Canal open?"})"),
            R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})"},
           {"--endpoint", endpoint.url(), "--model", "m"});
  EXPECT_FALSE(answers.contains(1)) << output_;
}

TEST_F(Mcp, AKeptAnswerDoesNotWaitForAModel) {
  const Endpoint model(R"({"answer":"The Erie Canal opened on October 26, 1825. [E1]"})"
                       "\n"
                       R"({"answer":"By hand. [E1]","stall_ms":7000,"times":50})"
                       "\n");
  Start({"--endpoint", model.url(), "--model", "m", "--max-asks", "1", "--ask-queue", "1"});
  const auto query = [this](std::string_view question) {
    return Send("POST", "/mcp",
                Call(1, "query", R"({"question":")" + std::string(question) + R"("})"),
                "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
                "MCP-Protocol-Version: 2025-06-18\r\n");
  };
  constexpr std::string_view kKept = "When did the Erie Canal open?";
  EXPECT_TRUE(query(kKept).text.contains(R"("cached":false)"));
  {
    std::jthread asked([&] { query("How was the Erie Canal dug?"); });
    std::jthread queued([&] { query("Who dug the Erie Canal?"); });
    // Both have come by then, on a busy machine too, and neither has its answer.
    std::this_thread::sleep_for(std::chrono::seconds(3));
    EXPECT_EQ(query("Why was the Erie Canal dug?").status, 429) << "there is no room left";
    const HttpAnswer kept = query(kKept);
    EXPECT_EQ(kept.status, 200);
    EXPECT_TRUE(kept.text.contains(R"("cached":true)")) << kept.text;
  }
  const std::string metrics = Send("GET", "/metrics").text;
  EXPECT_TRUE(metrics.contains(R"(arborist_answers_total{cache="miss",label="STRICT"} 1)"))
      << metrics;
  EXPECT_TRUE(metrics.contains(R"(arborist_answers_total{cache="store",label="STRICT"} 1)"));
}

TEST_F(Mcp, IsServedOverHttpToo) {
  Start();
  const std::string headers =
      "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n";
  const HttpAnswer legacy =
      Send("POST", "/mcp", Call(1, "query", R"({"question":"When did the Erie Canal open?"})"),
           headers + "MCP-Protocol-Version: 2025-06-18\r\n");
  EXPECT_EQ(legacy.status, 200);
  EXPECT_TRUE(legacy.text.contains("STRICT")) << legacy.text;
  const std::string meta =
      R"(,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}})";
  const HttpAnswer modern = Send(
      "POST", "/mcp", Call(1, "status", "{}", meta),
      headers +
          "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: status\r\n");
  EXPECT_EQ(modern.status, 200) << modern.text;
  EXPECT_TRUE(modern.text.contains(R"("resultType":"complete")"));
  // A token that may write is not enough: the server must allow it as well.
  const std::string token = "Authorization: Bearer " + MakeToken({"read", "write"}) + "\r\n";
  const std::string list = R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})";
  EXPECT_FALSE(Send("POST", "/mcp", list, headers + token).text.contains(R"("name":"falsify")"));
  EXPECT_EQ(End().exit_code, 0);
  Start({"--allow-write"});
  EXPECT_TRUE(Send("POST", "/mcp", list, headers + token).text.contains(R"("name":"falsify")"));
  EXPECT_FALSE(Send("POST", "/mcp", list, headers).text.contains(R"("name":"falsify")"));
}

}  // namespace
}  // namespace arborist::testing_support
