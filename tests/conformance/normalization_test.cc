// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <array>
#include <iostream>
#include <set>

#include "conformance/unicode_file.h"
#include "text/canonical.h"

namespace arborist::conformance {
namespace {

TEST(NormalizationTest, HoldsForNfc) {
  const auto lines = ReadUnicodeFile("NormalizationTest.txt");
  if (!lines) GTEST_SKIP() << lines.error().message;
  std::set<std::string> listed;  // in part 1
  int checked = 0, left_out = 0;
  bool part_one = false;
  for (const std::vector<std::string>& fields : *lines) {
    if (fields[0].starts_with("@")) {
      part_one = fields[0].starts_with("@Part1");
      continue;
    }
    ASSERT_GE(fields.size(), 5u);
    std::array<std::string, 5> c;
    bool assigned = true;
    for (std::size_t i = 0; i < c.size(); ++i) {
      c[i] = FromCodePoints(fields[i]);
      assigned = assigned && AllAssigned(c[i]);
    }
    if (part_one && assigned) listed.insert(c[0]);
    if (!assigned) {
      ++left_out;
      continue;
    }
    ++checked;
    for (const std::size_t i : {0u, 1u, 2u}) EXPECT_EQ(text::Nfc(c[i]), c[1]) << fields[0];
    for (const std::size_t i : {3u, 4u}) EXPECT_EQ(text::Nfc(c[i]), c[3]) << fields[0];
  }
  int unlisted = 0;
  for (char32_t code_point = 0; code_point <= 0x10FFFF; ++code_point) {
    std::string text;
    text::Append(&text, code_point);
    if (listed.contains(text)) continue;
    ASSERT_EQ(text::Nfc(text), text) << std::hex << static_cast<std::uint32_t>(code_point);
    ++unlisted;
  }
  EXPECT_GT(checked, 19000);
  std::cout << "NormalizationTest: " << checked << " lines hold, " << left_out
            << " left out (code points newer than Unicode 15.0), " << unlisted
            << " unlisted code points stay as they are\n";
}

// Decision 2: later code points pass through, whatever their later properties.
TEST(NormalizationTest, LaterCodePointsPassUnchanged) {
  const auto lines = ReadUnicodeFile("NormalizationTest.txt");
  if (!lines) GTEST_SKIP() << lines.error().message;
  for (const std::vector<std::string>& fields : *lines) {
    for (const std::string& field : fields) {
      if (field.starts_with("@") || field.empty()) continue;
      const std::string text = FromCodePoints(field);
      for (std::size_t pos = 0; pos < text.size();) {
        const std::size_t begin = pos;
        if (text::HasFlag(text::Decode(text, &pos), text::kAssigned)) continue;
        const std::string alone = text.substr(begin, pos - begin);
        EXPECT_EQ(text::Nfc(alone), alone) << field;
        EXPECT_EQ(text::Nfc("e" + alone + "\u0301"), "e" + alone + "\u0301") << field;
      }
    }
  }
}

}  // namespace
}  // namespace arborist::conformance
