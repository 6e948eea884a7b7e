// SPDX-License-Identifier: AGPL-3.0-only
#include "git/repository.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/temporary_folder.h"
#include "git/made_repository_test.h"

namespace arborist::git {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMany = 1 << 20;

class RepositoryTest : public testing::Test {
 protected:
  std::unique_ptr<Repository> Open(const fs::path& path) const {
    auto opened = Repository::Open(*library_, path);
    EXPECT_TRUE(opened) << opened.error().message;
    return opened ? std::move(*opened) : nullptr;
  }
  Error Refusal(const fs::path& path) const {
    auto opened = Repository::Open(*library_, path);
    EXPECT_FALSE(opened);
    return opened ? Error() : std::move(opened).error();
  }
  std::string ReadAt(const Repository& repository, const ObjectId& commit,
                     const std::string& path) const {
    const auto entry = repository.Find(commit, path);
    if (!entry) return "no entry: " + entry.error().message;
    const auto bytes = repository.ReadBlob(entry->id, kMany);
    return bytes ? *bytes : "error: " + bytes.error().message;
  }

  const TemporaryFolder folder_;
  const fs::path path_ = folder_.path() / "made";
  const std::unique_ptr<Library> library_ = Library::Open().value();
};

TEST_F(RepositoryTest, IsReadFromAWorkTreeABareOneAndItsFolder) {
  const MadeRepository made(path_);
  made.Write("d/a b.txt", "Apples.\r\n");
  const ObjectId commit = made.Commit();
  MadeRepository::RunGit(folder_.path(), "clone -q --mirror made mirror.git");
  for (const fs::path& path : {path_, path_ / ".git", folder_.path() / "mirror.git"}) {
    const auto repository = Open(path);
    ASSERT_TRUE(repository);
    EXPECT_EQ(repository->ResolveCommit("HEAD").value(), commit);
    EXPECT_EQ(ReadAt(*repository, commit, "d/a b.txt"), "Apples.\r\n");
    EXPECT_EQ(repository->facts().bare, path.filename() == "mirror.git");
    EXPECT_FALSE(repository->facts().partial_clone);
    EXPECT_TRUE(repository->CheckCommit(commit));
  }
}

TEST_F(RepositoryTest, CommitsAreNamed) {
  const MadeRepository made(path_);
  made.Write("a", "1");
  const ObjectId first = made.Commit();
  made.Git("tag -a -m x v1");
  made.Write("a", "2");
  const ObjectId second = made.Commit();
  const auto repository = Open(path_);
  EXPECT_EQ(repository->ResolveCommit("v1").value(), first);
  EXPECT_EQ(repository->ResolveCommit("main").value(), second);
  EXPECT_EQ(repository->ResolveCommit("main~1").value(), first);
  EXPECT_EQ(repository->ResolveCommit(first.hex().substr(0, 10)).value(), first);
  for (const char* const none : {"nope", "HEAD:a", "", "0000000000000000000000000000000000000000"})
    EXPECT_FALSE(repository->ResolveCommit(none)) << none;
}

TEST_F(RepositoryTest, OneWithoutCommitsSaysSo) {
  const MadeRepository made(path_);
  const auto none = Open(path_)->ResolveCommit("HEAD");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message, "it has no commit yet on the branch of HEAD");
}

TEST_F(RepositoryTest, AFolderInsideOneIsNone) {
  const MadeRepository made(path_);
  made.Write("inside/a", "1");
  EXPECT_EQ(Refusal(path_ / "inside").code, ErrorCode::kNotFound);
  EXPECT_EQ(Refusal(path_ / "missing").code, ErrorCode::kNotFound);
}

TEST_F(RepositoryTest, OneOfMercurialIsNamed) {
  fs::create_directories(path_ / ".hg");
  const Error error = Refusal(path_);
  EXPECT_EQ(error.code, ErrorCode::kUnsupported);
  EXPECT_NE(error.message.find("a Mercurial repository"), std::string::npos) << error.message;
}

// Whoever opens a pipe waits for a writer.
TEST_F(RepositoryTest, APipeInItIsNamedAndNotOpened) {
  const MadeRepository made(path_);
  made.Write("a", "1");
  made.Commit();
  const std::string object = made.FileOf(made.Id("HEAD:a")).lexically_relative(path_).string();
  for (const std::string& name :
       {object, std::string(".git/config"), std::string(".git/HEAD"),
        std::string(".git/refs/heads/main"), std::string(".git/objects/info/alternates")}) {
    const fs::path place = path_ / name;
    fs::path kept = path_ / "kept";
    const bool was_there = fs::exists(place);
    if (was_there) fs::rename(place, kept);
    ASSERT_EQ(::mkfifo(place.c_str(), 0600), 0);
    EXPECT_EQ(Refusal(path_).message, place.string() + " is a pipe or a device, and no file");
    fs::remove(place);
    if (was_there) fs::rename(kept, place);
  }
}

TEST_F(RepositoryTest, ItsFiltersDoNotRun) {
  const MadeRepository made(path_);
  const fs::path witness = folder_.path() / "witness";
  made.Write("a.txt", "one\n");
  const ObjectId commit = made.Commit();
  made.Git("config filter.x.smudge 'touch " + witness.string() + "'");
  made.Git("config core.autocrlf true");
  made.Git("config core.fsmonitor 'touch " + witness.string() + "'");
  made.Write(".gitattributes", "*.txt filter=x\n");
  EXPECT_EQ(ReadAt(*Open(path_), commit, "a.txt"), "one\n");
  EXPECT_FALSE(fs::exists(witness));
}

TEST_F(RepositoryTest, ABlobOverTheLimitIsNotRead) {
  const MadeRepository made(path_);
  made.Write("a", std::string(1000, 'x'));
  const ObjectId commit = made.Commit();
  const auto repository = Open(path_);
  const ObjectId id = repository->Find(commit, "a")->id;
  EXPECT_EQ(repository->ReadBlob(id, 1000)->size(), 1000U);
  const auto refused = repository->ReadBlob(id, 999);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kLimitExceeded);
  EXPECT_EQ(refused.error().message, "it has 1000 bytes, the limit is 999");
}

TEST_F(RepositoryTest, APartialCloneSaysWhatIsNotFetched) {
  const MadeRepository made(path_);
  made.Write("a", "Apples.");
  const ObjectId commit = made.Commit();
  made.Git("config uploadpack.allowFilter true");
  MadeRepository::RunGit(folder_.path(), "clone -q --filter=blob:none --no-checkout 'file://" +
                                             path_.string() + "' partial");
  const auto repository = Open(folder_.path() / "partial");
  ASSERT_TRUE(repository);
  EXPECT_TRUE(repository->facts().partial_clone);
  EXPECT_EQ(ReadAt(*repository, commit, "a"),
            "error: not fetched: the repository is a partial clone");
}

TEST_F(RepositoryTest, OneOfSha256IsNamed) {
  const MadeRepository made(path_, "--object-format=sha256");
  made.Write("a", "1");
  made.Git("add -A");
  made.Git("commit -q -m x");
  const Error error = Refusal(path_);
  EXPECT_EQ(error.code, ErrorCode::kUnsupported);
  EXPECT_NE(error.message.find("names its objects by sha256"), std::string::npos) << error.message;
}

TEST_F(RepositoryTest, AMissingOrDamagedObjectCostsItselfOnly) {
  const MadeRepository made(path_);
  made.Write("a", "Apples.");
  made.Write("b", "Pears.");
  made.Write("c", "Plums.");
  const ObjectId commit = made.Commit();
  fs::remove(made.FileOf(made.Id("HEAD:a")));
  fs::permissions(made.FileOf(made.Id("HEAD:b")), fs::perms::owner_all);
  fs::copy_file(made.FileOf(made.Id("HEAD:c")), made.FileOf(made.Id("HEAD:b")),
                fs::copy_options::overwrite_existing);
  const auto repository = Open(path_);
  EXPECT_EQ(ReadAt(*repository, commit, "a"), "error: its object is missing from the repository");
  EXPECT_TRUE(ReadAt(*repository, commit, "b").starts_with("error: its object is damaged ("));
  EXPECT_EQ(ReadAt(*repository, commit, "c"), "Plums.");
}

// As zlib stores bytes that it does not compress.
std::string Stored(const std::string& bytes) {
  std::uint32_t a = 1;
  std::uint32_t b = 0;
  for (const char c : bytes) {
    a = (a + static_cast<unsigned char>(c)) % 65521;
    b = (b + a) % 65521;
  }
  const auto size = static_cast<std::uint16_t>(bytes.size());
  std::string out = "\x78\x01\x01";
  for (const std::uint16_t two : {size, static_cast<std::uint16_t>(~size)}) {
    out.push_back(static_cast<char>(two & 0xFF));
    out.push_back(static_cast<char>(two >> 8));
  }
  out += bytes;
  for (const std::uint32_t byte : {b >> 8, b, a >> 8, a}) out.push_back(static_cast<char>(byte));
  return out;
}

TEST_F(RepositoryTest, AnObjectThatLiesAboutItsSizeIsNotRead) {
  const MadeRepository made(path_);
  const auto id = ObjectId::FromHexString(std::string(40, 'a'));
  const auto other = ObjectId::FromHexString(std::string(40, 'b'));
  fs::create_directories(made.FileOf(*id).parent_path());
  fs::create_directories(made.FileOf(*other).parent_path());
  std::ofstream(made.FileOf(*other), std::ios::binary) << Stored(std::string("blob 9\0x", 8));
  std::ofstream(made.FileOf(*id), std::ios::binary)
      << Stored(std::string("blob 1000000000\0x", 17));
  const auto repository = Open(path_);
  EXPECT_EQ(repository->ReadBlob(*id, kMany).error().message,
            "it has 1000000000 bytes, the limit is 1048576");
  EXPECT_EQ(repository->ReadBlob(*other, kMany).error().code, ErrorCode::kInvalidData);
}

// Bytes in the middle of a pack are overwritten; what does not stand there is read.
TEST_F(RepositoryTest, ADamagedPackGivesTheRest) {
  const MadeRepository made(path_);
  std::string noise;
  std::uint32_t state = 1;
  for (int i = 0; i < 20; ++i) {
    noise.clear();
    for (int j = 0; j < 2000; ++j) {
      state = state * 1664525 + 1013904223;
      noise.push_back(static_cast<char>('a' + (state >> 24) % 26));
    }
    made.Write("f" + std::to_string(i), noise);
  }
  const ObjectId commit = made.Commit();
  made.Git("gc -q");
  fs::path pack;
  for (const auto& entry : fs::directory_iterator(path_ / ".git/objects/pack")) {
    if (entry.path().extension() == ".pack") pack = entry.path();
  }
  fs::permissions(pack, fs::perms::owner_all);
  {
    std::fstream file(pack, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(fs::file_size(pack) / 2));
    file << std::string(100, '\xAA');
  }
  const auto repository = Open(path_);
  int damaged = 0;
  for (int i = 0; i < 20; ++i) {
    const std::string read = ReadAt(*repository, commit, "f" + std::to_string(i));
    if (read.starts_with("error: its object is damaged")) {
      ++damaged;
    } else {
      EXPECT_EQ(read.size(), 2000U) << read;
    }
  }
  EXPECT_GE(damaged, 1);
  EXPECT_LE(damaged, 2);
}

TEST_F(RepositoryTest, OneOfSomebodyElseOpens) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  const MadeRepository made(path_);
  made.Write("a", "1");
  const ObjectId commit = made.Commit();
  for (const fs::path& one : {path_, path_ / ".git"})
    ASSERT_EQ(::chown(one.c_str(), 65534, 65534), 0);
  EXPECT_EQ(ReadAt(*Open(path_), commit, "a"), "1");
}

TEST_F(RepositoryTest, TheSettingsOfTheUserAreNotRead) {
  const MadeRepository made(path_);
  made.Write("a", "1");
  made.Commit();
  const fs::path home = folder_.path() / "home";
  fs::create_directories(home);
  std::ofstream(home / ".gitconfig") << "[extensions]\n\tobjectformat = sha256\n";
  const char* const before = std::getenv("HOME");
  const std::string saved = before == nullptr ? "" : before;
  ::setenv("HOME", home.c_str(), 1);
  EXPECT_TRUE(Repository::Open(*library_, path_));
  ::setenv("HOME", saved.c_str(), 1);
}

TEST(GitObjectId, HasOneSpelling) {
  const std::string hex = "0123456789abcdef0123456789abcdef01234567";
  EXPECT_EQ(ObjectId::FromHexString(hex)->hex(), hex);
  EXPECT_FALSE(ObjectId::FromHexString("0123456789ABCDEF0123456789abcdef01234567"));
  EXPECT_FALSE(ObjectId::FromHexString(hex.substr(1)));
  EXPECT_FALSE(ObjectId::FromHexString(hex + "00"));
}

}  // namespace
}  // namespace arborist::git
