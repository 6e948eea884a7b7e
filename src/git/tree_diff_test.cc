// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "git/made_repository_test.h"
#include "git/repository.h"

namespace arborist::git {
namespace {

class TreeDiff : public testing::Test {
 protected:
  // "+path", "-path" and "~path" in the order in which they came, "?folder" for the unreadable.
  std::vector<std::string> Compare(const std::optional<ObjectId>& before, const ObjectId& now,
                                   const CompareLimits& limits = {}) const {
    const auto repository = Repository::Open(*library_, made_.path());
    EXPECT_TRUE(repository) << repository.error().message;
    std::vector<std::string> found;
    const Status compared =
        (*repository)
            ->Compare(
                before, now, limits,
                {.on_change = [&](const Change& change) -> Status {
                   found.push_back((!change.before ? "+" : !change.now ? "-" : "~") + change.path);
                   return {};
                 },
                 .on_unreadable = [&](const std::string& folder,
                                      const std::string&) { found.push_back("?" + folder); }});
    if (!compared) found.push_back("error: " + compared.error().message);
    return found;
  }
  using List = std::vector<std::string>;

  const TemporaryFolder folder_;
  const MadeRepository made_{folder_.path() / "made"};
  const std::unique_ptr<Library> library_ = Library::Open().value();
};

TEST_F(TreeDiff, ListsAWholeTreeInTheOrderOfThePaths) {
  for (const char* const name : {"a/b", "a.c", "a0", "a/a/x", "B", "a-b", "z/y"})
    made_.Write(name, name);
  EXPECT_EQ(Compare({}, made_.Commit()),
            (List{"+B", "+a-b", "+a.c", "+a/a/x", "+a/b", "+a0", "+z/y"}));
}

TEST_F(TreeDiff, NamesOnlyWhatDiffers) {
  made_.Write("same/a", "a");
  made_.Write("changed", "1");
  made_.Write("gone/x", "x");
  made_.Write("moved", "long enough to be told apart");
  made_.Write("becomes", "a file");
  const ObjectId first = made_.Commit();
  made_.Write("changed", "2");
  made_.Remove("gone");
  made_.Remove("moved");
  made_.Write("new/moved", "long enough to be told apart");
  made_.Remove("becomes");
  made_.Write("becomes/one", "a folder");
  const ObjectId second = made_.Commit();
  EXPECT_EQ(Compare(first, second),
            (List{"-becomes", "+becomes/one", "~changed", "-gone/x", "-moved", "+new/moved"}));
  EXPECT_EQ(Compare(second, first),
            (List{"+becomes", "-becomes/one", "~changed", "+gone/x", "+moved", "-new/moved"}));
  EXPECT_EQ(Compare(first, first), List{});
}

TEST_F(TreeDiff, TellsLinksAndSubmodulesFromFiles) {
  made_.Write("file", "target");
  std::filesystem::create_symlink("target", made_.path() / "link");
  const ObjectId first = made_.Commit();
  // The blob of a link is its target: only the kind differs.
  made_.Remove("file");
  std::filesystem::create_symlink("target", made_.path() / "file");
  made_.Git("update-index --add --cacheinfo 160000," + first.hex() + ",module");
  made_.Git("add file");
  made_.Git("commit -q -m links");
  const ObjectId second = made_.Id("HEAD");
  EXPECT_EQ(Compare(first, second), (List{"~file", "+module"}));
  const auto repository = Repository::Open(*library_, made_.path()).value();
  EXPECT_EQ(repository->Find(second, "file")->kind, EntryKind::kSymbolicLink);
  EXPECT_EQ(repository->Find(second, "module")->kind, EntryKind::kSubmodule);
  EXPECT_EQ(repository->Find(first, "file")->kind, EntryKind::kFile);
}

// What is beside an unreadable folder is compared all the same.
TEST_F(TreeDiff, AMissingFolderIsNamed) {
  made_.Write("a/x", "x");
  made_.Write("b", "b");
  const ObjectId first = made_.Commit();
  made_.Write("a/x", "y");
  made_.Write("b", "c");
  const ObjectId second = made_.Commit();
  std::filesystem::remove(made_.FileOf(made_.Id("HEAD:a")));
  EXPECT_EQ(Compare(first, second), (List{"?a", "~b"}));
  EXPECT_EQ(Compare(second, first), (List{"?a", "+a/x", "~b"})) << "what is there now is read";
  EXPECT_EQ(Compare({}, second), (List{"?a", "+b"}));
}

// 30 folders, each of which holds the next one twice: 2^30 files in 31 objects.
TEST_F(TreeDiff, FoldersThatMultiplyEndAtTheLimit) {
  made_.Write("f", "x");
  made_.Commit();
  std::string tree = made_.Id("HEAD^{tree}").hex();
  for (int i = 0; i < 30; ++i) {
    made_.Write("list", "040000 tree " + tree + "\ta\n040000 tree " + tree + "\tb\n");
    tree = made_.Git("mktree < list");
  }
  const auto commit = ObjectId::FromHexString(made_.Git("commit-tree -m x " + tree));
  ASSERT_TRUE(commit);
  const List found = Compare({}, *commit, {.max_entries = 1000});
  EXPECT_LT(found.size(), 1001U);
  EXPECT_EQ(found.back(), "error: it has more than 1000 files");
  EXPECT_EQ(Compare({}, *commit, {.max_entries = 1000, .max_depth = 5}).size(), 64U)
      << "each folder at the limit is named";
}

}  // namespace
}  // namespace arborist::git
