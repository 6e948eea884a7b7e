// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <iostream>
#include <map>

#include "golden/cases.h"
#include "golden/data_files.h"

// An independent implementation made the golden files: equal results mean equal identity
// (docs/reference.md).
namespace arborist::golden {
namespace {

TEST(Golden, CoreCasesOfEveryServedMethodAgree) {
  const auto cases = ReadCases(SourceFolder() / "tests" / "golden" / "core.jsonl.zst");
  ASSERT_TRUE(cases) << cases.error().message;
  const app::RpcServer server;
  std::map<std::string, int> ran;
  int failed = 0, left = 0;
  for (const Case& golden : *cases) {
    if (!server.Serves(golden.method)) {
      ++left;
      continue;
    }
    ++ran[golden.method];
    const std::string problem = RunCase(server, golden);
    if (problem.empty()) continue;
    ++failed;
    ADD_FAILURE() << golden.place << " " << golden.method << ": " << problem;
  }
  int total = 0;
  std::string by_method;
  for (const auto& [method, count] : ran) {
    total += count;
    by_method += (by_method.empty() ? "" : ", ") + method + " " + std::to_string(count);
  }
  std::cout << "golden: " << total << " cases ran, " << failed << " failed, " << left
            << " are of methods not served yet\ngolden: " << by_method << "\n";
  EXPECT_EQ(total, 2400);
}

TEST(GoldenRules, OursMayHoldMoreAndNumbersCompareByValue) {
  const auto matches = [](std::string_view expected, std::string_view got) {
    return Matches(*json::Parse(expected), *json::Parse(got));
  };
  EXPECT_TRUE(matches(R"({"a":1})", R"({"a":1.0,"b":2})"));
  EXPECT_FALSE(matches(R"({"a":1,"b":2})", R"({"a":1})"));
  EXPECT_FALSE(matches("[1]", "[1,2]"));
  EXPECT_FALSE(matches("1", "true"));
  EXPECT_FALSE(matches("1", "\"1\""));
}
TEST(GoldenRules, WordingIsOurs) {
  const auto matches = [](std::string_view expected, std::string_view got) {
    return Matches(*json::Parse(expected), *json::Parse(got));
  };
  EXPECT_TRUE(matches(R"({"violations":[{"kind":"K","reason":"x","rationale":"y"}]})",
                      R"({"violations":[{"kind":"K"}]})"));
  EXPECT_FALSE(matches(R"({"reason":"x"})", R"({"reason":"y"})"));
  EXPECT_TRUE(
      matches(R"({"reasons":["CODE","some words"]})", R"({"reasons":["other words","CODE"]})"));
  EXPECT_FALSE(matches(R"({"reasons":["CODE"]})", R"({"reasons":[]})"));
}

}  // namespace
}  // namespace arborist::golden
