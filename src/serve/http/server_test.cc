// SPDX-License-Identifier: AGPL-3.0-only
// The server over real sockets.
#include "serve/http/server.h"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <new>
#include <stdexcept>
#include <thread>

#include "base/temporary_folder.h"
#include "serve/http/raw_client_test.h"

namespace arborist::serve::http {
namespace {

using namespace std::chrono_literals;

// A door that handlers wait at until a test opens it.
class Door {
 public:
  void Open() {
    const std::scoped_lock lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  void Wait() {
    std::unique_lock lock(mutex_);
    ++waiting_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return open_; });
  }
  void AwaitWaiters(int count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_ >= count; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = false;
  int waiting_ = 0;
};

class ServerTest : public testing::Test {
 protected:
  ServerTest() {
    options_.port = 0;
    options_.limits.header_time = 300ms;
    options_.limits.body_time = 500ms;
    options_.limits.idle_time = 3s;
    options_.limits.write_time = 500ms;
    options_.limits.drain_time = 5s;
    options_.limits.ask_threads = 1;
    options_.limits.ask_queue = 1;
    options_.log = [this](std::string_view line) {
      const std::scoped_lock lock(log_mutex_);
      log_ += std::string(line) + "\n";
    };
    router_.AddJson(Method::kGet, "/hello", {.lane = Lane::kInline},
                    [](const Request&) { return json::Value(json::Object{{"hello", "you"}}); });
    router_.AddJson(Method::kPost, "/echo", {.max_body_bytes = 1000}, [](const Request& request) {
      return json::Value(json::Object{{"bytes", static_cast<std::int64_t>(request.body.size())},
                                      {"body", request.body}});
    });
    router_.AddJson(Method::kGet, "/write", {.scope = Scope::kWrite},
                    [](const Request&) { return json::Value(true); });
    router_.Add(Method::kGet, "/slow", {.scope = Scope::kAsk, .lane = Lane::kAsk},
                [this](const ExchangePtr& exchange) {
                  door_.Wait();
                  exchange->Respond(json::Value("done"));
                });
    router_.Add(Method::kGet, "/stream", {}, [this](const ExchangePtr& exchange) {
      exchange->Begin({.content_type = "text/plain"});
      bool sent = true;
      for (int i = 0; i < 2000 && sent; ++i) sent = exchange->Write(std::string(8192, 'x'));
      gave_up_ = !sent;
      if (sent) exchange->End();
    });
    router_.Add(Method::kGet, "/events", {}, [](const ExchangePtr& exchange) {
      EventStream events(exchange);
      events.Begin();
      events.Send("stage", json::Object{{"stage", "one"}});
      events.Send("answer", json::Object{{"text", "two\nlines"}});
      events.End();
    });
    router_.Add(Method::kGet, "/nothing", {}, [](const ExchangePtr&) {});
    // Handlers of each lane that end by an exception.
    for (const Lane lane : {Lane::kInline, Lane::kRead, Lane::kAsk, Lane::kWrite}) {
      const std::string number = std::to_string(static_cast<int>(lane));
      router_.Add(Method::kGet, "/memory/" + number, {.lane = lane},
                  [](const ExchangePtr&) { throw std::bad_alloc(); });
      router_.Add(Method::kGet, "/throw/" + number, {.lane = lane},
                  [](const ExchangePtr&) { throw std::runtime_error("unforeseen"); });
      router_.Add(Method::kGet, "/cut/" + number, {.lane = lane}, [](const ExchangePtr& exchange) {
        exchange->Begin({.content_type = "text/plain"});
        exchange->Write("half");
        throw std::runtime_error("unforeseen");
      });
    }
  }
  ~ServerTest() override { End(); }

  void Start() {
    auto server = Server::Open(&router_, options_);
    ASSERT_TRUE(server) << server.error().message;
    server_ = std::move(*server);
    thread_ = std::thread([this] { EXPECT_TRUE(server_->Run()); });
  }
  void End() {
    if (!thread_.joinable()) return;
    door_.Open();
    server_->Stop();
    thread_.join();
  }
  std::string Get(std::string_view path, std::string_view headers = {}) {
    RawClient client(server_->port());
    client.Send("GET " + std::string(path) + " HTTP/1.1\r\nHost: localhost\r\n" +
                std::string(headers) + "\r\n");
    return client.ReadAnswer();
  }
  std::string Exchange(std::string_view bytes) {
    RawClient client(server_->port());
    client.Send(bytes);
    return client.ReadAnswer();
  }

  Router router_;
  ServerOptions options_;
  Door door_;
  std::atomic<bool> gave_up_ = false;
  std::mutex log_mutex_;
  std::string log_;
  std::unique_ptr<Server> server_;
  std::thread thread_;
};

TEST_F(ServerTest, AnswersAndKeepsTheConnection) {
  Start();
  RawClient client(server_->port());
  for (int i = 0; i < 3; ++i) {
    client.Send("GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const std::string answer = client.ReadAnswer();
    EXPECT_EQ(StatusOf(answer), 200);
    EXPECT_EQ(BodyOf(answer), "{\"hello\":\"you\"}\n");
    EXPECT_TRUE(answer.contains("Connection: keep-alive"));
    EXPECT_TRUE(answer.contains("X-Content-Type-Options: nosniff"));
  }
}

TEST_F(ServerTest, AnswersPipelinedRequestsInOrder) {
  Start();
  RawClient client(server_->port());
  const std::string post =
      "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Content-Length: 1\r\n";
  client.Send(post + "\r\n1" + post + "\r\n2" + post + "Connection: close\r\n\r\n3");
  const std::string all = client.Read();
  EXPECT_TRUE(client.closed());
  const std::size_t one = all.find("\"body\":\"1\""), two = all.find("\"body\":\"2\""),
                    three = all.find("\"body\":\"3\"");
  EXPECT_TRUE(one < two && two < three && three != std::string::npos) << all;
}

TEST_F(ServerTest, AnswersHeadWithoutABody) {
  Start();
  RawClient client(server_->port());
  client.Send("HEAD /hello HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  const std::string answer = client.Read();
  EXPECT_TRUE(answer.contains("Content-Length: 16\r\n")) << answer;
  EXPECT_EQ(BodyOf(answer), "");
}

TEST_F(ServerTest, HasAnAnswerForEveryWrongPathAndMethod) {
  Start();
  EXPECT_EQ(StatusOf(Get("/nowhere")), 404);
  EXPECT_EQ(StatusOf(Get("/hello/../hello")), 400);
  const std::string wrong = Exchange("DELETE /hello HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(StatusOf(wrong), 405);
  EXPECT_TRUE(wrong.contains("Allow: GET\r\n"));
  EXPECT_EQ(StatusOf(Exchange("BREW /hello HTTP/1.1\r\nHost: localhost\r\n\r\n")), 501);
  EXPECT_EQ(StatusOf(Get("/write")), 401);
  EXPECT_EQ(StatusOf(Get("/hello", "X-Forwarded-For: 127.0.0.1\r\n")), 401);
  EXPECT_EQ(StatusOf(Exchange("GET /hello HTTP/1.1\r\nHost: evil.example\r\n\r\n")), 421);
  const std::string nothing = Get("/nothing");
  EXPECT_EQ(StatusOf(nothing), 500);
  EXPECT_TRUE(BodyOf(nothing).starts_with("{\"error\":{\"code\":\"internal\"")) << nothing;
}

TEST_F(ServerTest, TakesChunkedBodies) {
  Start();
  const std::string answer = Exchange(
      "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nX-Trailer: z\r\n\r\n");
  EXPECT_TRUE(answer.contains("\"body\":\"abcde\"")) << answer;
}

TEST_F(ServerTest, LimitsTrailersAsItLimitsHeaders) {
  Start();
  const std::string chunked =
      "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n";
  for (const std::size_t size : {17'000U, 70'000U, 1'000'000U}) {
    EXPECT_EQ(StatusOf(Exchange(chunked + "X: " + std::string(size, 'a') + "\r\n\r\n")), 431)
        << size;
    EXPECT_EQ(StatusOf(Get("/hello")), 200) << "the server lives";
  }
  RawClient client(server_->port());
  client.Send(chunked +
              "X-One: 1\r\nX-Two: 2\r\n\r\nGET /hello HTTP/1.1\r\nHost: localhost\r\n"
              "Connection: close\r\n\r\n");
  const std::string both = client.Read();
  EXPECT_TRUE(both.contains("\"body\":\"a\"")) << both;
  EXPECT_TRUE(both.contains("{\"hello\":\"you\"}")) << "what follows small trailers is read\n"
                                                    << both;
}

TEST_F(ServerTest, AnExceptionCostsItsRequestAlone) {
  Start();
  for (const char* lane : {"0", "1", "2", "3"}) {
    const std::string memory = Get("/memory/" + std::string(lane));
    EXPECT_EQ(StatusOf(memory), 503) << memory;
    EXPECT_TRUE(memory.contains("{\"error\":{\"code\":\"environment\"")) << memory;
    EXPECT_EQ(StatusOf(Get("/throw/" + std::string(lane))), 500);
    RawClient cut(server_->port());
    cut.Send("GET /cut/" + std::string(lane) + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const std::string half = cut.Read();
    EXPECT_TRUE(cut.closed());
    EXPECT_FALSE(half.ends_with("0\r\n\r\n")) << "half an answer poses as whole";
    EXPECT_EQ(StatusOf(Get("/hello")), 200);
  }
  EXPECT_TRUE(server_->metrics()->Text().contains("arborist_http_failures_total 8\n"));
  End();
  EXPECT_TRUE(log_.contains("failed: out of memory")) << log_;
}

TEST_F(ServerTest, LimitsBodiesWhateverTheirCoding) {
  Start();
  const std::string head =
      "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
  EXPECT_EQ(StatusOf(Exchange(head + "Content-Length: 1001\r\n\r\n")), 413);
  EXPECT_EQ(StatusOf(Exchange(head + "Content-Length: 1000\r\n\r\n" + std::string(1000, 'a'))),
            200);
  std::string small;
  for (int i = 0; i < 1001; ++i) small += "1\r\na\r\n";
  const std::string chunked = head + "Transfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(StatusOf(Exchange(chunked + small)), 413);
  EXPECT_EQ(StatusOf(Exchange(chunked + "fffffff0\r\n")), 413);
  EXPECT_EQ(StatusOf(Exchange(chunked + "ffffffffffffffffffff\r\n")), 400);
  EXPECT_EQ(StatusOf(Exchange(chunked + "-1\r\n")), 400);
  std::string extended;
  for (int i = 0; i < 40; ++i) extended += "1;" + std::string(2000, 'x') + "\r\na\r\n";
  EXPECT_EQ(StatusOf(Exchange(chunked + extended)), 413) << "extensions cost too";
}

TEST_F(ServerTest, LimitsHeaders) {
  Start();
  EXPECT_EQ(StatusOf(Get("/hello", "X: " + std::string(20000, 'x') + "\r\n")), 431);
  EXPECT_EQ(StatusOf(Exchange("GET /" + std::string(40000, 'x'))), 431);
}

TEST_F(ServerTest, WantsTheMediaTypeOfTheRoute) {
  Start();
  const std::string head = "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n";
  EXPECT_EQ(StatusOf(Exchange(head + "\r\n1")), 415);
  EXPECT_EQ(StatusOf(Exchange(head + "Content-Type: text/plain\r\n\r\n1")), 415);
  EXPECT_EQ(StatusOf(Exchange(head + "Content-Type: Application/JSON; charset=utf-8\r\n\r\n1")),
            200);
}

TEST_F(ServerTest, SendsContinueWhenItIsExpected) {
  Start();
  RawClient client(server_->port());
  client.Send(
      "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(client.Read("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  client.Send("ab");
  EXPECT_TRUE(client.ReadAnswer().contains("\"body\":\"ab\""));
}

TEST_F(ServerTest, DoesNotWaitForSlowWriters) {
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

TEST_F(ServerTest, SaysNothingToWhoSaidNothing) {
  options_.limits.idle_time = 200ms;
  Start();
  RawClient silent(server_->port()), served(server_->port());
  served.Send("GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(StatusOf(served.ReadAnswer()), 200);
  EXPECT_EQ(silent.Read() + served.Read(), "") << "an answer nobody asked for is taken for another";
  EXPECT_TRUE(silent.closed() && served.closed());
}

TEST_F(ServerTest, ABodyInDripsHasNoMoreTimeThanOneInAPiece) {
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
TEST_F(ServerTest, NoticesAClientThatLeavesBeforeItsAnswer) {
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
  EXPECT_TRUE(log_.contains("GET /long 499 ")) << log_;
}

TEST_F(ServerTest, StreamsInChunks) {
  Start();
  RawClient client(server_->port());
  client.Send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const std::string answer = client.Read("0\r\n\r\n");
  EXPECT_TRUE(answer.contains("Transfer-Encoding: chunked\r\n"));
  EXPECT_TRUE(answer.contains("Content-Type: text/event-stream\r\n"));
  EXPECT_TRUE(answer.contains("event: stage\ndata: {\"stage\":\"one\"}\n\n")) << answer;
  EXPECT_TRUE(answer.contains("event: answer\ndata: {\"text\":\"two\\nlines\"}\n\n"));
  client.Send("GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(StatusOf(client.ReadAnswer()), 200) << "the connection can be used again";
}

TEST_F(ServerTest, StreamsToOldClientsUntilItCloses) {
  Start();
  RawClient client(server_->port());
  client.Send("GET /events HTTP/1.0\r\n\r\n");
  const std::string answer = client.Read();
  EXPECT_TRUE(client.closed());
  EXPECT_FALSE(answer.contains("chunked"));
  EXPECT_TRUE(BodyOf(answer).starts_with("event: stage\n")) << answer;
}

TEST_F(ServerTest, LetsGoOfAReaderThatStandsStill) {
  Start();
  RawClient client(server_->port());
  const int small = 4096;
  setsockopt(client.socket_fd(), SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
  client.Send("GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n");
  for (int i = 0; i < 100 && !gave_up_; ++i) std::this_thread::sleep_for(50ms);
  EXPECT_TRUE(gave_up_);
  EXPECT_EQ(StatusOf(Get("/hello")), 200);
}

TEST_F(ServerTest, SlowAsksKeepNobodyElseWaiting) {
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

TEST_F(ServerTest, FinishesRunningWorkWhenItStops) {
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

TEST_F(ServerTest, DoesNotWaitForeverWhenItStops) {
  options_.limits.drain_time = 100ms;
  options_.on_drain_expired = [this] { door_.Open(); };
  Start();
  RawClient running(server_->port());
  running.Send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n");
  door_.AwaitWaiters(1);
  server_->Stop();
  thread_.join();
}

TEST_F(ServerTest, TakesOnlySoManyConnections) {
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

TEST_F(ServerTest, OneAddressCannotHoldAllConnections) {
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

TEST_F(ServerTest, OfANamedProxyTheClientsAreCounted) {
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
  EXPECT_TRUE(log_.contains(" 203.0.113.9 GET /slow 200 ")) << log_;
}

TEST_F(ServerTest, ServesAUnixSocket) {
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
  EXPECT_TRUE(log_.contains(" unix:" + std::to_string(geteuid()) + " GET /hello 200 ")) << log_;
  EXPECT_TRUE(log_.contains(" 203.0.113.9 GET /hello 401 ")) << log_;
}

TEST_F(ServerTest, HoldsOnlySoManyLargeBodies) {
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
  for (int i = 0; i < 100 && status != 429; ++i) status = StatusOf(large(std::size_t{2} << 20));
  EXPECT_EQ(status, 429);
  EXPECT_EQ(StatusOf(large(1000)), 200) << "small ones always have room";
}

TEST_F(ServerTest, AnswersPreflightsOfConfiguredOriginsOnly) {
  options_.allowed_origins = {"https://friend.example"};
  Start();
  const std::string ask =
      "OPTIONS /echo HTTP/1.1\r\nHost: localhost\r\nAccess-Control-Request-Method: "
      "POST\r\nOrigin: ";
  const std::string friendly = Exchange(ask + "https://friend.example\r\n\r\n");
  EXPECT_EQ(StatusOf(friendly), 204);
  EXPECT_TRUE(friendly.contains("Access-Control-Allow-Origin: https://friend.example\r\n"));
  const std::string foreign = Exchange(ask + "https://evil.example\r\n\r\n");
  EXPECT_EQ(StatusOf(foreign), 403);
  EXPECT_FALSE(foreign.contains("Access-Control"));
}

TEST_F(ServerTest, LogsNoSecrets) {
  Start();
  Get("/hello?q=private-question", "Authorization: Bearer arb_secret\r\n");
  Get("/hello?q=private-question");
  End();
  EXPECT_TRUE(log_.contains(" 127.0.0.1 GET /hello 401 ")) << log_;
  EXPECT_TRUE(log_.contains(" 127.0.0.1 GET /hello 200 ")) << log_;
  EXPECT_FALSE(log_.contains("secret") || log_.contains("private")) << log_;
}

}  // namespace
}  // namespace arborist::serve::http
