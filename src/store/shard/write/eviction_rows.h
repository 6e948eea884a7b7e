// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/hash256.h"
#include "store/shard/tier.h"
#include "store/shard/write/connection.h"

namespace arborist::store {

// Which texts of a shard were dropped, and what brings each back. For the files of write/ only;
// within the writer's transaction, on its thread.
class EvictionRows {
 public:
  static Result<std::unique_ptr<EvictionRows>> Open(WriterConnection* connection);

  bool any() const { return any_; }  // false: no text is missing
  Result<Tier> TierOf(std::int64_t doc_id, std::int64_t revision);
  // Of the index: cold when it has no rows of the document. A document is cold as a whole.
  Result<Tier> TierOf(std::int64_t doc_id) { return TierOf(doc_id, 0); }

  // A revision that was dropped, and the hash of its text.
  using Dropped = std::pair<std::int64_t, Hash256>;
  Result<std::vector<Dropped>> Of(std::int64_t doc_id);
  Result<std::vector<Dropped>> ColdOf(std::int64_t doc_id);
  Result<Hash256> TextHashOf(std::int64_t doc_id, std::int64_t revision);  // of one that is there

  Status Put(std::int64_t doc_id, const Dropped& dropped, Tier tier);
  Status Remove(std::int64_t doc_id, std::int64_t revision);

 private:
  EvictionRows(WriterConnection* connection, bool any) : connection_(connection), any_(any) {}

  WriterConnection* connection_;
  bool any_;  // else none needs looking for
};

}  // namespace arborist::store
