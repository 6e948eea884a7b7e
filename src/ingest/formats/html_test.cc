// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/formats/html.h"

#include <gtest/gtest.h>

#include <string>

#include "text/utf8.h"

namespace arborist::ingest {
namespace {
using namespace std::string_view_literals;
using Links = std::vector<std::string>;

HtmlDocument Read(std::string_view page, std::string_view base = "https://example.org/a/b.html") {
  auto document = ExtractHtml(page, "", base, Limits{});
  EXPECT_TRUE(document) << document.error().message;
  return document ? *document : HtmlDocument{};
}
std::string Text(std::string_view page) { return Read(page).text; }

std::string Repeat(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

// The first worked example of docs/format/html-text.md.
TEST(HtmlText, FollowsTheFirstWorkedExample) {
  EXPECT_EQ(Text(R"(<!doctype html>
<title>Tea</title>
<nav><a href="/">Home</a></nav>
<main>
  <h1>Tea<a class="headerlink" href="#tea">¶</a></h1>
  <p>Tea is a <b>hot</b>&nbsp;drink.
     It has caf&shy;feine.<sup class="reference">[1]</sup></p>
  <ul><li>green</li><li><p>black</p></li></ul>
  <table><tr><th>kind<th>minutes</tr><tr><td>green<td><p>2</p></tr></table>
  <pre>
  boil(water)
    pour()
</pre>
  <p>About 10<sup>3</sup> kinds<br>are known.</p>
</main>
<footer>Contact</footer>)"),
            "Tea\n\n"
            "Tea is a hot drink. It has caffeine.\n\n"
            "green\nblack\n\n"
            "kind\tminutes\ngreen\t2\n\n"
            "  boil(water)\n    pour()\n\n"
            "About 10^3 kinds\nare known.");
}
// The second.
TEST(HtmlText, FollowsTheSecondWorkedExample) {
  EXPECT_EQ(Text(R"(<body><header><h1>Site</h1></header>
<div role="dialog">We use cookies.</div>
<div>First line<div>second</div>third</div>
<p hidden>secret</p><p style="color:red; DISPLAY : none">secret</p>
<aside>Read also</aside><aside class="note">Mind the gap.</aside>
<dl><dt>a</dt><dd>one</dd></dl>
<math><mi>x</mi><annotation encoding="application/x-tex">{\displaystyle x^{2}}</annotation></math>
</body>)"),
            "First line\nsecond\nthird\n\nMind the gap.\n\na\none\n\nx^{2}");
}
TEST(HtmlText, LeavesOutWhatIsNotText) {
  EXPECT_EQ(Text("a<script>x</script><style>x</style><template>x</template><noscript>x</noscript>"
                 "<svg><text>x</text></svg><button>x</button><select><option>x</select>"
                 "<iframe>x</iframe><textarea>x</textarea><img alt=x><object>x</object>b"),
            "ab");
  EXPECT_EQ(Text("<p aria-hidden=true>x<p style='visibility:hidden'>x<p role=navigation>x<p>y"),
            "y");
  EXPECT_EQ(Text("<h2>Title<span class='mw-editsection'>[edit]</span></h2>"), "Title");
  EXPECT_EQ(Text("<h2>Title<a href='#title'>#</a></h2><a href='#x'>C#</a>"), "Title\n\nC#");
  EXPECT_EQ(Text("<body style='display:none'>shown"), "shown");
}
TEST(HtmlText, PrefersTheMainPart) {
  EXPECT_EQ(Text("<div>around</div><main>the text of it</main>"), "the text of it");
  EXPECT_EQ(Text("<div>around</div><div role=main>the text of it</div>"), "the text of it");
  EXPECT_EQ(Text("<div>around</div><article>the text of it</article>"), "the text of it");
  EXPECT_EQ(Text("<article>one</article><article>two</article>"), "one\n\ntwo");
  EXPECT_EQ(Text("<main></main><div>the text of it</div>"), "the text of it");
  EXPECT_EQ(Text("<main>x</main><div>" + Repeat("word ", 100) + "</div>").size(), 502u);
  EXPECT_EQ(Text("<div>" + Repeat("word ", 1000) + "</div><main>" + Repeat("text ", 60) + "</main>")
                .size(),
            299u);
}
TEST(HtmlText, KeepsTheHeaderOfAnArticle) {
  EXPECT_EQ(Text("<header>page</header><article><header><h1>T</h1></header><p>x"), "T\n\nx");
  EXPECT_EQ(Text("<blockquote>q<footer>author</footer></blockquote><footer>page</footer>"),
            "q\n\nauthor");
}
TEST(HtmlText, KeepsPreformattedLines) {
  EXPECT_EQ(Text("<pre><code><span class=line>a</span>\n<span>  b</span>\n\n</code></pre>c"),
            "a\n  b\n\nc");
  EXPECT_EQ(Text("<pre><div>a</div><div>b</div></pre>"), "a\nb");
  EXPECT_EQ(Text("<pre><div>a\n</div><div>b\n</div></pre>x"), "a\nb\n\nx");
  EXPECT_EQ(Text("<pre>a<br>b\tc</pre>"), "a\nb\tc");
  EXPECT_EQ(Text("<pre><code>a</code><code>b</code></pre>"), "a\nb");
  EXPECT_EQ(Text("<table class=highlighttable><tr><td class=linenos><pre>1\n2</pre><td><pre>a\nb"
                 "</pre></table>"),
            "a\nb");
}
TEST(HtmlText, BreaksLinesWhereBlocksDo) {
  EXPECT_EQ(Text("a<br>b<br><br>c<br></div><div>d"), "a\nb\n\nc\nd");
  EXPECT_EQ(Text("<p>a</p>\n<p>b</p>"), "a\n\nb");
  EXPECT_EQ(Text("<b>a</b> <i>b</i><span>c</span>"), "a bc");
  EXPECT_EQ(Text("<ul><li>a<ul><li>b</ul><li>c</ul>d"), "a\nb\nc\n\nd");
  EXPECT_EQ(Text("<table><tr><td><div>a</div><td></td><td>c<tr><td>d</table>"), "a\tc\nd");
  EXPECT_EQ(Text("<table><tr><td><p>a</p><p>b</p><td>c</table>"), "a\nb\nc");
}
TEST(HtmlText, DecodesEntities) {
  EXPECT_EQ(Text("<p>&lt;&amp;&#252;&uuml;&#x1F600;"), "<&üü😀");
  EXPECT_EQ(Text("漢<ruby>字<rp>(</rp><rt>じ</rt><rp>)</rp></ruby>"), "漢字");
}
TEST(HtmlTitle, ComesFromTitleThenHeadingThenOpenGraph) {
  EXPECT_EQ(Read("<title> A\n B &amp; C </title><h1>x</h1>").title, "A B & C");
  EXPECT_EQ(Read("<svg><title>icon</title></svg><h1>The <b>h</b></h1>").title, "The h");
  EXPECT_EQ(Read("<meta property=og:title content=' O G '><p>x").title, "O G");
  EXPECT_EQ(Read("<p>x").title, "");
  Limits limits;
  limits.max_title_bytes = 4;
  EXPECT_EQ(ExtractHtml("<title>aüü</title>", "", "", limits)->title, "aü");
}
TEST(HtmlLinks, AreAbsoluteSortedAndOnce) {
  EXPECT_EQ(Read("<nav><a href=z>n</a></nav><a href='../c d#x'>1</a><a href='/c%20d'>2</a>"
                 "<a href=mailto:x>3</a><map><area href=//o.org/></map><a>4</a><a href='#q'>5</a>")
                .links,
            (Links{"https://example.org/a/z", "https://example.org/c%20d", "https://o.org/"}));
  EXPECT_EQ(Read("<base href='/x/'><base href='/y/'><a href=z>").links,
            (Links{"https://example.org/x/z"}));
}
TEST(HtmlFacts, AreWhatThePageAsksOfPrograms) {
  const auto page = ExtractHtml(
      "<head><base href=/b/><link rel=Canonical href='c?x#y'><link rel=canonical href=/other>"
      "<link rel=alternate type=application/rss+xml href=feed.xml>"
      "<link rel=alternate type=text/html href=no><link rel=stylesheet href=s.css>"
      "<meta name=ROBOTS content='noindex'><meta name=arborist content=nofollow>"
      "<meta name=otherbot content=none><script></script><script src=a></script></head><p>x",
      "", "http://h/a", {});
  ASSERT_TRUE(page) << page.error().message;
  EXPECT_EQ(page->canonical, "http://h/b/c?x");
  EXPECT_EQ(page->feeds, (std::vector<std::string>{"http://h/b/feed.xml"}));
  EXPECT_EQ(page->robots, "noindex,nofollow");
  EXPECT_EQ(page->scripts, 2U);
  EXPECT_EQ(ExtractHtml("<p>x", "", "http://h/a", {})->canonical, "");
}

TEST(HtmlCharset, IsReported) {
  EXPECT_EQ(ExtractHtml("<meta charset=windows-1251><p>\xEF\xF0\xE8", "", "", {})->text, "при");
  EXPECT_EQ(ExtractHtml("<p>\xFC", "", "", {})->charset, "windows-1252");
  EXPECT_EQ(ExtractHtml("<p>\xFC", "utf-8", "", {}).error().code, ErrorCode::kInvalidData);
  EXPECT_EQ(ExtractHtml("\xFF\xFE<\0p\0>\0\xFC\0"sv, "", "", {})->text, "ü");
}

void ExpectLimit(const std::string& page) {
  const auto document = ExtractHtml(page, "", "", Limits{});
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().code, ErrorCode::kLimitExceeded) << document.error().message;
}
TEST(HostileHtml, IsRefusedWhenItNestsTooDeep) {
  ExpectLimit(Repeat("<div>", 100000));
  ExpectLimit(Repeat("<b>", 1000));
  ExpectLimit(Repeat("<table><tr><td>", 1000));
  ExpectLimit(Repeat("<svg><foreignObject>", 1000));
  EXPECT_NE(ExtractHtml(Repeat("<div>", 600), "", "", {}).error().message.find("max_html_depth"),
            std::string::npos);
}
TEST(HostileHtml, IsRefusedWithAMillionAttributes) {
  std::string page = "<p ";
  for (int i = 0; i < 1000000; ++i) page += "a" + std::to_string(i) + " ";
  ExpectLimit(page + ">x");
}
TEST(HostileHtml, CannotMultiplyFormattingWithoutEnd) {
  std::string page;
  for (int i = 0; i < 30000; ++i) page += "<p><font color=" + std::to_string(i) + ">x</p>";
  ExpectLimit(page);
}
TEST(HostileHtml, MayHaveManyFlatElements) {
  EXPECT_EQ(text::FindInvalidUtf8(Text(Repeat("<p>x", 100000))), std::string::npos);
  EXPECT_EQ(Text(Repeat("<li>x", 5000)).size(), 9999u);
  EXPECT_EQ(Text(Repeat("</div>", 100000) + "x"), "x");
  EXPECT_EQ(Text(Repeat("<br>", 100000) + "x"), "x");
  EXPECT_EQ(Text(Repeat("<tr><td>x", 5000)).find('<'), std::string::npos);
}
TEST(HostileHtml, IsReadWhateverItsSyntax) {
  EXPECT_EQ(Text("a<!-- never closed"), "a");
  EXPECT_EQ(Text("a<p title=\"never closed"), "a");
  EXPECT_EQ(Text("a\0b<p\0>c"sv).find('\0'), std::string::npos);
  EXPECT_EQ(Text("<"), "<");
  EXPECT_EQ(Text("</"), "</");
  EXPECT_EQ(Text(""), "");
  EXPECT_EQ(Text("<frameset><frame></frameset>"), "");
  EXPECT_EQ(Text("<plaintext><p>x"), "<p>x");
  EXPECT_EQ(Text("x<script>never closed <p>"), "x");
  EXPECT_EQ(Text("&#0;&#xD800;&#x110000;&#7;x"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDx");
}

}  // namespace
}  // namespace arborist::ingest
