// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/http/unix_socket.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "base/temporary_folder.h"
#include "serve/http/raw_client_test.h"

namespace arborist::serve::http {
namespace {

class UnixSocketTest : public testing::Test {
 protected:
  mode_t Mode() const {
    struct stat status{};
    EXPECT_EQ(::lstat(path_.c_str(), &status), 0);
    return status.st_mode & 07777;
  }
  const TemporaryFolder folder_;
  const std::filesystem::path path_ = folder_.path() / "s";
};

TEST_F(UnixSocketTest, HasThePermissionsThatWereAskedForWhateverTheUmask) {
  for (const mode_t mode : {0600U, 0660U, 0666U}) {
    for (const mode_t umasked : {0000U, 0077U}) {
      const mode_t before = ::umask(umasked);
      const auto socket = UnixSocket::Listen(path_, mode);
      ::umask(before);
      ASSERT_TRUE(socket) << socket.error().message;
      EXPECT_EQ(Mode(), mode);
    }
    EXPECT_FALSE(std::filesystem::exists(path_)) << "the file goes with it";
  }
}

TEST_F(UnixSocketTest, ReplacesAFileThatNobodyListensAt) {
  std::filesystem::path left = folder_.path() / "left";
  {
    const auto old = UnixSocket::Listen(path_, 0600);
    ASSERT_TRUE(old);
    std::filesystem::rename(path_, left);
  }
  std::filesystem::rename(left, path_);  // as a process that was killed leaves it
  EXPECT_FALSE(RawClient(path_.string()).connected());
  const auto socket = UnixSocket::Listen(path_, 0600);
  ASSERT_TRUE(socket) << socket.error().message;
  EXPECT_TRUE(RawClient(path_.string()).connected());
}

TEST_F(UnixSocketTest, LeavesAloneWhatIsInUse) {
  const auto first = UnixSocket::Listen(path_, 0600);
  ASSERT_TRUE(first);
  const auto second = UnixSocket::Listen(path_, 0600);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kConflict);
  EXPECT_TRUE(RawClient(path_.string()).connected());
}

TEST_F(UnixSocketTest, LeavesAloneWhatIsNoSocket) {
  std::ofstream(path_) << "a document";
  EXPECT_EQ(UnixSocket::Listen(path_, 0600).error().code, ErrorCode::kConflict);
  EXPECT_TRUE(std::filesystem::is_regular_file(path_));
  std::filesystem::remove(path_);
  std::filesystem::create_symlink("elsewhere", path_);
  EXPECT_EQ(UnixSocket::Listen(path_, 0600).error().code, ErrorCode::kConflict);
  EXPECT_TRUE(std::filesystem::is_symlink(path_));
}

TEST_F(UnixSocketTest, DoesNotRemoveAFileThatTookItsPlace) {
  {
    const auto socket = UnixSocket::Listen(path_, 0600);
    ASSERT_TRUE(socket);
    std::filesystem::remove(path_);
    std::ofstream(path_) << "a document";
  }
  EXPECT_TRUE(std::filesystem::is_regular_file(path_));
}

TEST_F(UnixSocketTest, SaysWhatIsWrongWithAPath) {
  EXPECT_EQ(UnixSocket::Listen(folder_.path() / std::string(200, 'x'), 0600).error().code,
            ErrorCode::kInvalidArgument);
  EXPECT_EQ(UnixSocket::Listen("", 0600).error().code, ErrorCode::kInvalidArgument);
  const auto missing = UnixSocket::Listen(folder_.path() / "no" / "s", 0600);
  ASSERT_FALSE(missing);
  EXPECT_TRUE(missing.error().message.contains("folder")) << missing.error().message;
}

TEST_F(UnixSocketTest, TellsWhoIsAtTheOtherEnd) {
  const auto socket = UnixSocket::Listen(path_, 0600);
  ASSERT_TRUE(socket);
  const RawClient client(path_.string());
  EXPECT_EQ(PeerUser(client.socket_fd()), ::geteuid());
  EXPECT_FALSE(PeerUser(-1));
}

}  // namespace
}  // namespace arborist::serve::http
