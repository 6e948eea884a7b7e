// SPDX-License-Identifier: AGPL-3.0-only
#include "base/folder.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "base/temporary_folder.h"

namespace arborist {
namespace {

namespace fs = std::filesystem;

class FolderTest : public testing::Test {
 protected:
  FolderTest() {
    Write("in/file", "inside");
    Write("in/sub/file", "inside too");
    Write("out/file", "outside");
    fs::create_symlink(folder_.path() / "out/file", folder_.path() / "in/link");
    fs::create_symlink("file", folder_.path() / "in/inner_link");
    fs::create_directory_symlink(folder_.path() / "out", folder_.path() / "in/linked");
    fs::create_directory_symlink(folder_.path() / "in", folder_.path() / "alias");
  }
  void Write(const std::string& name, std::string_view text) {
    fs::create_directories((folder_.path() / name).parent_path());
    std::ofstream(folder_.path() / name) << text;
  }
  static std::string TextOf(const Result<FileDescriptor>& fd) {
    return fd ? ReadAll(fd->get(), "file", 100).value() : fd.error().message;
  }

  TemporaryFolder folder_;
};

TEST_F(FolderTest, OpensFilesAndFoldersBeneathIt) {
  const auto in = Folder::Open(folder_.path() / "in", Links::kFollowed).value();
  EXPECT_EQ(TextOf(in->OpenFile("file")), "inside");
  EXPECT_EQ(TextOf(in->OpenFile("sub/file")), "inside too");
  EXPECT_TRUE(in->OpenFolder(""));
  EXPECT_TRUE(in->OpenFolder("sub"));
  EXPECT_FALSE(in->OpenFile("sub")) << "a folder is no file";
  EXPECT_FALSE(in->OpenFolder("file"));
}

TEST_F(FolderTest, NoLinkIsFollowedAndNoPathLeadsOut) {
  const auto in = Folder::Open(folder_.path() / "in", Links::kFollowed).value();
  const std::string absolute = (folder_.path() / "in/file").string();
  for (const std::string& path :
       {std::string("link"), std::string("inner_link"), std::string("linked/file"),
        std::string("../out/file"), std::string("sub/../../out/file"), absolute}) {
    EXPECT_FALSE(in->OpenFile(path)) << path;
  }
  EXPECT_FALSE(in->OpenFolder("linked"));
  EXPECT_FALSE(in->Look("link"));
  EXPECT_TRUE(in->OpenFile("link").error().message.contains("symbolic link"));
}

// The kernel's way and the one part by part agree.
TEST_F(FolderTest, WithoutOpenat2ItIsTheSame) {
  const FileDescriptor in(
      ::open((folder_.path() / "in").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  for (const std::string& path :
       {std::string("file"), std::string("sub/file"), std::string("sub//file"),
        std::string("./sub/./file"), std::string("sub"), std::string("."), std::string("link"),
        std::string("inner_link"), std::string("linked"), std::string("linked/file"),
        std::string("../out/file"), std::string("sub/../file"), std::string("sub/../../in/file"),
        std::string("nothing"), std::string("nothing/file"), std::string("file/below"),
        std::string("/etc/passwd"), std::string()}) {
    const FileDescriptor kernel(OpenBeneath(in.get(), path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    const FileDescriptor parts(OpenByParts(in.get(), path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    // ".." that stays inside: the kernel follows it, part by part it is refused.
    if (path == "sub/../file") {
      EXPECT_FALSE(parts.valid());
      continue;
    }
    EXPECT_EQ(kernel.valid(), parts.valid()) << path;
  }
}

TEST_F(FolderTest, AFolderThatWasReplacedByALinkLeadsNowhereElse) {
  const auto in = Folder::Open(folder_.path() / "in", Links::kFollowed).value();
  fs::rename(folder_.path() / "in/sub", folder_.path() / "in/moved");
  fs::create_directory_symlink(folder_.path() / "out", folder_.path() / "in/sub");
  EXPECT_FALSE(in->OpenFile("sub/file"));
  fs::rename(folder_.path() / "in", folder_.path() / "elsewhere");
  fs::create_directory_symlink(folder_.path() / "out", folder_.path() / "in");
  EXPECT_EQ(TextOf(in->OpenFile("file")), "inside") << "the folder that was opened";
}

TEST_F(FolderTest, TheFolderItselfMayBeDemandedWithoutALinkOnTheWay) {
  const fs::path real = fs::canonical(folder_.path());
  EXPECT_TRUE(Folder::Open(real / "in", Links::kRefused));
  EXPECT_FALSE(Folder::Open(real / "alias", Links::kRefused));
  EXPECT_FALSE(Folder::Open(real / "alias" / "sub", Links::kRefused));
  EXPECT_TRUE(Folder::Open(real / "alias", Links::kFollowed));
}

}  // namespace
}  // namespace arborist
