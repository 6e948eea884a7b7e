// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/ingestion.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "base/check.h"
#include "base/contained.h"
#include "base/files.h"
#include "base/parallel_for.h"
#include "ingest/prepare.h"
#include "store/corpus.h"
#include "store/home/home.h"

namespace arborist::ingest {

namespace {

// Text under way through the pipeline; with what is made of it about three times as much memory.
constexpr std::uint64_t kMaxTextInFlight = std::uint64_t{24} << 20;
// Samples that a compression dictionary is trained on, and its size.
constexpr std::uint64_t kSampleBytes = std::uint64_t{2} << 20;
constexpr std::uint64_t kMaxSampleBytes = std::uint64_t{8} << 20;  // of one large document
constexpr std::size_t kDictionaryBytes = std::size_t{64} << 10;
constexpr std::size_t kMaxListedSkips = 10000;

}  // namespace

Ingestion::Ingestion(const IngestOptions& options, const IngestEnvironment& environment)
    : options_(options), environment_(environment) {}

// Tickets in the sinks' queues give back to the pool, so the pool goes last.
Ingestion::~Ingestion() {
  if (pool_) pool_->Cancel();
  if (router_.joinable()) router_.join();
  held_.clear();
  sinks_.clear();
}

Status Ingestion::OpenShards() {
  // Two writers keep two cores busy with the full-text index, the dearest part of the work.
  const std::uint32_t default_shards = 2;
  TRY_ASSIGN(set_, store::ChooseShardSet(environment_.home, options_.shard, options_.shards,
                                         default_shards));
  // A new file must not take the place of a shard that is gone.
  TRY(store::Corpus::Open(environment_.home, {{set_.name}}));
  if (options_.dry_run) {
    TRY_ASSIGN(dry_run_, DryRun::Open(set_, environment_.home, options_.dry_run_sample_bytes));
    return {};
  }
  TRY(MakeDirectories(environment_.home.root, 0700));
  TRY(MakeDirectories(environment_.home.shards(), 0700));
  std::vector<std::optional<std::string>> dictionaries;
  for (std::uint32_t i = 0; i < set_.count; ++i) {
    const auto path = set_.PathOf(environment_.home, i);
    store::ShardWriter::Options options{.clock = environment_.clock,
                                        .random = environment_.random,
                                        .actor = environment_.actor,
                                        .wait = false};
    auto writer = store::ShardWriter::Open(path, options);
    if (!writer && writer.error().code == ErrorCode::kConflict && environment_.on_note) {
      environment_.on_note("another ingest is writing to shard " + path.stem().string() +
                           "; waiting for it to finish");
      options.wait = true;
      writer = store::ShardWriter::Open(path, options);
    }
    if (!writer) return std::unexpected(std::move(writer).error().In("shard " + path.string()));
    TRY_ASSIGN(const bool empty, (*writer)->IsEmpty());
    fresh_ = fresh_ && empty;
    TRY_ASSIGN(const auto marks, (*writer)->MetaWithPrefix(kResumePrefix));
    for (const auto& [key, value] : marks) resume_marks_[key].push_back(value);
    TRY_ASSIGN(std::optional<std::string> dictionary, (*writer)->Dictionary());
    dictionaries.push_back(std::move(dictionary));
    writers_.push_back(std::move(*writer));
  }
  std::optional<std::string> known;
  for (const auto& dictionary : dictionaries) {
    if (!dictionary) continue;
    if (known && *known != *dictionary) return {};  // made apart: each chunk then stands for itself
    known = dictionary;
  }
  sampling_ = !known;
  if (!known) return {};
  TRY_ASSIGN(dictionary_, compress::Dictionary::Load(*known));
  ready_dictionary_ = &*dictionary_;
  // A process killed while it made the set may have left some shards without it.
  for (std::size_t i = 0; i < writers_.size(); ++i) {
    if (dictionaries[i]) continue;
    TRY(writers_[i]->Begin());
    TRY(writers_[i]->SetDictionary(*known));
    TRY(writers_[i]->Commit());
  }
  return {};
}

void Ingestion::StartPool() {
  const unsigned jobs = ThreadsFor(options_.jobs);
  workers_.resize(jobs);
  pool_ = std::make_unique<Pool>(jobs, kMaxTextInFlight, [this](unsigned worker, Task task) {
    return PrepareTask(worker, std::move(task));
  });
  for (std::size_t i = 0; i < writers_.size(); ++i) {
    {
      const MutexLock lock(report_mutex_);
      report_.shards.push_back({.name = writers_[i]->path().stem().string()});
    }
    sinks_.push_back(std::make_unique<ShardSink>(
        std::move(writers_[i]),
        ShardSink::Options{.limits = options_.limits,
                           .reextract = options_.reextract,
                           .commit_text_bytes = options_.commit_text_bytes,
                           .on_commit =
                               [this, i](const SinkCounts& counts) {
                                 const MutexLock lock(report_mutex_);
                                 report_.added += counts.added;
                                 report_.unchanged += counts.unchanged;
                                 report_.evicted += counts.evicted;
                                 report_.superseded += counts.superseded;
                                 report_.revised += counts.revised;
                                 report_.aliases += counts.aliases;
                                 report_.chunks += counts.chunks;
                                 report_.text_bytes += counts.text_bytes;
                                 report_.shards[i].documents += counts.documents();
                                 for (const auto& [uri, reason] : counts.refused) {
                                   ++report_.skipped_count;
                                   if (report_.skipped.size() < kMaxListedSkips) {
                                     report_.skipped.push_back({uri, reason});
                                   }
                                 }
                               },
                           .on_failure =
                               [this] {
                                 failed_ = true;
                                 pool_->Cancel();
                               }}));
  }
  writers_.clear();
  router_ = std::jthread([this] { Route(); });
}

Result<IngestReport> Ingestion::Run() {
  TRY(OpenShards());
  if (environment_.on_progress || dry_run_) MeasureInput();
  const auto read_start = std::chrono::steady_clock::now();
  StartPool();
  const Status read = ReadAll();
  if (!read) pool_->Cancel();
  pool_->Close();
  router_.join();
  const std::chrono::duration<double> reading = std::chrono::steady_clock::now() - read_start;
  if (!dry_run_) TRY(CloseShards());
  TRY(routed_);
  TRY(read);
  const MutexLock lock(report_mutex_);
  report_.interrupted = Stopped();
  if (dry_run_)
    dry_run_->Report(reading.count(), !report_.interrupted && !LimitReached(), &report_);
  report_.documents =
      report_.added + report_.unchanged + report_.superseded + report_.revised + report_.aliases;
  report_.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  return std::move(report_);
}

void Ingestion::Skip(std::string path, std::string reason, DryRun::Group group) {
  const MutexLock lock(report_mutex_);
  if (dry_run_) {
    dry_run_->CountSkipped(group);
  } else {
    ++report_.skipped_count;
  }
  if (report_.skipped.size() < kMaxListedSkips)
    report_.skipped.push_back({std::move(path), std::move(reason)});
}

bool Ingestion::IsUnchanged(unsigned worker, std::string_view uri, const SourceHash& hash) {
  if (fresh_ || options_.reextract || dry_run_) return false;
  Worker& mine = workers_[worker];
  const std::uint32_t index = set_.IndexFor(uri);
  if (mine.readers.empty()) mine.readers.resize(set_.count);
  if (!mine.readers[index]) {
    auto reader = store::ShardReader::Open(set_.PathOf(environment_.home, index));
    if (!reader) return false;  // only a shortcut: the writer decides
    mine.readers[index] = std::move(*reader);
  }
  const auto known = mine.readers[index]->locations().CurrentSource(uri);
  return known && *known && **known == hash;
}

compress::ChunkCodec* Ingestion::CodecFor(unsigned worker, const Prepared& out) {
  return out.plain ? nullptr : workers_[worker].codec.get();
}

void Ingestion::PrepareOne(unsigned worker, SourceDocument document, const std::string& place,
                           Prepared* out) {
  std::string uri = document.uri;
  const SourceHash hash = document.source_hash;
  if (IsUnchanged(worker, uri, hash)) {
    out->items.push_back({std::move(uri), hash, std::move(document)});
    return;
  }
  auto prepared = Prepare(std::move(document), CodecFor(worker, *out), options_.limits);
  if (!prepared) {
    out->skipped.push_back({place.empty() ? uri : place + ": " + uri, prepared.error().message});
    return;
  }
  out->items.push_back({std::move(uri), hash, std::move(*prepared)});
}

void Ingestion::PrepareFile(unsigned worker, FileTask file, Prepared* out) {
  const std::string path = file.file.path().string();
  auto read = ReadDocumentFile(file, options_.limits, [&](const SourceHash& hash) {
    return IsUnchanged(worker, file.uri, hash);
  });
  if (!read) {
    out->skipped.push_back({path, read.error().message});
    return;
  }
  std::string uri = file.uri;
  if (!read->document) {
    out->items.push_back({std::move(uri), read->source_hash, std::move(file)});
    return;
  }
  auto prepared = Prepare(std::move(*read->document), CodecFor(worker, *out), options_.limits);
  if (!prepared) {
    out->skipped.push_back({path, prepared.error().message});
    return;
  }
  out->items.push_back({std::move(uri), read->source_hash, std::move(*prepared)});
}

Ingestion::Prepared Ingestion::PrepareTask(unsigned worker, Task task) {
  Worker& mine = workers_[worker];
  Prepared out;
  out.mark = std::move(task.mark);
  out.group = task.group;
  out.plain = sampling_;
  const compress::Dictionary* dictionary = ready_dictionary_;
  if (!mine.codec || (dictionary != nullptr && !mine.with_dictionary)) {
    mine.codec = std::make_unique<compress::ChunkCodec>(dictionary);
    mine.with_dictionary = dictionary != nullptr;
  }
  for (const auto& reader : mine.readers) {
    if (reader) (void)reader->Snapshot();
  }
  // What there is no memory for is skipped like what breaks a limit.
  const auto contain = [&](std::string name, const auto& work) {
    const Status done = Contained([&]() -> Status {
      work();
      return {};
    });
    if (!done) out.skipped.push_back({std::move(name), done.error().message});
  };
  for (SourceDocument& document : task.documents) {
    contain(task.origin.empty() ? document.uri : task.origin + ": " + document.uri,
            [&] { PrepareOne(worker, std::move(document), task.origin, &out); });
  }
  for (FileTask& file : task.files) {
    contain(file.file.path().string(), [&] { PrepareFile(worker, std::move(file), &out); });
  }
  // A read that stays open would keep the write-ahead log from being folded back, and the writer
  // waiting for it at the end.
  for (const auto& reader : mine.readers) {
    if (reader) reader->Release();
  }
  return out;
}

void Ingestion::Route() {
  routed_ = Contained([this]() -> Status {
    RouteAll();
    return {};
  });
  if (routed_) return;
  failed_ = true;
  pool_->Cancel();
  held_.clear();
}

void Ingestion::RouteAll() {
  while (auto taken = pool_->Take()) {
    const std::uint64_t cost = taken->cost;
    std::shared_ptr<void> ticket(nullptr, [this, cost](void*) { pool_->Release(cost); });
    for (SkippedInput& skipped : taken->out.skipped)
      Skip(std::move(skipped.path), std::move(skipped.reason), taken->out.group);
    if (dry_run_) {
      dry_run_->Count(taken->out.group, taken->out.items);
    } else if (sampling_) {
      Sample(std::move(taken->out), std::move(ticket));
    } else {
      if (taken->out.plain) Compress(&taken->out, router_codec_.get());
      Deliver(std::move(taken->out), ticket);
    }
  }
  if (sampling_ && !failed_) EndSampling();
  held_.clear();
}

void Ingestion::Sample(Prepared prepared, std::shared_ptr<void> ticket) {
  for (const WriteItem& item : prepared.items) {
    if (const auto* document = std::get_if<store::PreparedDocument>(&item.content)) {
      held_bytes_ += document->text_bytes;
    } else if (const auto* source = std::get_if<SourceDocument>(&item.content)) {
      held_bytes_ += source->text.size();
    }
  }
  // What is held gives its share of the pool back at once: the next input may be too large to be
  // pushed beside it, and without an input the samples never suffice. It is little besides.
  const bool enough = held_bytes_ >= kSampleBytes;
  held_.emplace_back(std::move(prepared), enough ? std::move(ticket) : nullptr);
  if (enough) EndSampling();
}

// Trains the dictionary if there is enough to train on, then lets everything held go its way.
void Ingestion::EndSampling() {
  std::optional<std::string> trained;
  if (held_bytes_ >= kSampleBytes) {
    std::vector<std::string> samples;
    std::uint64_t sampled = 0;
    for (const auto& [prepared, ticket] : held_) {
      for (const WriteItem& item : prepared.items) {
        const auto* document = std::get_if<store::PreparedDocument>(&item.content);
        if (document == nullptr) continue;
        for (const store::PreparedChunk& chunk : document->chunks) {
          if (sampled >= kMaxSampleBytes) break;
          sampled += chunk.content.size();
          samples.push_back(chunk.content);
        }
      }
    }
    if (auto bytes = compress::TrainDictionary(samples, kDictionaryBytes)) {
      if (auto dictionary = compress::Dictionary::Load(*bytes)) {
        dictionary_ = std::move(*dictionary);
        trained = std::move(*bytes);
      }
    }
  }
  if (trained) {
    for (const auto& sink : sinks_) {
      sink->Deliver({.items = {}, .mark = std::nullopt, .dictionary = trained, .ticket = nullptr});
    }
    ready_dictionary_ = &*dictionary_;
  }
  router_codec_ = std::make_unique<compress::ChunkCodec>(dictionary_ ? &*dictionary_ : nullptr);
  sampling_ = false;
  for (auto& [prepared, ticket] : held_) {
    Compress(&prepared, router_codec_.get());
    Deliver(std::move(prepared), ticket);
  }
  held_.clear();
}

void Ingestion::Compress(Prepared* prepared, compress::ChunkCodec* codec) {
  for (WriteItem& item : prepared->items) {
    auto* document = std::get_if<store::PreparedDocument>(&item.content);
    if (document == nullptr) continue;
    for (store::PreparedChunk& chunk : document->chunks)
      chunk.content = codec->Compress(chunk.content);
  }
}

void Ingestion::Deliver(Prepared prepared, const std::shared_ptr<void>& ticket) {
  std::vector<Delivery> deliveries(sinks_.size());
  for (WriteItem& item : prepared.items) {
    deliveries[set_.IndexFor(item.uri)].items.push_back(std::move(item));
  }
  for (std::size_t i = 0; i < sinks_.size(); ++i) {
    if (deliveries[i].items.empty() && !prepared.mark) continue;
    deliveries[i].mark = prepared.mark;
    deliveries[i].ticket = ticket;
    sinks_[i]->Deliver(std::move(deliveries[i]));
  }
}

Status Ingestion::CloseShards() {
  for (auto& sink : sinks_) {
    TRY_ASSIGN(std::unique_ptr<store::ShardWriter> writer, sink->Finish());
    writers_.push_back(std::move(writer));
  }
  sinks_.clear();
  TRY(FindVanished());
  std::vector<std::unique_ptr<store::ShardReader>> readers;
  for (std::size_t i = 0; i < writers_.size(); ++i) {
    TRY_ASSIGN(std::unique_ptr<store::ShardReader> reader,
               store::ShardReader::Open(writers_[i]->path()));
    const MutexLock lock(report_mutex_);
    report_.shards[i].store_bytes = reader->StoredBytes();
    report_.store_bytes += report_.shards[i].store_bytes;
    readers.push_back(std::move(reader));
  }
  TRY_ASSIGN(const std::unique_ptr<store::HomeStore> home,
             store::HomeStore::Open(environment_.home, {.clock = environment_.clock,
                                                        .random = environment_.random,
                                                        .actor = environment_.actor}));
  return home->CatchUp(readers);
}

}  // namespace arborist::ingest
