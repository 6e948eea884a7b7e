// SPDX-License-Identifier: AGPL-3.0-only
// token from end to end.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "json/value.h"
#include "support/process.h"

namespace arborist {
namespace {

using testing_support::Outcome;
using testing_support::RunProgram;

class CliToken : public testing::Test {
 protected:
  Outcome Run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--home", (folder_.path() / "home").string()});
    return RunProgram(std::move(arguments));
  }
  TemporaryFolder folder_;
};

TEST_F(CliToken, IsShownOnceAndThenOnlyNamed) {
  const Outcome made = Run({"token", "create", "--name", "my laptop", "--scope", "ask", "--scope",
                            "read", "--shard", "wiki", "--days", "7", "--json"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const auto token = json::Parse(made.out);
  ASSERT_TRUE(token) << made.out;
  const std::string secret = token->String("token").value();
  const std::string id = token->String("id").value();
  EXPECT_TRUE(secret.starts_with("arb_" + id + "_")) << secret;
  EXPECT_EQ(*token->Find("scopes"), (json::Value(json::Array{"read", "ask"})));
  const Outcome list = Run({"token", "list", "--json"});
  EXPECT_TRUE(list.out.contains(id)) << list.out;
  EXPECT_TRUE(list.out.contains("\"state\":\"active\""));
  EXPECT_FALSE(list.out.contains(secret.substr(20)));
  EXPECT_TRUE(Run({"token", "list"}).out.contains("my laptop"));
  EXPECT_EQ(Run({"token", "revoke", id}).exit_code, 0);
  EXPECT_TRUE(Run({"token", "list", "--json"}).out.contains("\"state\":\"revoked\""));
  EXPECT_EQ(Run({"token", "revoke", id}).exit_code, 2);
  EXPECT_EQ(Run({"fsck"}).exit_code, 0) << "its events are part of the log";
}

TEST_F(CliToken, PrintsNothingButTheTokenForAScript) {
  const Outcome made = Run({"token", "create", "--name", "ci", "--scope", "write"});
  EXPECT_EQ(made.out.size(), 82U) << made.out;
  EXPECT_TRUE(made.err.contains("shown this once")) << made.err;
}

TEST_F(CliToken, RefusesWhatMakesNoSense) {
  EXPECT_EQ(Run({"token"}).exit_code, 2);
  EXPECT_EQ(Run({"token", "create", "--name", "x"}).exit_code, 2);
  EXPECT_EQ(Run({"token", "create", "--name", "x", "--scope", "all"}).exit_code, 2);
  EXPECT_EQ(Run({"token", "create", "--name", "", "--scope", "read"}).exit_code, 2);
  EXPECT_EQ(Run({"token", "create", "--name", "x", "--scope", "read", "--days", "0"}).exit_code, 2);
  EXPECT_EQ(Run({"token", "revoke", "000000000000"}).exit_code, 3);
}

}  // namespace
}  // namespace arborist
