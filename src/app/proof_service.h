// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "app/home.h"
#include "bundle/verify.h"
#include "json/value.h"

namespace arborist::app {

// What is to be proved: a record by its key, or a document by root or URI, of which one chunk.
struct ProveTarget {
  std::string name;
  std::optional<std::uint64_t> chunk;

  // Whether it may be a record's key at all.
  bool MayBeKey() const;
};

// ROOT:CHUNK, where ROOT is hex; a URI has colons of its own and takes the chunk beside it.
Result<ProveTarget> ParseProveTarget(const std::string& text, std::optional<std::uint64_t> chunk);

// A bundle as bundle/ made and checked it, and what it is of.
struct Proof {
  enum class Of : std::uint8_t { kRecord, kCore, kDocument, kChunk, kMember };
  json::Value bundle;
  Of of = Of::kDocument;
  std::string format;
  std::string hash;             // a record's key, else the root of the document or core
  std::uint64_t chunk_idx = 0;  // of a chunk
  bool redacted = false;        // a record, of which the texts were left out
  std::string record_hash;      // of a record
  std::string snapshot_root;    // of a member, with the number of documents in it
  std::int64_t doc_count = 0;
};

// Makes proofs of what a home may see. Where its store was opened to write, records follow the
// shards first; without one that can be written only documents are proved. Belongs to the thread of
// its home.
class ProofService {
 public:
  explicit ProofService(Home* home) : home_(home) {}

  // redact is for records alone. kLimitExceeded for a bundle that is larger than a checker takes.
  Result<Proof> Prove(const ProveTarget& target, bool redact) const;
  // That a document is in a snapshot (prove/prove_snapshot.h). kForbidden for a home of which only
  // a part may be seen.
  Result<Proof> ProveMember(std::string_view document, std::string_view snapshot) const;

 private:
  Home* home_;
};

// Checks the text of a bundle. root, key: empty, or what it must be tied to and signed with; the
// key as `arborist key` prints it.
Result<bundle::VerifyReport> VerifyBundle(std::string_view text, std::string_view root,
                                          std::string_view key);
// The same of a request {bundle, root, key}, where the bundle is an object or its text.
Result<bundle::VerifyReport> VerifyRequest(const json::Value& body);

}  // namespace arborist::app
