// SPDX-License-Identifier: AGPL-3.0-only
// Requests that a proxy and a server could read in two ways, or that want more than they may.
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

const std::string kPost =
    "POST /api/v1/query HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n";
const std::string kSmuggled = "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
const std::string kChunked = "Transfer-Encoding: chunked\r\n";

struct Case {
  std::string name;
  std::string bytes;
  int status;  // 0: the connection is closed
};

std::string Repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

std::vector<Case> Cases() {
  const auto get = [](const std::string& target, const std::string& headers = "") {
    return "GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + headers + "\r\n";
  };
  const std::string body = "0\r\n\r\n" + kSmuggled;
  const std::string length = "Content-Length: " + std::to_string(body.size()) + "\r\n";
  return {
      // Smuggling: where does this request end?
      {"length and coding", kPost + length + kChunked + "\r\n" + body, 400},
      {"coding and length", kPost + kChunked + length + "\r\n" + body, 400},
      {"two lengths", kPost + "Content-Length: 0\r\n" + length + "\r\n" + body, 400},
      {"two equal lengths", kPost + length + length + "\r\n" + body, 400},
      {"list of lengths", kPost + "Content-Length: 5, 5\r\n\r\n" + body, 400},
      {"signed length", kPost + "Content-Length: +5\r\n\r\n" + body, 400},
      {"length in hex", kPost + "Content-Length: 0x5\r\n\r\n" + body, 400},
      {"huge length", kPost + "Content-Length: 18446744073709551616\r\n\r\n" + body, 400},
      {"coding folded away", kPost + "Transfer-Encoding:\r\n chunked\r\n" + length + "\r\n" + body,
       400},
      {"coding with a tab", kPost + "Transfer-Encoding: chunked\t\r\n" + length + "\r\n" + body,
       400},
      {"coding in disguise", kPost + "Transfer-Encoding: xchunked\r\n\r\n" + body, 501},
      {"coding twice", kPost + "Transfer-Encoding: chunked, chunked\r\n\r\n" + body, 501},
      {"coding with identity", kPost + "Transfer-Encoding: identity\r\n" + length + "\r\n" + body,
       400},
      {"space before the colon", kPost + "Transfer-Encoding : chunked\r\n\r\n" + body, 400},
      {"folded header", kPost + "X-A: b\r\n c\r\n" + length + "\r\n" + body, 400},
      {"bare LF", "GET /health HTTP/1.1\nHost: 127.0.0.1\n\n", 400},
      {"bare LF in a header", "GET /health HTTP/1.1\r\nHost: 127.0.0.1\nX: y\r\n\r\n", 400},
      {"bare CR", "GET /health HTTP/1.1\r\nHost: 127.0.0.1\rX: y\r\n\r\n", 400},
      {"NUL in a header", get("/health", std::string("X: a\0b\r\n", 8)), 400},
      {"old with coding",
       "POST /api/v1/query HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n" + body, 400},
      // Chunks.
      {"chunk of 2^63", kPost + kChunked + "\r\n7fffffffffffffff\r\n", 413},
      {"chunk of 2^64", kPost + kChunked + "\r\n10000000000000000\r\n", 400},
      {"negative chunk", kPost + kChunked + "\r\n-1\r\n", 400},
      {"chunk size without digits", kPost + kChunked + "\r\nzz\r\n", 400},
      {"chunk with bare LF", kPost + kChunked + "\r\n2\n{}\n0\n\n", 0},
      {"chunk size with spaces", kPost + kChunked + "\r\n 2\r\n{}\r\n0\r\n\r\n", 400},
      {"chunk size in 0x", kPost + kChunked + "\r\n0x2\r\n{}\r\n0\r\n\r\n", 400},
      {"extension that does not end", kPost + kChunked + "\r\n2;x=" + std::string(2 << 20, 'x'),
       400},
      {"trailers that do not end",
       kPost + kChunked + "\r\n0\r\n" + Repeated("X-Trailer: y\r\n", 100000), 400},
      {"chunk that does not end", kPost + kChunked + "\r\n2\r\n{}XX0\r\n\r\n", 400},
      // Paths.
      {"dot segments", get("/api/v1/../../etc/passwd"), 400},
      {"encoded dot segments", get("/api/%2e%2e/health"), 400},
      {"encoded slash", get("/api%2fv1/stats"), 400},
      {"double slash", get("//health"), 400},
      {"backslash", get("/api\\v1"), 400},
      {"encoded NUL", get("/health%00"), 400},
      {"twice encoded", get("/api/v1/%252e%252e/stats"), 404},
      {"fragment", get("/health#x"), 400},
      {"not UTF-8", get("/api/v1/search?q=%ff%fe"), 400},
      {"overlong UTF-8", get("/%c0%ae%c0%ae/health"), 400},
      {"two of one parameter", get("/api/v1/search?q=a&q=b"), 400},
      {"other host in the target", get("http://evil.example/health"), 400},
      {"authority form", "CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n", 400},
      {"TRACE", "TRACE /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 501},
      {"HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
      {"TLS hello", std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 15), 400},
      // Names.
      {"no host", "GET /health HTTP/1.1\r\n\r\n", 400},
      {"rebound name", "GET /api/v1/stats HTTP/1.1\r\nHost: rebound.example\r\n\r\n", 421},
      {"host with userinfo", "GET /health HTTP/1.1\r\nHost: x@127.0.0.1\r\n\r\n", 421},
      {"host with a dot behind", "GET /health HTTP/1.1\r\nHost: localhost.\r\n\r\n", 421},
      {"host as one number", "GET /health HTTP/1.1\r\nHost: 2130706433\r\n\r\n", 421},
      {"host with two ports", "GET /health HTTP/1.1\r\nHost: 127.0.0.1:80:80\r\n\r\n", 421},
      {"host not UTF-8", "GET /health HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n", 421},
      {"two hosts in one", "GET /health HTTP/1.1\r\nHost: 127.0.0.1, a.example\r\n\r\n", 421},
      {"name of a header not UTF-8", get("/health", "\xff\xfe: x\r\n"), 400},
      {"token not UTF-8", get("/api/v1/stats", "Authorization: Bearer \xff\xfe\r\n"), 401},
      {"many headers", get("/health", Repeated("X-A: b\r\n", 200)), 431},
      {"foreign page", get("/api/v1/stats", "Origin: https://evil.example\r\n"), 403},
      {"sandboxed page", get("/api/v1/stats", "Origin: null\r\n"), 403},
      {"image on a foreign page",
       get("/api/v1/stats", "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n"), 403},
      {"form on a foreign page",
       "POST /api/v1/query HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://evil.example\r\n"
       "Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}",
       403},
      {"form without origin",
       "POST /api/v1/query HTTP/1.1\r\nHost: 127.0.0.1\r\n"
       "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 2\r\n\r\n{}",
       415},
      {"through a proxy", get("/api/v1/stats", "X-Forwarded-For: 127.0.0.1\r\n"), 401},
      {"through a proxy, new", get("/api/v1/stats", "Forwarded: for=127.0.0.1\r\n"), 401},
      {"through a proxy, last hop", get("/api/v1/stats", "CF-Connecting-IP: 127.0.0.1\r\n"), 401},
      {"text that poses as JSON on a foreign page",
       "POST /api/v1/query HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://evil.example\r\n"
       "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
       403},
      {"post to the agents' door from a foreign page",
       "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://evil.example\r\n"
       "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
       403},
      {"plain text to the chat door",
       "POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\n"
       "Content-Length: 2\r\n\r\n{}",
       415},
      {"token in the URL", get("/api/v1/stats?access_token=x"), 400},
      // Bodies.
      {"body not UTF-8", kPost + "Content-Length: 18\r\n\r\n{\"question\":\"\xff\xfe\"}x", 400},
      {"deep JSON", kPost + "Content-Length: 4000\r\n\r\n" + std::string(4000, '['), 413},
      {"body of one word", kPost + "Content-Length: 4\r\n\r\nnull", 400},
      {"too long a question",
       kPost + "Content-Length: 100020\r\n\r\n{\"question\":\"" + std::string(100005, 'a') + "\"}",
       413},
      {"too long a body", kPost + "Content-Length: 9000000\r\n\r\n", 413},
      {"packed body", kPost + "Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\nxx", 415},
      {"strange expectation", kPost + "Expect: tea\r\nContent-Length: 2\r\n\r\n{}", 417},
  };
}

class Hostile : public Served {};

TEST_F(Hostile, RequestsGetOneRefusalEach) {
  Start();
  for (const Case& one : Cases()) {
    RawClient client(port_);
    client.Send(one.bytes);
    client.EndSending();
    const std::string all = client.Read();
    EXPECT_EQ(StatusOf(all), one.status) << one.name << "\n" << all;
    EXPECT_EQ(all.find("\nHTTP/1.1 "), std::string::npos)
        << one.name << ": what was hidden in it was answered too\n"
        << all;
    if (one.status >= 400 && one.status != 404) {
      EXPECT_TRUE(all.contains("{\"error\":{\"code\":")) << one.name << "\n" << all;
    }
  }
  EXPECT_EQ(Send("GET", "/health").status, 200);
  const Outcome end = End();
  EXPECT_EQ(end.exit_code, 0) << end.err;
}

TEST_F(Hostile, AnEndlessExtensionTakesNoMemory) {
  Start({"--quiet"});
  EXPECT_EQ(Send("GET", "/health").status, 200);
  const std::int64_t before = ResidentKib();
  RawClient client(port_);
  client.Send(kPost + kChunked + "\r\n2;x=");
  const std::string piece(1 << 20, 'x');
  bool open = true;
  for (int i = 0; i < 64 && open; ++i) open = client.Send(piece);
  if (kMemoryIsItsOwn) {
    EXPECT_LT(ResidentKib() - before, 16 << 10) << "KiB";
  }
  EXPECT_EQ(Send("GET", "/health").status, 200);
}

TEST_F(Hostile, RandomBytesDoNoHarm) {
  Start({"--quiet"});
  unsigned state = 1;
  const auto random = [&] { return state = state * 1664525U + 1013904223U; };
  const std::vector<Case> cases = Cases();
  for (int round = 0; round < 300; ++round) {
    std::string bytes = cases[random() % cases.size()].bytes.substr(0, 2000);
    for (int i = 0; i < 4 && !bytes.empty(); ++i) {
      bytes[random() % bytes.size()] = static_cast<char>(random() >> 24);
    }
    RawClient client(port_);
    client.Send(bytes);
    client.EndSending();
    client.Read({}, std::chrono::seconds(5));
  }
  EXPECT_EQ(Send("GET", "/health").status, 200);
  EXPECT_EQ(End().exit_code, 0);
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
  const Outcome end = End();
  EXPECT_FALSE(end.err.contains(wrong.substr(20)) || end.err.contains(right.substr(20)))
      << "a secret stands in the log";
  EXPECT_TRUE(end.err.contains("GET /api/v1/stats 401")) << end.err;
}

}  // namespace
}  // namespace arborist::testing_support
