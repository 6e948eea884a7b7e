// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/files.h"
#include "base/result.h"

namespace arborist::sync {

struct WatchTimes {
  std::chrono::milliseconds quiet{500};     // so long nothing happened: the change is over
  std::chrono::milliseconds longest{5000};  // after so long a change counts as over all the same
  std::chrono::milliseconds poll{30000};    // where the system tells nothing
};

// Waits until something changes beneath folders. Events are hints and never the truth: they only
// say when to look. Uses inotify; a folder on a file system without events (NFS, SMB, FUSE), or for
// which there are no watches left, is looked at every WatchTimes::poll instead. For one thread.
class FolderWatch {
 public:
  // on_note: a line for the user, such as that a folder is polled.
  FolderWatch(std::vector<std::filesystem::path> folders, const WatchTimes& times,
              std::function<void(const std::string&)> on_note);

  enum class Wake : std::uint8_t {
    kChanged,  // or may have
    kStopped,
  };
  // Returns when something has changed and then was quiet, when it is time to poll, or when *stop
  // is set (looked at five times a second).
  Wake Wait(const std::atomic<bool>* stop);

  bool polls() const { return polls_; }

 private:
  void Begin();
  bool Add(const std::filesystem::path& folder);
  void AddBeneath(const std::filesystem::path& folder);
  bool ReadEvents();  // whether there were any
  void Poll(std::string_view reason);

  const std::vector<std::filesystem::path> folders_;
  const WatchTimes times_;
  const std::function<void(const std::string&)> on_note_;
  FileDescriptor inotify_;
  std::unordered_map<int, std::filesystem::path> watched_;
  bool polls_ = false;
  bool begin_again_ = false;  // a watched root went, or events were lost
};

}  // namespace arborist::sync
