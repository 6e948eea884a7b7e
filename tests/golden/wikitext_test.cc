// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <iostream>

#include "golden/cases.h"
#include "golden/data_files.h"

// Real pages and pieces of them, through mwparserfromhell 0.6.4.
namespace arborist::golden {
namespace {

constexpr double kLeastShare = 0.97;

TEST(GoldenWikitext, NearlyAllPagesGiveTheBaseOfTheReference) {
  const auto cases = ReadCases(SourceFolder() / "tests" / "golden" / "wikitext.jsonl.zst");
  ASSERT_TRUE(cases) << cases.error().message;
  ASSERT_FALSE(cases->empty());
  const app::RpcServer server;
  std::size_t equal = 0;
  for (const Case& golden : *cases) {
    if (RunCase(server, golden).empty()) {
      ++equal;
    } else {
      std::cout << "golden: " << golden.place << " differs\n";
    }
  }
  const double share = static_cast<double>(equal) / static_cast<double>(cases->size());
  std::cout << "golden: wikitext_base equals on " << equal << " of " << cases->size() << " pages, "
            << share * 100 << " %\n";
  EXPECT_GE(share, kLeastShare);
}

}  // namespace
}  // namespace arborist::golden
