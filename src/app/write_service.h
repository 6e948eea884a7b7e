// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/answer_cache.h"
#include "app/home_environment.h"
#include "app/home_writer.h"
#include "app/log_service.h"
#include "app/reader_pool.h"
#include "base/mutex.h"
#include "curate/falsify.h"
#include "store/home/snapshots.h"

namespace arborist::app {

// A document, or JSON Lines of several, as a request brings it.
struct Upload {
  std::string_view body;
  std::string media_type;  // one of WriteService::UploadTypes
  std::string uri;         // not with JSON Lines
  std::string shard = "main";
};
struct UploadReport {
  ingest::IngestReport report;
  std::optional<DocumentRoot> root;  // of the one document
};

// What changes a home that is served: one at a time, each waiting for the one before it. A burn or
// an eviction waits for the homes of the pool too, which would keep the deleted text alive. All
// that it is given must outlive it. Thread-safe.
class WriteService {
 public:
  static constexpr std::size_t kMaxUploadBytes = std::size_t{64} << 20;

  // The environment's stop ends ingests under way.
  WriteService(HomeEnvironment environment, ReaderPool* homes, AnswerCache* ready)
      : environment_(std::move(environment)), homes_(homes), ready_(ready) {}

  Result<curate::Falsified> Falsify(const View& view, std::string_view key,
                                    store::RecordState state, std::string_view reason);
  Result<curate::BurnReport> Burn(const View& view, std::string_view name, bool force);
  static std::vector<std::string> UploadTypes();
  Result<UploadReport> Ingest(const View& view, const Upload& upload);
  // Files of this machine, which whoever calls has the right to name, in the folder `beneath`; all
  // are real paths.
  Result<ingest::IngestReport> IngestFiles(const std::filesystem::path& beneath,
                                           const std::vector<std::filesystem::path>& paths,
                                           const std::string& shard, const Progress& progress,
                                           const std::atomic<bool>* cancelled);

  // Of a folder that whoever started the server named.
  Result<sync::SyncReport> Sync(const sync::SyncOptions& options, const std::atomic<bool>* stop);

  // These need a view of everything.
  Result<store::Snapshot> TakeSnapshot(const View& view, std::string_view reason);
  Result<SignedCheckpoint> SignCheckpoint(const View& view);  // kNotFound: there is no key
  Result<distill::DistillReport> Distill(const View& view, const distill::DistillOptions& options);
  Result<room::EvictReport> Evict(const View& view, room::EvictOptions options);
  // Documents only, by root or URI: a path of the server is not to be named.
  Result<room::RehydrateReport> Rehydrate(const View& view, room::RehydrateOptions options);

 private:
  Result<ReaderPool::Lease> TakeWhole(const View& view) const;

  const HomeEnvironment environment_;
  ReaderPool* homes_;
  AnswerCache* ready_;
  Mutex mutex_;  // held by the one that writes
};

}  // namespace arborist::app
