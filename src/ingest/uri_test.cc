// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/uri.h"

#include <gtest/gtest.h>

#include <utility>

namespace arborist::ingest {
namespace {

constexpr std::string_view kBase = "http://a/b/c/d;p?q";

TEST(ResolveReference, ResolvesTheNormalExamplesOfRfc3986) {
  const std::pair<std::string_view, std::string_view> examples[] = {
      {"g:h", "g:h"},
      {"g", "http://a/b/c/g"},
      {"./g", "http://a/b/c/g"},
      {"g/", "http://a/b/c/g/"},
      {"/g", "http://a/g"},
      {"//g", "http://g"},
      {"?y", "http://a/b/c/d;p?y"},
      {"g?y", "http://a/b/c/g?y"},
      {"#s", "http://a/b/c/d;p?q#s"},
      {"g#s", "http://a/b/c/g#s"},
      {"g?y#s", "http://a/b/c/g?y#s"},
      {";x", "http://a/b/c/;x"},
      {"g;x", "http://a/b/c/g;x"},
      {"g;x?y#s", "http://a/b/c/g;x?y#s"},
      {"", "http://a/b/c/d;p?q"},
      {".", "http://a/b/c/"},
      {"./", "http://a/b/c/"},
      {"..", "http://a/b/"},
      {"../", "http://a/b/"},
      {"../g", "http://a/b/g"},
      {"../..", "http://a/"},
      {"../../", "http://a/"},
      {"../../g", "http://a/g"},
  };
  for (const auto& [reference, target] : examples) {
    EXPECT_EQ(ResolveReference(kBase, reference), target) << reference;
  }
}
TEST(ResolveReference, ResolvesTheAbnormalExamplesOfRfc3986) {
  const std::pair<std::string_view, std::string_view> examples[] = {
      {"../../../g", "http://a/g"},
      {"../../../../g", "http://a/g"},
      {"/./g", "http://a/g"},
      {"/../g", "http://a/g"},
      {"g.", "http://a/b/c/g."},
      {".g", "http://a/b/c/.g"},
      {"g..", "http://a/b/c/g.."},
      {"..g", "http://a/b/c/..g"},
      {"./../g", "http://a/b/g"},
      {"./g/.", "http://a/b/c/g/"},
      {"g/./h", "http://a/b/c/g/h"},
      {"g/../h", "http://a/b/c/h"},
      {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
      {"g;x=1/../y", "http://a/b/c/y"},
      {"g?y/./x", "http://a/b/c/g?y/./x"},
      {"g?y/../x", "http://a/b/c/g?y/../x"},
      {"g#s/./x", "http://a/b/c/g#s/./x"},
      {"g#s/../x", "http://a/b/c/g#s/../x"},
      {"http:g", "http:g"},
  };
  for (const auto& [reference, target] : examples) {
    EXPECT_EQ(ResolveReference(kBase, reference), target) << reference;
  }
}
TEST(ResolveReference, MergesWithABaseWithoutPath) {
  EXPECT_EQ(ResolveReference("http://a", "g"), "http://a/g");
  EXPECT_EQ(ResolveReference("http://a?x", "g"), "http://a/g");
  EXPECT_EQ(ResolveReference("file:///home/a/b.md", "../c.md"), "file:///home/c.md");
}
TEST(ResolveReference, KeepsEmptySegments) {
  EXPECT_EQ(ResolveReference("http://a/b", "/x//y"), "http://a/x//y");
  EXPECT_EQ(ResolveReference("http://a/b", "/x//../y"), "http://a/x/y");
}
TEST(NormalizeUri, GivesOneSpelling) {
  EXPECT_EQ(NormalizeUri("HTTP://Example.ORG:80"), "http://example.org/");
  EXPECT_EQ(NormalizeUri("https://example.org:443/a b"), "https://example.org/a%20b");
  EXPECT_EQ(NormalizeUri("https://example.org/%7euser/%c3%bc"), "https://example.org/~user/%C3%BC");
  EXPECT_EQ(NormalizeUri("https://example.org/ü?q=ü"), "https://example.org/%C3%BC?q=%C3%BC");
  EXPECT_EQ(NormalizeUri("https://example.org/100%"), "https://example.org/100%25");
  EXPECT_EQ(NormalizeUri("https://example.org/a/%2e%2E/b"), "https://example.org/b");
  EXPECT_EQ(NormalizeUri("http://[2001:DB8::1]:8080/x"), "http://[2001:db8::1]:8080/x");
  EXPECT_EQ(NormalizeUri("https://b\xC3\xBC.example/"), "https://b%C3%BC.example/");
}
TEST(NormalizeUri, IsIdempotent) {
  for (const std::string_view uri :
       {"http://a/%25%32%35", "http://%zz/?%", "file:///a%2fb", "x:y", "//a", "", "http://a:/"}) {
    const std::string once = NormalizeUri(uri);
    EXPECT_EQ(NormalizeUri(once), once) << uri;
  }
}
TEST(LinkCollector, KeepsWebAndFileTargetsSortedAndOnce) {
  LinkCollector links("https://example.org/docs/a.html#top", Limits{});
  for (const char* href :
       {"b.html#x", "b.html", " \n../c d.html ", "#here", "", "a.html#self", "mailto:x@y",
        "javascript:void(0)", "data:text/plain,x", "http:///x", "//other.org", "FILE:///tmp/x"}) {
    links.Add(href);
  }
  EXPECT_EQ(links.Take(),
            (std::vector<std::string>{"file:///tmp/x", "https://example.org/c%20d.html",
                                      "https://example.org/docs/b.html", "https://other.org/"}));
}
TEST(LinkCollector, ResolvesAgainstTheBaseElement) {
  LinkCollector links("https://example.org/a/b", Limits{});
  links.SetBase("/z/");
  links.Add("c");
  EXPECT_EQ(links.Take(), (std::vector<std::string>{"https://example.org/z/c"}));
}
TEST(LinkCollector, KeepsTargetsOfTheDocumentsOwnScheme) {
  LinkCollector links("doc:notes/a.md", Limits{});
  for (const char* href : {"b.md", "../c.md#x", "DOC:d.md", "other:e.md", "a.md"}) links.Add(href);
  EXPECT_EQ(links.Take(), (std::vector<std::string>{"doc:c.md", "doc:d.md", "doc:notes/b.md"}));
}
TEST(LinkCollector, HasACap) {
  Limits limits;
  limits.max_links = 3;
  limits.max_uri_bytes = 30;
  LinkCollector links("http://a/", limits);
  links.Add(std::string(100, 'x'));
  for (int i = 0; i < 10; ++i) links.Add(std::to_string(i));
  EXPECT_EQ(links.Take().size(), 3u);
}
TEST(LinkCollector, RelativeLinksOfAMemberMeanOtherMembers) {
  LinkCollector links("file:///r.git#/docs/a%20b.md", Limits{});
  for (const char* href : {"c.md#x", "../x/y!.c", "/top.md?q", "a%20b.md", "#here", "a b.md",
                           "../../../up.md", "https://e.org/", "file:///z", "//host/x"}) {
    links.Add(href);
  }
  EXPECT_EQ(links.Take(),
            (std::vector<std::string>{"file:///r.git#/docs/c.md", "file:///r.git#/top.md",
                                      "file:///r.git#/up.md", "file:///r.git#/x/y%21.c",
                                      "file:///z", "https://e.org/"}));
}
TEST(LinkCollector, AMemberOfAMemberLinksInItsOwnArchive) {
  LinkCollector links("file:///a.tar#/b.tar!/d/c.html", Limits{});
  links.Add("e.html");
  links.SetBase("/f/");
  links.Add("g");
  links.SetBase("https://e.org/h/");
  links.Add("i");
  EXPECT_EQ(links.Take(),
            (std::vector<std::string>{"file:///a.tar#/b.tar!/d/e.html", "file:///a.tar#/b.tar!/f/g",
                                      "https://e.org/h/i"}));
}
TEST(LinkCollector, APathBehindTheFragmentOfAPageIsNoMember) {
  LinkCollector links("https://e.org/app/#!/docs/a", Limits{});
  links.Add("b");
  EXPECT_EQ(links.Take(), (std::vector<std::string>{"https://e.org/app/b"}));
}
TEST(LinkCollector, LeavesRelativeLinksOutWithoutABase) {
  LinkCollector links("", Limits{});
  links.Add("b.html");
  links.Add("https://a/b");
  EXPECT_EQ(links.Take(), (std::vector<std::string>{"https://a/b"}));
}

}  // namespace
}  // namespace arborist::ingest
