// SPDX-License-Identifier: AGPL-3.0-only
// A watch for each folder. A folder that is made or moved in gets one, and its content is listed at
// once, for files may have come before the watch. Where the queue overflowed or a root went away,
// all watches are made anew: what happened meanwhile is found by the sync that follows, which
// trusts no event.
#include "sync/folder_watch.h"

#include <poll.h>
#include <sys/inotify.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "ingest/walk/skip_rules.h"

namespace arborist::sync {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kStep{200};
constexpr std::uint32_t kMask = IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE |
                                IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB | IN_ONLYDIR |
                                IN_EXCL_UNLINK;

// File systems of which other machines or programs change the files unseen.
bool TellsNothing(const fs::path& folder) {
  constexpr std::array<std::uint64_t, 7> kSilent = {
      0x6969,      // NFS
      0x517B,      // SMB
      0xFF534D42,  // CIFS
      0xFE534D42,  // SMB2
      0x65735546,  // FUSE
      0x01021997,  // 9P
      0x5346414F,  // AFS
  };
  struct statfs info{};
  if (::statfs(folder.c_str(), &info) != 0) return false;
  const auto type = static_cast<std::uint64_t>(info.f_type) & 0xFFFFFFFFU;
  for (const std::uint64_t silent : kSilent) {
    if (type == silent) return true;
  }
  return false;
}

}  // namespace

FolderWatch::FolderWatch(std::vector<fs::path> folders, const WatchTimes& times,
                         std::function<void(const std::string&)> on_note)
    : folders_(std::move(folders)), times_(times), on_note_(std::move(on_note)) {
  Begin();
}

void FolderWatch::Poll(std::string_view reason) {
  if (!polls_ && on_note_) {
    on_note_(std::string(reason) + "; looking every " + std::to_string(times_.poll.count() / 1000) +
             " seconds instead");
  }
  polls_ = true;
}

void FolderWatch::Begin() {
  begin_again_ = false;
  watched_.clear();
  inotify_ = FileDescriptor(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  if (!inotify_.valid()) return Poll(std::string("no inotify: ") + std::strerror(errno));
  for (const fs::path& folder : folders_) {
    if (TellsNothing(folder)) Poll("the file system of " + folder.string() + " tells no changes");
    AddBeneath(folder);
  }
}

bool FolderWatch::Add(const fs::path& folder) {
  const int watch = ::inotify_add_watch(inotify_.get(), folder.c_str(), kMask);
  if (watch >= 0) {
    watched_[watch] = folder;
    return true;
  }
  if (errno == ENOSPC || errno == ENOMEM) {
    Poll("no watches are left (fs.inotify.max_user_watches)");
    return false;
  }
  // Gone already, or not ours to read: the sync says so.
  if (std::ranges::find(folders_, folder) != folders_.end()) begin_again_ = true;
  return false;
}

void FolderWatch::AddBeneath(const fs::path& folder) {
  if (polls_ || !Add(folder)) return;
  std::error_code error;
  fs::directory_iterator entries(folder, fs::directory_options::skip_permission_denied, error);
  for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
    std::error_code ignored;
    if (entries->is_symlink(ignored) || !entries->is_directory(ignored)) continue;
    const std::string name = entries->path().filename().string();
    const auto unknown = [](std::string_view) { return false; };
    if (ingest::IsVersionControlName(name) || ingest::IsDependencyFolder(name, unknown, unknown))
      continue;
    AddBeneath(entries->path());
  }
}

bool FolderWatch::ReadEvents() {
  alignas(inotify_event) std::array<char, 1 << 16> buffer;
  bool any = false;
  while (true) {
    const ssize_t got = ::read(inotify_.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return any;
    for (std::size_t at = 0; at + sizeof(inotify_event) <= static_cast<std::size_t>(got);) {
      inotify_event event{};
      std::memcpy(&event, buffer.data() + at, sizeof event);
      const char* const name = buffer.data() + at + sizeof event;
      at += sizeof event + event.len;
      any = true;
      if ((event.mask & IN_Q_OVERFLOW) != 0) begin_again_ = true;
      const auto watched = watched_.find(event.wd);
      if (watched == watched_.end()) continue;
      if ((event.mask & (IN_IGNORED | IN_UNMOUNT)) != 0) {
        for (const fs::path& folder : folders_)
          begin_again_ = begin_again_ || watched->second == folder;
        watched_.erase(watched);
      } else if ((event.mask & IN_MOVE_SELF) != 0) {
        begin_again_ = true;  // the paths of all folders beneath are others now
      } else if ((event.mask & IN_ISDIR) != 0 && (event.mask & (IN_CREATE | IN_MOVED_TO)) != 0 &&
                 event.len > 0) {
        AddBeneath(watched->second / name);
      }
    }
  }
}

FolderWatch::Wake FolderWatch::Wait(const std::atomic<bool>* stop) {
  const auto stopped = [&] { return stop != nullptr && stop->load(); };
  if (begin_again_) Begin();
  const auto begin = Clock::now();
  std::optional<Clock::time_point> first;
  Clock::time_point last{};
  while (!stopped()) {
    const auto now = Clock::now();
    if (first && (now - last >= times_.quiet || now - *first >= times_.longest))
      return Wake::kChanged;
    if ((polls_ || begin_again_) && now - begin >= times_.poll) return Wake::kChanged;
    if (!inotify_.valid()) {
      ::usleep(static_cast<useconds_t>(kStep.count()) * 1000);
      continue;
    }
    pollfd waiting{.fd = inotify_.get(), .events = POLLIN, .revents = 0};
    const auto step = first ? std::min(kStep, times_.quiet) : kStep;
    if (::poll(&waiting, 1, static_cast<int>(step.count())) > 0 && ReadEvents()) {
      last = Clock::now();
      if (!first) first = last;
    }
  }
  return Wake::kStopped;
}

}  // namespace arborist::sync
