// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/walk.h"

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
#include "ingest/gitignore.h"
#include "ingest/skip_rules.h"

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

bool FileExists(const fs::path& path) {
  struct stat info{};
  return ::lstat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

class Walker {
 public:
  Walker(const WalkOptions& options, const WalkCallbacks& callbacks)
      : options_(options),
        callbacks_(callbacks),
        include_(ParsePatterns(options.include)),
        exclude_(ParsePatterns(options.exclude)) {}

  Result<WalkCounts> TakeFile(const fs::path& path, std::uint64_t size) {
    const std::string name = path.filename().string();
    if (IsSelected(name)) {
      TRY(Deliver(path, name, size));
    } else {
      Skip(path, SkipReason::kNotSelected, "");
    }
    return counts_;
  }

  Result<WalkCounts> TakeFolder(const fs::path& root) {
    TRY(Enter(root, ""));
    while (!levels_.empty()) {
      Level& level = levels_.back();
      if (level.next == level.entries.size()) {
        levels_.pop_back();
        ignore_.Pop();
        continue;
      }
      const Entry entry = std::move(level.entries[level.next++]);
      const fs::path path = level.path / entry.name;
      const std::string relative =
          level.relative.empty() ? entry.name : level.relative + "/" + entry.name;
      TRY(Visit(level.path, path, relative, entry.name));
    }
    return counts_;
  }

 private:
  struct Level {
    fs::path path;
    std::string relative;
    std::vector<Entry> entries;
    std::size_t next = 0;
  };

  Status Visit(const fs::path& parent, const fs::path& path, const std::string& relative,
               const std::string& name) {
    struct stat info{};
    if (::lstat(path.c_str(), &info) != 0) {
      Skip(path, SkipReason::kUnreadable, std::strerror(errno));
      return {};
    }
    const bool is_directory = S_ISDIR(info.st_mode);
    if (const auto reason = ReasonToSkip(parent, path, relative, name, is_directory)) {
      Skip(path, *reason, "");
      return {};
    }
    if (S_ISLNK(info.st_mode)) {
      Skip(path, SkipReason::kSymbolicLink, "");
    } else if (is_directory) {
      if (levels_.size() >= options_.max_depth) {
        Skip(path, SkipReason::kTooDeep, "");
      } else if (const Status entered = Enter(path, relative); !entered) {
        Skip(path, SkipReason::kUnreadable, entered.error().message);
      }
    } else if (!S_ISREG(info.st_mode)) {
      Skip(path, SkipReason::kSpecial, "");
    } else if (!options_.all && IsPossibleKeyName(name) && IsKeyFile(path)) {
      Skip(path, SkipReason::kSecret, "");
    } else {
      return Deliver(path, relative, static_cast<std::uint64_t>(info.st_size));
    }
    return {};
  }

  std::optional<SkipReason> ReasonToSkip(const fs::path& parent, const fs::path& path,
                                         const std::string& relative, const std::string& name,
                                         bool is_directory) const {
    const auto matches = [&](const PathPattern& p) { return p.Matches(relative, is_directory); };
    if (std::ranges::any_of(exclude_, matches)) return SkipReason::kNotSelected;
    if (!options_.all) {
      if (IsVersionControlName(name)) return SkipReason::kVersionControl;
      if (is_directory &&
          IsDependencyFolder(
              name, [&](std::string_view file) { return FileExists(parent / file); },
              [&](std::string_view file) { return FileExists(path / file); })) {
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

  // Reads the names of a folder and its ignore files and makes it the current one.
  Status Enter(const fs::path& path, const std::string& relative) {
    // O_NOFOLLOW: a folder replaced by a link after lstat must not lead the walk elsewhere. The
    // root has been resolved before.
    FileDescriptor fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
    if (!fd.valid()) return std::unexpected(SystemError("cannot list " + path.string(), errno));
    const int copy = ::fcntl(fd.get(), F_DUPFD_CLOEXEC, 0);
    const std::unique_ptr<DIR, DirectoryCloser> directory(copy < 0 ? nullptr : ::fdopendir(copy));
    if (directory == nullptr) {
      const int error = errno;
      if (copy >= 0) ::close(copy);
      return std::unexpected(SystemError("cannot list " + path.string(), error));
    }
    Level level{path, relative, {}, 0};
    while (true) {
      errno = 0;
      const dirent* const found = ::readdir(directory.get());
      if (found == nullptr) break;
      const std::string_view name = found->d_name;
      if (name == "." || name == "..") continue;
      level.entries.push_back({std::string(name), IsDirectory(fd.get(), *found)});
    }
    if (errno != 0) return std::unexpected(SystemError("cannot list " + path.string(), errno));
    std::sort(level.entries.begin(), level.entries.end(), ComesBefore);
    ignore_.Push(relative, ReadIgnoreRules(path));
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
  IgnoreRules ReadIgnoreRules(const fs::path& folder) {
    if (options_.all) return {};
    std::string rules;
    for (const char* name : {".git/info/exclude", ".gitignore"}) {
      const fs::path path = folder / name;
      if (!FileExists(path)) continue;  // git does not follow links here either
      if (auto content = ReadFile(path, kMaxIgnoreFileBytes)) {
        rules.append(*content).append("\n");
      } else {
        Skip(path, SkipReason::kUnreadable, content.error().message);
      }
    }
    return IgnoreRules::Parse(rules);
  }

  static bool IsKeyFile(const fs::path& path) {
    const auto fd = OpenRegularFile(path);
    if (!fd) return false;  // the reader will say why
    char buffer[kKeyProbeBytes];
    const ssize_t got = ::read(fd->get(), buffer, sizeof buffer);
    if (got <= 0) return false;
    const auto size = static_cast<std::size_t>(got);
    return HoldsPrivateKey({buffer, size}, size < sizeof buffer);
  }

  Status Deliver(const fs::path& path, const std::string& relative, std::uint64_t size) {
    ++counts_.files;
    return callbacks_.on_file({path, relative, size});
  }

  void Skip(const fs::path& path, SkipReason reason, std::string_view detail) {
    ++counts_.skipped[static_cast<std::size_t>(reason)];
    if (callbacks_.on_skip && IsNamedOneByOne(reason)) callbacks_.on_skip(path, reason, detail);
  }

  const WalkOptions& options_;
  const WalkCallbacks& callbacks_;
  std::vector<PathPattern> include_;
  std::vector<PathPattern> exclude_;
  GitIgnore ignore_;
  std::vector<Level> levels_;
  WalkCounts counts_;
};

}  // namespace

std::string_view Describe(SkipReason reason) {
  switch (reason) {
    case SkipReason::kHidden:
      return "hidden";
    case SkipReason::kIgnored:
      return "ignored by .gitignore";
    case SkipReason::kVersionControl:
      return "version control";
    case SkipReason::kDependencies:
      return "dependencies or build output";
    case SkipReason::kNotSelected:
      return "not selected by --include or --exclude";
    case SkipReason::kSecret:
      return "looks like a secret (--all takes it)";
    case SkipReason::kSymbolicLink:
      return "a symbolic link";
    case SkipReason::kSpecial:
      return "a device, socket or pipe";
    case SkipReason::kUnreadable:
      return "not readable";
    case SkipReason::kTooDeep:
      return "nested too deep";
  }
  return "";
}

bool IsNamedOneByOne(SkipReason reason) {
  return reason == SkipReason::kSecret || reason == SkipReason::kSymbolicLink ||
         reason == SkipReason::kSpecial || reason == SkipReason::kUnreadable ||
         reason == SkipReason::kTooDeep;
}

Result<WalkCounts> Walk(const fs::path& root, const WalkOptions& options,
                        const WalkCallbacks& callbacks) {
  TRY_ASSIGN(fs::path path, AbsolutePath(root));
  struct stat info{};
  if (::lstat(path.c_str(), &info) != 0) {
    return std::unexpected(SystemError("cannot read " + root.string(), errno));
  }
  if (S_ISLNK(info.st_mode)) {
    std::error_code error;
    path = fs::canonical(path, error);
    if (error) return std::unexpected(SystemError("cannot follow " + root.string(), error.value()));
    if (::lstat(path.c_str(), &info) != 0) {
      return std::unexpected(SystemError("cannot read " + root.string(), errno));
    }
  }
  Walker walker(options, callbacks);
  if (S_ISREG(info.st_mode)) {
    return walker.TakeFile(path, static_cast<std::uint64_t>(info.st_size));
  }
  if (S_ISDIR(info.st_mode)) return walker.TakeFolder(path);
  return Fail(ErrorCode::kInvalidArgument,
              root.string() + " is a device, socket or pipe; give a file or folder");
}

}  // namespace arborist::ingest
