// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/walk/glob.h"
#include "ingest/walk/walk.h"

namespace arborist::ingest {

// What is read of something that is no folder on disk but holds paths: an archive, a commit of a
// repository. The rules are those of a walk, as far as they go by names alone.
class MemberRules {
 public:
  explicit MemberRules(bool all) : all_(all) {}

  // By its path alone.
  std::optional<SkipReason> ReasonToSkip(std::string_view path) const;
  // Whether it is a private key, given all its bytes.
  bool IsKey(std::string_view path, std::string_view bytes) const;

 private:
  const bool all_;  // nothing is left out
};

// What --include and --exclude leave of paths, for those who have no folder to walk.
class PathSelection {
 public:
  PathSelection(const std::vector<std::string>& include, const std::vector<std::string>& exclude)
      : include_(include.begin(), include.end()), exclude_(exclude.begin(), exclude.end()) {}
  bool Selects(std::string_view file) const;

 private:
  const std::vector<PathPattern> include_;
  const std::vector<PathPattern> exclude_;  // win
};

// The path without "./" and "/" in front; nothing: it leads out of what holds it.
std::optional<std::string> CleanMemberPath(std::string_view name);

// "/" and the path, percent-encoded: what stands behind '#' in the URI of a member. '!' parts the
// fragments of members in members and is encoded too. FROZEN: a change would make each of them a
// new location.
std::string FragmentOf(std::string_view path);

}  // namespace arborist::ingest
