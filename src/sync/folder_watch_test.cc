// SPDX-License-Identifier: AGPL-3.0-only
#include "sync/folder_watch.h"

#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "base/temporary_folder.h"

namespace arborist::sync {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

class FolderWatchTest : public testing::Test {
 protected:
  FolderWatchTest() { fs::create_directories(in_); }
  void Write(const std::string& name) { std::ofstream(in_ / name) << "text"; }
  FolderWatch Watch() {
    return {{in_},
            {.quiet = milliseconds(50), .longest = milliseconds(2000), .poll = milliseconds(60000)},
            [this](const std::string& note) { notes_.push_back(note); }};
  }
  // A test that would wait for ever is stopped.
  FolderWatch::Wake Wait(FolderWatch* watch) {
    std::atomic<bool> stop = false;
    std::atomic<bool> done = false;
    std::jthread guard([&] {
      for (int i = 0; i < 300 && !done; ++i) std::this_thread::sleep_for(milliseconds(50));
      stop = true;
    });
    const auto woken = watch->Wait(&stop);
    done = true;
    return woken;
  }

  const TemporaryFolder folder_;
  const fs::path in_ = folder_.path() / "in";
  std::vector<std::string> notes_;
};

TEST_F(FolderWatchTest, WakesWhenAFileIsWrittenMovedOrRemoved) {
  FolderWatch watch = Watch();
  if (watch.polls()) GTEST_SKIP() << notes_.front();
  Write("a.txt");
  EXPECT_EQ(Wait(&watch), FolderWatch::Wake::kChanged);
  fs::rename(in_ / "a.txt", in_ / "b.txt");
  EXPECT_EQ(Wait(&watch), FolderWatch::Wake::kChanged);
  fs::remove(in_ / "b.txt");
  EXPECT_EQ(Wait(&watch), FolderWatch::Wake::kChanged);
}

TEST_F(FolderWatchTest, SeesFilesInFoldersThatComeLater) {
  FolderWatch watch = Watch();
  if (watch.polls()) GTEST_SKIP() << notes_.front();
  fs::create_directories(in_ / "d/e");
  EXPECT_EQ(Wait(&watch), FolderWatch::Wake::kChanged);
  Write("d/e/a.txt");
  EXPECT_EQ(Wait(&watch), FolderWatch::Wake::kChanged);
}

TEST_F(FolderWatchTest, SeesAFolderAgainThatWasMovedAwayAndBack) {
  FolderWatch watch = Watch();
  if (watch.polls()) GTEST_SKIP() << notes_.front();
  fs::rename(in_, folder_.path() / "away");
  EXPECT_EQ(Wait(&watch), FolderWatch::Wake::kChanged);
  fs::rename(folder_.path() / "away", in_);
  FolderWatch again = Watch();
  Write("a.txt");
  EXPECT_EQ(Wait(&again), FolderWatch::Wake::kChanged);
}

TEST_F(FolderWatchTest, ManyChangesAreOne) {
  FolderWatch watch = Watch();
  if (watch.polls()) GTEST_SKIP() << notes_.front();
  for (int i = 0; i < 200; ++i) Write("f" + std::to_string(i));
  EXPECT_EQ(Wait(&watch), FolderWatch::Wake::kChanged);
  std::atomic<bool> stop = false;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(milliseconds(400));
    stop = true;
  });
  EXPECT_EQ(watch.Wait(&stop), FolderWatch::Wake::kStopped) << "nothing happened since";
}

TEST_F(FolderWatchTest, WhereNothingIsToldItIsTimeToLookAfterAWhile) {
  FolderWatch watch(
      {folder_.path() / "none"},
      {.quiet = milliseconds(50), .longest = milliseconds(100), .poll = milliseconds(300)}, {});
  EXPECT_EQ(Wait(&watch), FolderWatch::Wake::kChanged);
}

}  // namespace
}  // namespace arborist::sync
