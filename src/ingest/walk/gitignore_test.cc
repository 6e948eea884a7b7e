// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/walk/gitignore.h"

#include <gtest/gtest.h>

#include <string>

namespace arborist::ingest {
namespace {

bool Ignores(std::string_view rules, std::string_view path, bool is_directory = false) {
  GitIgnore ignore;
  ignore.Push("", IgnoreRules::Parse(rules));
  return ignore.IsIgnored(path, is_directory);
}

// The cases of git's own t3070-wildmatch.sh that speak of path matching.
TEST(Glob, MatchesAsWildmatchDoes) {
  struct Case {
    bool matches;
    std::string_view text, pattern;
  };
  const Case cases[] = {
      {true, "foo", "foo"},
      {false, "foo", "bar"},
      {true, "", ""},
      {true, "foo", "???"},
      {false, "foo", "??"},
      {true, "foo", "*"},
      {true, "foo", "f*"},
      {false, "foo", "*f"},
      {true, "foo", "*foo*"},
      {true, "foobar", "*ob*a*r*"},
      {true, "aaaaaaabababab", "*ab"},
      {true, "foo*", "foo\\*"},
      {false, "foobar", "foo\\*bar"},
      {true, "f\\oo", "f\\\\oo"},
      {false, "foo", "foo\\"},
      {true, "ball", "*[al]?"},
      {false, "ten", "[ten]"},
      {true, "ten", "**[!te]"},
      {false, "ten", "**[!ten]"},
      {true, "ten", "t[a-g]n"},
      {false, "ten", "t[!a-g]n"},
      {true, "ton", "t[!a-g]n"},
      {true, "ton", "t[^a-g]n"},
      {true, "a]b", "a[]]b"},
      {true, "a-b", "a[]-]b"},
      {true, "a]b", "a[]-]b"},
      {false, "aab", "a[]-]b"},
      {true, "aab", "a[]a-]b"},
      {true, "]", "]"},
      {false, "foo/baz/bar", "foo*bar"},
      {false, "foo/baz/bar", "foo**bar"},
      {true, "foobazbar", "foo**bar"},
      {true, "foo/baz/bar", "foo/**/bar"},
      {false, "foo/baz/bar", "foo/**/**/baz"},
      {true, "foo/b/a/z/bar", "foo/**/bar"},
      {true, "foo/b/a/z/bar", "foo/**/**/bar"},
      {true, "foo/bar", "foo/**/bar"},
      {true, "foo/bar", "foo/**/**/bar"},
      {false, "foo/bar", "foo?bar"},
      {false, "foo/bar", "foo[/]bar"},
      {false, "foo/bar", "foo[^a-z]bar"},
      {false, "foo/bar", "f[^eiu][^eiu][^eiu][^eiu][^eiu]r"},
      {true, "foo-bar", "f[^eiu][^eiu][^eiu][^eiu][^eiu]r"},
      {true, "foo", "**/foo"},
      {true, "XXX/foo", "**/foo"},
      {true, "bar/baz/foo", "**/foo"},
      {false, "bar/baz/foo", "*/foo"},
      {false, "foo/bar/baz", "**/bar*"},
      {true, "deep/foo/bar/baz", "**/bar/*"},
      {false, "deep/foo/bar", "**/bar/*"},
      {true, "deep/foo/bar/baz/x", "**/bar/**"},
      {true, "foo/bar/baz/x", "*/bar/**"},
      {false, "deep/foo/bar/baz/x", "*/bar/**"},
      {true, "deep/foo/bar/baz/x", "**/bar/*/*"},
      {false, "acrt", "a[c-c]st"},
      {true, "acrt", "a[c-c]rt"},
      {false, "]", "[!]-]"},
      {true, "a", "[!]-]"},
      {false, "", "\\"},
      {false, "XXX/\\", "*/\\"},
      {true, "XXX/\\", "*/\\\\"},
      {true, "[ab]", "\\[ab]"},
      {true, "[ab]", "[[]ab]"},
      {true, "[ab]", "[[:]ab]"},
      {false, "[ab]", "[[::]ab]"},
      {true, "?a?b", "\\??\\?b"},
      {true, "a1B", "[[:alpha:]][[:digit:]][[:upper:]]"},
      {false, "a", "[[:digit:][:upper:][:space:]]"},
      {true, "A", "[[:digit:][:upper:][:space:]]"},
      {false, "1", "[[:digit:][:upper:][:spaci:]]"},
      {true, ".", "[^[:alnum:][:alpha:][:blank:][:cntrl:][:digit:][:lower:][:space:][:upper:]]"},
      {true, "5", "[a-c[:digit:]x-z]"},
      {true, "y", "[a-c[:digit:]x-z]"},
      {false, "q", "[a-c[:digit:]x-z]"},
      {true, "]", "[\\\\-^]"},
      {false, "[", "[\\\\-^]"},
      {true, "-", "[\\-_]"},
      {true, "]", "[\\]]"},
      {false, "a[]b", "a[]b"},
      {false, "ab[", "ab["},
      {false, "-", "[!"},
      {false, "-", "[-"},
      {true, "-", "[-]"},
      {false, "5", "[,-.]"},
      {true, "-", "[,-.]"},
      {true, "-adobe-courier-bold-o-normal--12-120-75-75-m-70-iso8859-1",
       "-*-*-*-*-*-*-12-*-*-*-m-*-*-*"},
      {false, "-adobe-courier-bold-o-normal--12-120-75-75-X-70-iso8859-1",
       "-*-*-*-*-*-*-12-*-*-*-m-*-*-*"},
      {true, "abcd/abcdefg/abcdefghijk/abcdefghijklmnop.txt", "**/*a*b*g*n*t"},
      {false, "abcd/abcdefg/abcdefghijk/abcdefghijklmnop.txtz", "**/*a*b*g*n*t"},
      {false, "foo/bba/arr", "foo*"},
      {true, "foo/bba/arr", "foo/**"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(Glob(c.pattern).Matches(c.text), c.matches) << c.pattern << " on " << c.text;
  }
}
TEST(Glob, TakesNoMoreThanPatternTimesPathSteps) {
  std::string pattern;
  for (int i = 0; i < 200; ++i) pattern += "*a";
  pattern += "b";
  EXPECT_FALSE(Glob(pattern).Matches(std::string(5000, 'a')));
  std::string folders;
  for (int i = 0; i < 100; ++i) folders += "**/a/";
  std::string path;
  for (int i = 0; i < 2000; ++i) path += "a/";
  EXPECT_FALSE(Glob(folders + "b").Matches(path + "c"));
}

TEST(IgnoreRules, SkipsCommentsAndBlankLines) {
  EXPECT_FALSE(Ignores("# a\n\n   \n", "a"));
  EXPECT_TRUE(Ignores("\\#a\n", "#a"));
  EXPECT_TRUE(Ignores("\\!a\n", "!a"));
}
TEST(IgnoreRules, HandlesTrailingSpacesAndLineEnds) {
  EXPECT_TRUE(Ignores("a  \r\n", "a") || Ignores("a  \n", "a"));
  EXPECT_TRUE(Ignores("a\r\nb\r\n", "a"));
  EXPECT_TRUE(Ignores("a\\ \n", "a "));
  EXPECT_FALSE(Ignores("a\\ \n", "a"));
  EXPECT_TRUE(Ignores("a", "a"));
  EXPECT_TRUE(
      Ignores("\xEF\xBB\xBF"
              "a\n",
              "a"));
}
TEST(IgnoreRules, MatchesNamesAtAnyDepth) {
  EXPECT_TRUE(Ignores("*.o", "x/y/z.o"));
  EXPECT_TRUE(Ignores("foo", "x/foo/y"));
  EXPECT_FALSE(Ignores("foo", "x/food"));
}
TEST(IgnoreRules, AnchorsPatternsWithASlash) {
  EXPECT_TRUE(Ignores("/foo", "foo"));
  EXPECT_FALSE(Ignores("/foo", "x/foo"));
  EXPECT_TRUE(Ignores("doc/frotz", "doc/frotz"));
  EXPECT_FALSE(Ignores("doc/frotz", "a/doc/frotz"));
  EXPECT_TRUE(Ignores("frotz/", "a/frotz", true));
  EXPECT_TRUE(Ignores("foo/*", "foo/a"));
  EXPECT_TRUE(Ignores("**/foo/bar", "x/foo/bar"));
  EXPECT_TRUE(Ignores("abc/**", "abc/x/y"));
  EXPECT_FALSE(Ignores("abc/**", "abc", true));
}
TEST(IgnoreRules, MatchesOnlyFoldersWithASlashAtTheEnd) {
  EXPECT_TRUE(Ignores("build/", "build", true));
  EXPECT_FALSE(Ignores("build/", "build", false));
  EXPECT_TRUE(Ignores("build/", "x/build/y"));
}
TEST(IgnoreRules, LetTheLastMatchDecide) {
  EXPECT_FALSE(Ignores("*.log\n!keep.log\n", "keep.log"));
  EXPECT_TRUE(Ignores("!keep.log\n*.log\n", "keep.log"));
}
TEST(GitIgnore, NeverKeepsWhatIsBelowAnIgnoredFolder) {
  EXPECT_TRUE(Ignores("build\n!build/keep.txt\n", "build/keep.txt"));
  EXPECT_FALSE(Ignores("/*\n!/foo\n/foo/*\n!/foo/bar\n", "foo/bar/x"));
  EXPECT_TRUE(Ignores("/*\n!/foo\n/foo/*\n!/foo/bar\n", "foo/baz"));
}
TEST(GitIgnore, LetsTheDeeperFileDecide) {
  GitIgnore ignore;
  ignore.Push("", IgnoreRules::Parse("*.txt\n/top\n"));
  ignore.Push("a", IgnoreRules::Parse("!x.txt\n/top\n"));
  EXPECT_FALSE(ignore.IsIgnored("a/x.txt", false));
  EXPECT_TRUE(ignore.IsIgnored("x.txt", false));
  EXPECT_TRUE(ignore.IsIgnored("a/y.txt", false));
  EXPECT_TRUE(ignore.IsIgnored("a/top", false));
  EXPECT_FALSE(ignore.IsIgnored("b/top", false));
  ignore.Pop();
  EXPECT_TRUE(ignore.IsIgnored("a/x.txt", false));
}
TEST(PathPattern, MatchesFoldersAbove) {
  EXPECT_TRUE(PathPattern("docs").MatchesUpwards("a/docs/b.md", false));
  EXPECT_TRUE(PathPattern("/a/docs/").MatchesUpwards("a/docs/b.md", false));
  EXPECT_FALSE(PathPattern("docs/").MatchesUpwards("a/docs", false));
}

}  // namespace
}  // namespace arborist::ingest
