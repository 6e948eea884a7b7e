// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "compress/chunk_codec.h"
#include "ingest/limits.h"
#include "ingest/pipeline.h"
#include "store/layout.h"
#include "store/shard/shard_reader.h"

namespace arborist::ingest {

// The sources that a shard set holds already, so that their text need not be prepared again. Only a
// shortcut, for the writer looks once more: a shard that cannot be read knows nothing. Each worker
// has readers of its own, and is one thread at a time.
class KnownSources {
 public:
  KnownSources(store::HomePaths home, store::ShardSet set, unsigned workers);

  // Between Refresh and Release a worker sees each shard as it was at one moment. A read that stays
  // open would keep the write-ahead log from being folded back, and the writer waiting at the end.
  void Refresh(unsigned worker);
  void Release(unsigned worker);
  // Closes all readers. When no worker asks any more.
  void Close();
  // Whether the URI has a document of these bytes.
  bool Has(unsigned worker, std::string_view uri, const SourceHash& source_hash);

 private:
  const store::HomePaths home_;
  const store::ShardSet set_;
  std::vector<std::vector<std::unique_ptr<store::ShardReader>>> readers_;  // by worker and shard
};

// The work on a task: reads what is unread, cuts, hashes and compresses documents. What fails is
// left out with its reason, and so is what there is no memory for. Runs on the pool's threads, each
// with a number below `workers` of its own; `known` (null: nothing is known) and `packing` outlive
// it.
class Preparer {
 public:
  Preparer(unsigned workers, const Limits& limits, KnownSources* known, const Packing* packing);

  unsigned workers() const { return static_cast<unsigned>(codecs_.size()); }
  Prepared Prepare(unsigned worker, Task task);

 private:
  class Children;
  bool IsKnown(unsigned worker, std::string_view uri, const SourceHash& hash);
  void PrepareDocument(unsigned worker, const OriginPtr& stream, SourceDocument document,
                       Prepared* out);
  void PrepareUnread(unsigned worker, Unread unread, Prepared* out);
  void Add(unsigned worker, const OriginPtr& origin, SourceDocument document,
           const std::string& place, Prepared* out);

  const Limits limits_;
  KnownSources* const known_;
  const Packing* const packing_;
  std::vector<std::unique_ptr<compress::ChunkCodec>> codecs_;  // by worker; null: none needed yet
};

}  // namespace arborist::ingest
