// SPDX-License-Identifier: AGPL-3.0-only
// Resolves a path that an agent named to a real path and requires it to be below the folder that
// was given, with no hidden part. Links are resolved before the comparison; ingest then opens the
// file beneath that folder without following links, because a link may be put there in between.
#include "serve/mcp/ingest_paths.h"

#include <algorithm>
#include <utility>

namespace arborist::serve::mcp {

namespace {

namespace fs = std::filesystem;

bool IsBelow(const fs::path& path, const fs::path& folder) {
  const auto [end, ignored] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

// Without a trailing slash, or its last part would be an empty one.
Result<fs::path> RealPath(const fs::path& path) {
  std::error_code error;
  fs::path real = fs::canonical(path, error);
  if (error) return Fail(ErrorCode::kNotFound, "there is no such file or folder");
  return real;
}

}  // namespace

Result<IngestPaths> IngestPaths::Open(const fs::path& root, const store::HomePaths& paths) {
  auto real = RealPath(root);
  if (!real) return std::unexpected(std::move(real).error().In("--root " + root.string()));
  std::error_code error;
  if (!fs::is_directory(*real, error)) {
    return Fail(ErrorCode::kInvalidArgument, "--root " + root.string() + " is not a folder");
  }
  if (const auto home = RealPath(paths.root);
      home && (IsBelow(*home, *real) || IsBelow(*real, *home))) {
    return Fail(ErrorCode::kInvalidArgument,
                "--root " + root.string() +
                    " and the home hold each other; name a folder that has only documents");
  }
  return IngestPaths(std::move(*real));
}

Result<fs::path> IngestPaths::Resolve(std::string_view path) const {
  const auto refuse = [&](std::string_view why) {
    return Fail(ErrorCode::kInvalidArgument, "path " + std::string(path) + " " + std::string(why));
  };
  if (path.empty() || path.find('\0') != std::string_view::npos) return refuse("is not a path");
  const auto real = RealPath(root_ / fs::path(path));
  // What is outside is not told apart from what is not there.
  if (!real || !IsBelow(*real, root_)) {
    return refuse("is not below the folder that files may be taken from");
  }
  auto part = real->begin();
  std::advance(part, std::distance(root_.begin(), root_.end()));
  if (std::any_of(part, real->end(),
                  [](const fs::path& name) { return name.native().starts_with('.'); })) {
    return refuse("is hidden");
  }
  return *real;
}

}  // namespace arborist::serve::mcp
