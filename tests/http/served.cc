// SPDX-License-Identifier: AGPL-3.0-only
#include "http/served.h"

#include <chrono>
#include <thread>

#include "serve/http/raw_client_test.h"

namespace arborist::testing_support {

using serve::http::BodyOf;
using serve::http::RawClient;
using serve::http::StatusOf;

void Served::Start(std::vector<std::string> flags, const std::vector<std::string>& environment) {
  std::vector<std::string> arguments = {"serve", "--port", "0", "--json"};
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  server_ = std::make_unique<Child>(Arguments(arguments), environment);
  for (int i = 0; i < 600 && !server_->OutSoFar().contains('\n') && server_->Running(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  const auto line = json::Parse(server_->OutSoFar());
  ASSERT_TRUE(line) << server_->OutSoFar() << server_->ErrSoFar();
  ASSERT_NE(line->Find("port"), nullptr) << server_->OutSoFar();
  port_ = static_cast<std::uint16_t>(line->Find("port")->as_int());
}

Outcome Served::End() {
  server_->Signal(SIGTERM);
  return server_->Wait(std::chrono::seconds(60));
}

HttpAnswer Served::Send(std::string_view method, std::string_view path, std::string_view content,
                        std::string_view headers) const {
  RawClient client(port_);
  std::string request = std::string(method) + " " + std::string(path) +
                        " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + std::string(headers);
  if (!content.empty()) request += "Content-Length: " + std::to_string(content.size()) + "\r\n";
  client.Send(request + "\r\n" + std::string(content));
  HttpAnswer answer;
  answer.text = client.ReadAnswer();
  answer.status = StatusOf(answer.text);
  if (auto body = json::Parse(BodyOf(answer.text))) answer.body = std::move(*body);
  return answer;
}

HttpAnswer Served::Ask(std::string_view question) const {
  return Send("POST", "/api/v1/query", json::Dump(json::Object{{"question", question}}),
              "Content-Type: application/json\r\n");
}

std::string Served::MakeToken(const std::vector<std::string>& scopes) const {
  std::vector<std::string> arguments = {"token", "create", "--name", "test", "--json"};
  for (const std::string& scope : scopes) {
    arguments.emplace_back("--scope");
    arguments.push_back(scope);
  }
  const Outcome made = Run(arguments);
  EXPECT_EQ(made.exit_code, 0) << made.err << made.out;
  const auto object = json::Parse(made.out);
  return object ? object->String("token").value_or("") : "";
}

std::int64_t Served::ResidentKib() const {
  const std::string status = ReadWhole("/proc/" + std::to_string(server_->pid()) + "/status");
  const std::size_t at = status.find("VmRSS:");
  return at == std::string::npos ? 0 : std::stol(status.substr(at + 6));
}

}  // namespace arborist::testing_support
