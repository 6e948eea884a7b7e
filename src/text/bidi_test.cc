// SPDX-License-Identifier: AGPL-3.0-only
#include "text/bidi.h"

#include <gtest/gtest.h>

namespace arborist::text {
namespace {

TEST(Bidi, KnowsLettersThatRunFromRightToLeft) {
  EXPECT_TRUE(IsRightToLeft(U'\u05D0'));
  EXPECT_TRUE(IsRightToLeft(U'\u0627'));
  EXPECT_TRUE(IsRightToLeft(U'\uFEFB'));
  EXPECT_FALSE(IsRightToLeft(U'a'));
  EXPECT_FALSE(IsRightToLeft(U'1'));
  EXPECT_FALSE(IsRightToLeft(U' '));
}

TEST(Bidi, ReadsALineFromRightToLeft) {
  // On paper: olleh ,1948 -nI ... in Hebrew letters, a number and a Latin word between.
  EXPECT_EQ(ReadingOrder("םולש"), "שלום");
  EXPECT_EQ(ReadingOrder("1948 תנש"), "שנת 1948");
  EXPECT_EQ(ReadingOrder("ףוס PDF ץבוק"), "קובץ PDF סוף");
  EXPECT_EQ(ReadingOrder("12.5% ריחמ"), "מחיר 12.5%");
  EXPECT_EQ(ReadingOrder(""), "");
}

TEST(Bidi, KeepsMarksBehindTheirLetters) {
  // Letter and vowel sign, in this order, from left to right on paper.
  EXPECT_EQ(ReadingOrder("בּאָ"), "אָבּ");
}

TEST(Bidi, WritesPresentationFormsAsLetters) {
  std::string out;
  AppendWithoutPresentationForm(&out, U'\uFB03');
  AppendWithoutPresentationForm(&out, U'\uFEFB');
  AppendWithoutPresentationForm(&out, U'\u00BD');  // no presentation form
  EXPECT_EQ(out, "ffi\u0644\u0627\u00BD");
}

}  // namespace
}  // namespace arborist::text
