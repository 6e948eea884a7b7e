// SPDX-License-Identifier: AGPL-3.0-only
// https against `openssl s_server`, with a certificate for the right name that no authority signed.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <thread>

#include "base/temporary_folder.h"
#include "net/http.h"
#include "net/scripted_server.h"

namespace arborist::net {
namespace {

using namespace std::chrono_literals;

TEST(Tls, ACertificateThatNobodySignedIsRefused) {
  const TemporaryFolder folder;
  const std::string at = folder.path().string();
  ASSERT_EQ(std::system(("openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 "
                         "-addext subjectAltName=IP:127.0.0.1 "
                         "-keyout " +
                         at + "/key -out " + at + "/cert 2>/dev/null")
                            .c_str()),
            0);
  std::string port;
  {
    const ScriptedServer free_port({});  // whose port is free again at once
    port = std::to_string(free_port.port());
  }
  const std::string out = at + "/out";
  const pid_t server = ::fork();
  ASSERT_GE(server, 0);
  if (server == 0) {
    const int file = ::open(out.c_str(), O_WRONLY | O_CREAT, 0600);
    ::dup2(file, STDOUT_FILENO);
    ::dup2(file, STDERR_FILENO);
    ::execlp("openssl", "openssl", "s_server", "-quiet", "-www", "-accept",
             ("127.0.0.1:" + port).c_str(), "-key", (at + "/key").c_str(), "-cert",
             (at + "/cert").c_str(), nullptr);
    ::_exit(127);
  }

  Request request;
  request.url = *ParseUrl("https://127.0.0.1:" + port + "/");
  request.headers = {{"Authorization", "Bearer k3y", true}};
  Result<Response> response;
  for (int i = 0; i < 500; ++i) {  // until it listens
    response = Send(request, {.timeout = 20s});
    if (response || !response.error().message.contains("cannot be reached")) break;
    std::this_thread::sleep_for(20ms);
  }
  ::kill(server, SIGTERM);
  ::waitpid(server, nullptr, 0);
  ASSERT_FALSE(response) << response->body;
  EXPECT_EQ(response.error().code, ErrorCode::kEnvironment);
  EXPECT_TRUE(response.error().message.contains("no secure connection"))
      << response.error().message;
}

}  // namespace
}  // namespace arborist::net
