// SPDX-License-Identifier: AGPL-3.0-only
#include "base/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "base/temporary_folder.h"

namespace arborist {
namespace {

namespace fs = std::filesystem;

TEST(Exists, TellsWhatIsNotThereFromWhatCannotBeLookedFor) {
  const TemporaryFolder folder;
  ASSERT_TRUE(WriteFileAtomically(folder.path() / "file", "text"));
  fs::create_symlink("nowhere", folder.path() / "dangling");
  fs::create_symlink("circle", folder.path() / "circle");
  EXPECT_EQ(Exists(folder.path()), true);
  EXPECT_EQ(Exists(folder.path() / "file"), true);
  EXPECT_EQ(Exists(folder.path() / "other"), false);
  EXPECT_EQ(Exists(folder.path() / "dangling"), false);
  EXPECT_EQ(Exists(folder.path() / "other" / "file"), false);
  EXPECT_EQ(Exists(folder.path() / std::string(1000, 'a')), false);
  for (const char* name : {"file/below", "circle"}) {
    const Result<bool> exists = Exists(folder.path() / name);
    ASSERT_FALSE(exists) << name;
    EXPECT_EQ(exists.error().code, ErrorCode::kEnvironment) << name;
  }
}

TEST(WriteFileAtomically, ReplacesTheOldFileAndLeavesNothingElse) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "proof.json";
  ASSERT_TRUE(WriteFileAtomically(file, "old and longer"));
  ASSERT_TRUE(WriteFileAtomically(file, "new", 0600));
  EXPECT_EQ(ReadFile(file, 100), "new");
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(WriteFileAtomically, AnErrorNamesTheFileThatWasAskedForAndTheFolderThatIsMissing) {
  const TemporaryFolder folder;
  const fs::path missing = folder.path() / "missing";
  const Status status = WriteFileAtomically(missing / "proof.json", "text");
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::kEnvironment);
  EXPECT_EQ(status.error().message, "cannot create " + (missing / "proof.json").string() +
                                        ": No such file or directory (is " + missing.string() +
                                        " a folder?)");
}

TEST(WriteFileAtomically, AFolderInItsPlaceStaysAndNoTemporaryFileDoes) {
  const TemporaryFolder folder;
  const fs::path taken = folder.path() / "taken";
  ASSERT_TRUE(MakeDirectories(taken));
  const Status status = WriteFileAtomically(taken, "text");
  ASSERT_FALSE(status);
  EXPECT_TRUE(status.error().message.starts_with("cannot replace " + taken.string() + ":"))
      << status.error().message;
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(ReadFile, RefusesWhatIsTooLargeOrNoRegularFile) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "file";
  std::ofstream(file) << "12345";
  EXPECT_EQ(ReadFile(file, 5), "12345");
  const auto large = ReadFile(file, 4);
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().code, ErrorCode::kLimitExceeded);
  const fs::path pipe = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const fs::path& other : {pipe, folder.path()}) {
    const auto refused = ReadFile(other, 100);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, other.string() + " is not a regular file");
  }
}

TEST(SecretFile, IsItsOwnersAlone) {
  EXPECT_TRUE(CheckSecretFile("key", 1000, 0100600, 1000));
  EXPECT_TRUE(CheckSecretFile("key", 1000, 0100400, 1000));
  for (const unsigned mode : {0100640u, 0100604u, 0100620u, 0100601u}) {
    const Status status = CheckSecretFile("key", 1000, mode, 1000);
    ASSERT_FALSE(status) << mode;
    EXPECT_EQ(status.error().code, ErrorCode::kPermission);
    EXPECT_TRUE(status.error().message.contains("chmod 600"));
  }
}
TEST(SecretFile, OfAnotherUserIsNotUsed) {
  for (const unsigned user : {0u, 1001u}) {  // also when root could read it
    const Status status = CheckSecretFile("key", 1000, 0100600, user);
    ASSERT_FALSE(status) << user;
    EXPECT_EQ(status.error().code, ErrorCode::kPermission);
    EXPECT_TRUE(status.error().message.contains("another user (1000)"));
  }
  EXPECT_FALSE(CheckSecretFile("key", 0, 0100600, 1000));
}
TEST(SecretFile, IsReadWhenItIsOurs) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "key";
  ASSERT_TRUE(WriteFileAtomically(file, "secret", 0600));
  EXPECT_EQ(ReadSecretFile(file, 100), "secret");
  if (::geteuid() == 0) {
    ASSERT_EQ(::chown(file.c_str(), 1, 1), 0);
    EXPECT_FALSE(ReadSecretFile(file, 100));
  }
}

}  // namespace
}  // namespace arborist
