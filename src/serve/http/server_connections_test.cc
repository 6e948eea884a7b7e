// SPDX-License-Identifier: AGPL-3.0-only
// Connections over real sockets: how long each may take, how many there may be, and how they end.
#include <unistd.h>

#include <chrono>
#include <filesystem>

#include "base/temporary_folder.h"
#include "serve/http/running_server_test.h"

namespace arborist::serve::http {
namespace {

using namespace std::chrono_literals;
using ServerConnectionsTest = ServerTest;

TEST_F(ServerConnectionsTest, DoesNotWaitForSlowWriters) {
  Start();
  RawClient header(server_->port()), body(server_->port());
  header.Send("GET /hello HTTP/1.1\r\nHost: loc");
  body.Send(
      "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Content-Length: 9\r\n\r\nabc");
  // A byte now and then does not buy more time.
  for (int i = 0; i < 5; ++i) {
    std::this_thread::sleep_for(100ms);
    header.Send("a");
  }
  for (RawClient* client : {&header, &body}) {
    const std::string answer = client->Read();
    EXPECT_EQ(StatusOf(answer), 408) << answer;
    EXPECT_TRUE(answer.contains("Connection: close")) << answer;
    EXPECT_TRUE(client->closed());
  }
  EXPECT_TRUE(server_->metrics()->Text().contains("arborist_http_timeouts_total 2\n"));
}

TEST_F(ServerConnectionsTest, SaysNothingToWhoSaidNothing) {
  options_.limits.idle_time = 200ms;
  Start();
  RawClient silent(server_->port()), served(server_->port());
  served.Send("GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(StatusOf(served.ReadAnswer()), 200);
  EXPECT_EQ(silent.Read() + served.Read(), "") << "an answer nobody asked for is taken for another";
  EXPECT_TRUE(silent.closed() && served.closed());
}

TEST_F(ServerConnectionsTest, ABodyInDripsHasNoMoreTimeThanOneInAPiece) {
  Start();
  RawClient client(server_->port());
  client.Send(
      "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Transfer-Encoding: chunked\r\n\r\n");
  bool open = true;
  for (int i = 0; i < 20 && open; ++i) {
    open = client.Send("1\r\na\r\n");
    std::this_thread::sleep_for(50ms);
  }
  EXPECT_EQ(StatusOf(client.Read()), 408);
}

// Nobody is written to while a whole answer is made, so leaving has to be looked for.
TEST_F(ServerConnectionsTest, NoticesAClientThatLeavesBeforeItsAnswer) {
  std::atomic<bool> noticed = false;
  router_.Add(Method::kGet, "/long", {.lane = Lane::kAsk}, [&](const ExchangePtr& exchange) {
    for (int i = 0; i < 200 && !exchange->Abandoned(); ++i) std::this_thread::sleep_for(50ms);
    noticed = exchange->Abandoned();
    exchange->Respond(json::Value("too late"));
  });
  Start();
  {
    RawClient client(server_->port());
    client.Send("GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n");
    std::this_thread::sleep_for(100ms);
  }
  const auto left = std::chrono::steady_clock::now();
  while (!noticed && std::chrono::steady_clock::now() - left < 10s) {
    std::this_thread::sleep_for(20ms);
  }
  EXPECT_TRUE(noticed);
  EXPECT_LT(std::chrono::steady_clock::now() - left, 4s);
  End();
  EXPECT_TRUE(Log().contains("GET /long 499 ")) << Log();
}

TEST_F(ServerConnectionsTest, LetsGoOfAReaderThatStandsStill) {
  Start();
  RawClient client(server_->port());
  const int small = 4096;
  setsockopt(client.socket_fd(), SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
  client.Send("GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n");
  for (int i = 0; i < 100 && !gave_up_; ++i) std::this_thread::sleep_for(50ms);
  EXPECT_TRUE(gave_up_);
  EXPECT_EQ(StatusOf(Get("/hello")), 200);
}

TEST_F(ServerConnectionsTest, SlowAsksKeepNobodyElseWaiting) {
  Start();
  RawClient running(server_->port()), waiting(server_->port());
  running.Send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n");
  door_.AwaitWaiters(1);
  waiting.Send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n");
  std::this_thread::sleep_for(50ms);
  const std::string third = Get("/slow");
  EXPECT_EQ(StatusOf(third), 429);
  EXPECT_TRUE(third.contains("Retry-After: "));
  EXPECT_EQ(StatusOf(Get("/hello")), 200);
  door_.Open();
  EXPECT_EQ(StatusOf(running.ReadAnswer()), 200);
  EXPECT_EQ(StatusOf(waiting.ReadAnswer()), 200);
}

TEST_F(ServerConnectionsTest, FinishesRunningWorkWhenItStops) {
  Start();
  RawClient running(server_->port()), idle(server_->port());
  running.Send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n");
  door_.AwaitWaiters(1);
  const std::uint16_t port = server_->port();
  server_->Stop();
  EXPECT_EQ(idle.Read(), "");
  EXPECT_TRUE(idle.closed());
  EXPECT_FALSE(RawClient(port).connected());
  door_.Open();
  const std::string answer = running.ReadAnswer();
  EXPECT_EQ(StatusOf(answer), 200);
  EXPECT_TRUE(answer.contains("Connection: close"));
  thread_.join();
}

TEST_F(ServerConnectionsTest, DoesNotWaitForeverWhenItStops) {
  options_.limits.drain_time = 100ms;
  options_.on_drain_expired = [this] { door_.Open(); };
  Start();
  RawClient running(server_->port());
  running.Send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n");
  door_.AwaitWaiters(1);
  server_->Stop();
  thread_.join();
}

TEST_F(ServerConnectionsTest, TakesOnlySoManyConnections) {
  options_.limits.max_connections = 2;
  Start();
  RawClient one(server_->port()), two(server_->port());
  one.Send("GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n");
  two.Send("GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(StatusOf(one.ReadAnswer()), 200);
  EXPECT_EQ(StatusOf(two.ReadAnswer()), 200);
  RawClient three(server_->port());
  EXPECT_EQ(three.Read(), "");
  EXPECT_TRUE(three.closed());
}

TEST_F(ServerConnectionsTest, OneAddressCannotHoldAllConnections) {
  options_.limits.max_connections_per_address = 2;
  Start();
  std::vector<std::unique_ptr<RawClient>> held;
  for (int i = 0; i < 2; ++i) {
    held.push_back(std::make_unique<RawClient>(server_->port(), 2));
    held.back()->Send("GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n");
    EXPECT_EQ(StatusOf(held.back()->ReadAnswer()), 200);
  }
  RawClient third(server_->port(), 2);
  EXPECT_EQ(third.Read(), "");
  EXPECT_TRUE(third.closed());
  RawClient neighbour(server_->port(), 3);
  neighbour.Send("GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(StatusOf(neighbour.ReadAnswer()), 200);
  held.clear();
  int status = 0;
  for (int i = 0; i < 100 && status != 200; ++i) {
    std::this_thread::sleep_for(20ms);
    RawClient again(server_->port(), 2);
    again.Send("GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n");
    status = StatusOf(again.ReadAnswer());
  }
  EXPECT_EQ(status, 200) << "a place that was given back can be taken";
  EXPECT_TRUE(server_->metrics()->Text().contains(
      "arborist_http_connections_refused_total{limit=\"address\"} "));
}

TEST_F(ServerConnectionsTest, OfANamedProxyTheClientsAreCounted) {
  options_.limits.max_connections_per_address = 1;
  options_.limits.ask_threads = 4;
  options_.trusted_proxies = *AddressSet::Parse({"127.0.0.2"});
  options_.check_token = [](std::string_view) -> Result<Caller> {
    Caller caller;
    caller.token_id = "t";
    caller.scopes.Add(Scope::kAsk);
    caller.scopes.Add(Scope::kRead);
    return caller;
  };
  Start();
  const auto request = [](std::string_view path, std::string_view client) {
    return "GET " + std::string(path) +
           " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer x\r\n" +
           "X-Forwarded-For: " + std::string(client) + "\r\n\r\n";
  };
  RawClient one(server_->port(), 2), two(server_->port(), 2), three(server_->port(), 2);
  one.Send(request("/slow", "203.0.113.9"));
  door_.AwaitWaiters(1);
  two.Send(request("/hello", "203.0.113.9"));
  EXPECT_EQ(StatusOf(two.ReadAnswer()), 429);
  three.Send(request("/hello", "198.51.100.1"));
  EXPECT_EQ(StatusOf(three.ReadAnswer()), 200) << "another client of the same proxy";
  door_.Open();
  EXPECT_EQ(StatusOf(one.ReadAnswer()), 200);
  one.Send(request("/hello", "203.0.113.9"));
  EXPECT_EQ(StatusOf(one.ReadAnswer()), 200);
  End();
  EXPECT_TRUE(Log().contains(" 203.0.113.9 GET /slow 200 ")) << Log();
}

TEST_F(ServerConnectionsTest, ServesAUnixSocket) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "socket").string();
  options_.address.clear();
  options_.socket_path = path;
  options_.limits.max_connections_per_address = 1;
  Start();
  EXPECT_EQ(server_->port(), 0);
  RawClient one(path), two(path);
  for (RawClient* client : {&one, &two}) {  // its connections are not counted by address
    client->Send("GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n");
    EXPECT_EQ(StatusOf(client->ReadAnswer()), 200);
  }
  one.Send("GET /hello HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n");
  EXPECT_EQ(StatusOf(one.ReadAnswer()), 401);
  one.Send("GET /write HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(StatusOf(one.ReadAnswer()), 401);
  End();
  server_.reset();
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_TRUE(Log().contains(" unix:" + std::to_string(geteuid()) + " GET /hello 200 ")) << Log();
  EXPECT_TRUE(Log().contains(" 203.0.113.9 GET /hello 401 ")) << Log();
}

TEST_F(ServerConnectionsTest, HoldsOnlySoManyLargeBodies) {
  router_.AddJson(Method::kPost, "/large", {.max_body_bytes = std::size_t{8} << 20},
                  [](const Request& request) {
                    return json::Value(static_cast<std::int64_t>(request.body.size()));
                  });
  options_.limits.large_body_bytes = std::size_t{4} << 20;
  options_.limits.body_time = 10s;
  Start();
  const std::string head =
      "POST /large HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
  const auto large = [&](std::size_t bytes) {
    return Exchange(head + "Content-Length: " + std::to_string(bytes) + "\r\n\r\n" +
                    std::string(bytes, 'a'));
  };
  EXPECT_EQ(StatusOf(large(std::size_t{3} << 20)), 200);
  EXPECT_EQ(StatusOf(large(std::size_t{3} << 20)), 200) << "the first was given back";
  EXPECT_EQ(StatusOf(large(std::size_t{5} << 20)), 429);
  RawClient holder(server_->port());
  holder.Send(head + "Content-Length: 4000000\r\n\r\n" + std::string(3'900'000, 'a'));
  int status = 0;
  // Until the server has read what the holder sent.
  const auto deadline = std::chrono::steady_clock::now() + 9s;
  while (status != 429 && std::chrono::steady_clock::now() < deadline) {
    status = StatusOf(large(std::size_t{2} << 20));
  }
  EXPECT_EQ(status, 429);
  EXPECT_EQ(StatusOf(large(1000)), 200) << "small ones always have room";
}

}  // namespace
}  // namespace arborist::serve::http
