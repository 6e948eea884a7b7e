// SPDX-License-Identifier: AGPL-3.0-only
#include "text/escape.h"

#include <gtest/gtest.h>

#include "text/utf8.h"

namespace arborist::text {
namespace {

TEST(EscapeForTerminal, ShowsWhatCouldDriveATerminal) {
  EXPECT_EQ(EscapeForTerminal("a\x1b[31m\u202E", false), "a\\x1b[31m\\u{202E}");
  EXPECT_EQ(EscapeForTerminal("a\nb", true), "a\nb");
  EXPECT_EQ(EscapeForTerminal("a\nb", false), "a\\x0ab");
}

TEST(EscapeForTerminal, BytesThatAreNotUtf8AreShownEscaped) {
  EXPECT_EQ(EscapeForTerminal("caf\xE9", false), "caf\\xe9");
  EXPECT_EQ(EscapeForTerminal("\x9B[31m\xE2\x80", false), "\\x9b[31m\\xe2\\x80");
  EXPECT_EQ(EscapeForTerminal("\xF0\x9F\x98\xC3\xA9", false), "\\xf0\\x9f\\x98\xC3\xA9");
  EXPECT_EQ(EscapeForTerminal("\u200D\xE2\x80", false), "\\u{200D}\\xe2\\x80");
}

// Every bidirectional control, and what else has no picture. web/src/lib/hidden.test.ts has the
// same cases.
TEST(ShowHidden, WritesOutWhatHasNoPicture) {
  for (const int c : {0x061C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D,  0x202E,  0x2066,
                      0x2067, 0x2068, 0x2069, 0x200B, 0x2060, 0x2064, 0x206F,  0xFEFF,  0x180E,
                      0x034F, 0x3164, 0xFFA0, 0xFFF9, 0x2028, 0x2029, 0xE0001, 0xE0041, 0x1D173}) {
    std::string text = "a";
    Append(&text, static_cast<char32_t>(c));
    const std::string shown = ShowHidden(text + "b");
    EXPECT_TRUE(shown.starts_with("a\\u{") && shown.ends_with("}b")) << shown;
  }
  EXPECT_EQ(ShowHidden("soft\u00ADhyphen"), "soft\\u{AD}hyphen");
  EXPECT_EQ(ShowHidden("\U000E0041"), "\\u{E0041}");
}

TEST(ShowHidden, LeavesJoinersAndSelectorsWhereTheyBelong) {
  for (const char* text :
       {"\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645",  // Persian
        "\u0915\u094D\u200D\u0937",                          // Devanagari
        "\U0001F468\u200D\U0001F469\u200D\U0001F467", "\u2764\uFE0F\u200D\U0001F525",
        "1\uFE0F\u20E3", "\u845B\U000E0100", "line\nand\ttab", "plain é 漢"}) {
    EXPECT_EQ(ShowHidden(text), text);
  }
  EXPECT_EQ(ShowHidden("pass\u200Dword"), "pass\\u{200D}word");
  EXPECT_EQ(ShowHidden("\u200Cword"), "\\u{200C}word");
  EXPECT_EQ(ShowHidden("a\uFE0F"), "a\\u{FE0F}");
  EXPECT_EQ(ShowHidden("\u2764\uFE0F\uFE01"), "\u2764\uFE0F\\u{FE01}");
}

TEST(EscapeHiddenInJson, LeavesTheValueAsItIs) {
  EXPECT_EQ(EscapeHiddenInJson("{\"a\":\"x\u202Ey\"}"), "{\"a\":\"x\\u202Ey\"}");
  EXPECT_EQ(EscapeHiddenInJson("\"\U000E0041\""), "\"\\uDB40\\uDC41\"");
  EXPECT_EQ(EscapeHiddenInJson("\"caf\u00E9\""), "\"caf\u00E9\"");
}

}  // namespace
}  // namespace arborist::text
