// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/hash256.h"
#include "base/result.h"

namespace arborist::store {

class DocumentRows;
class IndexRows;
class LocationRows;
class RevisionRows;
class WriterConnection;
struct DocumentRow;
struct NewEvent;

// How documents and redirects are deleted for good. Events keep their hashes and lose the texts
// behind them, so the log still holds.
//
// Got from ShardWriter::burns(), which owns it, on the writer's thread. Burns happen within the
// writer's transaction, each with its event; EraseRemains comes after its commit, and until then
// the bytes of what was deleted are still in the file.
class Burns {
 public:
  // Deletes a document with its locations, index terms, derivations and the texts in its events,
  // and appends a tombstone. False: it is not here. The caller first burns the cores derived from
  // it and calls ShardDictionary::Forget: Burn does neither.
  Result<bool> Burn(const DocumentRoot& root);
  // The same, and the event binds the names of the dependants that went with it.
  Result<bool> BurnForced(const DocumentRoot& root, std::span<const std::string> dependants);
  // Redirects that lead to a URI, or once did. How many rows went.
  Result<std::int64_t> BurnAliasesOf(std::string_view uri);
  // After Commit: rewrites the file, so that no deleted row stays in it (erase.h). Pieces of a text
  // stay in the dictionary unless ShardDictionary::Forget came first. kEnvironment: a reader looks
  // at an older moment, or the file cannot be rewritten.
  Status EraseRemains();

 private:
  friend class ShardWriter;
  struct Parts {
    WriterConnection* connection;
    DocumentRows* documents;
    RevisionRows* revisions;
    IndexRows* index;
    LocationRows* locations;
  };
  explicit Burns(const Parts& parts) : parts_(parts) {}

  Result<bool> BurnWith(const DocumentRoot& root, const NewEvent& tombstone);
  Status RemoveRows(const DocumentRoot& root, const DocumentRow& row);
  // An event that says of another that its texts were erased.
  Status NoteTextBurn(std::uint64_t seq);
  Status SettleUri(std::string_view uri);

  const Parts parts_;
};

}  // namespace arborist::store
