// SPDX-License-Identifier: AGPL-3.0-only
// What changes the store: one at a time.
#include <algorithm>
#include <filesystem>

#include "app/fields.h"
#include "app/json/ingest_json.h"
#include "app/record_service.h"
#include "app/service_impl.h"
#include "app/snapshot_service.h"
#include "base/ascii.h"
#include "curate/burn.h"
#include "ingest/formats/table.h"
#include "ingest/ingest.h"
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

}  // namespace

Result<curate::Falsified> Service::Falsify(const View& view, std::string_view key,
                                           store::RecordState state, std::string_view reason) {
  if (text::Strip(reason).empty() || reason.size() > kMaxReasonBytes) {
    return Fail(ErrorCode::kInvalidArgument,
                "field reason must say why, for whoever reads this later, in at most 4096 bytes");
  }
  const MutexLock lock(impl_->write_mutex);
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  return RecordService(&*reader).Falsify(key, state, reason);
}

Result<json::Value> Service::Burn(const View& view, std::string_view named, bool force) {
  const MutexLock lock(impl_->write_mutex);
  std::string name(named);
  {
    // Who sees only a part may burn only in it.
    TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
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
  const ReaderPool::Stopped stopped(&impl_->readers);
  impl_->answers->Clear();
  TRY_ASSIGN(const curate::BurnReport report,
             curate::Burn({.home = impl_->options.environment.paths,
                           .clock = impl_->options.environment.clock,
                           .random = impl_->options.environment.random,
                           .actor = impl_->options.environment.actor,
                           .name = name,
                           .force = force}));
  return json::Value(ToJson(report));
}

std::vector<std::string> Service::UploadTypes() { return ingest::MediaTypes(); }

Result<json::Value> Service::Ingest(const View& view, const Upload& upload) {
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
  const MutexLock lock(impl_->write_mutex);
  ingest::IngestOptions options;
  options.origins = {ingest::MemoryOrigin(
      upload.body, {.name = lines ? "upload" : upload.uri, .uri = upload.uri})};
  options.format = format;
  options.shard = upload.shard;
  TRY_ASSIGN(const ingest::IngestReport report,
             ingest::Ingest(options, {.home = impl_->options.environment.paths,
                                      .clock = impl_->options.environment.clock,
                                      .random = impl_->options.environment.random,
                                      .actor = impl_->options.environment.actor,
                                      .stop = impl_->options.environment.stop,
                                      .on_progress = {},
                                      .on_note = {}}));
  json::Object object = ToJson(report);
  if (!lines && report.documents > 0) {
    TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
    TRY_ASSIGN(const store::CorpusDocument document, reader->corpus().Resolve(upload.uri));
    object.emplace("document_root", document.view.root.hex());
  }
  return json::Value(std::move(object));
}

Result<json::Value> Service::IngestFiles(const std::filesystem::path& beneath,
                                         const std::vector<std::filesystem::path>& paths,
                                         const std::string& shard,
                                         const std::function<void(std::string_view)>& progress,
                                         const std::atomic<bool>* cancelled) {
  const MutexLock lock(impl_->write_mutex);
  ingest::IngestOptions options;
  options.paths = paths;
  options.beneath = beneath;
  options.shard = shard;
  const auto tell = [&](const ingest::IngestProgress& now) {
    if (progress) progress(std::to_string(now.documents) + " documents");
  };
  TRY_ASSIGN(
      const ingest::IngestReport report,
      ingest::Ingest(options,
                     {.home = impl_->options.environment.paths,
                      .clock = impl_->options.environment.clock,
                      .random = impl_->options.environment.random,
                      .actor = impl_->options.environment.actor,
                      .stop = cancelled != nullptr ? cancelled : impl_->options.environment.stop,
                      .on_progress = tell,
                      .on_note = {}}));
  return json::Value(ToJson(report));
}

Result<store::Snapshot> Service::TakeSnapshot(const View& view, std::string_view reason) {
  if (reason.size() > kMaxReasonBytes) {
    return Fail(ErrorCode::kInvalidArgument, "field reason must have at most 4096 bytes");
  }
  const MutexLock lock(impl_->write_mutex);
  TRY_ASSIGN(const ReaderPool::Lease home, impl_->Take(view));
  return SnapshotService(&*home).Take(reason);
}

Result<SignedCheckpoint> Service::SignCheckpoint(const View& view) {
  const MutexLock lock(impl_->write_mutex);
  TRY_ASSIGN(const ReaderPool::Lease home, impl_->Take(view));
  return LogService(&*home).Sign();
}

}  // namespace arborist::app
