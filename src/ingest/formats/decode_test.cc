// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/formats/decode.h"

#include <gtest/gtest.h>

#include "ingest/formats/charset_label.h"

namespace arborist::ingest {
namespace {
using namespace std::string_view_literals;

TEST(DecodeText, ReadsUtf8AndByteOrderMarks) {
  EXPECT_EQ(*DecodeText("gr\xC3\xBC\xC3\x9F\r\n"), "grüß\r\n");
  EXPECT_EQ(*DecodeText("\xEF\xBB\xBFx"), "x");
  EXPECT_EQ(*DecodeText("\xFF\xFEx\0\xFC\0"sv), "xü");
  EXPECT_EQ(*DecodeText("\xFE\xFF\0x"sv), "x");
  EXPECT_EQ(*DecodeText("\xFF\xFE\0\0x\0\0\0"sv), "x");
  EXPECT_EQ(*DecodeText(""), "");
}
TEST(DecodeText, NamesTheOffsetOfBadBytes) {
  const auto bad = DecodeText("abc\xFC");
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code, ErrorCode::kInvalidData);
  EXPECT_EQ(bad.error().message, "not valid UTF-8 at byte 3");
}
TEST(DecodeText, UsesDeclaredCharsets) {
  EXPECT_EQ(*DecodeText("#!/bin/x\n# -*- coding: latin-1 -*-\n\xFC"),
            "#!/bin/x\n# -*- coding: latin-1 -*-\nü");
  EXPECT_EQ(*DecodeText("; -*- mode: x; coding: koi8-r-unix -*-\n\xC1"),
            "; -*- mode: x; coding: koi8-r-unix -*-\nа");
  EXPECT_EQ(*DecodeText("\xFC\n# vim: set fileencoding=cp1252 :\n"),
            "ü\n# vim: set fileencoding=cp1252 :\n");
  EXPECT_EQ(*DecodeText("<?xml version='1.0' encoding='iso-8859-1'?><a>\xFC</a>"),
            "<?xml version='1.0' encoding='iso-8859-1'?><a>ü</a>");
  EXPECT_EQ(*DecodeText("@charset \"windows-1252\";\xFC"), "@charset \"windows-1252\";ü");
}
TEST(DecodeText, DoesNotBelieveACookieAgainstValidUtf8) {
  EXPECT_EQ(*DecodeText("# coding: latin-1\nü"), "# coding: latin-1\nü");
  EXPECT_EQ(*DecodeText("# coding: no-such\nü"), "# coding: no-such\nü");
}
TEST(DecodeText, ReadsEscapeBasedCharsets) {
  EXPECT_EQ(*DecodeText("-*- coding: iso-2022-jp -*-\n\x1B$B$\"\x1B(B"sv),
            "-*- coding: iso-2022-jp -*-\nあ");
}
TEST(DecodeText, RefusesADeclaredCharsetThatIsUnknownOrWrong) {
  EXPECT_FALSE(DecodeText("# coding: no-such\n\xFC"));
  const auto wrong = DecodeText("# coding: shift_jis\n\x82");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().message, "not valid shift_jis at byte 20");
  EXPECT_FALSE(DecodeText("# coding: utf-8\n\xFC"));
}
TEST(DecodeText, RefusesNul) {
  EXPECT_EQ(DecodeText("a\0b"sv).error().code, ErrorCode::kInvalidData);
}

TEST(DecodeHtml, PrefersTheByteOrderMarkThenTheHeaderThenMeta) {
  EXPECT_EQ(DecodeHtml("\xEF\xBB\xBF<meta charset=koi8-r>ü", "latin1")->charset, "utf-8");
  EXPECT_EQ(DecodeHtml("<meta charset=koi8-r>\xFC", "latin1")->charset, "windows-1252");
  EXPECT_EQ(DecodeHtml("<meta charset=koi8-r>\xC1", "")->text, "<meta charset=koi8-r>а");
  EXPECT_EQ(DecodeHtml("<meta charset=koi8-r>\xC1", "no-such")->charset, "koi8-r");
  EXPECT_EQ(DecodeHtml("<?xml version='1.0' encoding=\"windows-1251\"?>\xE0", "")->text,
            "<?xml version='1.0' encoding=\"windows-1251\"?>а");
}
TEST(DecodeHtml, FallsBackAsBrowsersDo) {
  EXPECT_EQ(DecodeHtml("gr\xC3\xBC", "")->charset, "utf-8");
  EXPECT_EQ(DecodeHtml("gr\xFC", "")->text, "grü");
  EXPECT_EQ(DecodeHtml("gr\xFC", "")->charset, "windows-1252");
}
TEST(DecodeHtml, RefusesBytesThatBreakTheDeclaredCharset) {
  EXPECT_EQ(DecodeHtml("<p>\xFC", "utf-8").error().message, "not valid UTF-8 at byte 3");
  EXPECT_FALSE(DecodeHtml("<meta charset=utf-8>\xFC", ""));
}
TEST(HtmlMetaCharset, FollowsThePrescan) {
  EXPECT_EQ(HtmlMetaCharset("<META CHARSET='UTF-8'>"), "utf-8");
  EXPECT_EQ(HtmlMetaCharset("<meta http-equiv=Content-Type content='text/html; charset=\"x-y\"'>"),
            "x-y");
  EXPECT_EQ(HtmlMetaCharset("<meta content='text/html; charset=x'>"), "");
  EXPECT_EQ(HtmlMetaCharset("<!-- <meta charset=a> --><meta charset=b>"), "b");
  EXPECT_EQ(HtmlMetaCharset("<p title='<meta charset=a>'><meta charset=b />"), "b");
  EXPECT_EQ(HtmlMetaCharset("<meta charset=utf-16le>"), "utf-8");
  EXPECT_EQ(HtmlMetaCharset(std::string(1100, ' ') + "<meta charset=a>"), "");
  EXPECT_EQ(HtmlMetaCharset("<meta charset="), "");
  EXPECT_EQ(HtmlMetaCharset("<meta charset=\"x"), "x");
  EXPECT_EQ(HtmlMetaCharset("<!--"), "");
}

TEST(DecodeText, BelievesWhatCameWithTheBytesBehindUtf8) {
  EXPECT_EQ(*DecodeText("\xEF\xF0\xE8", "windows-1251"), "при");
  EXPECT_EQ(*DecodeText("\xC3\xA9", "iso-8859-1"), "é");
  EXPECT_EQ(*DecodeText("caf\xE9", " ISO-8859-1 "), "café");
  EXPECT_FALSE(DecodeText("caf\xE9", "no-such-charset"));
  EXPECT_FALSE(DecodeText("caf\xE9"));
}

}  // namespace
}  // namespace arborist::ingest
