// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

#include "base/door_test.h"
#include "base/mutex.h"
#include "serve/http/raw_client_test.h"
#include "serve/http/server.h"

namespace arborist::serve::http {

// A server over real sockets, with handlers of each kind.
class ServerTest : public testing::Test {
 protected:
  ServerTest() {
    options_.port = 0;
    options_.limits.header_time = std::chrono::milliseconds(300);
    options_.limits.body_time = std::chrono::milliseconds(500);
    options_.limits.idle_time = std::chrono::seconds(3);
    options_.limits.write_time = std::chrono::milliseconds(500);
    options_.limits.drain_time = std::chrono::seconds(5);
    options_.limits.ask_threads = 1;
    options_.limits.ask_queue = 1;
    options_.log = [this](std::string_view line) {
      const MutexLock lock(log_mutex_);
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

  // Lines of requests so far.
  std::string Log() {
    const MutexLock lock(log_mutex_);
    return log_;
  }
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
  Mutex log_mutex_;
  std::string log_ GUARDED_BY(log_mutex_);
  std::unique_ptr<Server> server_;
  std::thread thread_;
};

}  // namespace arborist::serve::http
