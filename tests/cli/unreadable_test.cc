// SPDX-License-Identifier: AGPL-3.0-only
// A home that cannot be looked into is not an empty one.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "json/value.h"
#include "support/process.h"

namespace arborist {
namespace {

namespace fs = std::filesystem;
using testing_support::Child;
using testing_support::Outcome;
using testing_support::Program;
using testing_support::RunProgram;
using testing_support::WriteWhole;

// Who runs these tests as root may look anywhere, so the program runs as nobody then.
class CliUnreadable : public testing::Test {
 protected:
  void SetUp() override {
    WriteWhole(folder_.path() / "in/a.txt", "The lens was lit in 1823 at Cordouan.");
    const std::vector<std::string> ingest = {"ingest", (folder_.path() / "in").string(), "--home",
                                             home().string()};
    ASSERT_EQ(RunProgram(ingest).exit_code, 0);
    fs::permissions(folder_.path(), fs::perms(0755));
    if (Stranger({"--version"}).exit_code != 0) GTEST_SKIP() << "cannot run as another user";
  }
  void TearDown() override {
    fs::permissions(home(), fs::perms(0700));
    fs::permissions(home() / "shards", fs::perms(0700));
  }
  fs::path home() const { return folder_.path() / "home"; }
  static Outcome Stranger(std::vector<std::string> arguments) {
    if (::geteuid() != 0) return RunProgram(std::move(arguments));
    const std::vector<std::string> as_nobody = {"--reuid=65534", "--regid=65534", "--clear-groups",
                                                Program().string()};
    arguments.insert(arguments.begin(), as_nobody.begin(), as_nobody.end());
    return Child(std::move(arguments), {}, "/usr/bin/setpriv").Wait();
  }
  void ExpectNoEntry(std::vector<std::string> verb) const {
    verb.insert(verb.end(), {"--home", home().string()});
    std::string name;
    for (const std::string& word : verb) name += word + " ";
    const Outcome outcome = Stranger(verb);
    EXPECT_EQ(outcome.exit_code, 4) << name << outcome.out << outcome.err;
    EXPECT_EQ(outcome.out, "") << name;
    EXPECT_TRUE(outcome.err.contains("ermission denied")) << name << outcome.err;
    verb.emplace_back("--json");
    const auto error = json::Parse(Stranger(verb).out);
    ASSERT_TRUE(error && error->Find("error") != nullptr) << name;
    EXPECT_EQ(error->Find("error")->String("code").value(), "permission") << name;
  }
  TemporaryFolder folder_;
};

TEST_F(CliUnreadable, AHomeThatOthersMayNotEnterIsAnError) {
  fs::permissions(home(), fs::perms::none);
  const std::string key(64, 'a');
  for (const std::vector<std::string>& verb :
       std::vector<std::vector<std::string>>{{"providence", "list"},
                                             {"providence", "stats"},
                                             {"providence", "show", key},
                                             {"explain", key},
                                             {"inspect", key},
                                             {"emergent"},
                                             {"reclassify"},
                                             {"falsify", key, "--reason", "wrong"},
                                             {"burn", key},
                                             {"prove", key},
                                             {"prove", "t:a", "--snapshot", "latest"},
                                             {"snapshot", "list"},
                                             {"snapshot", "show", "1"},
                                             {"token", "list"},
                                             {"concepts", "list"},
                                             {"documents", "list"},
                                             {"stats"},
                                             {"fsck"},
                                             {"search", "lens"},
                                             {"query", "When was the lens lit?"},
                                             {"audit", "log"},
                                             {"audit", "check"},
                                             {"audit", "prove", "home:0"},
                                             {"audit", "prove", "main.1of2:0"}}) {
    ExpectNoEntry(verb);
  }
}

TEST_F(CliUnreadable, ShardsThatCanBeListedButNotOpenedAreAnError) {
  fs::permissions(home(), fs::perms(0755));
  fs::permissions(home() / "shards", fs::perms(0444));
  for (const std::vector<std::string>& verb : std::vector<std::vector<std::string>>{
           {"documents", "list"}, {"search", "lens"}, {"stats"}, {"fsck"}, {"audit", "log"}}) {
    ExpectNoEntry(verb);
  }
}

TEST_F(CliUnreadable, AFileInPlaceOfTheHomeIsNotAnEmptyHome) {
  const std::string file = (folder_.path() / "in/a.txt").string();
  for (const std::vector<std::string>& verb :
       std::vector<std::vector<std::string>>{{"providence", "list", "--home", file},
                                             {"snapshot", "list", "--home", file},
                                             {"documents", "list", "--home", file}}) {
    const Outcome outcome = RunProgram(verb);
    EXPECT_EQ(outcome.exit_code, 4) << verb[0] << outcome.out << outcome.err;
    EXPECT_TRUE(outcome.err.contains("Not a directory")) << outcome.err;
  }
}

TEST_F(CliUnreadable, AHomeThatIsNotThereIsStillAnEmptyOne) {
  const std::string nowhere = (folder_.path() / "nowhere").string();
  EXPECT_EQ(Stranger({"providence", "list", "--home", nowhere}).exit_code, 0);
  EXPECT_EQ(Stranger({"providence", "stats", "--home", nowhere}).exit_code, 3);
  EXPECT_EQ(Stranger({"snapshot", "list", "--home", nowhere}).exit_code, 0);
}

// A log that cannot be read says nothing of who wrote it.
TEST_F(CliUnreadable, ALogThatCannotBeReadIsNotALogThatWasChanged) {
  const fs::path shards = home() / "shards";
  fs::permissions(home(), fs::perms(0777));
  fs::permissions(shards, fs::perms(0777));
  for (const auto& entry : fs::recursive_directory_iterator(home())) {
    if (entry.is_regular_file()) fs::permissions(entry.path(), fs::perms(0666));
  }
  const std::vector<std::string> check = {"audit", "check", "--home", home().string()};
  ASSERT_EQ(Stranger(check).exit_code, 0) << Stranger(check).err;
  for (const auto& entry : fs::directory_iterator(shards)) {
    if (entry.path().extension() == ".db") fs::permissions(entry.path(), fs::perms(0));
  }
  const Outcome outcome = Stranger(check);
  EXPECT_EQ(outcome.exit_code, 4) << outcome.out << outcome.err;
  EXPECT_TRUE(outcome.out.contains("not checked")) << outcome.out;
  EXPECT_FALSE(outcome.out.contains("unreadable")) << outcome.out;
  EXPECT_EQ(Stranger({"fsck", "--home", home().string()}).exit_code, 4);
}

}  // namespace
}  // namespace arborist
