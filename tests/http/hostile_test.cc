// SPDX-License-Identifier: AGPL-3.0-only
// Clients that want more than they may.
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "http/served.h"
#include "serve/http/raw_client_test.h"

namespace arborist::testing_support {
namespace {

using serve::http::RawClient;
using serve::http::StatusOf;

class Hostile : public Served {};

TEST_F(Hostile, AnEndlessExtensionTakesNoMemory) {
  Start({"--quiet"});
  EXPECT_EQ(Send("GET", "/health").status, 200);
  const std::int64_t before = ResidentKib();
  RawClient client(port_);
  client.Send(
      "POST /api/v1/query HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
      "Transfer-Encoding: chunked\r\n\r\n2;x=");
  const std::string piece(1 << 20, 'x');
  bool open = true;
  for (int i = 0; i < 64 && open; ++i) open = client.Send(piece);
  if (kMemoryIsItsOwn) {
    EXPECT_LT(ResidentKib() - before, 16 << 10) << "KiB";
  }
  EXPECT_EQ(Send("GET", "/health").status, 200);
}

// Clients of OpenAI read `type`, whoever refuses them: the door or the route behind it.
TEST_F(Hostile, TheChatDoorRefusesAsItsClientsReadIt) {
  Start();
  const std::string json = "Content-Type: application/json\r\n";
  const std::string large(std::size_t{9} << 20, ' ');
  const std::vector<std::tuple<std::string, std::string, std::string, int, std::string>> cases = {
      {"{}", json + "X-Forwarded-For: 1.2.3.4\r\n", "no token", 401, "authentication_error"},
      {"{}", json + "Authorization: Bearer x\r\n", "a wrong one", 401, "authentication_error"},
      {"{}", json + "Authorization: Bearer " + MakeToken({"read"}) + "\r\n", "a weak one", 403,
       "permission_error"},
      {"{}", json + "Origin: https://elsewhere.example\r\n", "a foreign page", 403,
       "permission_error"},
      {"{}", "Content-Type: text/plain\r\n", "no JSON", 415, "invalid_request_error"},
      {large, json, "too much", 413, "invalid_request_error"},
      {"{}", json, "no messages", 400, "invalid_request_error"},
  };
  for (const auto& [body, headers, what, status, type] : cases) {
    const HttpAnswer answer = Send("POST", "/v1/chat/completions", body, headers);
    EXPECT_EQ(answer.status, status) << what;
    const json::Value* const error = answer.body.Find("error");
    ASSERT_NE(error, nullptr) << what << "\n" << answer.text;
    EXPECT_EQ(error->String("type"), type) << what;
    EXPECT_FALSE(error->String("message")->empty()) << what;
    EXPECT_NE(error->Find("param"), nullptr) << what;
  }
  RawClient rebound(port_);
  rebound.Send("GET /v1/models HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n");
  const std::string misdirected = rebound.ReadAnswer();
  EXPECT_EQ(StatusOf(misdirected), 421);
  EXPECT_TRUE(misdirected.contains("\"invalid_request_error\"")) << misdirected;
  HttpAnswer guessed;
  for (int i = 0; i < 12; ++i) {
    guessed = Send("GET", "/v1/models", {}, "Authorization: Bearer x\r\n");
  }
  EXPECT_EQ(guessed.status, 429);
  EXPECT_TRUE(guessed.text.contains("\"rate_limit_error\"")) << guessed.text;
  EXPECT_TRUE(guessed.text.contains("Retry-After: 60\r\n")) << guessed.text;
}

TEST_F(Hostile, WrongTokensAreCounted) {
  Start();
  const std::string right = MakeToken({"read"});
  std::string wrong = right;
  wrong.back() = wrong.back() == 'a' ? 'b' : 'a';
  EXPECT_EQ(Send("GET", "/api/v1/stats", {}, "Authorization: Bearer " + right + "\r\n").status,
            200);
  int refused = 0;
  for (int i = 0; i < 12; ++i) {
    const int status =
        Send("GET", "/api/v1/stats", {}, "Authorization: Bearer " + wrong + "\r\n").status;
    EXPECT_TRUE(status == 401 || status == 429) << status;
    refused += status == 429 ? 1 : 0;
  }
  EXPECT_EQ(refused, 2);
  EXPECT_EQ(Send("GET", "/api/v1/stats", {}, "Authorization: Bearer " + right + "\r\n").status, 200)
      << "a right token is never locked out";
  const Outcome end = End();
  EXPECT_FALSE(end.err.contains(wrong.substr(20)) || end.err.contains(right.substr(20)))
      << "a secret stands in the log";
  EXPECT_TRUE(end.err.contains("GET /api/v1/stats 401")) << end.err;
}

}  // namespace
}  // namespace arborist::testing_support
