// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/reader.h"

#include <span>
#include <utility>

#include "base/contained.h"
#include "ingest/file_uri.h"
#include "ingest/walk/walk.h"

namespace arborist::ingest {

namespace {

WalkOptions WalkOf(const IngestOptions& options) {
  return {.all = options.all,
          .include = options.include,
          .exclude = options.exclude,
          .beneath = options.beneath};
}

// Repositories are read by their own class.
std::span<const std::filesystem::path> FilePathsOf(const IngestOptions& options) {
  if (options.path_kind != PathKind::kFiles) return {};
  return options.paths;
}

}  // namespace

Reader::Reader(const IngestOptions& options, unsigned threads, OriginSink* origins,
               DocumentSink* documents, RunReport* report)
    : options_(options),
      read_{.format = options.format,
            .all = options.all,
            .threads = threads,
            .limits = options.limits},
      origins_(origins),
      documents_(documents),
      report_(report) {}

Status Reader::Take(OriginPtr origin) {
  Status taken = Contained([&] { return Dispatch(origin, read_, origins_); });
  if (taken || taken.error().code != ErrorCode::kEnvironment) return taken;
  documents_->Skip(origin.get(), origin->name(), std::move(taken).error().message);
  return {};
}

Status Reader::ReadRoot(const std::filesystem::path& root) {
  TRY_ASSIGN(const std::filesystem::path absolute, AbsolutePath(root));
  const auto uri_of = [&](const WalkedFile& file) {
    return options_.uri_prefix.empty() ? FileUri(file.path)
                                       : PrefixedUri(options_.uri_prefix, file.relative);
  };
  TRY_ASSIGN(
      const WalkCounts counts,
      Walk(absolute, WalkOf(options_),
           {.on_file = [&](const WalkedFile& file) { return Take(OriginOf(file, uri_of(file))); },
            .on_skip =
                [&](const std::filesystem::path& path, SkipReason reason, std::string_view detail) {
                  documents_->Skip(nullptr, path.string(),
                                   std::string(Describe(reason)) +
                                       (detail.empty() ? "" : ": " + std::string(detail)));
                }}));
  for (std::size_t i = 0; i < kSkipReasons; ++i) {
    const auto reason = static_cast<SkipReason>(i);
    if (!IsNamedOneByOne(reason)) report_->PassOver(Describe(reason), counts.skipped[i]);
  }
  if (counts.of_folder) {
    folders_.push_back({absolute, options_.uri_prefix.empty()
                                      ? FileUri(absolute) + "/"
                                      : PrefixedUri(options_.uri_prefix, "")});
  }
  return {};
}

Status Reader::ReadAll() {
  // Whether to go on behind an input. When the writers have failed, their own error says more.
  const auto go_on = [&](const std::string& name, const Status& status) {
    if (status) return !origins_->IsFull();
    if (status.error().code == ErrorCode::kCancelled || origins_->IsFull()) return false;
    documents_->Skip(nullptr, name, status.error().message);
    return true;
  };
  for (const auto& path : FilePathsOf(options_)) {
    if (!go_on(path.string(), ReadRoot(path))) return {};
  }
  for (const OriginPtr& origin : options_.origins) {
    if (!go_on(origin->name(), Take(origin))) return {};
  }
  for (const ReadyDocuments& ready : options_.ready) {
    const Status taken =
        Contained([&] { return origins_->TakeStream(ready.origin, ready.reader.get()); });
    if (!go_on(ready.origin->name(), taken)) return {};
  }
  return {};
}

void ForEachInputSize(const IngestOptions& options,
                      const std::function<void(std::uint64_t bytes)>& visit) {
  for (const auto& path : FilePathsOf(options)) {
    // What is wrong with a path is said when it is read.
    (void)Walk(path, WalkOf(options),
               {.on_file =
                    [&](const WalkedFile& file) {
                      visit(file.size);
                      return Status();
                    },
                .on_skip = {}});
  }
  for (const OriginPtr& origin : options.origins) visit(origin->size_or_zero());
}

}  // namespace arborist::ingest
