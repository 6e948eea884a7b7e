// SPDX-License-Identifier: AGPL-3.0-only
// The row whose content hashes to what the log says is the one in use; any other row is a problem.
#include "store/fsck/dictionary.h"

#include "crypto/sha256.h"

namespace arborist::store {

Status CheckDictionary(const CheckedShard& shard, const LoggedShard& logged) {
  if (!logged.holds) return {};
  std::optional<std::string> expected = logged.dictionary;
  TRY_ASSIGN(sqlite::Statement select,
             shard.database()->Prepare("SELECT dictionary_id, content FROM dictionaries"));
  TRY(select.ForEachRow([&](const sqlite::Statement& row) {
    if (expected && *expected == crypto::Sha256(row.Blob(1)).hex()) {
      expected.reset();
      return;
    }
    shard.Problem("dictionary_mismatch", "dictionary " + std::to_string(row.Int(0)),
                  "the compression dictionary is not the one that the log recorded");
  }));
  if (expected) {
    shard.Problem("dictionary_mismatch", "dictionary", "the log recorded one, and it is not there");
  }
  return {};
}

}  // namespace arborist::store
