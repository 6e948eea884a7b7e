// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "json/value.h"
#include "store/layout.h"

namespace arborist::serve::mcp {

// Takes in files of one folder and of no other place (decision 32: only here does a request name
// files, and only below a folder that whoever started the server named).
class IngestPaths {
 public:
  struct Options {
    store::HomePaths home;
    const Clock* clock = nullptr;
    Random* random = nullptr;
    std::string actor;
    const std::atomic<bool>* stop = nullptr;
  };
  // The folder must exist. Neither it nor a folder above the home may be taken in with the home.
  static Result<IngestPaths> Open(const std::filesystem::path& root, Options options);

  // The real path of a file or folder below the root: relative ones are relative to it, links are
  // followed first and must not lead out, and no part below it is hidden.
  Result<std::filesystem::path> Resolve(std::string_view path) const;

  // The contract's object. progress: how far it is.
  Result<json::Value> Ingest(const std::vector<std::string>& paths, const std::string& shard,
                             const std::function<void(std::string_view)>& progress,
                             const std::atomic<bool>* cancelled) const;

 private:
  IngestPaths(std::filesystem::path root, Options options);
  std::filesystem::path root_;  // real
  Options options_;
};

}  // namespace arborist::serve::mcp
