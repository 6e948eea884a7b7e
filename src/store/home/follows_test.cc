// SPDX-License-Identifier: AGPL-3.0-only
#include "store/home/follows.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/temporary_folder.h"
#include "crypto/sha256.h"

namespace arborist::store {
namespace {

class FollowsTest : public testing::Test {
 protected:
  FollowsTest() : paths_{folder_.path() / "home"} {
    auto home = HomeStore::Open(paths_, {.clock = &clock_, .random = &random_, .actor = "test"});
    EXPECT_TRUE(home) << home.error().message;
    home_ = std::move(*home);
  }
  static FollowedRoot Docs() {
    FollowedRoot root;
    root.uri = "file:///docs/";
    root.shard = "main";
    root.options = "{}";
    return root;
  }
  static FollowedFile File(std::string uri, std::uint64_t inode) {
    return {.uri = std::move(uri),
            .stamp = {.device = std::numeric_limits<std::uint64_t>::max(),
                      .inode = inode,
                      .size = 3,
                      .modified_ns = -1,
                      .changed_ns = 5},
            .source_hash = SourceHash(crypto::Sha256("x"))};
  }

  const TemporaryFolder folder_;
  const HomePaths paths_;
  SystemClock clock_;
  SystemRandom random_;
  std::unique_ptr<HomeStore> home_;
};

TEST_F(FollowsTest, RootsAndFilesComeBackAsTheyWere) {
  Follows follows(home_.get());
  EXPECT_TRUE(follows.Roots()->empty());
  const FollowedRoot root{.uri = "file:///docs/",
                          .shard = "main",
                          .options = "{}",
                          .device = 7,
                          .last_run = 9,
                          .outcome = "in step"};
  const FollowedFile files[] = {File("file:///docs/b", 2), File("file:///docs/a", ~0ULL)};
  const auto root_id = follows.Save(root, files, {});
  ASSERT_TRUE(root_id) << root_id.error().message;
  const auto found = *follows.Find("file:///docs/");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->root_id, *root_id);
  EXPECT_EQ(found->outcome, "in step");
  EXPECT_EQ(found->device, 7U);
  const auto kept = *follows.Files(*root_id);
  ASSERT_EQ(kept.size(), 2U);
  EXPECT_EQ(kept[0].uri, "file:///docs/a");
  EXPECT_EQ(kept[0].stamp, files[1].stamp);
  EXPECT_EQ(kept[0].source_hash, files[1].source_hash);
}

TEST_F(FollowsTest, ASaveReplacesWhatItNamesAlone) {
  Follows follows(home_.get());
  FollowedRoot root = Docs();
  const FollowedFile files[] = {File("a", 1), File("b", 2), File("c", 3)};
  const auto root_id = *follows.Save(root, files, {});
  root.outcome = "again";
  const FollowedFile changed[] = {File("b", 22)};
  const std::string removed[] = {"c"};
  EXPECT_EQ(*follows.Save(root, changed, removed), root_id);
  const auto kept = *follows.Files(root_id);
  ASSERT_EQ(kept.size(), 2U);
  EXPECT_EQ(kept[0].stamp.inode, 1U);
  EXPECT_EQ(kept[1].stamp.inode, 22U);
  EXPECT_EQ(follows.Roots()->size(), 1U);
}

TEST_F(FollowsTest, AForgottenRootLeavesNothing) {
  Follows follows(home_.get());
  const FollowedFile files[] = {File("a", 1)};
  const auto root_id = *follows.Save(Docs(), files, {});
  EXPECT_TRUE(*follows.Forget("file:///docs/"));
  EXPECT_FALSE(*follows.Forget("file:///docs/"));
  EXPECT_TRUE(follows.Roots()->empty());
  EXPECT_TRUE(follows.Files(root_id)->empty());
}

}  // namespace
}  // namespace arborist::store
