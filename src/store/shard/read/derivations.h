// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/hash256.h"
#include "store/shard/views.h"

namespace arborist::sqlite {
class Database;
}  // namespace arborist::sqlite

namespace arborist::store {

// A current document that a keyword core leads to.
struct KeywordSource {
  DocumentRoot root;
  ChunkId first_chunk_id = {};
};

// What cores were distilled from, and what was distilled from a document.
//
// Got from ShardReader::derivations(), which owns it: it reads the reader's snapshot, belongs to
// the reader's thread and ends with it. The core must be of this shard; its sources may stand in
// others. A root that the shard does not know has no rows and is no error. kCorrupt: a row is
// damaged; kEnvironment: the store could not be read.
class Derivations {
 public:
  ~Derivations();

  // Every way in which a core was derived, in the order of their URIs.
  Result<std::vector<DerivationView>> Of(const DocumentRoot& core);
  // What a core was distilled from, in any way: each once, in order.
  Result<std::vector<DocumentRoot>> SourcesOf(const DocumentRoot& core);
  // The cores that were distilled from a document, in order.
  Result<std::vector<DocumentRoot>> CoresOf(const DocumentRoot& source);
  // The documents behind a keyword core, by the chunk that holds the keywords.
  Result<std::vector<KeywordSource>> KeywordSources(ChunkId chunk_id);

 private:
  friend class ShardReader;
  struct Statements;

  static Result<std::unique_ptr<Derivations>> Open(sqlite::Database* database);
  Derivations(sqlite::Database* database, std::unique_ptr<Statements> statements);

  sqlite::Database* database_;
  std::unique_ptr<Statements> statements_;
};

}  // namespace arborist::store
