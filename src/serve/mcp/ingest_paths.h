// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <filesystem>
#include <string_view>

#include "base/result.h"
#include "store/layout.h"

namespace arborist::serve::mcp {

// Which files may be taken in: those of one folder and of no other place (decision 32: only here
// does a request name files, and only below a folder that whoever started the server named).
class IngestPaths {
 public:
  // The folder must exist. Neither it nor a folder above the home may be taken in with the home.
  static Result<IngestPaths> Open(const std::filesystem::path& root, const store::HomePaths& paths);

  // The real path of a file or folder below the root: relative ones are relative to it, links are
  // followed first and must not lead out, and no part below it is hidden.
  // Whoever opens it must do so beneath root(), for links may be put there meanwhile.
  Result<std::filesystem::path> Resolve(std::string_view path) const;
  const std::filesystem::path& root() const { return root_; }

 private:
  explicit IngestPaths(std::filesystem::path root) : root_(std::move(root)) {}
  std::filesystem::path root_;  // real
};

}  // namespace arborist::serve::mcp
