// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/walk/walk.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "base/temporary_folder.h"
#include "ingest/walk/skip_rules.h"

namespace arborist::ingest {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

class WalkTest : public testing::Test {
 protected:
  void Write(const std::string& relative, std::string_view content = "x") const {
    fs::create_directories((root_ / relative).parent_path());
    std::ofstream(root_ / relative, std::ios::binary) << content;
  }
  Names Files(const WalkOptions& options = {}) { return FilesOf(root_, options); }
  Names FilesOf(const fs::path& root, const WalkOptions& options = {}) {
    Names names;
    skipped_.clear();
    const WalkCallbacks callbacks{[&](const WalkedFile& file) -> Status {
                                    names.push_back(file.relative);
                                    return {};
                                  },
                                  [&](const fs::path& path, SkipReason reason, std::string_view) {
                                    skipped_.emplace_back(path.lexically_relative(root_).string(),
                                                          reason);
                                  }};
    const auto counts = Walk(root, options, callbacks);
    EXPECT_TRUE(counts) << counts.error().message;
    if (counts) counts_ = *counts;
    return names;
  }

  TemporaryFolder folder_;
  const fs::path& root_ = folder_.path();
  WalkCounts counts_;
  std::vector<std::pair<std::string, SkipReason>> skipped_;
};

TEST_F(WalkTest, GoesInTheBytewiseOrderOfThePaths) {
  for (const char* name : {"b", "a/z", "a.txt", "a0", "a/b/c", "B", "\xFF", "a-"}) Write(name);
  EXPECT_EQ(Files(), (Names{"B", "a-", "a.txt", "a/b/c", "a/z", "a0", "b", "\xFF"}));
  EXPECT_EQ(counts_.files, 8u);
}
TEST_F(WalkTest, HonoursIgnoreFilesOfEveryLevel) {
  Write(".gitignore", "*.log\n/build/\n");
  Write(".git/info/exclude", "private.md\n");
  Write("docs/.gitignore", "!keep.log\nfoo/*\n!foo/bar\n");
  for (const char* name : {"a.log", "build/x", "docs/keep.log", "docs/build/y", "docs/foo/bar/z",
                           "docs/foo/q", "private.md", "docs/private.md", "k"}) {
    Write(name);
  }
  EXPECT_EQ(Files(), (Names{"docs/build/y", "docs/foo/bar/z", "docs/keep.log", "k"}));
  EXPECT_EQ(counts_.Skipped(SkipReason::kIgnored), 5u);
  EXPECT_EQ(counts_.Skipped(SkipReason::kVersionControl), 1u);
  EXPECT_TRUE(skipped_.empty());
}
TEST_F(WalkTest, LeavesOutHiddenAndVendoredFoldersUnlessAllAreWanted) {
  Write("rust/Cargo.toml");
  Write("rust/target/x");
  Write("target/kept");
  Write("go/go.mod");
  Write("go/vendor/x");
  Write("vendor/kept");
  Write("py/venv/pyvenv.cfg");
  Write("lib/venv/kept");
  Write("js/node_modules/x");
  Write(".hidden/x");
  Write(".svn/x");
  EXPECT_EQ(Files(),
            (Names{"go/go.mod", "lib/venv/kept", "rust/Cargo.toml", "target/kept", "vendor/kept"}));
  EXPECT_EQ(counts_.Skipped(SkipReason::kDependencies), 4u);
  EXPECT_EQ(counts_.Skipped(SkipReason::kHidden), 1u);
  EXPECT_EQ(Files({.all = true}).size(), 11u);
}
TEST_F(WalkTest, NamesEverySecretItLeavesOut) {
  Write(".env");
  Write("cert.pem", "-----BEGIN CERTIFICATE-----\n");
  Write("server.pem", "-----BEGIN RSA PRIVATE KEY-----\n");
  Write("wg.key", "yAnz5TF+lXXJte14tji3zlMNq+hd2rYUIgJBgB3fBmk=\n");
  Write("notes.key", "about keys of a piano\n");
  Write("id_ed25519");
  Write("id_ed25519.pub");
  Write("secrets.yml");
  Write("secrets.py");
  EXPECT_EQ(Files(), (Names{"cert.pem", "id_ed25519.pub", "notes.key", "secrets.py"}));
  EXPECT_EQ(skipped_,
            (std::vector<std::pair<std::string, SkipReason>>{{".env", SkipReason::kSecret},
                                                             {"id_ed25519", SkipReason::kSecret},
                                                             {"secrets.yml", SkipReason::kSecret},
                                                             {"server.pem", SkipReason::kSecret},
                                                             {"wg.key", SkipReason::kSecret}}));
  EXPECT_EQ(Files({.all = true}).size(), 9u);
}
TEST_F(WalkTest, NeverFollowsLinksInsideAFolder) {
  Write("a/x");
  fs::create_directory_symlink("..", root_ / "a/loop");
  fs::create_symlink("x", root_ / "a/y");
  EXPECT_EQ(Files(), (Names{"a/x"}));
  EXPECT_EQ(counts_.Skipped(SkipReason::kSymbolicLink), 2u);
  EXPECT_EQ(Files({.all = true}), (Names{"a/x"}));
}
TEST_F(WalkTest, SkipsPipes) {
  Write("x");
  ASSERT_EQ(::mkfifo((root_ / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(Files(), (Names{"x"}));
  EXPECT_EQ(counts_.Skipped(SkipReason::kSpecial), 1u);
  const auto refused = Walk(root_ / "pipe", {}, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kInvalidArgument);
  EXPECT_FALSE(Walk("/dev/null", {}, {}));
}
TEST_F(WalkTest, GoesOnAfterAFolderItCannotList) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may list everything";
  Write("a/x");
  Write("b/y");
  fs::permissions(root_ / "a", fs::perms::none);
  EXPECT_EQ(Files(), (Names{"b/y"}));
  EXPECT_EQ(counts_.Skipped(SkipReason::kUnreadable), 1u);
  fs::permissions(root_ / "a", fs::perms::owner_all);
}
TEST_F(WalkTest, StopsAtItsDepth) {
  Write("1/2/3/4/x");
  Write("y");
  EXPECT_EQ(Files({.max_depth = 3}), (Names{"y"}));
  EXPECT_EQ(skipped_,
            (std::vector<std::pair<std::string, SkipReason>>{{"1/2/3", SkipReason::kTooDeep}}));
}
TEST_F(WalkTest, TakesAFileThatIsNamedEvenWhenHiddenOrIgnored) {
  Write(".gitignore", "*\n");
  Write(".env", "abc");
  EXPECT_EQ(FilesOf(root_ / ".env"), (Names{".env"}));
  EXPECT_EQ(FilesOf(root_ / "nothing/../.env"), (Names{".env"}));
  EXPECT_EQ(FilesOf(root_ / ".env", {.exclude = {".env"}}), Names{});
}
TEST_F(WalkTest, ResolvesALinkThatIsNamed) {
  Write("real/x", "abc");
  fs::create_symlink("real/x", root_ / "link");
  fs::create_directory_symlink("real", root_ / "folder");
  EXPECT_EQ(FilesOf(root_ / "link"), (Names{"x"}));
  EXPECT_EQ(FilesOf(root_ / "folder/"), (Names{"x"}));
  fs::create_symlink("self", root_ / "self");
  EXPECT_FALSE(Walk(root_ / "self", {}, {}));
}
TEST_F(WalkTest, SelectsByPatterns) {
  for (const char* name : {"a.md", "b.txt", "docs/c.txt", "docs/old/d.md", "old/e.md"}) Write(name);
  EXPECT_EQ(Files({.include = {"*.md"}}), (Names{"a.md", "docs/old/d.md", "old/e.md"}));
  EXPECT_EQ(Files({.include = {"docs"}, .exclude = {"old/"}}), (Names{"docs/c.txt"}));
  EXPECT_EQ(Files({.exclude = {"/old", "*.txt"}}), (Names{"a.md", "docs/old/d.md"}));
  EXPECT_EQ(Files({.include = {"docs/**/*.md"}}), (Names{"docs/old/d.md"}));
}
TEST_F(WalkTest, EndsWithTheErrorOfTheCallback) {
  Write("a");
  Write("b");
  const auto stopped =
      Walk(root_, {},
           {[](const WalkedFile&) -> Status { return Fail(ErrorCode::kCancelled, "stop"); }, {}});
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::kCancelled);
}
TEST_F(WalkTest, SaysWhenTheRootIsNotThere) {
  EXPECT_EQ(Walk(root_ / "none", {}, {}).error().code, ErrorCode::kNotFound);
}

TEST(SkipRules, KnowSecretsByName) {
  for (const char* name : {".env", ".ENV.local", "credentials", "credentials.json", "a.p12",
                           "x.kdbx", ".netrc", "client_secret_12.json", "id_rsa", ".pgpass"}) {
    EXPECT_TRUE(IsSecretName(name)) << name;
  }
  for (const char* name : {".env.example", "credentials.md", "secrets.rst", "id_rsa.pub", "env",
                           "secretary.txt", "keystore.md"}) {
    EXPECT_FALSE(IsSecretName(name)) << name;
  }
}

// Somebody puts links into the folder while it is walked.
TEST_F(WalkTest, AFileReplacedByALinkAfterItWasFoundIsNotOpened) {
  const TemporaryFolder outside;
  std::ofstream(outside.path() / "secret") << "secret";
  Write("a.txt", "a");
  int found = 0;
  const auto counts = Walk(root_, {},
                           {.on_file = [&](const WalkedFile& file) -> Status {
                              ++found;
                              EXPECT_TRUE(file.file.Open());
                              fs::remove(file.path);
                              fs::create_symlink(outside.path() / "secret", file.path);
                              const auto opened = file.file.Open();
                              EXPECT_FALSE(opened);
                              if (!opened) {
                                EXPECT_TRUE(opened.error().message.contains("symbolic link"));
                              }
                              return {};
                            },
                            .on_skip = {}});
  ASSERT_TRUE(counts);
  EXPECT_EQ(found, 1);
}
TEST_F(WalkTest, AFolderReplacedByALinkDuringTheWalkLeadsNowhereElse) {
  const TemporaryFolder outside;
  for (const char* name : {"2.txt", "3.txt"}) std::ofstream(outside.path() / name) << "outside";
  for (const char* name : {"a/1.txt", "a/2.txt", "b/3.txt"}) Write(name, "inside");
  Names read;
  const auto counts = Walk(root_, {},
                           {.on_file = [&](const WalkedFile& file) -> Status {
                              if (file.relative == "a/1.txt") {
                                for (const char* name : {"a", "b"}) {
                                  fs::rename(root_ / name, root_ / (std::string("moved_") + name));
                                  fs::create_directory_symlink(outside.path(), root_ / name);
                                }
                                return {};
                              }
                              const auto opened = file.file.Open();
                              if (opened)
                                read.push_back(ReadAll(opened->get(), "file", 100).value());
                              return {};
                            },
                            .on_skip = {}});
  ASSERT_TRUE(counts) << counts.error().message;
  EXPECT_EQ(counts->Skipped(SkipReason::kSymbolicLink), 1u) << "b, which was not yet entered";
  EXPECT_EQ(read, Names{})
      << "a/2.txt is seen in the folder that was opened, and not read elsewhere";
}
TEST_F(WalkTest, BeneathAFolderNoLinkIsFollowedOnTheWayToTheRoot) {
  const fs::path real = fs::canonical(root_);
  Write("docs/sub/a.txt");
  Write("outside/a.txt");
  EXPECT_EQ(FilesOf(real / "docs/sub", {.beneath = real / "docs"}), Names{"a.txt"});
  EXPECT_EQ(FilesOf(real / "docs", {.beneath = real / "docs"}), Names{"sub/a.txt"});
  EXPECT_EQ(FilesOf(real / "docs/sub/a.txt", {.beneath = real / "docs"}), Names{"a.txt"});
  const auto walk = [&](const fs::path& root) {
    return Walk(root, {.beneath = real / "docs"},
                {.on_file = [](const WalkedFile&) { return Status(); }, .on_skip = {}});
  };
  EXPECT_FALSE(walk(real / "outside"));
  // As it was when the path was checked, and no more.
  fs::rename(real / "docs/sub", real / "docs/moved");
  fs::create_directory_symlink(real / "outside", real / "docs/sub");
  EXPECT_FALSE(walk(real / "docs/sub"));
  EXPECT_FALSE(walk(real / "docs/sub/a.txt"));
  fs::create_directory_symlink(real / "outside", real / "docs2");
  EXPECT_FALSE(Walk(real / "docs2", {.beneath = real / "docs2"},
                    {.on_file = [](const WalkedFile&) { return Status(); }, .on_skip = {}}));
}

}  // namespace
}  // namespace arborist::ingest
