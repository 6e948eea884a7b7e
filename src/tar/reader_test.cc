// SPDX-License-Identifier: AGPL-3.0-only
#include "tar/reader.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tar/tar_test.h"

namespace arborist::tar {
namespace {

using List = std::vector<std::string>;

// "name (kind): body" of each entry, and the error at the end.
List Listed(const std::string& bytes, std::uint64_t max_bytes = 1 << 20) {
  auto source = compress::OpenBytes(bytes);
  EXPECT_TRUE(source);
  Reader reader(source->get());
  List out;
  while (true) {
    auto next = reader.Next();
    if (!next) {
      // A body that was cut has said so already.
      if (out.empty() || !out.back().ends_with(next.error().message))
        out.push_back(next.error().message);
      return out;
    }
    if (!*next) return out;
    static constexpr const char* kNames[] = {"file", "folder", "link", "special", "sparse"};
    std::string line = (*next)->name + " (" + kNames[static_cast<int>((*next)->kind)] + ")";
    if ((*next)->kind == Kind::kFile) {
      const auto body = reader.Body(max_bytes);
      line += ": " + (body ? *body : body.error().message);
    }
    out.push_back(line);
  }
}

TEST(TarReader, GivesFilesInOrder) {
  EXPECT_EQ(Listed(Header("d/", 0, '5') + File("d/a.txt", "apples") + File("b", "") +
                   File("c", std::string(512, 'c')) + End()),
            (List{"d/ (folder)", "d/a.txt (file): apples",
                  "b (file): ", "c (file): " + std::string(512, 'c')}));
  EXPECT_EQ(Listed(End()), List{});
  EXPECT_EQ(Listed(File("a", "no end")), List{"a (file): no end"}) << "tar takes that too";
}

TEST(TarReader, JoinsThePrefixOfUstar) {
  std::string header = Header("name.txt", 1);
  header.replace(345, 9, "long/path");
  Seal(&header);
  EXPECT_EQ(Listed(header + Padded("x") + End()), List{"long/path/name.txt (file): x"});
  header.replace(257, 8, std::string_view("ustar  \0", 8));  // GNU has other fields there
  Seal(&header);
  EXPECT_EQ(Listed(header + Padded("x") + End()), List{"name.txt (file): x"});
}

TEST(TarReader, TakesLongNamesOfGnuAndPax) {
  const std::string longest(300, 'n');
  EXPECT_EQ(
      Listed(File("././@LongLink", longest + std::string(1, '\0'), 'L') + File("n", "gnu") +
             File("pax", "321 path=" + longest + "12345678910\n", 'x') + File("n", "pax") +
             File("n", "plain") + End()),
      (List{longest + " (file): gnu", longest + "12345678910 (file): pax", "n (file): plain"}));
}

TEST(TarReader, TakesSizesOfPaxAndBase256) {
  std::string header = Header("big", 0);
  header.replace(124, 12, std::string("\x80\0\0\0\0\0\0\0\0\0\0\3", 12));
  Seal(&header);
  EXPECT_EQ(Listed(header + Padded("abc") + File("x", "9 size=2\n", 'x') + Header("p", 0) +
                   Padded("de") + End()),
            (List{"big (file): abc", "p (file): de"}));
}

TEST(TarReader, NamesLinksDevicesAndSparseFiles) {
  EXPECT_EQ(Listed(Header("l", 7, '2') + Header("h", 7, '1') + Header("dev", 0, '3') +
                   File("s", "body", 'S') + File("x", "22 GNU.sparse.major=1\n", 'x') +
                   File("sparse", "body") + File("after", "a") + End()),
            (List{"l (link)", "h (link)", "dev (special)", "s (sparse)", "sparse (sparse)",
                  "after (file): a"}));
}

TEST(TarReader, PassesOverABodyThatNobodyAskedFor) {
  const std::string bytes = File("a", std::string(2000, 'a')) + File("b", "b") + End();
  auto source = compress::OpenBytes(bytes);
  Reader reader(source->get());
  ASSERT_EQ((*reader.Next())->name, "a");
  EXPECT_EQ(reader.Body(1999).error().code, ErrorCode::kLimitExceeded);
  ASSERT_EQ((*reader.Next())->name, "b");
  EXPECT_EQ(*reader.Body(10), "b");
}

TEST(TarReader, NamesDamage) {
  const std::string good = File("a", "apples") + File("b", "pears") + End();
  std::string flipped = good;
  flipped[1030] = 'x';  // in the second header
  EXPECT_EQ(Listed(flipped), (List{"a (file): apples", "tar: the checksum of a header is wrong"}));
  EXPECT_EQ(Listed(good.substr(0, 1100)),
            (List{"a (file): apples", "tar: it ends within a header"}));
  EXPECT_EQ(Listed(good.substr(0, 514)), List{"a (file): tar: it ends within a file"});
}

// A header may state any size; memory is taken for bytes that are there only.
TEST(TarReader, ASizeThatIsALieCostsNothing) {
  std::string header = Header("huge", 0);
  header.replace(124, 12, std::string("\x80\0\0\0\0\0\xFF\xFF\xFF\xFF\xFF\xFF", 12));
  Seal(&header);
  EXPECT_EQ(Listed(header + "x", ~std::uint64_t{0}),
            List{"huge (file): tar: it ends within a file"});
  std::string name = Header("././@LongLink", std::uint64_t{1} << 32, 'L');
  EXPECT_EQ(Listed(name), List{"tar: a name or header of 4294967296 bytes"});
  EXPECT_EQ(Listed(File("x", "999999999 size=2\n", 'x')), List{"tar: a pax header is damaged"});
  EXPECT_EQ(Listed(File("x", "2 size=2\n", 'x')), List{"tar: a pax header is damaged"});
}

TEST(TarReader, IsRecognisedByItsChecksum) {
  EXPECT_TRUE(LooksLikeTar(File("a", "apples")));
  std::string old = Header("a", 1);
  old.replace(257, 8, 8, '\0');  // of version 7, without a mark
  Seal(&old);
  EXPECT_TRUE(LooksLikeTar(old));
  EXPECT_FALSE(LooksLikeTar(old.substr(0, 511)));
  EXPECT_FALSE(LooksLikeTar(std::string(512, '\0')));
  EXPECT_FALSE(LooksLikeTar(std::string(4096, 'a')));
}

}  // namespace
}  // namespace arborist::tar
