// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "git/object_id.h"

namespace arborist::ingest {

// Of which commits the documents are that a shard has of one repository; kept in the shard's meta.
// After a run it is one commit. While a run is under way, and for good when it is killed, there are
// several, and each path is as in one of them: what differs from any of them is read again.
struct CommitMark {
  std::vector<git::ObjectId> commits;  // oldest run first
  bool whole = false;  // each path is; false: some may not have been read, and all are looked at
  std::string rules;   // a hash over what decides which files are read, and how
  bool operator==(const CommitMark&) const = default;
};
inline constexpr std::size_t kMaxMarkedCommits = 64;

// The key of a repository whose documents have such URIs.
std::string CommitKey(std::string_view repository_uri, std::string_view uri_prefix);

std::string EncodeCommitMark(std::string_view key, const CommitMark& mark);
// kCorrupt, kInvalidData: it is damaged.
Result<CommitMark> DecodeCommitMark(std::string_view key, std::string_view text);

}  // namespace arborist::ingest
