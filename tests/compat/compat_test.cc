// SPDX-License-Identifier: AGPL-3.0-only
// What users of commit 833386b hold stays good: its proofs verify, its stores open, its answers are
// served and can be proved. The files were made by the program of that commit (tests/compat/make).
#include <gtest/gtest.h>
#include <algorithm>

#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "json/value.h"
#include "support/json_lines.h"
#include "support/process.h"

namespace arborist {
namespace {

using testing_support::Child;
using testing_support::JsonLines;
using testing_support::Outcome;
using testing_support::Program;
using testing_support::ReadWhole;
using testing_support::RunProgram;

const std::filesystem::path kFixtures =
    std::filesystem::path(ARBORIST_SOURCE_DIR) / "tests" / "compat";

// The folder of that name, out of its archive.
class Compat : public testing::Test {
 protected:
  void Unpack(const std::string& name) {
    Child tar({"-C", folder_.path().string(), "-xf", (kFixtures / (name + ".tar.zst")).string()},
              {}, "/usr/bin/tar");
    ASSERT_EQ(tar.Wait().exit_code, 0) << tar.ErrSoFar();
    rows_ = JsonLines(ReadWhole(kFixtures / (name + ".jsonl")));
    ASSERT_FALSE(rows_.empty());
  }

  // The arguments of a row; files of the archive stand in the folder.
  std::vector<std::string> Arguments(const json::Value& row) const {
    std::vector<std::string> arguments;
    for (const json::Value& argument : **row.List("args")) {
      const std::string& text = argument.as_string();
      arguments.push_back(text.starts_with("bundles/") ? (folder_.path() / text).string() : text);
    }
    return arguments;
  }

  static Outcome Verify(std::vector<std::string> arguments) {
    return Child(std::move(arguments), {}, Program().parent_path() / "arborist-verify").Wait();
  }

  TemporaryFolder folder_;
  std::vector<json::Value> rows_;
};

TEST_F(Compat, EveryBundleIsJudgedAsItWas) {
  Unpack("bundles");
  for (const json::Value& row : rows_) {
    const std::string name = *row.String("bundle");
    SCOPED_TRACE(name);
    std::vector<std::string> arguments = Arguments(row);
    arguments.insert(arguments.end(),
                     {(folder_.path() / "bundles" / (name + ".json")).string(), "--json"});
    const Outcome outcome = Verify(std::move(arguments));
    EXPECT_EQ(outcome.exit_code, *row.Int("exit")) << outcome.out << outcome.err;
    const auto report = json::Parse(outcome.out);
    ASSERT_TRUE(report);
    // Every check that was made then is made now, and says the same.
    json::Object states;
    for (const json::Value& check : **report->List("checks")) {
      states.emplace(*check.String("name"), *check.Find("state"));
    }
    for (const auto& [check, state] : **row.Map("checks")) {
      ASSERT_TRUE(states.contains(check)) << check;
      EXPECT_EQ(states.at(check), state) << check << ": " << outcome.out;
    }
  }
}

class CompatStores : public Compat, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    Unpack("stores");
    const Outcome outcome = Run(AskedAsThen(Asked().front()));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
  }
  Outcome Run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(),
                     {"--home", (folder_.path() / "stores" / GetParam()).string()});
    return RunProgram(std::move(arguments));
  }
  // A title or a text wrote a claim into the answer. It can be proved as it was, and is not served:
  // the question is answered anew, or the model cannot be reached.
  static bool IsForged(const json::Value& row) {
    return row.String("answer_text")->contains("\n- Mayor ");
  }
  // Policies had no versions then; those of now tell questions apart otherwise.
  std::vector<std::string> AskedAsThen(const json::Value& row) const {
    std::vector<std::string> arguments = Arguments(row);
    const std::string policy = (folder_.path() / "policy.json").string();
    testing_support::WriteWhole(policy, R"({"policy_version":1})");
    if (!IsForged(row)) arguments.insert(arguments.end(), {"--policy", policy});
    // The answerer of then is gone. What it answered is served to who asks for it by name.
    if (std::ranges::find(arguments, "--endpoint") == arguments.end()) {
      arguments.insert(arguments.end(),
                       {"--endpoint", "http://127.0.0.1:9/v1", "--model", "extractive-v1"});
    }
    return arguments;
  }
  std::vector<json::Value> Asked() const {
    std::vector<json::Value> asked;
    for (const json::Value& row : rows_) {
      if (*row.String("store") == GetParam()) asked.push_back(row);
    }
    return asked;
  }
};

// Whoever opens a store of an older schema first migrates it, be it only to read.
TEST_P(CompatStores, AreOpenedByWhatOnlyReads) {
  const std::string key =
      JsonLines(Run({"providence", "list", "--json"}).out).at(0).String("cache_key").value();
  for (const std::vector<std::string>& verb :
       std::vector<std::vector<std::string>>{{"fsck", "--full"},
                                             {"audit", "check"},
                                             {"audit", "log"},
                                             {"audit", "prove", "home:0"},
                                             {"providence", "list"},
                                             {"providence", "show", key},
                                             {"explain", key},
                                             {"snapshot", "list"},
                                             {"token", "list"},
                                             {"documents", "list"},
                                             {"stats"}}) {
    std::filesystem::remove_all(folder_.path() / "stores");
    Unpack("stores");
    const Outcome outcome = Run(verb);
    EXPECT_EQ(outcome.exit_code, 0) << verb[0] << ": " << outcome.out << outcome.err;
    const Outcome again = Run({"fsck", "--full"});
    EXPECT_EQ(again.exit_code, 0) << verb[0] << ": " << again.out << again.err;
  }
}

TEST_P(CompatStores, OpenAndHold) {
  const Outcome fsck = Run({"fsck", "--full"});
  EXPECT_EQ(fsck.exit_code, 0) << fsck.out << fsck.err;
  const Outcome check = Run({"audit", "check"});
  EXPECT_EQ(check.exit_code, 0) << check.out << check.err;
}

TEST_P(CompatStores, ServeWhatTheyKeep) {
  const std::vector<json::Value> asked = Asked();
  ASSERT_FALSE(asked.empty());
  for (const json::Value& row : asked) {
    SCOPED_TRACE(json::Dump(*row.Find("args")));
    std::vector<std::string> arguments = AskedAsThen(row);
    arguments.emplace_back("--json");
    const Outcome outcome = Run(std::move(arguments));
    const auto answer = json::Parse(outcome.out);
    ASSERT_TRUE(answer);
    if (IsForged(row)) {
      EXPECT_FALSE(answer->StringOr("answer_text", "")->contains("\n- Mayor ")) << outcome.out;
      continue;
    }
    ASSERT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
    EXPECT_TRUE(*answer->Bool("cached"));
    for (const char* field : {"cache_key", "answer_text", "audit_mode"}) {
      EXPECT_EQ(*answer->Find(field), *row.Find(field));
    }
  }
  const Outcome fsck = Run({"fsck", "--full"});
  EXPECT_EQ(fsck.exit_code, 0) << fsck.out << fsck.err;
}

TEST_P(CompatStores, ProveEveryRecordAgain) {
  const std::vector<json::Value> records =
      JsonLines(Run({"providence", "list", "--json", "--limit", "1000000"}).out);
  ASSERT_FALSE(records.empty());
  std::size_t proved = 0;
  for (const json::Value& record : records) {
    const std::string key = *record.String("cache_key");
    SCOPED_TRACE(key);
    const std::string file = (folder_.path() / "proof.json").string();
    const Outcome prove = Run({"prove", key, "-o", file});
    // Its text was evicted: nothing to prove it with.
    if (prove.exit_code == 3 && std::string_view(GetParam()) == "evicted") continue;
    ASSERT_EQ(prove.exit_code, 0) << prove.out << prove.err;
    const Outcome verify = Verify({file});
    EXPECT_EQ(verify.exit_code, 0) << verify.out << verify.err;
    ++proved;
  }
  EXPECT_GT(proved, 0U);
}

INSTANTIATE_TEST_SUITE_P(Homes, CompatStores, testing::Values("one", "cores", "three", "evicted"),
                         [](const auto& home) { return std::string(home.param); });

}  // namespace
}  // namespace arborist
