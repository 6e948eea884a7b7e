// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/mcp/ingest_paths.h"

#include <algorithm>
#include <utility>

#include "app/ingest_json.h"
#include "ingest/ingest.h"

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

IngestPaths::IngestPaths(fs::path root, Options options)
    : root_(std::move(root)), options_(std::move(options)) {}

Result<IngestPaths> IngestPaths::Open(const fs::path& root, Options options) {
  auto real = RealPath(root);
  if (!real) return std::unexpected(std::move(real).error().In("--root " + root.string()));
  std::error_code error;
  if (!fs::is_directory(*real, error)) {
    return Fail(ErrorCode::kInvalidArgument, "--root " + root.string() + " is not a folder");
  }
  if (const auto home = RealPath(options.home.root);
      home && (IsBelow(*home, *real) || IsBelow(*real, *home))) {
    return Fail(ErrorCode::kInvalidArgument,
                "--root " + root.string() +
                    " and the home hold each other; name a folder that has only documents");
  }
  return IngestPaths(std::move(*real), std::move(options));
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

Result<json::Value> IngestPaths::Ingest(const std::vector<std::string>& paths,
                                        const std::string& shard,
                                        const std::function<void(std::string_view)>& progress,
                                        const std::atomic<bool>* cancelled) const {
  ingest::IngestOptions options;
  for (const std::string& path : paths) {
    TRY_ASSIGN(fs::path real, Resolve(path));
    options.paths.push_back(std::move(real));
  }
  options.shard = shard;
  ingest::IngestEnvironment environment;
  environment.home = options_.home;
  environment.clock = options_.clock;
  environment.random = options_.random;
  environment.actor = options_.actor;
  environment.stop = cancelled != nullptr ? cancelled : options_.stop;
  environment.on_progress = [&](const ingest::IngestProgress& now) {
    if (progress) progress(std::to_string(now.documents) + " documents");
  };
  TRY_ASSIGN(const ingest::IngestReport report, ingest::Ingest(options, environment));
  return json::Value(app::ToJson(report));
}

}  // namespace arborist::serve::mcp
