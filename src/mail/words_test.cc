// SPDX-License-Identifier: AGPL-3.0-only
#include "mail/words.h"

#include <gtest/gtest.h>

#include <string>

#include "mail/content.h"

namespace arborist::mail {
namespace {

TEST(DecodeWords, DecodesEncodedWords) {
  EXPECT_EQ(DecodeWords(" =?ISO-8859-1?Q?Andr=E9_Pirard?= <x@y>"), "André Pirard <x@y>");
  EXPECT_EQ(DecodeWords("a =?utf-8*en?B?w6k=?= b"), "a é b");
  // Two words are joined, and a character may be cut between them.
  EXPECT_EQ(DecodeWords("=?utf-8?B?4oI=?=\r\n =?UTF-8?B?rA==?="), "€");
  EXPECT_EQ(DecodeWords("=?utf-8?q?a?= =?iso-8859-1?q?=E9?="), "aé");
  EXPECT_EQ(DecodeWords("=?utf-8?q?one two?="), "one two");
}

TEST(DecodeWords, LeavesWhatIsNoWord) {
  EXPECT_EQ(DecodeWords("=?utf-8?X?abc?="), "=?utf-8?X?abc?=");
  EXPECT_EQ(DecodeWords("=?utf-8?q?open"), "=?utf-8?q?open");
  EXPECT_EQ(DecodeWords("2 =? 3"), "2 =? 3");
  EXPECT_EQ(DecodeWords("=?nosuch?q?x=E9?="), "xé");
}

TEST(DecodeWords, ReadsRawBytesAndHidesControls) {
  EXPECT_EQ(DecodeWords("caf\xC3\xA9"), "café");
  EXPECT_EQ(DecodeWords("caf\xE9"), "café");
  EXPECT_EQ(DecodeWords("=?utf-8?q?a=0D=0ASubject:=20b?="), "a  Subject: b");
  EXPECT_EQ(DecodeWords("one\r\n\ttwo"), "one two");
}

TEST(DecodeWords, TakesLinearTime) {
  std::string open;
  for (int i = 0; i < 200000; ++i) open += "=?a?q?x";
  EXPECT_TRUE(DecodeWords(open) == open);
}

TEST(ContentOf, ReadsFieldsAsTheyAreMet) {
  const auto content = [](std::string_view type, std::string_view disposition = "") {
    Header header;
    header.Add({"content-type", type});
    header.Add({"Content-Disposition", disposition});
    return ContentOf(header);
  };
  EXPECT_EQ(content("TEXT/Plain (a comment); CharSet=\"UTF-8\"").charset, "utf-8");
  EXPECT_EQ(content("TEXT/Plain (a comment); CharSet=\"UTF-8\"").type, "text/plain");
  EXPECT_EQ(content("multipart/mixed; boundary = \"a \\\"b\"; x").boundary, "a \"b");
  EXPECT_EQ(content("multipart/mixed; boundary=a=b").boundary, "a=b");
  EXPECT_EQ(content("text").type, "");
  EXPECT_EQ(content("", "attachment; filename=my file.txt; size=1").name, "my file.txt");
  EXPECT_EQ(content("", "attachment; filename==?utf-8?q?=C3=A9?=").name, "é");
  EXPECT_EQ(content("a/b; name*1=\"b\"; name*0=\"a\"").name, "ab");
  EXPECT_EQ(content("", "attachment; filename=\"old\"; filename*=iso-8859-1'en'%E9").name, "é");
  EXPECT_EQ(content("a/b; name=\"..\\\\x\"", "attachment").name, "..\\x");
  EXPECT_EQ(content("", "attachment").disposition, "attachment");
}

}  // namespace
}  // namespace arborist::mail
