// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "store/shard/prepared_document.h"
#include "store/shard/write/connection.h"
#include "store/shard/write/derivation_rows.h"
#include "store/shard/write/document_rows.h"
#include "store/shard/write/eviction_rows.h"
#include "store/shard/write/evictions.h"
#include "store/shard/write/index_rows.h"
#include "store/shard/write/location_rows.h"
#include "store/shard/write/meta.h"
#include "store/shard/write/retirement.h"
#include "store/shard/write/revision_rows.h"

namespace arborist::store {

// How a document, a core or an alias is put: one event, and the rows that it speaks of. For
// ShardWriter only; within its transaction, on its thread.
class Putting {
 public:
  struct Parts {
    WriterConnection* connection;
    ShardMeta* meta;
    DocumentRows* documents;
    RevisionRows* revisions;
    EvictionRows* eviction_rows;
    IndexRows* index;
    LocationRows* locations;
    DerivationRows* derivations;
    Retirement* retirement;
    Evictions* evictions;
  };
  explicit Putting(const Parts& parts) : parts_(parts) {}

  // As ShardWriter::Put.
  Result<PutOutcome> Put(const PreparedDocument& document, SameBytes same);

 private:
  // The document's text as the shard has it.
  struct Target {
    DocumentRow row;
    std::int64_t revision = 0;
    bool is_new = false;  // its row counts the location that is put already
  };
  // Found, or inserted; nothing: the document is a core, and its text is one of another kind.
  Result<std::optional<Target>> TargetOf(const PreparedDocument& document);
  Result<PutOutcome> PutText(const std::optional<LocationRow>& current,
                             const PreparedDocument& document, const Target& target);
  Result<PutOutcome> PutAlias(const std::optional<LocationRow>& current,
                              const PreparedDocument& document);
  Result<PutOutcome> RefuseCore(const std::optional<LocationRow>& current, std::string_view uri);
  // target: nullptr for an alias.
  Result<PutOutcome> Refresh(const LocationRow& location, const PreparedDocument& document,
                             const Target* target);
  Result<PutOutcome> Revise(const LocationRow& location, const PreparedDocument& document,
                            const Target& target);

  const Parts parts_;
};

}  // namespace arborist::store
