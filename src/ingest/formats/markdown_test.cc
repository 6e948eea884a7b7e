// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/formats/markdown.h"

#include <gtest/gtest.h>

#include <string>

namespace arborist::ingest {
namespace {
using namespace std::string_view_literals;
using Links = std::vector<std::string>;

MarkdownFacts Read(std::string_view text) {
  return ReadMarkdown(text, "file:///docs/a.md", Limits{});
}

TEST(MarkdownTitle, IsTheFirstHeadingOfLevelOne) {
  EXPECT_EQ(Read("## Small\n\n# Big *one* `x` &amp; &#252;\n\n# Later\n").title, "Big one x & ü");
  EXPECT_EQ(Read("text\n\nTitle\n=====\n").title, "Title");
  EXPECT_EQ(Read("### Only\n## Other").title, "Only");
  EXPECT_EQ(Read("# [![badge](x.svg)](y) Name\n").title, "Name");
  EXPECT_EQ(Read("# ![logo](x.svg)\n# Name\n").title, "Name");
  EXPECT_EQ(Read("```\n# code\n```\ntext").title, "");
  EXPECT_EQ(Read("").title, "");
}
TEST(MarkdownTitle, PrefersFrontMatter) {
  EXPECT_EQ(Read("---\nlayout: x\ntitle: \"A \\\"b\\\"\"\n---\n# H\n").title, "A \"b\"");
  EXPECT_EQ(Read("---\r\ntitle: It's # comment\r\n---\r\n# H\r\n").title, "It's");
  EXPECT_EQ(Read("---\ntitle: 'It''s'\n...\n# H\n").title, "It's");
  EXPECT_EQ(Read("+++\ntitle = \"T\"\n+++\n# H\n").title, "T");
  EXPECT_EQ(Read("---\nlayout: x\n---\n# H\n").title, "H");
  EXPECT_EQ(Read("---\nlayout: x\n---\ntext\n").title, "");
  EXPECT_EQ(Read("---\n\n# H\n").title, "H");
  EXPECT_EQ(Read("---\nsubtitle: x\ntitles: y\n---\n").title, "");
}
TEST(MarkdownTitle, HasALimit) {
  Limits limits;
  limits.max_title_bytes = 4;
  EXPECT_EQ(ReadMarkdown("# aüü", "", limits).title, "aü");
}
TEST(MarkdownLinks, AreInlineReferenceAndAutomatic) {
  EXPECT_EQ(
      Read("[a](b.md#x) [r][1] <https://c.org/> www.d.org https://e.org/f_(g) ![i](p.png)\n"
           "[m](mailto:x@y.z) [q](/s?a=1&amp;b=2) [sp](<h i.md>)\n\n[1]: ../k.md 'title'\n")
          .links,
      (Links{"file:///docs/b.md", "file:///docs/h%20i.md", "file:///k.md", "file:///s?a=1&b=2",
             "http://www.d.org/", "https://c.org/", "https://e.org/f_(g)"}));
}
TEST(MarkdownLinks, AreNotReadFromCode) {
  EXPECT_EQ(Read("`[a](b)`\n\n    [c](d)\n\n```\n[e](f)\n```\n").links, Links{});
}
TEST(HostileMarkdown, TakesBoundedTime) {
  std::string many_references = "[a]: <" + std::string(1 << 20, 'u') + ">\n\n";
  for (int i = 0; i < 100000; ++i) many_references += "[a] ";
  EXPECT_TRUE(Read(many_references).links.empty());
  Read(std::string(100000, '['));
  Read(std::string(100000, '>'));
  Read(std::string(100000, '*') + "a");
  Read(std::string(100000, '`'));
  Read("a\0b # \0"sv);
  std::string nested;
  for (int i = 0; i < 50000; ++i) nested += "[a](";
  Read(nested);
  std::string emphasis;
  for (int i = 0; i < 50000; ++i) emphasis += "*a **b _c ";
  Read(emphasis);
}

}  // namespace
}  // namespace arborist::ingest
