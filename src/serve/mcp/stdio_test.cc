// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/mcp/stdio.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <optional>
#include <thread>

#include "serve/mcp/sample_test.h"

namespace arborist::serve::mcp {
namespace {

// A client on two pipes.
class McpStdio : public testing::Test {
 protected:
  McpStdio() {
    std::signal(SIGPIPE, SIG_IGN);
    EXPECT_EQ(::pipe(to_server_.data()), 0);
    EXPECT_EQ(::pipe(to_client_.data()), 0);
    server_ = std::jthread([this] {
      status_ = ServeStdio(protocol_, to_server_[0], to_client_[1], {.stop = &stop_});
      ::close(to_client_[1]);
    });
  }
  ~McpStdio() override {
    CloseInput();
    server_.join();
    ::close(to_client_[0]);
    ::close(to_server_[0]);
    EXPECT_TRUE(status_);
  }

  void CloseInput() {
    if (to_server_[1] >= 0) ::close(to_server_[1]);
    to_server_[1] = -1;
  }
  void Send(std::string_view line) {
    const std::string text = std::string(line) + "\n";
    ASSERT_EQ(::write(to_server_[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  void Initialize() {
    Send(
        R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})");
    Receive();
    Send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  }
  // The next line; nothing when none comes in that time.
  std::optional<std::string> ReceiveLine(int milliseconds = 10'000) {
    while (received_.find('\n') == std::string::npos) {
      pollfd ready{.fd = to_client_[0], .events = POLLIN, .revents = 0};
      if (::poll(&ready, 1, milliseconds) <= 0) return std::nullopt;
      std::array<char, 4096> buffer;
      const ssize_t got = ::read(to_client_[0], buffer.data(), buffer.size());
      if (got <= 0) return std::nullopt;
      received_.append(buffer.data(), static_cast<std::size_t>(got));
    }
    const std::size_t end = received_.find('\n');
    std::string line = received_.substr(0, end);
    received_.erase(0, end + 1);
    return line;
  }
  std::optional<json::Value> Receive(int milliseconds = 10'000) {
    const auto line = ReceiveLine(milliseconds);
    if (!line) return std::nullopt;
    return Json(*line);
  }
  std::string ReceiveText() {
    const auto message = Receive();
    return message ? json::Dump(*message) : "nothing";
  }

  Protocol protocol_ = SampleProtocol();
  std::atomic<bool> stop_ = false;
  Status status_;
  std::array<int, 2> to_server_;
  std::array<int, 2> to_client_;
  std::string received_;
  std::jthread server_;
};

TEST_F(McpStdio, AnswersAMessageALine) {
  Initialize();
  Send(R"({"jsonrpc":"2.0","id":"a","method":"ping"})");
  EXPECT_EQ(ReceiveText(), R"({"id":"a","jsonrpc":"2.0","result":{}})");
}

TEST_F(McpStdio, SendsOnlyUtf8WhateverNamesHold) {
  Initialize();
  Send(
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"a\ud800"}}})");
  const auto line = ReceiveLine();
  ASSERT_TRUE(line);
  EXPECT_TRUE(line->contains("\\ud800")) << *line;
  EXPECT_FALSE(line->contains('\xED')) << *line;
}

TEST_F(McpStdio, ServesStatelessRequestsBesideTheHandshake) {
  Send(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
  EXPECT_NE(ReceiveText().find("-32602"), std::string::npos);
  Send(
      R"({"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})");
  EXPECT_NE(ReceiveText().find(R"("resultType":"complete")"), std::string::npos);
  Send(R"({"jsonrpc":"2.0","id":3,"method":"tools/list"})");
  EXPECT_NE(ReceiveText().find("-32602"), std::string::npos)
      << "a stateless request is no handshake";
}

TEST_F(McpStdio, AnswersOtherRequestsWhileOneIsWorkedOn) {
  Initialize();
  Send(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait"}})");
  Send(
      R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"text":"x"}}})");
  EXPECT_EQ(*Receive()->Find("id"), json::Value(2));
  Send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
}

TEST_F(McpStdio, ACancelledRequestIsStoppedAndNeverAnswered) {
  Initialize();
  Send(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait"}})");
  Send(
      R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"no"}})");
  EXPECT_FALSE(Receive(300));
  // The id is free again, and the thread too.
  Send(
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"x"}}})");
  EXPECT_EQ(*Receive()->Find("id"), json::Value(1));
}

TEST_F(McpStdio, CancellingWhatIsNotThereDoesNothing) {
  Initialize();
  for (const char* params : {R"({"requestId":77})", R"({"requestId":[1]})", "{}"}) {
    Send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":)" + std::string(params) +
         "}");
  }
  Send(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
  EXPECT_EQ(*Receive()->Find("id"), json::Value(1));
}

TEST_F(McpStdio, ProgressComesBeforeTheAnswer) {
  Initialize();
  Send(
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"x"},"_meta":{"progressToken":9}}})");
  EXPECT_NE(ReceiveText().find("hearing"), std::string::npos);
  EXPECT_NE(ReceiveText().find("saying"), std::string::npos);
  EXPECT_EQ(*Receive()->Find("id"), json::Value(1));
}

TEST_F(McpStdio, TheSameIdTwiceAtOnceIsRefused) {
  Initialize();
  Send(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait"}})");
  Send(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait"}})");
  EXPECT_NE(ReceiveText().find("still being worked on"), std::string::npos);
  Send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
}

TEST_F(McpStdio, MoreThanTheQueueHoldsIsRefusedAtOnce) {
  Initialize();
  const StdioOptions defaults;
  const std::size_t most = defaults.threads + defaults.queue;
  for (std::size_t i = 1; i <= most + 1; ++i) {
    Send(R"({"jsonrpc":"2.0","id":)" + std::to_string(i) +
         R"(,"method":"tools/call","params":{"name":"wait"}})");
  }
  EXPECT_NE(ReceiveText().find("too many requests"), std::string::npos);
  for (std::size_t i = 1; i <= most; ++i) {
    Send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" +
         std::to_string(i) + "}}");
  }
}

TEST_F(McpStdio, GoesOnAfterLinesThatAreNoMessages) {
  Initialize();
  Send("{");
  EXPECT_NE(ReceiveText().find("-32700"), std::string::npos);
  Send("");
  Send(R"({"jsonrpc":"2.0","id":5,"result":{}})");
  const std::string piece(1 << 20, 'a');
  for (std::size_t sent = 0; sent <= kMaxMessageBytes; sent += piece.size()) {
    std::string_view rest = piece;
    while (!rest.empty()) {
      const ssize_t put = ::write(to_server_[1], rest.data(), rest.size());
      ASSERT_GT(put, 0);
      rest.remove_prefix(static_cast<std::size_t>(put));
    }
  }
  Send("");
  EXPECT_NE(ReceiveText().find("longer than"), std::string::npos);
  Send(R"({"jsonrpc":"2.0","id":6,"method":"ping"})");
  EXPECT_EQ(*Receive()->Find("id"), json::Value(6));
}

TEST_F(McpStdio, AnswersWhatWasAskedBeforeTheInputEnded) {
  Initialize();
  Send(
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"x"}}})");
  CloseInput();
  EXPECT_EQ(*Receive()->Find("id"), json::Value(1));
}

TEST_F(McpStdio, StopsWhenTold) {
  Initialize();
  Send(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait"}})");
  stop_ = true;
  EXPECT_FALSE(Receive(5'000)) << "the server closed its end";
}

}  // namespace
}  // namespace arborist::serve::mcp
