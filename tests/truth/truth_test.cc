// SPDX-License-Identifier: AGPL-3.0-only
// Hand-made answers, written before any result on them was seen: how many falsehoods pass, and
// how many true ones do. The bounds are those that the label promises.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

#include "base/files.h"
#include "json/value.h"
#include "judge/lexical_v3.h"

namespace arborist {
namespace {

struct Counted {
  std::size_t cases = 0, strict = 0;
};

TEST(Truth, HandMadeCasesAreLabelledAsTheyShould) {
  const std::filesystem::path file =
      std::filesystem::path(ARBORIST_SOURCE_DIR) / "tests/truth/cases.jsonl";
  const auto lines = ReadFile(file.string(), 1 << 20);
  ASSERT_TRUE(lines);
  Counted faithful, falsehoods;
  std::map<std::string, int> fooled;
  for (std::size_t start = 0; start < lines->size();) {
    const std::size_t end = std::min(lines->find('\n', start), lines->size());
    const auto line = json::Parse(std::string_view(*lines).substr(start, end - start));
    start = end + 1;
    ASSERT_TRUE(line);
    const bool strict =
        judge::JudgeLexicalV3(line->String("answer").value(), line->String("context").value())
            .audit_mode == judge::AuditMode::kStrict;
    const bool should = line->String("should").value() == "STRICT";
    Counted& counted = should ? faithful : falsehoods;
    ++counted.cases;
    counted.strict += strict ? 1u : 0u;
    if (strict && !should) ++fooled[line->String("category").value()];
  }
  EXPECT_EQ(faithful.cases, 196u);
  EXPECT_EQ(falsehoods.cases, 427u);
  EXPECT_LE(100 * falsehoods.strict, 1 * falsehoods.cases) << "fooled by " << fooled.size();
  EXPECT_GE(100 * faithful.strict, 85 * faithful.cases);
  for (const auto& [category, count] : fooled) EXPECT_LE(count, 1) << category;
}

}  // namespace
}  // namespace arborist
