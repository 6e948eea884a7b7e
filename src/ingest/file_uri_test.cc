// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/file_uri.h"

#include <gtest/gtest.h>

#include "ingest/uri.h"

namespace arborist::ingest {
namespace {

TEST(FileUri, EncodesWhatRfc3986DoesNotAllow) {
  EXPECT_EQ(FileUri("/home/a b/c#d?e%f.md"), "file:///home/a%20b/c%23d%3Fe%25f.md");
  EXPECT_EQ(FileUri("/a/!$&'()*+,;=:@-._~"), "file:///a/!$&'()*+,;=:@-._~");
  EXPECT_EQ(FileUri("/a/[x]\\|\"<>^`{}"), "file:///a/%5Bx%5D%5C%7C%22%3C%3E%5E%60%7B%7D");
  EXPECT_EQ(FileUri("/"), "file:///");
}
TEST(FileUri, KeepsTheBytesOfNamesThatAreNotUtf8) {
  EXPECT_EQ(FileUri("/ü"), "file:///%C3%BC");
  EXPECT_EQ(FileUri("/\xFF\n"), "file:///%FF%0A");
}
TEST(FileUri, IsItsOwnNormalForm) {
  std::string every_byte = "/";
  for (int c = 1; c < 256; ++c) every_byte.push_back(static_cast<char>(c));
  const std::string uri = FileUri(every_byte);
  EXPECT_EQ(NormalizeUri(uri), uri);
}
TEST(AbsolutePath, IsLexicallyNormal) {
  EXPECT_EQ(AbsolutePath("/a/./b//../c/")->string(), "/a/c");
  EXPECT_EQ(AbsolutePath("/../../x")->string(), "/x");
  EXPECT_EQ(AbsolutePath("//x")->string(), "/x");
  EXPECT_EQ(AbsolutePath("/")->string(), "/");
  EXPECT_EQ(AbsolutePath("x")->string(), (std::filesystem::current_path() / "x").string());
  EXPECT_EQ(AbsolutePath(".")->string(), std::filesystem::current_path().string());
  EXPECT_FALSE(AbsolutePath(""));
}
TEST(PrefixedUri, ReplacesTheRoot) {
  EXPECT_EQ(PrefixedUri("https://example.org/docs/", "a b/c.md"),
            "https://example.org/docs/a%20b/c.md");
  EXPECT_EQ(PrefixedUri("https://example.org/docs", "c.md"), "https://example.org/docs/c.md");
  EXPECT_EQ(PrefixedUri("notes:", "c.md"), "notes:c.md");
}

}  // namespace
}  // namespace arborist::ingest
