// SPDX-License-Identifier: AGPL-3.0-only
#include "zip/archive.h"

#include <gtest/gtest.h>

#include <string>

#include "zip/made_zip_test.h"

namespace arborist::zip {
namespace {

const reading::ReadingLimits kLimits;

std::string BytesOf(Archive* archive, std::string_view name) {
  const Entry* const entry = archive->Find(name);
  if (entry == nullptr) return "(none)";
  const auto contents = archive->Read(*entry, 1 << 20);
  return contents ? contents->bytes : "(" + contents.error().message + ")";
}

TEST(ZipArchive, ReadsStoredEntriesByName) {
  MadeZip made;
  made.Add("a.txt", "one");
  made.Add("dir/b.txt", "two");
  const std::string bytes = made.Bytes();
  auto archive = Archive::Open(bytes, kLimits);
  ASSERT_TRUE(archive) << archive.error().message;
  EXPECT_EQ(archive->entries().size(), 2U);
  EXPECT_EQ(BytesOf(&*archive, "a.txt"), "one");
  EXPECT_EQ(BytesOf(&*archive, "DIR\\B.txt"), "two");
  EXPECT_EQ(archive->Find("c.txt"), nullptr);
}

TEST(ZipArchive, ReadsDeflatedEntriesAndBehindOtherBytes) {
  // "aaaaaaaaaa" deflated raw.
  MadeZip made;
  made.AddDeflated("a", std::string("\x4b\x84\x03\x00", 4), "aaaaaaaaaa");
  const std::string bytes = "#!/bin/sh\n" + made.Bytes();
  auto archive = Archive::Open(bytes, kLimits);
  ASSERT_TRUE(archive);
  EXPECT_EQ(BytesOf(&*archive, "a"), "aaaaaaaaaa");
}

TEST(ZipArchive, TellsAChecksumThatDiffersAndGivesTheBytes) {
  MadeZip made;
  made.Add("a", "one");
  std::string bytes = made.Bytes();
  bytes[bytes.find("one")] = 'O';
  auto archive = Archive::Open(bytes, kLimits);
  ASSERT_TRUE(archive);
  const auto contents = archive->Read(*archive->Find("a"), 100);
  ASSERT_TRUE(contents);
  EXPECT_EQ(contents->bytes, "One");
  EXPECT_EQ(contents->checksum, Checksum::kDiffers);
}

TEST(ZipArchive, DecodesNames) {
  MadeZip made;
  made.Add("\x81", "cp437 without the flag");          // ü
  made.Add("\xC3\xBC.txt", "UTF-8 without the flag");  // ü
  const std::string bytes = made.Bytes();
  auto archive = Archive::Open(bytes, kLimits);
  ASSERT_TRUE(archive);
  EXPECT_EQ(archive->entries()[0].name, "\xC3\xBC");
  EXPECT_EQ(archive->entries()[1].name, "\xC3\xBC.txt");
}

TEST(ZipArchive, TakesTheLastOfEqualNames) {
  MadeZip made;
  made.Add("a", "first");
  made.Add("a", "last");
  const std::string bytes = made.Bytes();
  auto archive = Archive::Open(bytes, kLimits);
  ASSERT_TRUE(archive);
  EXPECT_EQ(BytesOf(&*archive, "a"), "last");
}

TEST(ZipArchive, RefusesEntriesThatShareBytes) {
  MadeZip made;
  made.Add("a", "one");
  made.AddAgain("b");
  const std::string bytes = made.Bytes();
  auto archive = Archive::Open(bytes, kLimits);
  ASSERT_TRUE(archive);
  EXPECT_EQ(BytesOf(&*archive, "a"), "one");
  const auto shared = archive->Read(*archive->Find("b"), 100);
  ASSERT_FALSE(shared);
  EXPECT_EQ(shared.error().code, ErrorCode::kLimitExceeded);
}

TEST(ZipArchive, LimitsEntriesAndWhatAllReadsExpandTo) {
  MadeZip made;
  for (int i = 0; i < 11; ++i) made.Add("a" + std::to_string(i), "0123456789");
  const std::string bytes = made.Bytes();
  auto few = kLimits;
  few.max_entries = 10;
  const auto refused = Archive::Open(bytes, few);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kLimitExceeded);
  auto small = kLimits;
  small.base_expanded_bytes = 25;
  small.expanded_per_byte = 0;
  auto archive = Archive::Open(bytes, small);
  ASSERT_TRUE(archive);
  EXPECT_EQ(BytesOf(&*archive, "a0"), "0123456789");
  EXPECT_EQ(BytesOf(&*archive, "a0"), "0123456789");
  const auto over = archive->Read(*archive->Find("a1"), 100);
  ASSERT_FALSE(over);
  EXPECT_EQ(over.error().code, ErrorCode::kLimitExceeded);
}

TEST(ZipArchive, NamesEncryptionAndOtherMethods) {
  MadeZip made;
  made.Add("a", "one", {.flags = 1});
  made.Add("b", "two", {.method = 12});
  const std::string bytes = made.Bytes();
  auto archive = Archive::Open(bytes, kLimits);
  ASSERT_TRUE(archive);
  EXPECT_EQ(BytesOf(&*archive, "a"), "(the entry is encrypted)");
  EXPECT_TRUE(BytesOf(&*archive, "b").contains("method 12"));
}

TEST(ZipArchive, SurvivesEveryCutAndEveryChangedByte) {
  MadeZip made;
  made.Add("a.txt", "one");
  made.AddDeflated("b", std::string("\x4b\x84\x03\x00", 4), "aaaaaaaaaa");
  const std::string bytes = made.Bytes();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (const std::string& broken :
         {bytes.substr(0, i), bytes.substr(0, i) + '\xFF' + bytes.substr(i + 1)}) {
      auto archive = Archive::Open(broken, kLimits);
      if (!archive) continue;
      for (const Entry& entry : archive->entries()) (void)archive->Read(entry, 1 << 20);
    }
  }
}

TEST(ZipArchive, KnowsTheFirstEntryByTheHead) {
  MadeZip made;
  made.Add("mimetype", "application/epub+zip");
  const std::string bytes = made.Bytes();
  const auto first = FirstEntryOf(std::string_view(bytes).substr(0, 100));
  ASSERT_TRUE(first);
  EXPECT_EQ(first->name, "mimetype");
  EXPECT_EQ(first->stored_bytes, "application/epub+zip");
  EXPECT_FALSE(FirstEntryOf("PK"));
}

}  // namespace
}  // namespace arborist::zip
