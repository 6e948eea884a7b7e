// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <iostream>

#include "conformance/unicode_file.h"
#include "text/canonical.h"

namespace arborist::conformance {
namespace {

TEST(SpecialCasing, UnconditionalLowerCaseHolds) {
  const auto lines = ReadUnicodeFile("SpecialCasing.txt");
  if (!lines) GTEST_SKIP() << lines.error().message;
  int checked = 0, conditional = 0, left_out = 0;
  for (const std::vector<std::string>& fields : *lines) {
    ASSERT_GE(fields.size(), 4u);
    if (fields.size() > 4 && !fields[4].empty()) {
      ++conditional;  // a language, or Final_Sigma, which has its own test
      continue;
    }
    const std::string source = FromCodePoints(fields[0]);
    if (!AllAssigned(source)) {
      ++left_out;
      continue;
    }
    EXPECT_EQ(text::ToLower(source), FromCodePoints(fields[1])) << fields[0];
    // Upper and title forms are lower-cased letter by letter: none is special but U+0130.
    for (const std::string& field : {fields[2], fields[3]}) {
      const std::string other = FromCodePoints(field);
      std::string each;
      for (std::size_t pos = 0; pos < other.size();) {
        const std::size_t begin = pos;
        text::Decode(other, &pos);
        each += text::ToLower(other.substr(begin, pos - begin));
      }
      EXPECT_EQ(text::ToLower(other), each) << fields[0];
    }
    ++checked;
  }
  EXPECT_GE(checked, 100);
  std::cout << "SpecialCasing: " << checked << " lines hold, " << conditional
            << " are conditional, " << left_out << " left out\n";
}

// Final_Sigma: a cased letter before (case-ignorable ones between do not count), none after.
TEST(SpecialCasing, FinalSigmaHolds) {
  EXPECT_EQ(text::ToLower("ΟΔΟΣ"), "οδος");
  EXPECT_EQ(text::ToLower("ΟΔΟΣ ΟΔΟΣ."), "οδος οδος.");
  EXPECT_EQ(text::ToLower("ΣΑΣ"), "σας");
  EXPECT_EQ(text::ToLower("Σ"), "σ");
  EXPECT_EQ(text::ToLower("ΑΣΑ"), "ασα");
  EXPECT_EQ(text::ToLower("Α\u0301Σ"), "α\u0301ς");
  EXPECT_EQ(text::ToLower("ΑΣ\u0301"), "ας\u0301");
  EXPECT_EQ(text::ToLower("ΑΣ\u0301Α"), "ασ\u0301α");
  EXPECT_EQ(text::ToLower("Α'Σ"), "α'ς");
  EXPECT_EQ(text::ToLower("ΑΣ'Α"), "ασ'α");
  EXPECT_EQ(text::ToLower("ΑΣ1Α"), "ας1α");
  EXPECT_EQ(text::ToLower("1Σ"), "1σ");
  EXPECT_EQ(text::ToLower("aΣ"), "aς");
  EXPECT_EQ(text::ToLower("ΣΣ"), "σς");
}

// No locale: the Turkish, Azeri and Lithuanian lines do not apply.
TEST(SpecialCasing, LanguagesDoNotApply) {
  EXPECT_EQ(text::ToLower("I"), "i");
  EXPECT_EQ(text::ToLower("I\u0307"), "i\u0307");
  EXPECT_EQ(text::ToLower("\u0130"), "i\u0307");
  EXPECT_EQ(text::ToLower("J\u0300"), "j\u0300");
}

}  // namespace
}  // namespace arborist::conformance
