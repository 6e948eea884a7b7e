// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "compress/chunk_codec.h"

namespace arborist::store {

class WriterConnection;

// The compression dictionary of a shard, if it has one; a shard gets at most one. It is trained on
// texts of the shard, so it holds pieces of them.
//
// Got from ShardWriter::dictionary(), which owns it, on the writer's thread. Set and Forget write
// within the writer's transaction, each with its event. kCorrupt: the dictionary or a chunk is
// damaged.
class ShardDictionary {
 public:
  explicit ShardDictionary(WriterConnection* connection) : connection_(connection) {}

  Result<std::optional<std::string>> Get();
  Status Set(std::string_view content);
  // Drops the dictionary if it may hold a piece of this text, and compresses the chunks without it.
  // True: it was dropped. Call it before the text is burned. nullopt: the text was evicted and is
  // not known, so the dictionary is dropped in any case.
  Result<bool> Forget(const std::optional<std::string>& text);

  // Reads what stands in the shard's chunks now.
  struct Codec {
    std::unique_ptr<compress::Dictionary> dictionary;  // nullptr: there is none
    compress::ChunkCodec chunks;
  };
  Result<Codec> MakeCodec();

 private:
  WriterConnection* connection_;
};

}  // namespace arborist::store
