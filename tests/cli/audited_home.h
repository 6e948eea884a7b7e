// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/files.h"
#include "json/value.h"
#include "notary/forger_test.h"
#include "support/json_lines.h"
#include "support/process.h"

namespace arborist {

namespace fs = std::filesystem;
using notary::Forger;
using testing_support::Child;
using testing_support::JsonLines;
using testing_support::Outcome;
using testing_support::Program;
using testing_support::ReadWhole;
using testing_support::RunProgram;
using testing_support::WriteWhole;

inline constexpr const char* kSecretText =
    "The heron keeps its zanzibarite letters under the third step.";

inline void CopyFolder(const fs::path& from, const fs::path& to) {
  fs::remove_all(to);
  fs::copy(from, to, fs::copy_options::recursive);
}

// A home with two shards, signed early and late; checkpoints and key are kept elsewhere. Made once
// and copied.
class Made {
 public:
  Made() {
    Ingest("a", "alpha river text");
    Ingest("b", "beta canal text");
    Ingest("c", "gamma lake text");
    Run({"key"});
    fs::copy_file(Home() / "keys" / "log.pub", Elsewhere("log.pub"));
    Run({"audit", "checkpoint", "-o", Elsewhere("early")});
    CopyFolder(Home(), folder_.path() / "older");
    Ingest("d", kSecretText);
    Ingest("e", "delta lock text");
    Run({"audit", "checkpoint", "-o", Elsewhere("late")});
  }
  void Ingest(const std::string& name, const std::string& text) {
    WriteWhole(folder_.path() / "in" / (name + ".txt"), text);
    Run({"ingest", (folder_.path() / "in").string(), "--uri-prefix", "t:", "--shards", "2"});
  }
  void Run(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--home", Home().string()});
    const Outcome outcome = RunProgram(arguments);
    EXPECT_EQ(outcome.exit_code, 0) << arguments[0] << outcome.out << outcome.err;
  }
  fs::path Home() const { return folder_.path() / "home"; }
  fs::path Older() const { return folder_.path() / "older"; }
  std::string Elsewhere(const std::string& name) const { return (folder_.path() / name).string(); }

 private:
  TemporaryFolder folder_;
};

class CliAudit : public testing::Test {
 protected:
  static void SetUpTestSuite() { made_ = std::make_unique<Made>(); }
  static void TearDownTestSuite() { made_.reset(); }
  void SetUp() override { CopyFolder(made_->Home(), Home()); }

  fs::path Home() const { return folder_.path() / "home"; }
  fs::path HomeStore() const { return Home() / "providence.db"; }
  fs::path Shard(int number) const {
    return Home() / "shards" / ("main." + std::to_string(number) + "of2.db");
  }
  std::string Kept(const std::string& name) const { return made_->Elsewhere(name); }
  Outcome Run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--home", Home().string()});
    return RunProgram(std::move(arguments));
  }
  static Outcome Auditor(std::vector<std::string> arguments) {
    return Child(std::move(arguments), {}, Program().parent_path() / "arborist-verify").Wait();
  }
  std::string Write(const std::string& name, const std::string& content) const {
    WriteWhole(folder_.path() / name, content);
    return (folder_.path() / name).string();
  }
  // What holding the logs against the checkpoints finds: "kind:log kind:log".
  std::string Found(const std::vector<std::string>& checkpoints = {"late"}) const {
    std::vector<std::string> arguments = {"audit", "verify", "--json", "--key", Kept("log.pub")};
    for (const std::string& name : checkpoints) {
      arguments.insert(arguments.end(), {"--checkpoint", Kept(name)});
    }
    const Outcome outcome = Run(arguments);
    const auto report = json::Parse(outcome.out);
    EXPECT_TRUE(report) << outcome.out << outcome.err;
    if (!report || report->Find("findings") == nullptr) return outcome.out;
    std::string found;
    for (const json::Value& finding : report->Find("findings")->as_array()) {
      found += (found.empty() ? "" : " ") + finding.String("kind").value() + ":" +
               finding.String("log").value();
    }
    EXPECT_EQ(outcome.exit_code, found.empty() ? 0 : 1);
    EXPECT_EQ(report->Bool("ok").value(), found.empty());
    return found;
  }
  static bool HasEvents(const fs::path& file, std::int64_t count) {
    auto database = sqlite::Database::Open(file, {});
    return database->QueryInt("SELECT count(*) FROM audit_events").value() == count;
  }

  inline static std::unique_ptr<Made> made_;
  TemporaryFolder folder_;
};

}  // namespace arborist
