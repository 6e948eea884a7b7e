// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/hash256.h"
#include "base/result.h"
#include "store/layout.h"
#include "store/shard/prepared_document.h"
#include "store/shard/write/burns.h"
#include "store/shard/write/dictionary.h"
#include "store/shard/write/evictions.h"
#include "store/shard/write/meta.h"

namespace arborist::store {

// What Put does with bytes that the URI has already.
enum class SameBytes : std::uint8_t { kSkip, kPutAgain };

// The writing end of one shard: it owns the connection, puts documents, and has the classes that
// change a shard in other ways. One at a time: it holds the shard's lock until it is gone. Not
// thread-safe; each shard has one writer thread, which also uses all that was got from it. Format:
// docs/format/shard.md.
//
// Changes happen between Begin and Commit, each with its event; outside a transaction they abort
// the process (CHECK), but for Touch and ShardMeta::Set. What Commit returned for survives a kill
// and a power cut.
//
// After an error in a transaction, destroy the writer, which rolls back. Two errors of Put write
// nothing and let the transaction go on: kAmbiguous and kInvalidData. kEnvironment: I/O failed or
// the clock is refused (AuditLog); kCorrupt: a row is damaged.
class ShardWriter {
 public:
  struct Options {
    const Clock* clock = nullptr;
    Random* random = nullptr;
    std::string actor;
    bool wait = true;  // for another writer to finish; else kConflict
  };
  // Creates the shard where there is none, and brings one of an older schema forward.
  static Result<std::unique_ptr<ShardWriter>> Open(const ShardAddress& shard,
                                                   const Options& options);
  ~ShardWriter();

  Status Begin();
  Status Commit();
  bool in_transaction() const;

  // Refuses a root that is known with another leaf count (ambiguous_root), and names that are not
  // UTF-8 (kInvalidData); nothing is written then.
  Result<PutOutcome> Put(const PreparedDocument& document, SameBytes same = SameBytes::kSkip);
  // Whether these bytes are what the URI holds now. Then nothing needs preparing.
  Result<bool> IsUnchanged(std::string_view uri, const SourceHash& source_hash);
  // The URI's text is still there as it was.
  Status Touch(std::string_view uri);
  // Marks the URI's current location (text or redirect) as gone. False: it has none. Cores derived
  // from a text that is then current nowhere are marked gone too, also by Put. Evictions keep such
  // cores; Burns leave them current, and the caller burns them.
  Result<bool> MarkGone(std::string_view uri);

  // URIs of files (not of pages or lines of a dump) that are current and start so, in order.
  Result<std::vector<std::string>> CurrentFileUris(std::string_view prefix);
  Result<bool> IsEmpty();  // no location was ever put

  ShardMeta& meta();
  ShardDictionary& dictionary();
  Evictions& evictions();
  Burns& burns();

  // After the last Commit: frees unused pages and folds the write-ahead log into the file; while a
  // reader needs the log, it stays for the next writer. Unlike Evictions::Compact, rewrites
  // nothing.
  Status Finish();

  const ShardAddress& address() const;
  std::string name() const { return address().name(); }

 private:
  struct Parts;
  explicit ShardWriter(std::unique_ptr<Parts> parts);

  std::unique_ptr<Parts> parts_;
};

}  // namespace arborist::store
