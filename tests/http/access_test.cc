// SPDX-License-Identifier: AGPL-3.0-only
// Who may reach `arborist serve`, and as whom: tokens on loopback, the Unix socket, proxies.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "http/served.h"
#include "serve/http/raw_client_test.h"

namespace arborist::testing_support {
namespace {

using namespace std::chrono_literals;
using serve::http::RawClient;
using serve::http::StatusOf;

class ServeAccess : public Served {
 protected:
  std::string Socket() const { return (folder_.path() / "socket").string(); }

  static std::string Get(std::string_view path, std::string_view headers = {}) {
    return "GET " + std::string(path) + " HTTP/1.1\r\nHost: localhost\r\n" + std::string(headers) +
           "Connection: close\r\n\r\n";
  }
  int BySocket(std::string_view path, std::string_view headers = {}) const {
    RawClient client(Socket());
    client.Send(Get(path, headers));
    return StatusOf(client.ReadAnswer());
  }
  int From(std::uint8_t host, std::string_view path, std::string_view headers = {}) const {
    RawClient client(port_, host);
    client.Send(Get(path, headers));
    return StatusOf(client.ReadAnswer());
  }
  std::string Bearer() const { return "Authorization: Bearer " + MakeToken({"read"}) + "\r\n"; }

  // A server at the socket alone.
  void StartAtSocket(const std::vector<std::string>& flags = {}) {
    std::vector<std::string> arguments = {"serve", "--socket", Socket(), "--json"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    server_ = std::make_unique<Child>(Arguments(arguments));
    for (int i = 0; i < 600 && !server_->OutSoFar().contains('\n') && server_->Running(); ++i) {
      std::this_thread::sleep_for(50ms);
    }
  }
};

TEST_F(ServeAccess, TokensAreDemandedOnLoopbackWhenThatIsWanted) {
  Start({"--require-token"});
  EXPECT_EQ(Send("GET", "/health").status, 200);
  EXPECT_EQ(Send("GET", "/").status, 200) << "the page, which asks for a token";
  for (const char* path : {"/api/v1/stats", "/metrics", "/v1/models", "/api/v1/search?q=canal"}) {
    EXPECT_EQ(Send("GET", path).status, 401) << path;
    EXPECT_EQ(Send("GET", path, {}, Bearer()).status, 200) << path;
  }
  EXPECT_EQ(Ask(kWhen).status, 401);
}

TEST_F(ServeAccess, TheSocketIsForItsOwnerAlone) {
  StartAtSocket();
  const auto line = json::Parse(server_->OutSoFar());
  ASSERT_TRUE(line) << server_->OutSoFar() << server_->ErrSoFar();
  EXPECT_EQ(*line,
            json::Value(json::Object{{"port", nullptr}, {"socket", Socket()}, {"url", nullptr}}));
  struct stat status{};
  ASSERT_EQ(::lstat(Socket().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
  EXPECT_EQ(BySocket("/api/v1/stats"), 200);
  EXPECT_EQ(BySocket("/api/v1/stats", "X-Forwarded-For: 203.0.113.9\r\n"), 401);
  EXPECT_EQ(BySocket("/api/v1/stats", "X-Forwarded-For: 203.0.113.9\r\n" + Bearer()), 200);
  const Outcome end = End();
  EXPECT_EQ(end.exit_code, 0) << end.err;
  EXPECT_TRUE(end.err.contains(" 203.0.113.9 GET /api/v1/stats 401 ")) << end.err;
  EXPECT_FALSE(std::filesystem::exists(Socket()));
}

TEST_F(ServeAccess, ASocketThatAKilledServerLeftIsTakenOver) {
  StartAtSocket();
  ASSERT_EQ(BySocket("/health"), 200);
  const Outcome second = Run({"serve", "--socket", Socket()});
  EXPECT_EQ(second.exit_code, 2) << second.err;
  EXPECT_TRUE(second.err.contains("another program listens there")) << second.err;
  EXPECT_EQ(BySocket("/health"), 200);
  Kill();
  server_->Wait();
  EXPECT_TRUE(std::filesystem::exists(Socket()));
  StartAtSocket({"--socket-mode", "0660"});
  EXPECT_EQ(BySocket("/health"), 200) << server_->ErrSoFar();
}

TEST_F(ServeAccess, APortAndASocketCanBeServedTogether) {
  Start({"--socket", Socket()});
  EXPECT_EQ(Send("GET", "/api/v1/stats").status, 200);
  EXPECT_EQ(BySocket("/api/v1/stats"), 200);
}

TEST_F(ServeAccess, ANamedProxysConnectionsAreNotCounted) {
  Start({"--trusted-proxy", "127.0.0.2", "--trusted-proxy", "127.0.1.0/24",
         "--max-connections-per-address", "2"});
  std::vector<std::unique_ptr<RawClient>> held;
  for (int i = 0; i < 5; ++i) held.push_back(std::make_unique<RawClient>(port_, 2));
  EXPECT_EQ(From(2, "/health"), 200);
  for (int i = 0; i < 5; ++i) held.push_back(std::make_unique<RawClient>(port_, 3));
  EXPECT_EQ(From(3, "/health"), 0);
  EXPECT_EQ(From(4, "/health"), 200);
}

// With room for many connections: one that has just ended may count for a moment longer.
TEST_F(ServeAccess, ANamedProxySpeaksForItsClients) {
  Start({"--trusted-proxy", "127.0.0.2"});
  EXPECT_EQ(From(2, "/api/v1/stats"), 401) << "even when it adds no header";
  EXPECT_EQ(From(3, "/api/v1/stats"), 200) << "others are what they were";
  const std::string client = "X-Forwarded-For: 203.0.113.9\r\n";
  EXPECT_EQ(From(2, "/api/v1/stats", client + Bearer()), 200);
  // Wrong tokens are their client's, not the proxy's.
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(From(2, "/api/v1/stats", client + "Authorization: Bearer x\r\n"), 401);
  }
  EXPECT_EQ(From(2, "/api/v1/stats", client + "Authorization: Bearer x\r\n"), 429);
  EXPECT_EQ(
      From(2, "/api/v1/stats", "X-Forwarded-For: 198.51.100.1\r\nAuthorization: Bearer x\r\n"),
      401);
  EXPECT_EQ(From(2, "/api/v1/stats", client + Bearer()), 200);
}

TEST_F(ServeAccess, SaysWhatIsWrongWithAFlag) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"--trusted-proxy", "proxy.example"}, "neither an IP address nor a network"},
      {{"--socket", Socket(), "--socket-mode", "8"}, "--socket-mode takes octal digits"},
      {{"--socket", Socket(), "--socket-mode", "0400"}, "--socket-mode takes octal digits"},
      {{"--socket", std::string(200, 'x')}, "the path of a socket has 1 to 107 bytes"},
      {{"--socket", folder_.path().string()}, "something else stands there"},
  };
  for (const auto& [flags, message] : cases) {
    std::vector<std::string> arguments = {"serve"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    const Outcome outcome = Run(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
    EXPECT_TRUE(outcome.err.contains(message)) << outcome.err;
  }
}

// The two configurations of docs/guide/serve.md, in a real nginx.
class Nginx : public ServeAccess {
 protected:
  static constexpr const char* kNginx = "/usr/sbin/nginx";

  void SetUp() override {
    if (!std::filesystem::exists(kNginx)) GTEST_SKIP() << "nginx is not installed";
  }

  // A port that was free just now.
  static std::uint16_t FreePort() {
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    bind(fd, reinterpret_cast<const sockaddr*>(&address), size);
    getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size);
    close(fd);
    return ntohs(address.sin_port);
  }

  // `upstream` is what stands behind proxy_pass.
  void StartProxy(const std::string& upstream) {
    // Its workers are another user when it is started by root, and must reach both sockets.
    for (std::filesystem::path folder = folder_.path(); folder != folder.root_path();
         folder = folder.parent_path()) {
      std::error_code ignored;
      std::filesystem::permissions(folder, std::filesystem::perms::others_exec,
                                   std::filesystem::perm_options::add, ignored);
      if (folder == std::filesystem::temp_directory_path()) break;
    }
    const std::string folder = folder_.path().string();
    std::string temporary;
    for (const char* kind : {"client_body", "proxy", "fastcgi", "uwsgi", "scgi"}) {
      temporary += "  " + std::string(kind) + "_temp_path " + folder + "/" + kind + ";\n";
    }
    WriteWhole(folder_.path() / "nginx.conf",
               "daemon off;\nworker_processes 1;\npid " + folder +
                   "/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\n  access_log off;\n" +
                   temporary + "  server {\n    listen 127.0.0.1:" + std::to_string(front_) +
                   ";\n    location / {\n      proxy_pass " + upstream +
                   ";\n"
                   "      proxy_set_header Host $host;\n"
                   "      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;\n"
                   "      proxy_http_version 1.1;\n"
                   "      proxy_set_header Connection \"\";\n"
                   "      proxy_buffering off;\n"
                   "      client_max_body_size 64m;\n"
                   "    }\n  }\n}\n");
    proxy_ = std::make_unique<Child>(
        std::vector<std::string>{"-e", "stderr", "-p", folder, "-c", folder + "/nginx.conf"},
        std::vector<std::string>{}, kNginx);
    for (int i = 0; i < 200 && !RawClient(front_).connected(); ++i) {
      std::this_thread::sleep_for(20ms);
    }
  }

  // from: the last byte of the client's address.
  std::string Through(std::string_view method, std::string_view path, std::string_view headers = {},
                      std::string_view body = {}, std::uint8_t from = 5) const {
    RawClient client(front_, from);
    client.Send(std::string(method) + " " + std::string(path) +
                " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + std::string(headers) +
                (body.empty() ? "" : "Content-Length: " + std::to_string(body.size()) + "\r\n") +
                "\r\n" + std::string(body));
    return client.Read();
  }
  int Status(std::string_view path, std::string_view headers = {}, std::uint8_t from = 5) const {
    return StatusOf(Through("GET", path, headers, {}, from));
  }

  // What holds by either way.
  void ExpectProxied() {
    EXPECT_EQ(Status("/health"), 200) << proxy_->ErrSoFar() << server_->ErrSoFar();
    EXPECT_EQ(Status("/"), 200);
    EXPECT_EQ(Status("/api/v1/stats"), 401) << "through a proxy nobody is local";
    EXPECT_EQ(Status("/api/v1/stats", Bearer()), 200);
    const std::string token = "Authorization: Bearer " + MakeToken({"read", "ask"}) +
                              "\r\nContent-Type: application/json\r\n";
    const std::string question = json::Dump(json::Object{{"question", kWhen}});
    EXPECT_EQ(StatusOf(Through("POST", "/api/v1/query", token, question)), 200);
    const std::string events =
        Through("POST", "/api/v1/query", token + "Accept: text/event-stream\r\n", question);
    EXPECT_TRUE(events.contains("event: answer\n")) << events;
    // Whom nginx itself names stands last in the list; what stands before is made up.
    const std::string wrong = "Authorization: Bearer x\r\n";
    for (int i = 0; i < 10; ++i) {
      const std::string client = "X-Forwarded-For: 203.0.113." + std::to_string(i) + "\r\n";
      EXPECT_EQ(Status("/api/v1/stats", client + wrong), 401);
    }
    EXPECT_EQ(Status("/api/v1/stats", wrong), 429);
    EXPECT_EQ(Status("/api/v1/stats", wrong, 6), 401) << "another client of the proxy";
    EXPECT_EQ(Status("/api/v1/stats", Bearer()), 200) << "a right token is never locked out";
    proxy_->Signal(SIGTERM);
    proxy_->Wait(std::chrono::seconds(20));
  }

  const std::uint16_t front_ = FreePort();
  std::unique_ptr<Child> proxy_;
};

TEST_F(Nginx, InFrontOfAPort) {
  Start({"--require-token", "--trusted-proxy", "127.0.0.1"});
  StartProxy("http://127.0.0.1:" + std::to_string(port_));
  ExpectProxied();
}

TEST_F(Nginx, InFrontOfTheSocket) {
  StartAtSocket({"--require-token", "--socket-mode", "0666"});
  StartProxy("http://unix:" + Socket() + ":");
  ExpectProxied();
}

}  // namespace
}  // namespace arborist::testing_support
