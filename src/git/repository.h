// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "git/library.h"
#include "git/object_id.h"

namespace arborist::git {

enum class EntryKind : std::uint8_t {
  kFile,
  kSymbolicLink,
  kSubmodule,  // a commit of another repository
};

// What stands at a path of a commit. Whether a file is executable is not looked at.
struct Entry {
  ObjectId id;
  EntryKind kind = EntryKind::kFile;
  bool operator==(const Entry&) const = default;
};

// A path at which two commits differ. A rename is two of these with equal ids.
struct Change {
  std::string path;  // bytes as in the tree, untrusted: it may hold ".." and anything but NUL
  std::optional<Entry> before;
  std::optional<Entry> now;
};

struct ChangeVisitor {
  // An error ends the comparison with that error.
  std::function<Status(const Change& change)> on_change;
  // This folder ("" is the root) could not be read in one of the commits: which paths below it
  // are gone is not known.
  std::function<void(const std::string& folder, const std::string& reason)> on_unreadable;
};

struct CompareLimits {
  std::uint64_t max_entries = 1'000'000;  // looked at, of both commits
  std::size_t max_depth = 200;            // folders in folders
};

struct Handles;  // of libgit2

// A repository with or without a work tree, to read its objects. Nothing is written, fetched or
// filtered. For one thread at a time; the library outlives it.
class Repository {
 public:
  struct Facts {
    bool bare = false;
    bool partial_clone = false;  // objects may be missing, to be fetched when they are needed
    bool shallow = false;        // older commits are missing
  };

  // The repository at this path, not one around it. kNotFound: there is none. kUnsupported: one of
  // a kind that libgit2 cannot read (SHA-256, reftable).
  static Result<std::unique_ptr<Repository>> Open(const Library& library,
                                                  const std::filesystem::path& path);
  ~Repository();

  const Facts& facts() const { return facts_; }

  // The commit that a name ("HEAD", "v1.2", "main~3", an id) names. kNotFound: none.
  Result<ObjectId> ResolveCommit(std::string_view name) const;
  // Whether the commit and its root folder are there and whole.
  Status CheckCommit(const ObjectId& commit) const;

  // The paths at which two commits differ, in their bytewise order; without `before` all files of
  // `now`. Folders that are equal are not opened. kLimitExceeded: there are too many entries.
  Status Compare(const std::optional<ObjectId>& before, const ObjectId& now,
                 const CompareLimits& limits, const ChangeVisitor& visitor) const;
  // What stands at a path. kNotFound: no file, link or submodule.
  Result<Entry> Find(const ObjectId& commit, std::string_view path) const;

  // The bytes as they are stored, checked against the id. kNotFound: the object is not here, and
  // the message says why. kInvalidData: it is damaged.
  Result<std::string> ReadBlob(const ObjectId& id, std::uint64_t max_bytes) const;

 private:
  Repository(std::unique_ptr<Handles> handles, Facts facts);

  std::unique_ptr<Handles> handles_;
  Facts facts_;
};

}  // namespace arborist::git
