// SPDX-License-Identifier: AGPL-3.0-only
// Raw requests to a running server, as they are and changed at random with a fixed seed. After each
// one the server must answer, and hold no connection more than before.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "http/raw_cases.h"
#include "http/served.h"
#include "serve/http/raw_client_test.h"

namespace arborist::testing_support {
namespace {

using serve::http::RawClient;
using serve::http::StatusOf;

class RawRequests : public Served {
 protected:
  std::size_t Sockets() const {
    std::size_t count = 0;
    std::error_code ignored;
    const auto folder = std::filesystem::path("/proc") / std::to_string(server_->pid()) / "fd";
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
      count += std::filesystem::read_symlink(entry.path(), ignored).string().starts_with("socket:")
                   ? 1U
                   : 0U;
    }
    return count;
  }

  void ExpectSound(const std::string& after) {
    ASSERT_TRUE(server_->Running()) << after << "\n" << server_->ErrSoFar();
    ASSERT_EQ(Send("GET", "/health").status, 200) << after;
    std::size_t sockets = Sockets();
    for (int i = 0; i < 3000 && sockets > idle_; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      sockets = Sockets();
    }
    ASSERT_LE(sockets, idle_) << "a connection was not closed after " << after;
  }

  void Begin() {
    Start({"--quiet"});
    ASSERT_EQ(Send("GET", "/health").status, 200);
    for (idle_ = Sockets(); Sockets() < idle_; idle_ = Sockets()) {
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    idle_ = Sockets();
  }

  // The bytes, then the end of sending, then what comes back.
  std::string Exchange(std::string_view bytes) const {
    RawClient client(port_);
    client.Send(bytes);
    client.EndSending();
    return client.Read({}, std::chrono::seconds(20));
  }

  void Mutate(int rounds, int check_every);

  std::size_t idle_ = 0;  // sockets of a server that nobody speaks to
};

TEST_F(RawRequests, GetOneAnswerEach) {
  Begin();
  const std::vector<RawCase> cases = RawCases();
  EXPECT_GE(cases.size(), 100U);
  for (const RawCase& one : cases) {
    const std::string all = Exchange(one.bytes);
    EXPECT_EQ(StatusOf(all), one.status) << one.name << "\n" << all;
    EXPECT_EQ(all.find("\nHTTP/1.1 "), std::string::npos)
        << one.name << ": what was hidden in it was answered too\n"
        << all;
    if (one.status >= 400 && one.status != 404) {
      EXPECT_TRUE(all.contains("{\"error\":{\"code\":")) << one.name << "\n" << all;
    }
    ExpectSound(one.name);
  }
  const Outcome end = End();
  EXPECT_EQ(end.exit_code, 0) << end.err;
}

// Behind a request that is in order each case is the second on its connection.
TEST_F(RawRequests, AreReadAloneBehindAnotherOne) {
  Begin();
  const std::string first = "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
  for (const RawCase& one : RawCases()) {
    const std::string all = Exchange(first + one.bytes);
    ASSERT_EQ(StatusOf(all), 200) << one.name;
    const std::size_t second = all.find("\nHTTP/1.1 ");
    EXPECT_EQ(second == std::string::npos ? 0 : StatusOf(all.substr(second + 1)), one.status)
        << one.name << "\n"
        << all;
    if (second != std::string::npos) {
      EXPECT_EQ(all.find("\nHTTP/1.1 ", second + 1), std::string::npos) << one.name;
    }
  }
  ExpectSound("all of them");
}

TEST_F(RawRequests, ThatComeSlowlyAreReadAllTheSame) {
  Begin();
  const std::string bytes =
      "POST /api/v1/search HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{}"
      "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
  RawClient client(port_);
  for (const char c : bytes) {
    client.Send(std::string(1, c));
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  const std::string all = client.Read();
  EXPECT_EQ(StatusOf(all), 405) << all;
  ExpectSound("a request in single bytes");
}

// One change of a request: what people who look for gaps try first, and what they do not.
std::string Changed(std::string bytes, const std::vector<RawCase>& cases, std::mt19937& random) {
  static const std::array<std::string, 24> kPieces = {"\r\n",
                                                      "\n",
                                                      "\r",
                                                      std::string("\0", 1),
                                                      ":",
                                                      " ",
                                                      "\t",
                                                      ";",
                                                      ",",
                                                      "0\r\n\r\n",
                                                      "\r\n\r\n",
                                                      "Transfer-Encoding: chunked\r\n",
                                                      "Content-Length: 0\r\n",
                                                      "Content-Length: 4\r\n",
                                                      "ffffffffffffffff\r\n",
                                                      "%00",
                                                      "%2e%2e",
                                                      "Host: evil.example\r\n",
                                                      "Expect: 100-continue\r\n",
                                                      "Connection: close\r\n",
                                                      "HTTP/1.0",
                                                      "\xff\xfe",
                                                      "{}",
                                                      "GET "};
  const auto below = [&](std::size_t most) { return most == 0 ? 0 : random() % most; };
  const std::size_t at = below(bytes.size() + 1);
  switch (random() % 8) {
    case 0:
      if (!bytes.empty()) bytes[below(bytes.size())] = static_cast<char>(random());
      break;
    case 1:
      bytes.erase(at, 1 + below(8));
      break;
    case 2:
      bytes.insert(at, kPieces[below(kPieces.size())]);
      break;
    case 3:
      bytes.insert(at, bytes.substr(below(bytes.size() + 1), below(64)));
      break;
    case 4:
      bytes.resize(at);
      break;
    case 5: {
      const std::string& other = cases[below(cases.size())].bytes;
      bytes =
          bytes.substr(0, at) + other.substr(below(std::min<std::size_t>(other.size(), 400)), 2000);
      break;
    }
    case 6:
      bytes.insert(at, std::string(1 + below(5000), static_cast<char>(random())));
      break;
    default: {
      // A line twice, or elsewhere.
      const std::size_t begin = bytes.find("\r\n", at);
      if (begin == std::string::npos) break;
      const std::size_t end = bytes.find("\r\n", begin + 2);
      if (end == std::string::npos) break;
      const std::string line = bytes.substr(begin, end - begin);
      if (random() % 2 == 0) bytes.erase(begin, end - begin);
      bytes.insert(std::min(bytes.size(), below(bytes.size() + 1)), line);
    }
  }
  return bytes;
}

void RawRequests::Mutate(int rounds, int check_every) {
  Begin();
  std::mt19937 random(20261118);
  const std::vector<RawCase> cases = RawCases();
  for (int round = 0; round < rounds; ++round) {
    std::string bytes = cases[random() % cases.size()].bytes.substr(0, 4000);
    for (unsigned i = 0; i < 1 + random() % 4; ++i)
      bytes = Changed(std::move(bytes), cases, random);
    Exchange(bytes);
    if (round % check_every == 0) {
      ASSERT_NO_FATAL_FAILURE(ExpectSound("round " + std::to_string(round)));
    }
  }
  ExpectSound("all rounds");
  const Outcome end = End();
  EXPECT_EQ(end.exit_code, 0) << end.err;
}

TEST_F(RawRequests, ThatWereChangedAtRandomDoNoHarm) { Mutate(600, 20); }
TEST_F(RawRequests, SlowThatWereChangedAtRandomDoNoHarm) { Mutate(20'000, 100); }

}  // namespace
}  // namespace arborist::testing_support
