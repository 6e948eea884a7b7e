// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <thread>

#include "app/service.h"
#include "base/temporary_folder.h"
#include "ingest/ingest.h"
#include "serve/api/routes.h"
#include "serve/http/raw_client_test.h"
#include "serve/http/server.h"
#include "store/home/tokens.h"

namespace arborist::serve::api {

// A home with a few documents in two shard sets, and a server over it.
class ServedHome : public testing::Test {
 protected:
  ServedHome() : home_{folder_.path() / "home"} {
    Write("docs/canal.txt",
          "The Erie Canal opened on October 26, 1825. It joined the Hudson River to Lake Erie. "
          "Workers dug it by hand for eight years.");
    Write("docs/buffalo.txt",
          "Buffalo grew quickly after the Erie Canal was finished, because lake traffic began "
          "there.");
    Write("secret/vault.txt",
          "The vault of Harwich is opened with the word marzipan. Only three people know it.");
    Ingest("docs", "main");
    Ingest("secret", "private");
  }
  ~ServedHome() override { Stop(); }

  void Write(const std::string& name, std::string_view text) {
    const std::filesystem::path path = folder_.path() / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  void Ingest(const std::string& folder, const std::string& shard) {
    ingest::IngestOptions options;
    options.paths = {folder_.path() / folder};
    options.uri_prefix = "doc:" + folder + "/";
    options.shard = shard;
    options.shards = 1;
    Take(options);
  }
  // Under their own names, file:...
  void IngestFiles(const std::string& folder) {
    ingest::IngestOptions options;
    options.paths = {folder_.path() / folder};
    Take(options);
  }
  void Take(const ingest::IngestOptions& options) {
    ingest::IngestEnvironment environment;
    environment.home = home_;
    environment.clock = &clock_;
    environment.random = &random_;
    environment.actor = "test";
    const auto report = ingest::Ingest(options, environment);
    ASSERT_TRUE(report) << report.error().message;
  }
  std::string MakeToken(std::vector<std::string> scopes, std::vector<std::string> shards = {},
                        std::int64_t seconds = 0) {
    auto home =
        store::HomeStore::Open(home_, {.clock = &clock_, .random = &random_, .actor = "test"});
    EXPECT_TRUE(home) << home.error().message;
    store::Token token;
    token.name = "test";
    token.scopes = std::move(scopes);
    token.shards = std::move(shards);
    if (seconds > 0) token.expires_at = clock_.NowSeconds() + seconds;
    auto made = store::Tokens(home->get()).Create(token, &random_);
    EXPECT_TRUE(made) << made.error().message;
    return made->secret;
  }

  void Start() {
    auto service = app::Service::Open({.environment = {.paths = home_,
                                                       .clock = &clock_,
                                                       .random = &random_,
                                                       .sleeper = &sleeper_,
                                                       .actor = "test"},
                                       .config = config_});
    ASSERT_TRUE(service) << service.error().message;
    service_ = std::move(*service);
    context_.service = service_.get();
    router_ = http::Router();
    AddRoutes(&router_, &context_);
    http::ServerOptions options;
    options.port = 0;
    options.check_token = TokenCheckOf(service_.get());
    auto server = http::Server::Open(&router_, std::move(options));
    ASSERT_TRUE(server) << server.error().message;
    server_ = std::move(*server);
    context_.metrics = server_->metrics();
    thread_ = std::thread([this] { EXPECT_TRUE(server_->Run()); });
  }
  void Stop() {
    if (!thread_.joinable()) return;
    server_->Stop();
    thread_.join();
    server_.reset();
    service_.reset();
  }

  struct Answer {
    int status = 0;
    std::string text;  // head and body
    json::Value body;
    const json::Value& operator[](std::string_view key) const {
      static const json::Value kNothing;
      const json::Value* const member = body.Find(key);
      return member != nullptr ? *member : kNothing;
    }
  };
  Answer Send(std::string_view method, std::string_view path, std::string_view content = {},
              std::string_view headers = {}) {
    http::RawClient client(server_->port());
    std::string request = std::string(method) + " " + std::string(path) +
                          " HTTP/1.1\r\nHost: localhost\r\n" + std::string(headers);
    if (!content.empty()) request += "Content-Length: " + std::to_string(content.size()) + "\r\n";
    client.Send(request + "\r\n" + std::string(content));
    Answer answer;
    answer.text = client.ReadAnswer();
    answer.status = http::StatusOf(answer.text);
    const auto body = json::Parse(http::BodyOf(answer.text));
    if (body) answer.body = *body;
    return answer;
  }
  Answer Get(std::string_view path, std::string_view token = {}) {
    return Send("GET", path, {}, Bearer(token));
  }
  Answer Post(std::string_view path, const json::Value& body, std::string_view token = {}) {
    return Send("POST", path, json::DumpLine(body),
                "Content-Type: application/json\r\n" + Bearer(token));
  }
  static std::string Bearer(std::string_view token) {
    return token.empty() ? "" : "Authorization: Bearer " + std::string(token) + "\r\n";
  }
  Answer Query(std::string_view question) {
    return Post("/api/v1/query", json::Object{{"question", question}});
  }
  // The value of a counter.
  double Metric(std::string_view series) {
    const std::string text = server_->metrics()->Text();
    const std::size_t at = text.find(std::string(series) + " ");
    return at == std::string::npos ? 0 : std::stod(text.substr(at + series.size() + 1));
  }

  TemporaryFolder folder_;
  store::HomePaths home_;
  SystemClock clock_;
  SystemRandom random_;
  SystemSleeper sleeper_;
  app::Config config_;
  std::unique_ptr<app::Service> service_;
  Context context_;
  http::Router router_;
  std::unique_ptr<http::Server> server_;
  std::thread thread_;
};

}  // namespace arborist::serve::api
