// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_stamp.h"
#include "base/folder.h"
#include "base/result.h"
#include "ingest/origin.h"
#include "ingest/walk/skip_rules.h"

namespace arborist::ingest {

struct WalkOptions {
  bool all = false;                    // also hidden, ignored, vendored and secret-looking files
  std::vector<std::string> include{};  // patterns as in .gitignore, relative to the root; none: all
  std::vector<std::string> exclude{};  // win over include
  std::size_t max_depth = 200;         // folders
  // The folder that the root must be in, both real paths: then no link is followed on the way to
  // the root either. None: the user named the root.
  std::filesystem::path beneath{};
};

struct WalkedFile {
  std::filesystem::path path;  // absolute, lexically normal
  std::string relative;        // bytes, to the root; for a file given by itself its name
  std::uint64_t size = 0;
  std::int64_t modified_at = 0;  // seconds since 1970
  FileStamp stamp = {};
  FileInFolder file;  // to open it: leads to no other place than where it was found
};

// The file as an origin of its path; `uri` is that of its document.
OriginPtr OriginOf(const WalkedFile& file, std::string uri);

struct WalkCallbacks {
  // An error returned here ends the walk with that error.
  std::function<Status(const WalkedFile&)> on_file;
  // Only for reasons that are named one by one. May be empty.
  std::function<void(const std::filesystem::path&, SkipReason, std::string_view detail)> on_skip;
};

struct WalkCounts {
  std::uint64_t files = 0;
  bool of_folder = false;                             // and not of a file that was named
  std::array<std::uint64_t, kSkipReasons> skipped{};  // a skipped folder counts once

  std::uint64_t Skipped(SkipReason reason) const {
    return skipped[static_cast<std::size_t>(reason)];
  }
};

// Goes through a file or folder in the bytewise order of the relative paths. Memory is bounded by
// the names of the folders on the way to the current one. A root that the user named is taken even
// when hidden, ignored or secret-looking, and resolved when it is a symbolic link; devices, sockets
// and pipes are refused. Nothing inside is followed, also when it becomes a link during the walk,
// so there are no loops and nothing outside is reached. What cannot be listed is reported and the
// walk goes on. Fails when the root itself is not there or not readable.
Result<WalkCounts> Walk(const std::filesystem::path& root, const WalkOptions& options,
                        const WalkCallbacks& callbacks);

}  // namespace arborist::ingest
