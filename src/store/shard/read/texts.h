// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "store/shard/views.h"

namespace arborist::compress {
class ChunkCodec;
class Dictionary;
}  // namespace arborist::compress
namespace arborist::sqlite {
class Database;
class Statement;
}  // namespace arborist::sqlite

namespace arborist::store {

class Documents;

// A slice of a revision, and the leaf that it hashes to.
struct TextChunk {
  LeafHash leaf;
  std::string text;
};

// The texts of a shard: slices, whole texts, leaves.
//
// Got from ShardReader::texts(), which owns it: it reads the reader's snapshot, belongs to the
// reader's thread and ends with it. What is read by its place is checked before anybody sees it: a
// slice must hash to its leaf, and a whole text to its root and to the hash of its revision. The
// place must be of this shard, by this reader or another. kCorrupt: a text does not hash so, or a
// row is missing or damaged; kNotFound: the text was evicted, and the message says what brings it
// back; kEnvironment: the store could not be read.
class Texts {
 public:
  ~Texts();

  Result<std::string> ChunkText(const TextPlace& place, std::uint64_t chunk_idx);
  // The chunks from one up to another, each checked as ChunkText does it.
  Result<std::vector<TextChunk>> ChunksBetween(const TextPlace& place, std::uint64_t from,
                                               std::uint64_t end);
  Result<std::vector<TextChunk>> Chunks(const TextPlace& place);  // all of them
  Result<std::string> DocumentText(const TextPlace& place);
  Result<std::string> DocumentText(const DocumentView& document) {
    return DocumentText(document.shown().text);
  }

  // A slice of revision 0 as it is stored, unchecked: to weigh its words, which are those of every
  // revision.
  Result<std::string> RawChunk(ChunkId chunk_id);
  // A slice of any revision as it is stored, unchecked: for who does the checking.
  Result<std::string> Slice(const TextPlace& place, std::uint64_t chunk_idx);

  // Where in the whole text a chunk begins, in bytes.
  Result<std::uint64_t> OffsetOf(const TextPlace& place, std::uint64_t chunk_idx);

  Result<std::vector<Hash256>> Leaves(const DocumentView& document);
  // One leaf of a document, without the others. Precondition: chunk_idx < leaf_count.
  Result<LeafHash> Leaf(const DocumentView& document, std::uint64_t chunk_idx);
  Result<ChunkPlace> PlaceOf(ChunkId chunk_id);

 private:
  friend class ShardReader;
  struct Statements;

  static Result<std::unique_ptr<Texts>> Open(sqlite::Database* database, Documents* documents);
  Texts(sqlite::Database* database, Documents* documents, std::unique_ptr<Statements> statements);
  // Looks which compression dictionary the snapshot has.
  Status ReadDictionary();
  Result<std::string> Decompressed(const sqlite::Statement& row, const std::string& place);
  // Of the one row that is bound, as Decompressed has it; no value: the text was evicted.
  Result<std::optional<std::string>> ReadStored(sqlite::Statement* select,
                                                const std::string& place);
  Error Evicted(const DocumentRoot& root, std::uint64_t chunk_idx);

  sqlite::Database* database_;
  Documents* documents_;  // of the same shard: an evicted text is named by its URI
  std::unique_ptr<compress::Dictionary> dictionary_;
  std::unique_ptr<compress::ChunkCodec> codec_;
  std::unique_ptr<Statements> statements_;
};

}  // namespace arborist::store
