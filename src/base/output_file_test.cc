// SPDX-License-Identifier: AGPL-3.0-only
#include "base/output_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <iterator>

#include "base/files.h"
#include "base/temporary_folder.h"

namespace arborist {
namespace {

namespace fs = std::filesystem;

TEST(WriteOutputFile, ReplacesAFileAndLeavesNothingElse) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "proof.json";
  ASSERT_TRUE(WriteOutputFile(file, "old and longer"));
  ASSERT_TRUE(WriteOutputFile(file, "new"));
  EXPECT_EQ(ReadFile(file, 100), "new");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(WriteOutputFile, WritesIntoAPipe) {
  const TemporaryFolder folder;
  const fs::path pipe = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const FileDescriptor reader(::open(pipe.c_str(), O_RDONLY | O_NONBLOCK));
  ASSERT_TRUE(WriteOutputFile(pipe, "through the pipe"));
  EXPECT_TRUE(fs::is_fifo(pipe));
  EXPECT_EQ(ReadAll(reader.get(), "pipe", 100), "through the pipe");
}

TEST(WriteOutputFile, ASocketStaysAndIsToldThatItCannotBeOpened) {
  const TemporaryFolder folder;
  const fs::path place = folder.path() / "socket";
  const FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  place.string().copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  const Status status = WriteOutputFile(place, "text");
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::kEnvironment);
  EXPECT_TRUE(status.error().message.starts_with("cannot open " + place.string() + ":"));
  EXPECT_TRUE(fs::is_socket(place));
}

TEST(WriteOutputFile, ALinkStaysAndTheFileBehindItIsReplaced) {
  const TemporaryFolder folder;
  const fs::path target = folder.path() / "elsewhere" / "target.json";
  ASSERT_TRUE(MakeDirectories(target.parent_path()));
  fs::create_symlink("second", folder.path() / "first");
  fs::create_symlink("elsewhere/target.json", folder.path() / "second");
  for (const char* content : {"the target is made", "and replaced"}) {
    ASSERT_TRUE(WriteOutputFile(folder.path() / "first", content));
    EXPECT_EQ(ReadFile(target, 100), content);
    EXPECT_TRUE(fs::is_symlink(folder.path() / "first"));
    EXPECT_TRUE(fs::is_symlink(folder.path() / "second"));
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(target.parent_path()), {}), 1);
}

TEST(WriteOutputFile, LinksInARingAndAMissingFolderAreThePlacesFault) {
  const TemporaryFolder folder;
  fs::create_symlink("b", folder.path() / "a");
  fs::create_symlink("a", folder.path() / "b");
  for (const fs::path& place : {folder.path() / "a", folder.path() / "missing" / "proof.json"}) {
    const Status status = WriteOutputFile(place, "text");
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, ErrorCode::kEnvironment) << status.error().message;
  }
}

}  // namespace
}  // namespace arborist
