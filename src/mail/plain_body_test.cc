// SPDX-License-Identifier: AGPL-3.0-only
#include "mail/plain_body.h"

#include <gtest/gtest.h>

#include <string>

#include "mail/transfer.h"

namespace arborist::mail {
namespace {

TEST(CleanPlain, UndoesFlowedLines) {
  EXPECT_EQ(CleanPlain("one \ntwo\n  indented\n> quo \n> ted\n>> deeper\nend", Flow::kFlowed).text,
            "one two\n indented\n> quo ted\n>> deeper\nend");
  EXPECT_EQ(CleanPlain("ein Satz \nzeichen", Flow::kFlowedDelSp).text, "ein Satzzeichen");
  EXPECT_EQ(CleanPlain("one \n-- \nAnna", Flow::kFlowed).text, "one \n-- \nAnna");
  EXPECT_EQ(CleanPlain("one \ntwo", Flow::kFixed).text, "one \ntwo");
}

TEST(CleanPlain, TakesUuencodedFilesOut) {
  const PlainBody body =
      CleanPlain("before\nbegin 644 cat.txt\n#0V%T\n`\nend\nbehind", Flow::kFixed);
  EXPECT_EQ(body.text, "before\nbehind");
  ASSERT_EQ(body.files.size(), 1U);
  EXPECT_EQ(body.files[0].name, "cat.txt");
  EXPECT_EQ(body.files[0].bytes, "Cat");
  EXPECT_EQ(CleanPlain("begin 644 the day\nwith tea", Flow::kFixed).text,
            "begin 644 the day\nwith tea");
}

TEST(CleanPlain, QuotesWhatFollowsAnOriginalMessage) {
  const PlainBody body =
      CleanPlain("Yes.\n\n-----Original Message-----\nFrom: x\n> deeper\n\nOld.", Flow::kFixed);
  ASSERT_EQ(body.quoted.size(), 1U);
  EXPECT_EQ(body.text.substr(body.quoted[0].begin, 5), "-----");
  EXPECT_EQ(body.quoted[0].end, body.text.size());
}

TEST(CleanPlain, KeepsShortRunsThatLookLikeBase64) {
  const std::string line(70, 'a');
  EXPECT_EQ(CleanPlain(line + "\n" + line, Flow::kFixed).text, line + "\n" + line);
}

TEST(CleanPlain, TakesLinearTime) {
  std::string begins;
  for (int i = 0; i < 200000; ++i)
    begins += "-----BEGIN PGP MESSAGE-----\nbegin 644 x\n" + std::string(60, 'A') + "\n";
  EXPECT_EQ(CleanPlain(begins, Flow::kFixed).text.size() + 1, begins.size());
}

TEST(CountWords, CountsWhatHtmlShows) {
  EXPECT_EQ(CountWords("two words -- ,"), 2U);
  EXPECT_EQ(CountWordsOfHtml("<style>a b</style><p class='x y'>two <b>words</b><!-- no no -->"),
            2U);
  EXPECT_EQ(CountWordsOfHtml("<script>a b"), 0U);
  EXPECT_EQ(CountWordsOfHtml("a < b"), 1U);
}

TEST(Transfer, ForgivesDamage) {
  EXPECT_EQ(FromBase64Lines("SGVs bG8=\nV29y*bGQ="), "Hello");  // the second line is not base64
  EXPECT_EQ(FromBase64Lines("SGVs\r\nbG8=\r\nV29ybGQ="), "HelloWorld");
  EXPECT_EQ(FromBase64Lines("SGVsbG8= ignored"), "Hello");
  EXPECT_EQ(FromBase64Lines("SGVsbG8"), "Hello");
  EXPECT_EQ(FromQuotedPrintable("a=\r\nb=3D=zz =C3=A9  \r\nc="), "ab==zz é\nc");
  EXPECT_EQ(DecodeTransfer("x", "quite-unknown"), "x");
  EXPECT_EQ(DecodeTransfer("noise\nbegin 644 a\n#0V%T\n`\nend\n", "x-uuencode"), "Cat");
}

}  // namespace
}  // namespace arborist::mail
