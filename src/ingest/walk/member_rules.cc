// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/walk/member_rules.h"

#include <algorithm>

#include "ingest/file_uri.h"
#include "ingest/walk/skip_rules.h"

namespace arborist::ingest {

namespace {

constexpr std::size_t kKeyHeadBytes = 16 << 10;

}  // namespace

std::optional<SkipReason> MemberRules::ReasonToSkip(std::string_view path) const {
  if (all_) return std::nullopt;
  const auto unknown = [](std::string_view) { return false; };
  while (true) {
    const std::size_t slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    const bool is_folder = slash != std::string_view::npos;
    if (IsVersionControlName(part)) return SkipReason::kVersionControl;
    if (is_folder && IsDependencyFolder(part, unknown, unknown)) return SkipReason::kDependencies;
    if (!is_folder && IsSecretName(part)) return SkipReason::kSecret;
    if (part.starts_with('.')) return SkipReason::kHidden;
    if (!is_folder) return std::nullopt;
    path.remove_prefix(slash + 1);
  }
}

bool MemberRules::IsKey(std::string_view path, std::string_view bytes) const {
  return !all_ && IsPossibleKeyName(path.substr(path.rfind('/') + 1)) &&
         HoldsPrivateKey(bytes.substr(0, kKeyHeadBytes), bytes.size() <= kKeyHeadBytes);
}

bool PathSelection::Selects(std::string_view file) const {
  const auto matches = [&](const PathPattern& pattern) {
    return pattern.MatchesUpwards(file, false);
  };
  return (include_.empty() || std::ranges::any_of(include_, matches)) &&
         std::ranges::none_of(exclude_, matches);
}

std::optional<std::string> CleanMemberPath(std::string_view name) {
  std::string path;
  while (!name.empty()) {
    const std::size_t slash = name.find('/');
    const std::string_view part = name.substr(0, slash);
    name.remove_prefix(slash == std::string_view::npos ? name.size() : slash + 1);
    if (part.empty() || part == ".") continue;
    if (part == "..") return std::nullopt;
    if (!path.empty()) path += '/';
    path += part;
  }
  return path;
}

std::string FragmentOf(std::string_view path) {
  std::string fragment = "/";
  for (const char c : EncodePath(path)) {
    if (c == '!') {
      fragment += "%21";
    } else {
      fragment += c;
    }
  }
  return fragment;
}

}  // namespace arborist::ingest
