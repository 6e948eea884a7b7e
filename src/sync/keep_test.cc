// SPDX-License-Identifier: AGPL-3.0-only
#include "sync/keep.h"

#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "base/mutex.h"
#include "base/temporary_folder.h"
#include "store/corpus.h"

namespace arborist::sync {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

// A folder that is kept in step by a thread.
class KeepTest : public testing::Test {
 protected:
  KeepTest() {
    fs::create_directories(in_);
    keeper_ = std::jthread([this] {
      Keeping keeping{.folders = {in_},
                      .times = {.quiet = milliseconds(50),
                                .longest = milliseconds(500),
                                .poll = milliseconds(200)},
                      .stop = &stop_,
                      .sync =
                          [this](const fs::path& folder) {
                            SyncOptions options;
                            options.folder = folder;
                            return Sync(options, {.home = home_,
                                                  .clock = &clock_,
                                                  .random = &random_,
                                                  .actor = "test",
                                                  .on_progress = {},
                                                  .on_note = {}});
                          },
                      .on_change = [](const SyncReport&) {},
                      .on_note =
                          [this](const std::string& note) {
                            const MutexLock lock(mutex_);
                            notes_ += note + "\n";
                          }};
      EXPECT_TRUE(KeepInStep(keeping));
    });
  }
  ~KeepTest() override { stop_ = true; }

  void Write(const std::string& name, const std::string& text) {
    std::ofstream(in_ / name) << text;
  }
  // Whether the store has so many current documents before long.
  bool Comes(std::size_t documents) {
    for (int i = 0; i < 200; ++i) {
      std::size_t count = 0;
      if (auto corpus = store::Corpus::Open(home_)) {
        (void)corpus->ForEachDocument(
            false, [&](const store::CorpusDocument&) -> Result<bool> { return ++count > 0; });
      }
      if (count == documents) return true;
      std::this_thread::sleep_for(milliseconds(50));
    }
    return false;
  }
  std::string notes() {
    const MutexLock lock(mutex_);
    return notes_;
  }

  const TemporaryFolder folder_;
  const fs::path in_ = folder_.path() / "in";
  const store::HomePaths home_{folder_.path() / "home"};
  SystemClock clock_;
  SystemRandom random_;
  std::atomic<bool> stop_ = false;
  Mutex mutex_;
  std::string notes_;
  std::jthread keeper_;
};

TEST_F(KeepTest, FilesThatComeAndGoDoSoInTheStore) {
  Write("a.txt", "Apples.");
  Write("b.txt", "Pears.");
  EXPECT_TRUE(Comes(2));
  fs::create_directories(in_ / "d");
  Write("d/c.txt", "Plums.");
  EXPECT_TRUE(Comes(3));
  fs::remove(in_ / "a.txt");
  EXPECT_TRUE(Comes(2));
}

TEST_F(KeepTest, AFolderThatIsAwayForAWhileLosesNothing) {
  Write("a.txt", "Apples.");
  ASSERT_TRUE(Comes(1));
  fs::rename(in_, folder_.path() / "away");
  for (int i = 0; i < 200 && notes().empty(); ++i) std::this_thread::sleep_for(milliseconds(50));
  EXPECT_TRUE(notes().contains("is not there; nothing was changed")) << notes();
  EXPECT_TRUE(Comes(1));
  fs::rename(folder_.path() / "away", in_);
  Write("b.txt", "Pears.");
  EXPECT_TRUE(Comes(2));
}

}  // namespace
}  // namespace arborist::sync
