// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/temporary_folder.h"
#include "json/value.h"
#include "support/process.h"

// Questions to build/arborist as a user asks them, and the endpoint that answers them.
namespace arborist::testing_support {

// arborist_scripted_llm with a script (tests/endpoint/script.h).
class Endpoint {
 public:
  explicit Endpoint(std::string_view script);
  std::string url() const { return "http://127.0.0.1:" + port_ + "/v1"; }
  const std::string& port() const { return port_; }
  std::vector<json::Value> Requests() const;  // so far
  std::string Log() const { return ReadWhole(folder_.path() / "log"); }

 private:
  TemporaryFolder folder_;
  std::unique_ptr<Child> program_;
  std::string port_;
};

// A script's line that answers with this text.
std::string Says(std::string_view answer, std::string_view model = "asked-model");

class Asking : public testing::Test {
 protected:
  Asking();  // with the documents below

  void Write(const std::string& name, std::string_view text);
  void Ingest(const std::vector<std::string>& more = {});

  // arborist with --home.
  Outcome Run(std::vector<std::string> arguments,
              const std::vector<std::string>& environment = {}) const;
  std::vector<std::string> Arguments(std::vector<std::string> arguments) const;
  // query --json, which must answer.
  json::Value Query(const std::string& question, std::vector<std::string> flags = {},
                    const std::vector<std::string>& environment = {}) const;
  // The same at an endpoint.
  json::Value QueryAt(const Endpoint& endpoint, const std::string& question,
                      std::vector<std::string> flags = {}) const;
  std::vector<std::string> At(const Endpoint& endpoint, std::vector<std::string> flags = {}) const;

  std::size_t Records() const;  // in the home store, of any state
  void ExpectSound() const;     // by fsck --full

  static constexpr const char* kWhen = "When did the Erie Canal open?";
  static constexpr const char* kCanal =
      "The Erie Canal opened on October 26, 1825. It joined the Hudson River to Lake Erie. "
      "Workers dug it by hand for eight years.";

  TemporaryFolder folder_;
  std::filesystem::path home_ = folder_.path() / "home";
};

// Members of a result; the test fails when they are not there.
std::string Text(const json::Value& result, std::string_view name);
bool Flag(const json::Value& result, std::string_view name);

}  // namespace arborist::testing_support
