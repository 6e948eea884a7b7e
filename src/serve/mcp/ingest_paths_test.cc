// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/mcp/ingest_paths.h"

#include <gtest/gtest.h>

#include <fstream>

#include "app/service.h"
#include "base/temporary_folder.h"

namespace arborist::serve::mcp {
namespace {

namespace fs = std::filesystem;

class McpIngestPaths : public testing::Test {
 protected:
  McpIngestPaths() {
    Write("root/a.txt", "The canal opened in 1825.");
    Write("root/sub/b.txt", "The locks were dug by hand.");
    Write("root/.env", "SECRET=1");
    Write("root/.git/config", "x");
    Write("outside/secret.txt", "secret");
    Write("rootless/c.txt", "a folder whose name begins alike");
    fs::create_symlink(folder_.path() / "outside/secret.txt", folder_.path() / "root/link.txt");
    fs::create_directory_symlink(folder_.path() / "outside", folder_.path() / "root/linked");
    fs::create_symlink(folder_.path() / "root/a.txt", folder_.path() / "root/inner.txt");
    fs::create_directory_symlink(folder_.path() / "root", folder_.path() / "alias");
  }
  void Write(const std::string& name, std::string_view text) {
    fs::create_directories((folder_.path() / name).parent_path());
    std::ofstream(folder_.path() / name) << text;
  }
  Result<IngestPaths> Open(const std::string& root) {
    return IngestPaths::Open(folder_.path() / root, {folder_.path() / "home"});
  }

  std::unique_ptr<app::Service> OpenService() {
    auto service = app::Service::Open({.environment = {.paths = {folder_.path() / "home"},
                                                       .clock = &clock_,
                                                       .random = &random_,
                                                       .sleeper = &sleeper_,
                                                       .actor = "test"},
                                       .config = {}});
    EXPECT_TRUE(service) << service.error().message;
    return std::move(*service);
  }

  const SystemClock clock_;
  SystemRandom random_;
  SystemSleeper sleeper_;
  TemporaryFolder folder_;
};

TEST_F(McpIngestPaths, TakesFilesBelowItsFolder) {
  const auto ingest = Open("root");
  ASSERT_TRUE(ingest);
  const fs::path real = fs::canonical(folder_.path() / "root");
  EXPECT_EQ(ingest->Resolve("a.txt").value(), real / "a.txt");
  EXPECT_EQ(ingest->Resolve("sub").value(), real / "sub");
  EXPECT_EQ(ingest->Resolve("sub/../a.txt").value(), real / "a.txt");
  EXPECT_EQ(ingest->Resolve((real / "a.txt").string()).value(), real / "a.txt");
  EXPECT_EQ(ingest->Resolve(".").value(), real);
  EXPECT_EQ(ingest->Resolve("inner.txt").value(), real / "a.txt") << "a link that stays inside";
}

TEST_F(McpIngestPaths, NothingLeadsOut) {
  const auto ingest = Open("root");
  ASSERT_TRUE(ingest);
  for (const std::string& path :
       {std::string("../outside/secret.txt"), std::string("link.txt"), std::string("linked"),
        std::string("linked/secret.txt"), std::string("/etc/passwd"), std::string("../rootless"),
        std::string("sub/../../outside"), std::string("nothing.txt"), std::string(),
        std::string("a.txt\0b", 7), (folder_.path() / "home").string()}) {
    EXPECT_FALSE(ingest->Resolve(path)) << path;
  }
}

TEST_F(McpIngestPaths, OutsideIsNotToldApartFromMissing) {
  const auto ingest = Open("root");
  ASSERT_TRUE(ingest);
  const std::string there = ingest->Resolve("../outside/secret.txt").error().message;
  const std::string missing = ingest->Resolve("../outside/nothing0.txt").error().message;
  EXPECT_EQ(there.substr(there.find(" is ")), missing.substr(missing.find(" is ")));
}

TEST_F(McpIngestPaths, HiddenFilesStayWhereTheyAre) {
  const auto ingest = Open("root");
  ASSERT_TRUE(ingest);
  EXPECT_FALSE(ingest->Resolve(".env"));
  EXPECT_FALSE(ingest->Resolve(".git"));
  EXPECT_FALSE(ingest->Resolve(".git/config"));
}

TEST_F(McpIngestPaths, TheFolderItselfMayBeReachedByALink) {
  const auto ingest = Open("alias");
  ASSERT_TRUE(ingest);
  EXPECT_TRUE(ingest->Resolve("a.txt"));
  EXPECT_FALSE(ingest->Resolve("link.txt"));
}

TEST_F(McpIngestPaths, RefusesFoldersThatAreNoneOrHoldTheHome) {
  EXPECT_FALSE(Open("nothing"));
  EXPECT_FALSE(Open("root/a.txt"));
  fs::create_directories(folder_.path() / "home");
  EXPECT_FALSE(Open("home"));
  EXPECT_FALSE(Open(""));
}

TEST_F(McpIngestPaths, IngestsAFolderWithoutFollowingItsLinks) {
  const auto service = OpenService();
  const auto ingest = Open("root");
  ASSERT_TRUE(ingest);
  const auto report = service->writes()->IngestFiles(ingest->root(), {ingest->Resolve(".").value()},
                                                     "main", {}, nullptr);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->added, 2U);
}

// A path that was inside when it was checked, and is not any more when it is opened.
TEST_F(McpIngestPaths, WhatBecomesALinkBehindTheCheckIsNotFollowed) {
  const auto service = OpenService();
  const auto ingest = Open("root");
  ASSERT_TRUE(ingest);
  const std::vector<fs::path> paths = {ingest->Resolve("sub").value(),
                                       ingest->Resolve("sub/b.txt").value(),
                                       ingest->Resolve("a.txt").value()};
  fs::rename(folder_.path() / "root/sub", folder_.path() / "moved");
  fs::create_directory_symlink(folder_.path() / "outside", folder_.path() / "root/sub");
  fs::remove(folder_.path() / "root/a.txt");
  fs::create_symlink(folder_.path() / "outside/secret.txt", folder_.path() / "root/a.txt");
  Write("outside/b.txt", "A secret too.");
  const auto report = service->writes()->IngestFiles(ingest->root(), paths, "main", {}, nullptr);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->added, 0U);
}

}  // namespace
}  // namespace arborist::serve::mcp
