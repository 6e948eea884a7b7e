// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <iostream>
#include <string>

#include "base/files.h"
#include "golden/data_files.h"
#include "json/lenient.h"
#include "json/value.h"

// What two libraries that repair JSON (json_repair in Python, jsonrepair in TypeScript) make of
// broken texts, from their own tests. They guess where we refuse to: words of prose become strings,
// a missing value null, half a number a number, so not all can be equal. None may be lost again.
namespace arborist {
namespace {

// How many lines of the file repair-v2 reads to the value that the peer has. Where the peer's is no
// JSON value (it found nothing), we must find nothing as well.
int CountEqual(const std::string& name, int* lines) {
  const auto text =
      ReadFile(golden::SharedFolder() / "data" / "conformance" / "json" / name, 1 << 24);
  EXPECT_TRUE(text) << text.error().message;
  if (!text) return 0;
  int equal = 0;
  for (std::size_t begin = 0; begin < text->size();) {
    const std::size_t end = std::min(text->find('\n', begin), text->size());
    const auto line = json::Parse(std::string_view(*text).substr(begin, end - begin));
    begin = end + 1;
    if (!line) continue;
    ++*lines;
    const auto expected = json::Parse(line->Find("expected")->as_string());
    const auto got = json::ParseLenient(line->Find("input")->as_string(), json::Repair::kRepairV2);
    if (expected ? got && got->value == *expected : !got) ++equal;
  }
  std::cout << name << ": " << equal << " of " << *lines << " as the peer\n";
  return equal;
}

TEST(RepairV2, ReadsAsManyTextsAsItsPeersAsEver) {
  if (!std::filesystem::exists(golden::SharedFolder() / "data" / "conformance" / "json")) {
    GTEST_SKIP() << "no conformance data (ARBORIST_SHARED names its folder)";
  }
  int lines = 0;
  EXPECT_GE(CountEqual("repair_pairs.jsonl", &lines), 58);
  EXPECT_EQ(lines, 80);
  lines = 0;
  EXPECT_GE(CountEqual("repair_jsonrepair_ts_pairs.jsonl", &lines), 144);
  EXPECT_EQ(lines, 186);
}

}  // namespace
}  // namespace arborist
