// SPDX-License-Identifier: AGPL-3.0-only
// Many clients, slow clients, slow models, and a server that is killed among them.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "http/served.h"
#include "serve/http/raw_client_test.h"

namespace arborist::testing_support {
namespace {

using namespace std::chrono_literals;
using serve::http::RawClient;
using serve::http::StatusOf;

class Load : public Served {};

TEST_F(Load, AThousandIdleConnectionsCostLittle) {
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  if (files.rlim_cur < 2500) {
    files.rlim_cur = std::min<rlim_t>(2500, files.rlim_max);
    setrlimit(RLIMIT_NOFILE, &files);
  }
  if (files.rlim_cur < 2500) GTEST_SKIP() << "too few file descriptors";
  Start({"--quiet", "--max-connections-per-address", "2000"});
  EXPECT_EQ(Ask(kWhen).status, 200);
  const std::int64_t before = ResidentKib();
  std::vector<std::unique_ptr<RawClient>> idle;
  for (int i = 0; i < 1000; ++i) {
    idle.push_back(std::make_unique<RawClient>(port_));
    ASSERT_TRUE(idle.back()->connected());
    // Half of them have asked something before they fell silent.
    if (i % 2 == 0) {
      idle.back()->Send("GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
      ASSERT_EQ(StatusOf(idle.back()->ReadAnswer()), 200);
    }
  }
  EXPECT_EQ(Ask(kWhen).status, 200);
  const std::int64_t each = (ResidentKib() - before) / 1000;
  if (kMemoryIsItsOwn) {
    EXPECT_LT(each, 20) << "KiB a connection";
  }
  const Outcome end = End();
  EXPECT_EQ(end.exit_code, 0) << "and they do not hold up the end";
}

TEST_F(Load, AModelThatTakesLongKeepsNoKeptAnswerWaiting) {
  const Endpoint model(
      Says("The Erie Canal opened on October 26, 1825. [E1]") +
      R"({"answer":"Workers dug it by hand for eight years. [E1]","model":"asked-model","stall_ms":4000,"times":50})"
      "\n");
  Start({"--quiet", "--endpoint", model.url(), "--model", "asked-model", "--max-asks", "2",
         "--ask-queue", "2"});
  ASSERT_EQ(Ask(kWhen).status, 200);
  std::vector<std::thread> slow;
  slow.reserve(8);
  std::atomic<int> answered = 0, busy = 0;
  for (int i = 0; i < 8; ++i) {
    slow.emplace_back([&, i] {
      const int status = Ask("Did workers dig the Erie Canal by hand for eight years, as number " +
                             std::to_string(i) + " says?")
                             .status;
      answered += status == 200 ? 1 : 0;
      busy += status == 429 ? 1 : 0;
    });
  }
  std::this_thread::sleep_for(500ms);
  for (int i = 0; i < 20; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    const HttpAnswer kept = Ask(kWhen);
    EXPECT_EQ(kept.status, 200);
    EXPECT_TRUE(kept.body.Find("cached") != nullptr && kept.body.Find("cached")->as_bool());
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 2s);
  }
  for (const bool stream : {false, true}) {
    const HttpAnswer full =
        Send("POST", "/v1/chat/completions",
             json::Dump(json::Object{
                 {"model", "arborist"},
                 {"stream", stream},
                 {"messages", json::Array{json::Object{
                                  {"role", "user"}, {"content", "Who dug the canal by hand?"}}}}}),
             "Content-Type: application/json\r\n");
    EXPECT_EQ(full.status, 429) << full.text;
    EXPECT_TRUE(full.text.contains("Retry-After: 5\r\n")) << full.text;
    EXPECT_TRUE(full.text.contains("\"rate_limit_error\"")) << full.text;
  }
  for (std::thread& thread : slow) thread.join();
  EXPECT_EQ(answered, 4) << "two at a time, two in the queue";
  EXPECT_EQ(busy, 4);
}

TEST_F(Load, AClientThatLeavesIsNotWaitedFor) {
  const std::string body = json::Dump(json::Object{{"question", kWhen}});
  const std::string chat =
      R"({"model":"arborist","messages":[{"role":"user","content":"When did the Erie Canal open?"}]})";
  const auto request = [](const std::string& path, const std::string& content,
                          const std::string& headers) {
    return "POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n" +
           headers + "Content-Length: " + std::to_string(content.size()) + "\r\n\r\n" + content;
  };
  for (const std::string& bytes : {request("/api/v1/query", body, ""),
                                   request("/api/v1/query", body, "Accept: text/event-stream\r\n"),
                                   request("/v1/chat/completions", chat, "")}) {
    const Endpoint model(R"({"answer":"Never.","model":"asked-model","stall_ms":30000})"
                         "\n" +
                         Says("The Erie Canal opened on October 26, 1825. [E1]"));
    Start({"--quiet", "--endpoint", model.url(), "--model", "asked-model", "--max-asks", "1",
           "--ask-queue", "1"});
    {
      RawClient client(port_);
      client.Send(bytes);
      std::this_thread::sleep_for(500ms);
    }
    const auto begin = std::chrono::steady_clock::now();
    const HttpAnswer answer =
        Ask("When did the Erie Canal open, round " + std::to_string(bytes.size()) + " of asking?");
    EXPECT_EQ(answer.status, 200) << answer.text;
    EXPECT_FALSE(answer.body.Find("cached") == nullptr || answer.body.Find("cached")->as_bool());
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s) << "its place was not freed\n"
                                                             << bytes;
    End();
  }
}

TEST_F(Load, FinishesAnAnswerWhenItIsToldToStop) {
  const Endpoint model(
      R"({"answer":"The Erie Canal opened on October 26, 1825. [E1]","stall_ms":1500})"
      "\n");
  Start({"--quiet", "--endpoint", model.url(), "--model", "asked-model"});
  HttpAnswer answer;
  std::thread asking([&] { answer = Ask(kWhen); });
  std::this_thread::sleep_for(700ms);
  const Outcome end = End();
  asking.join();
  EXPECT_EQ(answer.status, 200) << answer.text;
  EXPECT_EQ(end.exit_code, 0);
  EXPECT_EQ(Records(), 1U);
}

// Asks, reads and uploads from several threads until told to stop; the keys and URIs that it was
// told are stored.
class Traffic {
 public:
  struct Calls {
    std::function<HttpAnswer(const std::string& question)> ask;
    std::function<HttpAnswer(const std::string& name)> upload;
    std::function<void(int turn, const std::string& key)> read;
  };
  // name: what this traffic's documents and questions are called, so that they are new.
  Traffic(const std::string& name, const Calls& calls) {
    threads_.emplace_back([=, this] { Repeat([&](int i) { Upload(calls, Numbered(name, i)); }); });
    for (const std::string asker : {"a", "b"}) {
      threads_.emplace_back(
          [=, this] { Repeat([&](int i) { Ask(calls, i, Numbered(name + asker, i)); }); });
    }
    threads_.emplace_back([=, this] {
      Repeat([&](int i) {
        calls.read(i, AKey());
        ++requests_;
      });
    });
  }
  ~Traffic() { Stop(); }
  void Stop() {
    stop_ = true;
    for (std::thread& thread : threads_) {
      if (thread.joinable()) thread.join();
    }
  }
  std::set<std::string> keys() {
    const MutexLock lock(mutex_);
    return keys_;
  }
  std::set<std::string> uris() {
    const MutexLock lock(mutex_);
    return uris_;
  }
  int requests() const { return requests_; }

 private:
  static std::string Numbered(const std::string& name, int i) {
    return name + "-" + std::to_string(i);
  }
  void Repeat(const std::function<void(int)>& step) {
    for (int i = 0; !stop_; ++i) step(i);
  }
  void Upload(const Calls& calls, const std::string& name) {
    const HttpAnswer answer = calls.upload(name);
    const MutexLock lock(mutex_);
    ++requests_;
    if (answer.status == 200) uris_.insert("https://up.example/" + name);
  }
  void Ask(const Calls& calls, int turn, const std::string& name) {
    const HttpAnswer answer = calls.ask(turn % 3 == 0 ? "When did the Erie Canal open?"
                                                      : "What is said of " + name + " canal?");
    const json::Value* const key = answer.body.Find("cache_key");
    const json::Value* const stored = answer.body.Find("stored");
    const MutexLock lock(mutex_);
    ++requests_;
    if (answer.status == 200 && stored != nullptr && stored->as_bool()) {
      keys_.insert(key->as_string());
    }
  }
  std::string AKey() {
    const MutexLock lock(mutex_);
    return keys_.empty() ? "" : *keys_.begin();
  }

  std::atomic<bool> stop_ = false;
  Mutex mutex_;
  std::set<std::string> keys_ GUARDED_BY(mutex_), uris_ GUARDED_BY(mutex_);
  std::atomic<int> requests_ = 0;
  std::vector<std::thread> threads_;
};

class Busy : public Load {
 protected:
  std::unique_ptr<Traffic> Go(const std::string& token, const std::string& name = "note") {
    return std::make_unique<Traffic>(
        name, Traffic::Calls{[this](const std::string& question) { return Ask(question); },
                             [this, token](const std::string& document) {
                               return Send("POST",
                                           "/api/v1/documents?uri=https://up.example/" + document,
                                           "A note on the canal of " + document + ".",
                                           "Content-Type: text/plain\r\nAuthorization: Bearer " +
                                               token + "\r\n");
                             },
                             [this](int turn, const std::string& key) { Read(turn, key); }});
  }

 private:
  void Read(int turn, const std::string& key) const {
    switch (turn % 6) {
      case 0:
        Send("GET", "/api/v1/search?q=canal+opened");
        return;
      case 1:
        Send("GET", "/api/v1/documents?limit=20");
        return;
      case 2:
        Send("GET", "/api/v1/records/" + key);
        return;
      case 3:
        Send("GET", "/api/v1/prove?target=" + key);
        return;
      case 4:
        Send("POST", "/v1/chat/completions",
             R"({"model":"arborist","messages":[{"role":"user","content":)"
             R"("When did the Erie Canal open?"}]})",
             "Content-Type: application/json\r\n");
        return;
      default:
        Send("GET", "/metrics");
        return;
    }
  }
};

TEST_F(Busy, AKilledServerLosesNothingItReported) {
  Start({"--quiet"});
  const std::string token = MakeToken({"write"});
  const auto traffic = Go(token);
  std::this_thread::sleep_for(2500ms);
  Kill();
  server_->Wait();
  traffic->Stop();
  ASSERT_FALSE(traffic->uris().empty());
  ASSERT_FALSE(traffic->keys().empty());
  ExpectSound();
  Start({"--quiet"});
  for (const std::string& uri : traffic->uris()) {
    EXPECT_EQ(Send("GET", "/api/v1/versions?uri=" + uri).status, 200) << uri;
  }
  for (const std::string& key : traffic->keys()) {
    EXPECT_EQ(Send("GET", "/api/v1/records/" + key).status, 200) << key;
  }
}

// ARBORIST_SOAK_SECONDS makes it longer. The store grows all the while and readers keep more of it,
// so a leak shows beside a server that was started a moment ago over the same store.
TEST_F(Busy, SlowSoakKeepsItsMemory) {
  const char* const wanted = std::getenv("ARBORIST_SOAK_SECONDS");
  const std::chrono::seconds length(wanted != nullptr ? std::atoi(wanted) : 60);
  const auto settled = [&](const std::string& name, const std::string& token,
                           std::chrono::seconds lasting) {
    const auto traffic = Go(token, name);
    std::this_thread::sleep_for(lasting);
    traffic->Stop();
    RecordProperty(name + "_requests", traffic->requests());
    EXPECT_GT(traffic->requests(), 50);
    const std::int64_t kib = ResidentKib();
    RecordProperty(name + "_kib", std::to_string(kib));
    return kib;
  };
  Start({"--quiet"});
  const std::string token = MakeToken({"write"});
  const std::int64_t old = settled("soak", token, length);
  EXPECT_EQ(End().exit_code, 0);
  ExpectSound();
  Start({"--quiet"});
  const std::int64_t fresh = settled("fresh", token, std::min(length / 3, 120s));
  EXPECT_LT(old, fresh + fresh / 3 + 8192) << "KiB, where a new server has " << fresh;
  EXPECT_EQ(End().exit_code, 0);
  ExpectSound();
}

}  // namespace
}  // namespace arborist::testing_support
