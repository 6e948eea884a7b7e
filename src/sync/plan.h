// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/file_stamp.h"
#include "base/hash256.h"
#include "base/result.h"
#include "store/home/follows.h"

namespace arborist::sync {

// A file of a followed folder as it is now.
struct FoundFile {
  std::string uri;
  FileStamp stamp;
};

enum class Change : std::uint8_t {
  kAdded,
  kChanged,
  kRenamed,  // the same bytes stand at another place; nothing is read again
  kGone,
  kUnreadable,  // could not be read now; what the store has of it stays
};
std::string_view Name(Change change);  // added, changed, renamed, gone, unreadable

struct PlannedChange {
  Change change = Change::kAdded;
  std::string uri;
  std::string old_uri = {};  // of a renamed one
  std::string reason = {};   // of an unreadable one
  FileStamp stamp = {};      // now; of all but gone and unreadable ones
  // Of its bytes, where that had to be looked at, or is known from before.
  std::optional<SourceHash> source_hash = {};
};

struct Plan {
  std::vector<PlannedChange> changes;  // by kind, then by URI
  std::uint64_t unchanged = 0;
  // Files whose stamp moved while their bytes stayed: to be remembered.
  std::vector<store::FollowedFile> touched;

  std::uint64_t Count(Change change) const;
};

// What to look at besides the stamps.
struct PlanOptions {
  enum class Trust : std::uint8_t { kStamps, kBytes };
  Trust trust = Trust::kStamps;  // kBytes: every file is hashed
  // sha256 of the bytes of a file that was found.
  std::function<Result<SourceHash>(const std::string& uri)> hash;
  // Whether a file could not be looked for, because its folder could not be listed.
  std::function<bool(const std::string& uri)> is_hidden_by_error;
};

// Compares the files that were seen last with those that are there now. Reads the bytes of those
// alone whose stamp changed, and of new ones that may be a renamed one. Both lists by URI.
Plan MakePlan(std::span<const store::FollowedFile> known, std::span<const FoundFile> found,
              const PlanOptions& options);

}  // namespace arborist::sync
