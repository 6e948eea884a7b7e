// SPDX-License-Identifier: AGPL-3.0-only
#include "crawl/robots.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>

#include "base/files.h"
#include "golden/data_files.h"
#include "json/value.h"

// The cases of google/robotstxt: a robots.txt, an agent, a URL and whether it may be fetched.
namespace arborist::crawl {
namespace {

std::string_view TargetOf(std::string_view url) {
  const std::size_t authority = url.find("://");
  if (authority == std::string_view::npos) return {};
  const std::size_t slash = url.find('/', authority + 3);
  return slash == std::string_view::npos ? std::string_view() : url.substr(slash);
}

TEST(RobotsConformance, DecidesEveryCaseAsGooglesParser) {
  const std::filesystem::path file =
      golden::SharedFolder() / "data" / "conformance" / "robots.jsonl";
  std::error_code missing;
  if (!std::filesystem::exists(file, missing)) GTEST_SKIP() << file << " is not there";
  const auto text = ReadFile(file, 1 << 24);
  ASSERT_TRUE(text) << text.error().message;
  int cases = 0;
  for (std::string_view rest = *text; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const auto value = json::Parse(line);
    ASSERT_TRUE(value) << line;
    const std::string rules = value->String("robots").value();
    const Robots robots = Robots::Parse(rules, value->String("agent").value());
    const std::string url = value->String("url").value();
    EXPECT_EQ(robots.Allows(TargetOf(url)), value->Bool("allowed").value()) << line;
    ++cases;
  }
  EXPECT_EQ(cases, 142);
}

}  // namespace
}  // namespace arborist::crawl
