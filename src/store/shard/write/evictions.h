// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string_view>

#include "base/hash256.h"
#include "base/result.h"
#include "store/shard/prepared_document.h"
#include "store/shard/tier.h"

namespace arborist::store {

class DocumentRows;
class EvictionRows;
class IndexRows;
class LocationRows;
class RevisionRows;
class ShardDictionary;
class WriterConnection;
struct DocumentRow;

// What became of a text that was offered to an evicted document.
enum class Refill : std::uint8_t {
  kNotHere,     // no document has this root
  kNotEvicted,  // its text is there
  kOtherText,   // same root, but not a raw text that was evicted, byte for byte
  kFilled,
};

// Texts that go to make room, and come back.
//
// Got from ShardWriter::evictions(), which owns it, on the writer's thread. All but IsEvicted and
// Compact happen within the writer's transaction, each change of a text with its event. An eviction
// drops no text that cannot be told again: kCorrupt, and nothing is dropped, when a text does not
// hash to its leaves.
class Evictions {
 public:
  // Drops the text of a document in all its revisions, or its index terms too. False: it is not
  // here, or as cold already. kConflict: it is a core.
  Result<bool> Evict(const DocumentRoot& root, Tier to);
  // Gives an evicted document the text of one revision and its index terms back.
  Result<Refill> Rehydrate(const PreparedDocument& document);
  // Whether the URI's document has no text here.
  Result<bool> IsEvicted(std::string_view uri);
  // Uses of a document; what was used last goes last.
  Status AddHits(const DocumentRoot& root, std::int64_t count, std::int64_t last);
  // After Commit: writes the shard anew, as small as it can be. kEnvironment: a reader keeps it
  // from shrinking.
  Status Compact();

 private:
  friend class Putting;
  friend class ShardWriter;
  struct Parts {
    WriterConnection* connection;
    ShardDictionary* dictionary;
    DocumentRows* documents;
    RevisionRows* revisions;
    EvictionRows* rows;
    IndexRows* index;
    LocationRows* locations;
  };
  explicit Evictions(const Parts& parts) : parts_(parts) {}

  Result<Hash256> CheckBefore(const DocumentRoot& root, const DocumentRow& row,
                              std::int64_t revision);
  Status Drop(const DocumentRoot& root, const DocumentRow& row, std::int64_t revision,
              const Hash256& text_hash, Tier to);
  // The text of a revision that was evicted.
  Result<Refill> Fill(const DocumentRow& row, std::int64_t revision,
                      const PreparedDocument& document);
  Status WriteSlices(const DocumentRow& row, std::int64_t revision,
                     const PreparedDocument& document);
  Status Reindex(const DocumentRow& row, std::int64_t revision, const PreparedDocument& document);
  Status WarmOthers(const DocumentRow& row, const DocumentRoot& root);
  // A new revision of a document that may be cold.
  Status LeaveCold(const DocumentRow& row, const PreparedDocument& document, std::int64_t revision);

  const Parts parts_;
};

}  // namespace arborist::store
