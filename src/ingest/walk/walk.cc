// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/walk/walk.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include "base/files.h"
#include "ingest/file_uri.h"
#include "ingest/walk/gitignore.h"
#include "ingest/walk/skip_rules.h"

namespace arborist::ingest {
namespace {

namespace fs = std::filesystem;

// An ignore file of more than this is not one.
constexpr std::uint64_t kMaxIgnoreFileBytes = 256 << 10;
constexpr std::size_t kKeyProbeBytes = 16 << 10;

struct Entry {
  std::string name;
  bool is_directory = false;
};

struct DirectoryCloser {
  void operator()(DIR* directory) const { ::closedir(directory); }
};

// Sorted so that the walk as a whole is in the bytewise order of the relative paths: a folder
// stands where its name with a slash stands.
bool ComesBefore(const Entry& a, const Entry& b) {
  const std::size_t common = std::min(a.name.size(), b.name.size());
  const int order = std::memcmp(a.name.data(), b.name.data(), common);
  if (order != 0) return order < 0;
  const auto at_end = [&](const Entry& entry) -> unsigned {
    if (entry.name.size() > common) return static_cast<unsigned char>(entry.name[common]);
    return entry.is_directory ? '/' : 0;
  };
  return at_end(a) < at_end(b);
}

std::vector<PathPattern> ParsePatterns(const std::vector<std::string>& patterns) {
  return {patterns.begin(), patterns.end()};
}

bool FileExists(int folder, const std::string& relative) {
  struct stat info{};
  return ::fstatat(folder, relative.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0 &&
         S_ISREG(info.st_mode);
}

// A place beneath a folder: "a/b" for "a" and "b".
std::string Below(std::string_view folder, std::string_view name) {
  return folder.empty() ? std::string(name) : std::string(folder) + "/" + std::string(name);
}

FileStamp StampOf(const struct stat& info) {
  const auto nanoseconds = [](const timespec& time) {
    return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
  };
  return {.device = static_cast<std::uint64_t>(info.st_dev),
          .inode = static_cast<std::uint64_t>(info.st_ino),
          .size = static_cast<std::uint64_t>(info.st_size),
          .modified_ns = nanoseconds(info.st_mtim),
          .changed_ns = nanoseconds(info.st_ctim)};
}

class Walker {
 public:
  // place: of the root beneath `base`.
  Walker(const WalkOptions& options, const WalkCallbacks& callbacks,
         std::shared_ptr<const Folder> base, std::string place)
      : options_(options),
        callbacks_(callbacks),
        base_(std::move(base)),
        place_(std::move(place)),
        include_(ParsePatterns(options.include)),
        exclude_(ParsePatterns(options.exclude)) {}

  Result<WalkCounts> TakeFile(const fs::path& path, const struct stat& info) {
    const std::string name = path.filename().string();
    if (IsSelected(name)) {
      TRY(Deliver(path, name, place_, info));
    } else {
      Skip(path, SkipReason::kNotSelected, "");
    }
    return counts_;
  }

  Result<WalkCounts> TakeFolder(const fs::path& root) {
    counts_.of_folder = true;
    TRY_ASSIGN(FileDescriptor fd, base_->OpenFolder(place_));
    TRY(Enter(std::move(fd), root, ""));
    while (!levels_.empty()) {
      Level& level = levels_.back();
      if (level.next == level.entries.size()) {
        levels_.pop_back();
        ignore_.Pop();
        continue;
      }
      const Entry entry = std::move(level.entries[level.next++]);
      TRY(Visit(level.fd.get(), level.path / entry.name, Below(level.relative, entry.name),
                entry.name));
    }
    return counts_;
  }

 private:
  struct Level {
    FileDescriptor fd;  // what is in the folder is looked at and opened from here
    fs::path path;
    std::string relative;
    std::vector<Entry> entries;
    std::size_t next = 0;
  };

  Status Visit(int parent, const fs::path& path, const std::string& relative,
               const std::string& name) {
    struct stat info{};
    if (::fstatat(parent, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) {
      Skip(path, SkipReason::kUnreadable, std::strerror(errno));
      return {};
    }
    const bool is_directory = S_ISDIR(info.st_mode);
    if (const auto reason = ReasonToSkip(parent, relative, name, is_directory)) {
      Skip(path, *reason, "");
      return {};
    }
    if (S_ISLNK(info.st_mode)) {
      Skip(path, SkipReason::kSymbolicLink, "");
    } else if (is_directory) {
      if (levels_.size() >= options_.max_depth) {
        Skip(path, SkipReason::kTooDeep, "");
      } else if (const Status entered = EnterNamed(parent, name, path, relative); !entered) {
        Skip(path, SkipReason::kUnreadable, entered.error().message);
      }
    } else if (!S_ISREG(info.st_mode)) {
      Skip(path, SkipReason::kSpecial, "");
    } else if (!options_.all && IsPossibleKeyName(name) && IsKeyFile(parent, name)) {
      Skip(path, SkipReason::kSecret, "");
    } else {
      return Deliver(path, relative, Below(place_, relative), info);
    }
    return {};
  }

  std::optional<SkipReason> ReasonToSkip(int parent, const std::string& relative,
                                         const std::string& name, bool is_directory) const {
    const auto matches = [&](const PathPattern& p) { return p.Matches(relative, is_directory); };
    if (std::ranges::any_of(exclude_, matches)) return SkipReason::kNotSelected;
    if (!options_.all) {
      if (IsVersionControlName(name)) return SkipReason::kVersionControl;
      if (is_directory &&
          IsDependencyFolder(
              name, [&](std::string_view file) { return FileExists(parent, std::string(file)); },
              [&](std::string_view file) { return FileExists(parent, Below(name, file)); })) {
        return SkipReason::kDependencies;
      }
      // Before hidden and ignored: that .env was left out is worth a line of its own.
      if (!is_directory && IsSecretName(name)) return SkipReason::kSecret;
      if (name.starts_with('.')) return SkipReason::kHidden;
      if (ignore_.IsEntryIgnored(relative, is_directory)) return SkipReason::kIgnored;
    }
    if (!is_directory && !IsIncluded(relative)) return SkipReason::kNotSelected;
    return std::nullopt;
  }

  bool IsIncluded(const std::string& relative) const {
    return include_.empty() || std::ranges::any_of(include_, [&](const PathPattern& p) {
             return p.MatchesUpwards(relative, false);
           });
  }
  bool IsSelected(const std::string& name) const {
    const auto matches = [&](const PathPattern& p) { return p.Matches(name, false); };
    return IsIncluded(name) && std::ranges::none_of(exclude_, matches);
  }

  // O_NOFOLLOW: a folder replaced by a link after it was looked at must not lead the walk
  // elsewhere.
  Status EnterNamed(int parent, const std::string& name, const fs::path& path,
                    const std::string& relative) {
    FileDescriptor fd(
        ::openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
    if (!fd.valid()) return std::unexpected(SystemError("cannot list " + path.string(), errno));
    return Enter(std::move(fd), path, relative);
  }

  // Reads the names of a folder and its ignore files and makes it the current one.
  Status Enter(FileDescriptor fd, const fs::path& path, const std::string& relative) {
    const int copy = ::fcntl(fd.get(), F_DUPFD_CLOEXEC, 0);
    const std::unique_ptr<DIR, DirectoryCloser> directory(copy < 0 ? nullptr : ::fdopendir(copy));
    if (directory == nullptr) {
      const int error = errno;
      if (copy >= 0) ::close(copy);
      return std::unexpected(SystemError("cannot list " + path.string(), error));
    }
    Level level{std::move(fd), path, relative, {}, 0};
    while (true) {
      errno = 0;
      const dirent* const found = ::readdir(directory.get());
      if (found == nullptr) break;
      const std::string_view name = found->d_name;
      if (name == "." || name == "..") continue;
      level.entries.push_back({std::string(name), IsDirectory(level.fd.get(), *found)});
    }
    if (errno != 0) return std::unexpected(SystemError("cannot list " + path.string(), errno));
    std::sort(level.entries.begin(), level.entries.end(), ComesBefore);
    ignore_.Push(relative, ReadIgnoreRules(level.fd.get(), path));
    levels_.push_back(std::move(level));
    return {};
  }

  static bool IsDirectory(int folder, const dirent& entry) {
    if (entry.d_type != DT_UNKNOWN) return entry.d_type == DT_DIR;
    struct stat info{};  // some file systems do not say
    return ::fstatat(folder, entry.d_name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
           S_ISDIR(info.st_mode);
  }

  // The repository's own exclude file stands below the .gitignore beside it.
  IgnoreRules ReadIgnoreRules(int folder, const fs::path& path) {
    if (options_.all) return {};
    std::string rules;
    for (const char* name : {".git/info/exclude", ".gitignore"}) {
      if (!FileExists(folder, name)) continue;  // git does not follow links here either
      const auto content = [&]() -> Result<std::string> {
        TRY_ASSIGN(const FileDescriptor fd, OpenFileIn(folder, name));
        return ReadAll(fd.get(), name, kMaxIgnoreFileBytes);
      }();
      if (content) {
        rules.append(*content).append("\n");
      } else {
        Skip(path / name, SkipReason::kUnreadable, content.error().message);
      }
    }
    return IgnoreRules::Parse(rules);
  }

  static Result<FileDescriptor> OpenFileIn(int folder, const std::string& relative) {
    FileDescriptor fd(
        OpenBeneath(folder, relative, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW));
    if (!fd.valid()) return std::unexpected(SystemError("cannot open " + relative, errno));
    TRY(RefuseUnlessRegular(fd.get(), relative));
    return fd;
  }

  static bool IsKeyFile(int folder, const std::string& name) {
    const auto fd = OpenFileIn(folder, name);
    if (!fd) return false;  // the reader will say why
    char buffer[kKeyProbeBytes];
    const ssize_t got = ::read(fd->get(), buffer, sizeof buffer);
    if (got <= 0) return false;
    const auto size = static_cast<std::size_t>(got);
    return HoldsPrivateKey({buffer, size}, size < sizeof buffer);
  }

  Status Deliver(const fs::path& path, const std::string& relative, const std::string& place,
                 const struct stat& info) {
    ++counts_.files;
    return callbacks_.on_file({.path = path,
                               .relative = relative,
                               .size = static_cast<std::uint64_t>(info.st_size),
                               .modified_at = info.st_mtime,
                               .stamp = StampOf(info),
                               .file = {base_, place}});
  }

  void Skip(const fs::path& path, SkipReason reason, std::string_view detail) {
    ++counts_.skipped[static_cast<std::size_t>(reason)];
    if (callbacks_.on_skip && IsNamedOneByOne(reason)) callbacks_.on_skip(path, reason, detail);
  }

  const WalkOptions& options_;
  const WalkCallbacks& callbacks_;
  std::shared_ptr<const Folder> base_;
  std::string place_;
  std::vector<PathPattern> include_;
  std::vector<PathPattern> exclude_;
  GitIgnore ignore_;
  std::vector<Level> levels_;
  WalkCounts counts_;
};

}  // namespace

OriginPtr OriginOf(const WalkedFile& file, std::string uri) {
  return FileOrigin(file.file, {.name = file.path.string(),
                                .uri = std::move(uri),
                                .size = file.size,
                                .modified_at = file.modified_at});
}

namespace {

// The folder that everything is opened beneath, and where the root is in it.
struct Root {
  fs::path path;
  std::shared_ptr<const Folder> base;
  std::string place;
  struct stat info{};
};

Result<Root> FindNamedRoot(const fs::path& root) {
  Root found;
  TRY_ASSIGN(found.path, AbsolutePath(root));
  if (::lstat(found.path.c_str(), &found.info) != 0) {
    return std::unexpected(SystemError("cannot read " + root.string(), errno));
  }
  if (S_ISLNK(found.info.st_mode)) {
    std::error_code error;
    found.path = fs::canonical(found.path, error);
    if (error) return std::unexpected(SystemError("cannot follow " + root.string(), error.value()));
    if (::lstat(found.path.c_str(), &found.info) != 0) {
      return std::unexpected(SystemError("cannot read " + root.string(), errno));
    }
  }
  if (S_ISDIR(found.info.st_mode)) {
    TRY_ASSIGN(found.base, Folder::Open(found.path, Links::kFollowed));
  } else {
    TRY_ASSIGN(found.base, Folder::Open(found.path.parent_path(), Links::kFollowed));
    found.place = found.path.filename().string();
  }
  return found;
}

Result<Root> FindRootBeneath(const fs::path& root, const fs::path& folder) {
  Root found{.path = root, .base = {}, .place = {}};
  TRY_ASSIGN(found.base, Folder::Open(folder, Links::kRefused));
  found.place = root.lexically_relative(folder).string();
  if (found.place == ".") found.place.clear();
  TRY_ASSIGN(found.info, found.base->Look(found.place));
  return found;
}

}  // namespace

Result<WalkCounts> Walk(const fs::path& root, const WalkOptions& options,
                        const WalkCallbacks& callbacks) {
  TRY_ASSIGN(Root found, options.beneath.empty() ? FindNamedRoot(root)
                                                 : FindRootBeneath(root, options.beneath));
  Walker walker(options, callbacks, std::move(found.base), std::move(found.place));
  if (S_ISREG(found.info.st_mode)) {
    return walker.TakeFile(found.path, found.info);
  }
  if (S_ISDIR(found.info.st_mode)) return walker.TakeFolder(found.path);
  return Fail(ErrorCode::kInvalidArgument,
              root.string() + " is a device, socket or pipe; give a file or folder");
}

}  // namespace arborist::ingest
