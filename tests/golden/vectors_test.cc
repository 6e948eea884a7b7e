// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>

#include "golden/cases.h"
#include "golden/data_files.h"

// docs/format/vectors: our own worked cases, so that a bare clone proves identity.
namespace arborist::golden {
namespace {

constexpr int kAtLeast = 5;

TEST(Vectors, EveryMethodHasThemAndAllAgree) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(SourceFolder() / "docs" / "format" / "vectors")) {
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  const app::RpcServer server;
  std::map<std::string, int> ran;
  int total = 0;
  for (const std::filesystem::path& file : files) {
    const auto cases = ReadCases(file);
    ASSERT_TRUE(cases) << cases.error().message;
    for (const Case& vector : *cases) {
      const std::string problem = RunCase(server, vector);
      EXPECT_EQ(problem, "") << vector.place << " " << vector.method;
      ++ran[vector.method];
      ++total;
    }
  }
  for (const std::string_view method : server.method_names()) {
    EXPECT_GE(ran[std::string(method)], kAtLeast) << method << " has too few vectors";
  }
  std::cout << "vectors: " << total << " cases ran\n";
}

}  // namespace
}  // namespace arborist::golden
