// SPDX-License-Identifier: AGPL-3.0-only
// What is typed must be UTF-8, unless it is a path.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "json/value.h"
#include "support/process.h"

namespace arborist {
namespace {

namespace fs = std::filesystem;
using testing_support::Outcome;
using testing_support::RunProgram;
using testing_support::WriteWhole;

class CliArguments : public testing::Test {
 protected:
  fs::path home() const { return folder_.path() / "home"; }
  fs::path Write(const std::string& name, std::string_view content) const {
    WriteWhole(folder_.path() / name, content);
    return folder_.path() / name;
  }
  Outcome Run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--home", home().string()});
    return RunProgram(std::move(arguments));
  }
  TemporaryFolder folder_;
};

TEST_F(CliArguments, TextThatIsNotUtf8IsRefusedByTheNameOfItsOption) {
  const std::string file = Write("in/a.txt", "The lens was lit in 1823.").string();
  const std::string key(64, 'a');
  for (const auto& [name, arguments] :
       std::vector<std::pair<std::string, std::vector<std::string>>>{
           {"--uri-prefix", {"ingest", file, "--uri-prefix", "x:\xFF/"}},
           {"--shard", {"ingest", file, "--shard", "\xFF"}},
           {"--source", {"ingest", file, "--source", "\xFF"}},
           {"query", {"search", "lens \xFF"}},
           {"query",
            {"search",
             "a\xFF"
             "b"}},
           {"question", {"query", "When \xFF?"}},
           {"--keywords", {"query", "When?", "--keywords", "\xFF"}},
           {"--model", {"query", "When?", "--model", "\xFF"}},
           {"--question", {"check", "--answer", file, "--context", file, "--question", "\xFF"}},
           {"key", {"falsify", "\xFF", "--reason", "wrong"}},
           {"--reason", {"falsify", key, "--reason", "a\xFF"}},
           {"--reason", {"snapshot", "create", "--reason", "b\xFF"}},
           {"snapshot", {"snapshot", "show", "\xFF"}},
           {"--name", {"token", "create", "--name", "a\xFF", "--scope", "read"}},
           {"word", {"concepts", "add", "synonym", "merc\xFF", "quick"}},
           {"other", {"concepts", "add", "synonym", "quick", "merc\xC3"}},
           {"--evidence-kind", {"concepts", "purge", "--evidence-kind", "\xFF"}},
           {"TARGET", {"prove", "t:\xFF"}},
           {"--type", {"audit", "log", "--type", "\xFF"}},
           {"--host-name", {"serve", "--host-name", "\xFF"}},
           // Not a character by itself either.
           {"--reason", {"falsify", key, "--reason", "\xED\xA0\x80"}}}) {
    const Outcome outcome = Run(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << name << outcome.out << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(outcome.err.starts_with("arborist: " + name)) << outcome.err;
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
    if (name == "--source") continue;  // has a list of its own
    EXPECT_TRUE(outcome.err.contains(name + " takes UTF-8, and byte ")) << outcome.err;
  }
  EXPECT_FALSE(fs::exists(home())) << "nothing is made before the arguments are read";
}

TEST_F(CliArguments, TheRefusalIsJsonWhereJsonIsAskedFor) {
  const Outcome outcome = Run({"search", "lens \xFF", "--json"});
  EXPECT_EQ(outcome.exit_code, 2);
  const auto value = json::Parse(outcome.out);
  ASSERT_TRUE(value) << outcome.out;
  EXPECT_EQ(value->Find("error")->String("code").value(), "invalid_argument");
  EXPECT_TRUE(value->Find("error")->String("message").value().contains("byte 5")) << outcome.out;
}

TEST_F(CliArguments, PathsMayHoldAnyBytes) {
  const std::string text = "The lens was lit in 1823 at Cordouan.";
  const fs::path in = Write("in\xFF/caf\xE9.txt", text).parent_path();
  const std::string answer = Write("answer\xFF", text).string();
  const std::string bundle = (folder_.path() / "proof\xFF.json").string();
  const std::string other_home = (folder_.path() / "home\xFF").string();
  EXPECT_EQ(Run({"ingest", in.string(), "--include", "caf\xE9.*"}).exit_code, 0);
  EXPECT_EQ(RunProgram({"ingest", in.string(), "--home", other_home}).exit_code, 0);
  EXPECT_TRUE(fs::exists(other_home + "/providence.db"));
  EXPECT_EQ(Run({"check", "--answer", answer, "--context", answer}).exit_code, 0);
  const Outcome found = Run({"search", "Cordouan", "--json"});
  const auto hit = json::Parse(found.out);
  ASSERT_TRUE(hit) << found.out << found.err;
  EXPECT_EQ(Run({"prove", hit->String("document_root").value(), "-o", bundle}).exit_code, 0);
  EXPECT_EQ(Run({"verify", bundle}).exit_code, 0);
}

}  // namespace
}  // namespace arborist
