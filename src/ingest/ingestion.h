// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/mutex.h"
#include "base/ordered_pool.h"
#include "compress/byte_source.h"
#include "compress/chunk_codec.h"
#include "ingest/dry_run.h"
#include "ingest/formats/detect.h"
#include "ingest/ingest.h"
#include "ingest/shard_sink.h"
#include "ingest/walk/walk.h"
#include "store/shard/shard_reader.h"

namespace arborist::ingest {

// One run of Ingest. Threads: the caller's reads inputs (reader part); a pool prepares; one thread
// routes results in order (router part); one per shard writes.
class Ingestion {
 public:
  Ingestion(const IngestOptions& options, const IngestEnvironment& environment);
  ~Ingestion();
  Result<IngestReport> Run();

 private:
  struct Task {
    std::vector<SourceDocument> documents;
    std::vector<FileTask> files;
    std::optional<ResumeMark> mark;
    std::string origin;  // of the documents: the dump's path
    DryRun::Group group = DryRun::kExact;
  };
  struct Prepared {
    std::vector<WriteItem> items;
    std::vector<SkippedInput> skipped;
    std::optional<ResumeMark> mark;
    bool plain = false;  // chunks are not compressed yet
    DryRun::Group group = DryRun::kExact;
  };
  using Pool = OrderedPool<Task, Prepared>;

  // -- set-up
  Status OpenShards();
  void StartPool();
  void MeasureInput();

  // -- reader part
  Status ReadAll();
  Status ReadRoot(const std::filesystem::path& root);
  Status TakeFile(const WalkedFile& file, const std::string& uri);
  FileKind KindOf(const std::filesystem::path& path, const std::string& head,
                  const std::string& raw) const;
  // A dump or JSON Lines file that is open.
  struct Stream {
    std::filesystem::path path;
    std::uint64_t size = 0;
    std::int64_t mtime = 0;
  };
  std::unique_ptr<compress::ByteSource> OpenStream(const WalkedFile& file, unsigned threads,
                                                   DryRun::Group group, Stream* stream);
  template <typename Reader>
  Status ReadStream(Reader* reader, const Stream& stream, DryRun::Group group);
  Status ReadDump(const WalkedFile& file, DryRun::Group group);
  Status ReadJsonLines(const WalkedFile& file, DryRun::Group group);
  std::uint64_t ResumePoint(const std::string& key, const Stream& stream);
  bool PushFiles(bool all);
  bool Push(Task task, std::uint64_t cost);
  bool Stopped() const;
  bool LimitReached() const { return options_.limit != 0 && taken_ >= options_.limit; }
  void Skip(std::string path, std::string reason, DryRun::Group group = DryRun::kExact);
  void ShowProgress(const std::string& current, std::uint64_t input_bytes, bool force);

  // -- on the pool's threads
  Prepared PrepareTask(unsigned worker, Task task);
  compress::ChunkCodec* CodecFor(unsigned worker, const Prepared& out);
  bool IsUnchanged(unsigned worker, std::string_view uri, const SourceHash& hash);
  void PrepareOne(unsigned worker, SourceDocument document, const std::string& place,
                  Prepared* out);
  void PrepareFile(unsigned worker, FileTask file, Prepared* out);

  // -- router part
  void Route();
  void RouteAll();
  void Deliver(Prepared prepared, const std::shared_ptr<void>& ticket);
  void Sample(Prepared prepared, std::shared_ptr<void> ticket);
  void EndSampling();
  static void Compress(Prepared* prepared, compress::ChunkCodec* codec);

  // -- the end
  Status FindVanished();
  Status CloseShards();

  const IngestOptions& options_;
  const IngestEnvironment& environment_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Mutex report_mutex_;  // of what router and writers count too
  IngestReport report_ GUARDED_BY(report_mutex_);

  store::ShardSet set_;
  bool fresh_ = true;  // the set was empty when we came: no need to look anything up
  std::vector<std::unique_ptr<store::ShardWriter>>
      writers_;  // before the sinks have them, and after
  std::vector<std::unique_ptr<ShardSink>> sinks_;
  std::unique_ptr<DryRun> dry_run_;  // null: this run is in earnest
  std::unique_ptr<Pool> pool_;
  std::jthread router_;
  std::atomic<bool> failed_ = false;
  Status routed_;  // the router's, once it has ended

  std::map<std::string, std::vector<std::string>> resume_marks_;  // of each shard, at the start

  // Reader part.
  std::vector<FileTask> file_batch_;
  std::uint64_t file_batch_bytes_ = 0;
  DryRun::Group file_batch_group_ = DryRun::kExact;  // of all files in it
  std::uint64_t taken_ = 0;
  std::uint64_t input_done_ = 0;  // bytes of the inputs behind us
  std::uint64_t input_total_ = 0;
  std::unordered_set<std::string> seen_;  // URIs of files in this run
  struct WalkedFolder {
    std::filesystem::path path;
    std::string uri_prefix;
  };
  std::vector<WalkedFolder> folders_;  // walked to the end
  std::chrono::steady_clock::time_point shown_{};
  IngestProgress progress_;

  // Per worker: a codec, and readers for looking up what is there already.
  struct Worker {
    std::unique_ptr<compress::ChunkCodec> codec;
    bool with_dictionary = false;
    std::vector<std::unique_ptr<store::ShardReader>> readers;
  };
  std::vector<Worker> workers_;

  // Until the dictionary is made, workers leave chunks plain and the router collects samples.
  std::atomic<bool> sampling_ = false;
  std::optional<compress::Dictionary> dictionary_;
  std::atomic<const compress::Dictionary*> ready_dictionary_ = nullptr;
  std::vector<std::pair<Prepared, std::shared_ptr<void>>> held_;
  std::uint64_t held_bytes_ = 0;
  std::unique_ptr<compress::ChunkCodec> router_codec_;
};

}  // namespace arborist::ingest
