// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/repositories.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <optional>
#include <random>
#include <string>

#include "base/temporary_folder.h"
#include "crypto/sha256.h"
#include "git/made_repository_test.h"
#include "ingest/read_sources.h"
#include "store/corpus.h"
#include "store/shard/shard_reader.h"
#include "tar/tar_test.h"

namespace arborist::ingest {
namespace {

namespace fs = std::filesystem;
using Map = std::map<std::string, std::string>;

class RepositoriesTest : public testing::Test {
 protected:
  IngestReport RunOn(const fs::path& path, IngestOptions options = {}) {
    options.paths = {path};
    options.path_kind = PathKind::kRepositories;
    notes_.clear();
    auto report =
        Ingest(options, {.home = home_,
                         .clock = &clock_,
                         .random = &random_,
                         .actor = "test",
                         .on_progress = {},
                         .on_note = [&](const std::string& note) { notes_ += note + "\n"; }});
    EXPECT_TRUE(report) << report.error().message;
    return report ? std::move(*report) : IngestReport();
  }
  IngestReport Run(IngestOptions options = {}) { return RunOn(path_, std::move(options)); }

  // The current documents of a home: what follows "made" in their URIs, and title and text.
  static Map StoredIn(const store::HomePaths& home) {
    Map stored;
    auto corpus = store::Corpus::Open(home);
    EXPECT_TRUE(corpus);
    const auto visited =
        corpus->ForEachDocument(false, [&](const store::CorpusDocument& document) -> Result<bool> {
          TRY_ASSIGN(const std::string text, store::DocumentText(document));
          for (const store::LocationView& location : document.view.locations) {
            const std::size_t at = location.uri.find("/made");
            if (location.current())
              stored[location.uri.substr(at == std::string::npos ? 0 : at + 5)] =
                  location.title + "|" + text;
          }
          return true;
        });
    EXPECT_TRUE(visited);
    return stored;
  }
  Map Stored() const { return StoredIn(home_); }
  Map StoredFresh(IngestOptions options = {}) {
    const TemporaryFolder folder;
    const store::HomePaths kept = std::exchange(home_, store::HomePaths{folder.path() / "home"});
    Run(std::move(options));
    Map stored = Stored();
    home_ = kept;
    return stored;
  }
  static Map Reasons(const IngestReport& report) {
    Map reasons;
    for (const SkippedInput& one : report.skipped) {
      const std::size_t at = one.path.find(": ");
      reasons[at == std::string::npos ? "" : one.path.substr(at + 2)] = one.reason;
    }
    return reasons;
  }
  std::optional<reading::Notes> NotesOf(const std::string& path) const {
    const auto corpus = store::Corpus::Open(home_);
    EXPECT_TRUE(corpus);
    for (const auto& shard : corpus->shards()) {
      auto notes = shard->readings().Of("file://" + path_.string() + "#/" + path);
      EXPECT_TRUE(notes);
      if (*notes) return std::move(*notes);
    }
    return std::nullopt;
  }

  const TemporaryFolder folder_;
  const fs::path path_ = folder_.path() / "made";
  const git::MadeRepository made_{path_};
  store::HomePaths home_{folder_.path() / "home"};
  SystemClock clock_;
  SystemRandom random_;
  std::string notes_;
};

TEST_F(RepositoriesTest, HaveADocumentForEachTextOfACommit) {
  made_.Write("src/a.c", "int a;\n");
  made_.Write("README.md", "# Apples\n\nRed.");
  made_.Write("d/e f!.txt", "Pears.");
  const git::ObjectId commit = made_.Commit();
  made_.Write("src/a.c", "not committed");
  const IngestReport report = Run();
  EXPECT_EQ(report.added, 3U);
  EXPECT_EQ(Stored(), (Map{{"#/src/a.c", "src/a.c|int a;\n"},
                           {"#/README.md", "README.md|# Apples\n\nRed."},
                           {"#/d/e%20f%21.txt", "d/e f!.txt|Pears."}}));
  const auto notes = NotesOf("src/a.c");
  ASSERT_TRUE(notes);
  EXPECT_EQ(notes->origin, (reading::ObjectOrigin{.commit = commit.hex(),
                                                  .blob = made_.Id("HEAD:src/a.c").hex()}));
  auto corpus = store::Corpus::Open(home_);
  const auto found = corpus->Resolve("file://" + path_.string() + "#/src/a.c");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->view.locations[0].source_hash.hex(), crypto::Sha256("int a;\n").hex());
  ASSERT_EQ(report.repositories.size(), 1U);
  EXPECT_EQ(report.repositories[0].commit, commit.hex());
}

TEST_F(RepositoriesTest, ALaterCommitReadsOnlyWhatChanged) {
  made_.Write("same", "Same.");
  made_.Write("changed", "One.");
  made_.Write("gone", "Gone.");
  made_.Write("old name", "The text of a file that moves.");
  made_.Commit();
  Run();
  const git::ObjectId same = made_.Id("HEAD:same");
  made_.Write("changed", "Two.");
  made_.Remove("gone");
  made_.Git("mv 'old name' 'new name'");
  made_.Commit();
  fs::remove(made_.FileOf(same));  // whoever reads it fails
  const IngestReport report = Run();
  EXPECT_EQ(report.unchanged, 1U);
  EXPECT_EQ(report.superseded, 1U);
  EXPECT_EQ(report.added, 1U);
  EXPECT_EQ(report.gone, 2U);
  EXPECT_EQ(report.skipped_count, 0U);
  EXPECT_EQ(Stored(), (Map{{"#/same", "same|Same."},
                           {"#/changed", "changed|Two."},
                           {"#/new%20name", "new name|The text of a file that moves."}}));
  auto corpus = store::Corpus::Open(home_);
  const auto moved = corpus->Resolve("file://" + path_.string() + "#/new%20name");
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->view.locations.size(), 2U) << "one document with both of its locations";
}

TEST_F(RepositoriesTest, ReadNothingOfAnUnchangedCommit) {
  made_.Write("a", "Apples.");
  made_.Write("b", "Pears.");
  made_.Commit();
  Run();
  fs::remove_all(path_ / ".git/objects" / made_.Id("HEAD:a").hex().substr(0, 2));
  fs::remove_all(path_ / ".git/objects" / made_.Id("HEAD:b").hex().substr(0, 2));
  const IngestReport again = Run();
  EXPECT_EQ(again.unchanged, 2U);
  EXPECT_EQ(again.documents, 2U);
  EXPECT_EQ(again.skipped_count, 0U);
}

TEST_F(RepositoriesTest, AnotherCommitSupersedes) {
  made_.Write("a", "One.");
  made_.Commit();
  made_.Git("tag v1");
  made_.Write("a", "Two.");
  made_.Write("b", "New.");
  made_.Commit();
  Run();
  IngestOptions old;
  old.commit_name = "v1";
  EXPECT_EQ(Run(old).superseded, 1U);
  EXPECT_EQ(Stored(), (Map{{"#/a", "a|One."}}));
  Run();
  EXPECT_EQ(Stored().size(), 2U);
}

TEST_F(RepositoriesTest, NameWhatIsNoTextHere) {
  made_.Write("good", "Good.");
  made_.Write("logo.png", "\x89PNG\r\n\x1A\n");
  made_.Write("big.bin", "version https://git-lfs.github.com/spec/v1\noid sha256:" +
                             std::string(64, 'a') + "\nsize 12345\n");
  made_.Write(".env", "KEY=1");
  made_.Write("node_modules/x.js", "x");
  made_.Write("key.pem", "-----BEGIN PRIVATE KEY-----\n");
  made_.Write("large.txt", std::string(2000, 'x'));
  made_.Write("excluded.log", "x");
  fs::create_symlink("good", path_ / "link");
  made_.Commit();
  made_.Git("update-index --add --cacheinfo 160000," + made_.Id("HEAD").hex() + ",module");
  made_.Git("commit -q -m module");
  IngestOptions options;
  options.limits.max_file_bytes = 1000;
  options.exclude = {"*.log"};
  const IngestReport report = Run(options);
  EXPECT_EQ(Stored(), (Map{{"#/good", "good|Good."}}));
  EXPECT_EQ(Reasons(report), (Map{{"logo.png", "not text: an image"},
                                  {"big.bin", "an LFS pointer; the content is not here"},
                                  {".env", "looks like a secret (--all takes it)"},
                                  {"key.pem", "looks like a secret (--all takes it)"},
                                  {"large.txt", "it has 2000 bytes, the limit is 1000"},
                                  {"link", "a symbolic link"},
                                  {"module", "a submodule, which is a repository of its own"}}));
  EXPECT_EQ(report.passed_over.at("dependencies or build output"), 1U);
  EXPECT_EQ(report.passed_over.at("not selected by --include or --exclude"), 1U);
}

// What stood at the path is not of this commit.
TEST_F(RepositoriesTest, AFileThatIsNoTextAnyMoreIsRetired) {
  made_.Write("a", "Text.");
  made_.Write("b", "Text too.");
  made_.Write("c", "And this.");
  made_.Commit();
  Run();
  made_.Write("a", "\x89PNG\r\n\x1A\n");
  made_.Remove("b");
  fs::create_symlink("c", path_ / "b");
  made_.Commit();
  EXPECT_EQ(Run().gone, 2U);
  EXPECT_EQ(Stored(), (Map{{"#/c", "c|And this."}}));
}

TEST_F(RepositoriesTest, APartialCloneNamesWhatIsNotFetchedAndTakesItLater) {
  made_.Write("a", "Apples.");
  made_.Commit();
  made_.Git("config uploadpack.allowFilter true");
  git::MadeRepository::RunGit(folder_.path(), "clone -q --filter=blob:none --no-checkout 'file://" +
                                                  path_.string() + "' partial");
  const fs::path partial = folder_.path() / "partial";
  const IngestReport report = RunOn(partial);
  EXPECT_EQ(Reasons(report), (Map{{"a", "not fetched: the repository is a partial clone"}}));
  EXPECT_NE(notes_.find("a partial clone"), std::string::npos) << notes_;
  EXPECT_EQ(Stored(), Map{});
  git::MadeRepository::RunGit(partial, "checkout -q");
  EXPECT_EQ(RunOn(partial).added, 1U);
}

// What cannot be read now says nothing of what stands there.
TEST_F(RepositoriesTest, DamageRetiresNothing) {
  made_.Write("a", "One.");
  made_.Write("d/b", "Two.");
  made_.Write("d/c", "Three.");
  made_.Commit();
  Run();
  made_.Write("a", "Another.");
  made_.Write("d/b", "More.");
  made_.Remove("d/c");
  made_.Commit();
  const fs::path blob = made_.FileOf(made_.Id("HEAD:a"));
  const fs::path folder = made_.FileOf(made_.Id("HEAD:d"));
  fs::rename(blob, blob.string() + ".away");
  fs::rename(folder, folder.string() + ".away");
  const IngestReport damaged = Run();
  EXPECT_EQ(damaged.gone, 0U);
  EXPECT_EQ(damaged.skipped_count, 2U);
  EXPECT_EQ(Stored(), (Map{{"#/a", "a|One."}, {"#/d/b", "d/b|Two."}, {"#/d/c", "d/c|Three."}}));
  fs::rename(blob.string() + ".away", blob);
  fs::rename(folder.string() + ".away", folder);
  const IngestReport mended = Run();
  EXPECT_EQ(mended.superseded, 2U);
  EXPECT_EQ(mended.gone, 1U);
  EXPECT_EQ(Stored(), (Map{{"#/a", "a|Another."}, {"#/d/b", "d/b|More."}}));
}

TEST_F(RepositoriesTest, AnArchiveInsideLosesTheMembersThatItLost) {
  made_.Write("a.tar", tar::File("x", "One.") + tar::File("y", "Two.") + tar::End());
  made_.Write("b.tar", tar::File("z", "Three.") + tar::End());
  made_.Commit();
  Run();
  EXPECT_EQ(Stored().size(), 3U);
  ASSERT_TRUE(NotesOf("a.tar!/x"));
  EXPECT_EQ(NotesOf("a.tar!/x")->origin->blob, made_.Id("HEAD:a.tar").hex());
  made_.Write("a.tar", tar::File("x", "One.") + tar::End());
  made_.Remove("b.tar");
  made_.Commit();
  EXPECT_EQ(Run().gone, 2U);
  EXPECT_EQ(Stored(), (Map{{"#/a.tar!/x", "x|One."}}));
}

TEST_F(RepositoriesTest, WithAPrefixOnlyTheirOwnFilesAreRetired) {
  const git::MadeRepository other(folder_.path() / "other");
  other.Write("other", "Other.");
  other.Commit();
  made_.Write("a", "One.");
  made_.Write("b.tar", tar::File("x", "Two.") + tar::End());
  made_.Commit();
  IngestOptions options;
  options.uri_prefix = "https://example.org/made";
  Run(options);
  RunOn(other.path(), options);
  made_.Remove("a");
  made_.Remove("b.tar");
  made_.Write("c", "New.");
  made_.Commit();
  EXPECT_EQ(Run(options).gone, 2U);
  EXPECT_EQ(Stored(), (Map{{"/c", "c|New."}, {"/other", "other|Other."}}));
}

// A commit that garbage collection took after a forced push: what is gone is seen all the same.
TEST_F(RepositoriesTest, WithoutTheCommitReadBeforeAllFilesAreCompared) {
  made_.Write("a", "One.");
  made_.Write("b", "Two.");
  const git::ObjectId lost = made_.Commit();
  Run();
  made_.Git("update-ref -d HEAD");
  made_.Remove("b");
  made_.Commit();
  fs::remove(made_.FileOf(lost));
  const IngestReport report = Run();
  EXPECT_NE(notes_.find("is not there any more"), std::string::npos) << notes_;
  EXPECT_EQ(report.unchanged, 1U);
  EXPECT_EQ(report.gone, 1U);
  EXPECT_EQ(Stored(), (Map{{"#/a", "a|One."}}));
}

TEST_F(RepositoriesTest, OtherRulesLookAtEveryFileAgain) {
  made_.Write("a.c", "int a;");
  made_.Write("b.md", "Text.");
  made_.Commit();
  IngestOptions only;
  only.include = {"*.md"};
  EXPECT_EQ(Run(only).added, 1U);
  const IngestReport all = Run();
  EXPECT_EQ(all.added, 1U);
  EXPECT_EQ(all.unchanged, 1U);
  const IngestReport again = Run(only);
  EXPECT_EQ(again.gone, 0U) << "what is not selected stays as it is";
  EXPECT_EQ(Stored().size(), 2U);
}

// A limit ends a run in its middle; then a commit takes back what that run had read.
TEST_F(RepositoriesTest, ARunThatEndsEarlyLeavesNothingStale) {
  for (int i = 0; i < 10; ++i) made_.Write("f" + std::to_string(i), "First " + std::to_string(i));
  made_.Commit();
  Run();
  for (int i = 0; i < 10; ++i) made_.Write("f" + std::to_string(i), "Second " + std::to_string(i));
  made_.Write("new", "New.");
  made_.Commit();
  IngestOptions few;
  few.limit = 5;
  EXPECT_EQ(Run(few).superseded, 5U);
  made_.Git("revert --no-edit HEAD");
  Run();
  EXPECT_EQ(Stored(), StoredFresh());
}

TEST_F(RepositoriesTest, WhatIsNoneIsNamedAndTheRestIsRead) {
  made_.Write("a", "One.");
  made_.Commit();
  const git::MadeRepository sha256(folder_.path() / "sha256", "--object-format=sha256");
  IngestOptions options;
  for (const fs::path& path : {folder_.path(), sha256.path()}) {
    const IngestReport report = RunOn(path, options);
    ASSERT_EQ(report.skipped.size(), 1U);
    EXPECT_EQ(report.documents, 0U);
  }
  options.commit_name = "nope";
  EXPECT_EQ(Run(options).skipped.size(), 1U);
  EXPECT_EQ(Run().added, 1U);
}

TEST_F(RepositoriesTest, AFileIsReadAgainByItsUri) {
  made_.Write("d/a b.md", "# T\n\nText.");
  made_.Write("x.tar", tar::File("y.txt", "Inside.") + tar::End());
  made_.Commit();
  Run();
  const std::string base = "file://" + path_.string() + "#/";
  const auto again = ReadAgain(base + "d/a%20b.md", "markdown-v1", {});
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->text, "# T\n\nText.");
  const auto inside = ReadAgain(base + "x.tar!/y.txt", "plain-v1", {});
  ASSERT_TRUE(inside) << inside.error().message;
  EXPECT_EQ(inside->text, "Inside.");
  const reading::ObjectOrigin object = *NotesOf("d/a%20b.md")->origin;
  made_.Write("d/a b.md", "Another.");
  made_.Commit();
  EXPECT_EQ(ReadAgain(base + "d/a%20b.md", "markdown-v1", {})->text, "Another.");
  EXPECT_EQ(ReadAgain(base + "d/a%20b.md", "markdown-v1", {}, &object)->text, "# T\n\nText.");
  const auto missing = ReadAgain(base + "none", "plain-v1", {});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
}

TEST_F(RepositoriesTest, ADryRunCountsAndWritesNothing) {
  made_.Write("a", "One.");
  made_.Write("b", "Two.");
  made_.Commit();
  IngestOptions dry;
  dry.dry_run = true;
  EXPECT_EQ(Run(dry).added, 2U);
  EXPECT_FALSE(fs::exists(home_.shards()));
  Run();
  EXPECT_EQ(Run(dry).unchanged, 2U);
}

TEST_F(RepositoriesTest, OneObjectAtVeryManyPathsEndsAtALimit) {
  for (int i = 0; i < 20; ++i) made_.Write("f" + std::to_string(i), std::string(1000, 'x'));
  made_.Commit();
  IngestOptions options;
  options.limits.max_repeated_bytes = 5000;
  const IngestReport report = Run(options);
  EXPECT_EQ(report.documents, 6U);
  EXPECT_EQ(report.skipped_count, 14U);
  EXPECT_EQ(report.skipped[0].reason,
            "it repeats another file, and repeats have more than 5000 bytes together");
}

// Commits taken in one by one leave the same documents as the last one alone.
TEST_F(RepositoriesTest, AnyHistoryEndsAsItsLastCommit) {
  std::mt19937 random(7);
  const auto pick = [&](unsigned count) { return static_cast<unsigned>(random() % count); };
  for (int round = 0; round < 25; ++round) {
    for (unsigned i = 0; i <= pick(5); ++i) {
      const std::string name =
          (pick(2) == 0 ? "d" + std::to_string(pick(3)) + "/" : "") + "f" + std::to_string(pick(8));
      const std::string text = "Text " + std::to_string(pick(12)) + ".";
      switch (pick(6)) {
        case 0:
          made_.Remove(name);
          break;
        case 1:
          made_.Write(name, std::string("\0\x01\x02", 3));
          break;
        case 2:
          made_.Write(name + ".tar", tar::File("m" + std::to_string(pick(3)), text) + tar::End());
          break;
        default:
          made_.Write(name, text);
      }
    }
    made_.Commit();
    if (pick(3) == 0) continue;  // not every commit is taken in
    IngestOptions options;
    if (pick(5) == 0) options.limit = 1 + pick(4);
    Run(options);
  }
  Run();
  const Map fresh = StoredFresh();
  EXPECT_FALSE(fresh.empty());
  EXPECT_EQ(Stored(), fresh);
}

}  // namespace
}  // namespace arborist::ingest
