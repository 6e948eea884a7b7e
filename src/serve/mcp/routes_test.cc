// SPDX-License-Identifier: AGPL-3.0-only
// /mcp over real sockets, with tools of the test's own.
#include "serve/mcp/routes.h"

#include <gtest/gtest.h>

#include <optional>
#include <thread>

#include "serve/http/raw_client_test.h"
#include "serve/http/server.h"
#include "serve/mcp/sample_test.h"

namespace arborist::serve::mcp {
namespace {

using http::BodyOf;
using http::RawClient;
using http::StatusOf;

class McpRoutes : public testing::Test {
 protected:
  McpRoutes() {
    AddRoutes(&router_, &protocol_, &random_, true);
    http::ServerOptions options;
    options.port = 0;
    options.check_token = [](std::string_view token) -> Result<http::Caller> {
      if (token != "writer" && token != "reader") {
        return Fail(ErrorCode::kUnauthenticated, "no");
      }
      http::Caller caller;
      caller.token_id = token;
      caller.scopes.Add(http::Scope::kRead);
      if (token == "writer") caller.scopes.Add(http::Scope::kWrite);
      return caller;
    };
    auto server = http::Server::Open(&router_, std::move(options));
    EXPECT_TRUE(server) << server.error().message;
    server_ = std::move(*server);
    thread_ = std::jthread([this] { EXPECT_TRUE(server_->Run()); });
  }
  ~McpRoutes() override { server_->Stop(); }

  static std::string Head(std::size_t bytes, std::string_view more) {
    return "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
           "Accept: application/json, text/event-stream\r\n" +
           std::string(more) + "Content-Length: " + std::to_string(bytes) + "\r\n\r\n";
  }
  std::string Post(std::string_view body, std::string_view headers = "") {
    RawClient client(server_->port());
    EXPECT_TRUE(client.Send(Head(body.size(), headers) + std::string(body)));
    return client.ReadAnswer();
  }
  std::string Session() {
    const std::string answer = Post(
        R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})");
    EXPECT_EQ(StatusOf(answer), 200) << answer;
    const std::size_t at = answer.find("mcp-session-id: ");
    EXPECT_NE(at, std::string::npos) << answer;
    return "Mcp-Session-Id: " + answer.substr(at + 16, 32) + "\r\n";
  }

  Protocol protocol_ = SampleProtocol();
  SystemRandom random_;
  http::Router router_;
  std::unique_ptr<http::Server> server_;
  std::jthread thread_;
};

constexpr std::string_view kList = R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})";
constexpr std::string_view kModernMeta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
    R"("io.modelcontextprotocol/clientCapabilities":{}})";

TEST_F(McpRoutes, AHandshakeBeginsASession) {
  const std::string session = Session();
  const std::string answer = Post(kList, "MCP-Protocol-Version: 2025-11-25\r\n" + session);
  EXPECT_EQ(StatusOf(answer), 200);
  EXPECT_TRUE(BodyOf(answer).contains(R"("name":"echo")")) << answer;
  EXPECT_EQ(StatusOf(Post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})", session)),
            202);
}

TEST_F(McpRoutes, AnUnknownSessionMustBeginAgain) {
  EXPECT_EQ(StatusOf(Post(kList, "Mcp-Session-Id: nobody\r\n")), 404);
}

TEST_F(McpRoutes, ASessionBelongsToItsToken) {
  const std::string session = Session();
  EXPECT_EQ(StatusOf(Post(kList, session + "Authorization: Bearer reader\r\n")), 404);
}

TEST_F(McpRoutes, AStatelessRequestStandsAlone) {
  const std::string body = R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{)" +
                           std::string(kModernMeta) + "}}";
  const std::string answer =
      Post(body, "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/list\r\n");
  EXPECT_EQ(StatusOf(answer), 200);
  EXPECT_TRUE(BodyOf(answer).contains(R"("resultType":"complete")"));
  EXPECT_FALSE(answer.contains("mcp-session-id"));
  EXPECT_EQ(StatusOf(Post(body, "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: ping\r\n")), 400);
  const std::string unknown =
      R"({"jsonrpc":"2.0","id":1,"method":"x/y","params":{)" + std::string(kModernMeta) + "}}";
  EXPECT_EQ(StatusOf(Post(unknown, "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: x/y\r\n")),
            404);
}

TEST_F(McpRoutes, BadMessagesAreBadRequests) {
  EXPECT_EQ(StatusOf(Post("{")), 400);
  EXPECT_EQ(StatusOf(Post("[]")), 400);
  EXPECT_EQ(StatusOf(Post(kList, "MCP-Protocol-Version: 1999-01-01\r\n")), 400);
}

TEST_F(McpRoutes, ThereIsNoStreamOfItsOwn) {
  RawClient client(server_->port());
  client.Send("GET /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n");
  EXPECT_EQ(StatusOf(client.ReadAnswer()), 405);
}

TEST_F(McpRoutes, PagesOfOtherSitesAreRefused) {
  EXPECT_EQ(StatusOf(Post(kList, "Origin: https://evil.example\r\n")), 403);
}

TEST_F(McpRoutes, ProgressIsStreamedBeforeTheAnswer) {
  const std::string body =
      R"({"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"echo","arguments":{"text":"x"},"_meta":{"progressToken":1}}})";
  RawClient client(server_->port());
  client.Send(Head(body.size(), "") + body);
  const std::string answer = client.Read("0\r\n\r\n");
  EXPECT_TRUE(answer.contains("text/event-stream")) << answer;
  const std::size_t hearing = answer.find("hearing");
  const std::size_t result = answer.find("structuredContent");
  ASSERT_NE(hearing, std::string::npos);
  ASSERT_NE(result, std::string::npos);
  EXPECT_LT(hearing, result);
}

TEST_F(McpRoutes, ACancelledRequestOfASessionIsLetGo) {
  const std::string session = Session();
  const std::string body =
      R"({"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"wait"}})";
  RawClient client(server_->port());
  client.Send(Head(body.size(), session) + body);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_EQ(
      StatusOf(
          Post(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}})")),
      202);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_EQ(StatusOf(Post(
                R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}})",
                session)),
            202);
  const std::string answer = client.ReadAnswer();
  EXPECT_EQ(StatusOf(answer), 202) << answer;
  EXPECT_EQ(BodyOf(answer), "");
}

TEST_F(McpRoutes, ClosingTheStreamCancels) {
  const std::string body =
      R"({"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"wait","_meta":{"progressToken":1}}})";
  const auto begin = std::chrono::steady_clock::now();
  {
    RawClient client(server_->port());
    client.Send(Head(body.size(), "") + body);
    EXPECT_TRUE(client.Read("\r\n\r\n").contains("text/event-stream"));
  }
  server_->Stop();  // Run returns when all work has ended; wait alone would take ten seconds
  thread_.join();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(8));
}

TEST_F(McpRoutes, WhoMayNotWriteDoesNotSeeWhatWrites) {
  EXPECT_FALSE(Post(kList).contains("forget"));
  EXPECT_FALSE(Post(kList, "Authorization: Bearer reader\r\n").contains("forget"));
  EXPECT_FALSE(Post(kList, "Authorization: Bearer reader\r\n").contains(R"("name":"wait")"));
  EXPECT_TRUE(Post(kList, "Authorization: Bearer writer\r\n").contains("forget"));
  EXPECT_EQ(StatusOf(Post(kList, "Authorization: Bearer thief\r\n")), 401);
}

TEST_F(McpRoutes, ASessionCanBeEnded) {
  const std::string session = Session();
  RawClient client(server_->port());
  client.Send("DELETE /mcp HTTP/1.1\r\nHost: localhost\r\n" + session + "\r\n");
  EXPECT_EQ(StatusOf(client.ReadAnswer()), 204);
  EXPECT_EQ(StatusOf(Post(kList, session)), 404);
}

}  // namespace
}  // namespace arborist::serve::mcp
