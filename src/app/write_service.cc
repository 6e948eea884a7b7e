// SPDX-License-Identifier: AGPL-3.0-only
// What changes the store, one at a time. An upload is read from memory and ingested like any file.
#include "app/write_service.h"

#include <algorithm>
#include <filesystem>

#include "app/record_service.h"
#include "app/snapshot_service.h"
#include "base/ascii.h"
#include "ingest/formats/table.h"
#include "json/value.h"
#include "text/canonical.h"
#include "text/scan.h"

namespace arborist::app {

namespace {

// A name from outside must not pose as a file of this machine.
Status CheckUploadUri(std::string_view uri) {
  const std::size_t colon = uri.find(':');
  const std::string scheme =
      text::ToLower(uri.substr(0, colon == std::string_view::npos ? 0 : colon));
  if (scheme.empty() || uri.size() > 8192) {
    return Fail(ErrorCode::kInvalidArgument,
                "a document needs a URI such as https://example.org/page");
  }
  if (scheme == "file") {
    return Fail(ErrorCode::kInvalidArgument,
                "URIs that begin with file: name files of the server; use another scheme");
  }
  for (const char c : uri) {
    if (static_cast<unsigned char>(c) <= 0x20 || c == 0x7F) {
      return Fail(ErrorCode::kInvalidArgument,
                  "a URI has no spaces and no control characters; percent-encode them");
    }
  }
  return {};
}

Status CheckLineUris(std::string_view body) {
  std::size_t number = 0;
  while (!body.empty()) {
    const std::string_view line = TakeLine(&body);
    ++number;
    const auto value = json::Parse(line);
    const json::Value* const uri = value ? value->Find("uri") : nullptr;
    if (uri == nullptr || !uri->is_string()) continue;  // the reader skips it and says why
    TRY_IN("line " + std::to_string(number), CheckUploadUri(uri->as_string()));
  }
  return {};
}

// Only what the corpus holds goes on, by its root: a name never becomes a path.
Status Resolve(const store::Corpus& corpus, std::vector<std::string>* names) {
  for (std::string& name : *names) {
    TRY_ASSIGN(const store::CorpusDocument document, corpus.Resolve(name));
    name = document.view.root.hex();
  }
  return {};
}

}  // namespace

Result<curate::Falsified> WriteService::Falsify(const View& view, std::string_view key,
                                                store::RecordState state, std::string_view reason) {
  if (text::Strip(reason).empty() || reason.size() > kMaxReasonBytes) {
    return Fail(ErrorCode::kInvalidArgument,
                "field reason must say why, for whoever reads this later, in at most 4096 bytes");
  }
  const MutexLock lock(mutex_);
  TRY_ASSIGN(const ReaderPool::Lease reader, homes_->Take(view));
  return RecordService(&*reader).Falsify(key, state, reason);
}

Result<curate::BurnReport> WriteService::Burn(const View& view, std::string_view named,
                                              bool force) {
  const MutexLock lock(mutex_);
  std::string name(named);
  {
    // Who sees only a part may burn only in it.
    TRY_ASSIGN(const ReaderPool::Lease reader, homes_->Take(view));
    if (reader->restricted()) {
      // By all its digits from here on, which nothing hidden shares.
      const RecordService records(&*reader);
      TRY_ASSIGN(const prove::Named kind, records.WhatIs(name));
      if (kind == prove::Named::kRecord) {
        TRY_ASSIGN(const store::Record record, records.Find(name));
        name = record.cache_key.hex();
      } else {
        TRY_ASSIGN(const store::CorpusDocument document, reader->corpus().Resolve(name));
        name = document.view.root.hex();
      }
    }
  }
  // Readers would keep the deleted text alive.
  const ReaderPool::Stopped stopped(homes_);
  ready_->Clear();
  return HomeWriter(environment_).Burn(name, force);
}

std::vector<std::string> WriteService::UploadTypes() { return ingest::MediaTypes(); }

Result<UploadReport> WriteService::Ingest(const View& view, const Upload& upload) {
  const ingest::Format* const format = ingest::FormatOfMediaType(upload.media_type);
  if (format == nullptr) {
    return Fail(ErrorCode::kUnsupported, "documents of this media type are not read");
  }
  const bool lines = format->many();
  if (lines != upload.uri.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                lines ? "parameter uri does not go with JSON Lines, which name their own"
                      : "parameter uri is missing: the document needs a name");
  }
  TRY(lines ? CheckLineUris(upload.body) : CheckUploadUri(upload.uri));
  if (!view.shards.empty() && std::ranges::find(view.shards, upload.shard) == view.shards.end()) {
    return Fail(ErrorCode::kForbidden, "this token may not write to that shard");
  }
  const MutexLock lock(mutex_);
  ingest::IngestOptions options;
  options.origins = {ingest::MemoryOrigin(
      upload.body, {.name = lines ? "upload" : upload.uri, .uri = upload.uri})};
  options.format = format;
  options.shard = upload.shard;
  UploadReport result;
  TRY_ASSIGN(result.report, HomeWriter(environment_).Ingest(options));
  if (!lines && result.report.documents > 0) {
    TRY_ASSIGN(const ReaderPool::Lease reader, homes_->Take(view));
    TRY_ASSIGN(const store::CorpusDocument document, reader->corpus().Resolve(upload.uri));
    result.root = document.view.root;
  }
  return result;
}

Result<ingest::IngestReport> WriteService::IngestFiles(
    const std::filesystem::path& beneath, const std::vector<std::filesystem::path>& paths,
    const std::string& shard, const Progress& progress, const std::atomic<bool>* cancelled) {
  const MutexLock lock(mutex_);
  ingest::IngestOptions options;
  options.paths = paths;
  options.beneath = beneath;
  options.shard = shard;
  const auto tell = [&](const ingest::IngestProgress& now) {
    if (progress) progress(std::to_string(now.documents) + " documents");
  };
  HomeEnvironment environment = environment_;
  if (cancelled != nullptr) environment.stop = cancelled;
  return HomeWriter(environment).Ingest(options, {.on_progress = tell});
}

Result<sync::SyncReport> WriteService::Sync(const sync::SyncOptions& options,
                                            const std::atomic<bool>* stop) {
  const MutexLock lock(mutex_);
  HomeEnvironment environment = environment_;
  environment.stop = stop;
  return HomeWriter(environment).Sync(options);
}

Result<ReaderPool::Lease> WriteService::TakeWhole(const View& view) const {
  TRY_ASSIGN(ReaderPool::Lease home, homes_->Take(view));
  TRY(home->RequireWhole());
  return home;
}

Result<store::Snapshot> WriteService::TakeSnapshot(const View& view, std::string_view reason) {
  if (reason.size() > kMaxReasonBytes) {
    return Fail(ErrorCode::kInvalidArgument, "field reason must have at most 4096 bytes");
  }
  const MutexLock lock(mutex_);
  TRY_ASSIGN(const ReaderPool::Lease home, homes_->Take(view));
  return SnapshotService(&*home).Take(reason);
}

Result<SignedCheckpoint> WriteService::SignCheckpoint(const View& view) {
  const MutexLock lock(mutex_);
  TRY_ASSIGN(const ReaderPool::Lease home, homes_->Take(view));
  return LogService(&*home).Sign();
}

Result<distill::DistillReport> WriteService::Distill(const View& view,
                                                     const distill::DistillOptions& options) {
  const MutexLock lock(mutex_);
  TRY(TakeWhole(view));
  return HomeWriter(environment_).Distill(options);
}

Result<room::EvictReport> WriteService::Evict(const View& view, room::EvictOptions options) {
  const MutexLock lock(mutex_);
  {
    TRY_ASSIGN(const ReaderPool::Lease home, TakeWhole(view));
    TRY(Resolve(home->corpus(), &options.names));
  }
  // A reader's snapshot would keep the pages that are to go.
  const ReaderPool::Stopped stopped(homes_);
  return HomeWriter(environment_).Evict(options);
}

Result<room::RehydrateReport> WriteService::Rehydrate(const View& view,
                                                      room::RehydrateOptions options) {
  const MutexLock lock(mutex_);
  {
    TRY_ASSIGN(const ReaderPool::Lease home, TakeWhole(view));
    TRY(Resolve(home->corpus(), &options.targets));
  }
  return HomeWriter(environment_).Rehydrate(options);
}

}  // namespace arborist::app
