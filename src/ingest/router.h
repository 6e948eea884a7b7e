// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "compress/chunk_codec.h"
#include "ingest/ingest.h"
#include "ingest/pipeline.h"
#include "ingest/run_report.h"
#include "ingest/shard_sink.h"
#include "store/layout.h"
#include "store/shard/shard_writer.h"

namespace arborist::ingest {

// Sends each document to the shard of its URI. Of a set without a dictionary it first holds what
// comes, until a dictionary can be trained on it. It owns the writers and their threads; `packing`
// and `report` outlive it, and so does the pipeline, to which tickets in the writers' queues give
// back. `on_failure` is called from a writer's thread when its shard takes nothing more.
class ShardRouter final : public DocumentSink {
 public:
  using Writers = std::vector<std::unique_ptr<store::ShardWriter>>;
  ShardRouter(store::ShardSet set, Writers writers, const IngestOptions& options, Packing* packing,
              RunReport* report, const std::function<void()>& on_failure);

  void Take(Prepared prepared, std::shared_ptr<void> ticket) override;
  void End() override;
  void Skip(const Origin* origin, std::string place, std::string reason) override;
  Done done() const override { return report_->done(); }

  // After the run: whether a document that stands inside another or came from a repository came,
  // whether one was left out that another run may read, and whether what stands inside this one
  // came in full.
  bool HasTaken(const std::string& uri) const { return inside_.contains(uri); }
  bool HasFailed(const std::string& uri) const { return failed_.contains(uri); }
  bool HasReadAnew(const std::string& uri) const { return read_anew_.contains(uri); }
  const std::unordered_set<std::string>& read_anew() const { return read_anew_; }

  // Waits until everything is committed, and gives the writers back. After End, or after the
  // pipeline was cancelled.
  Result<Writers> Finish();

 private:
  void Hold(Prepared prepared, std::shared_ptr<void> ticket);
  void EndSampling();
  void Deliver(Prepared prepared, const std::shared_ptr<void>& ticket);

  const store::ShardSet set_;
  Packing* const packing_;
  RunReport* const report_;
  std::vector<std::unique_ptr<ShardSink>> sinks_;
  // Of the router's thread alone; of the caller's once the pipeline has ended.
  std::unordered_set<std::string> inside_;     // URIs of documents inside others, of repositories
  std::unordered_set<std::string> failed_;     // URIs
  std::unordered_set<std::string> read_anew_;  // URIs
  std::vector<std::pair<Prepared, std::shared_ptr<void>>> held_;
  std::uint64_t held_bytes_ = 0;
  std::unique_ptr<compress::ChunkCodec> codec_;  // for what workers left plain
};

}  // namespace arborist::ingest
