// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/hash256.h"
#include "bundle/bundle.h"
#include "bundle/log_part.h"
#include "merkle/tree.h"

namespace arborist::bundle {

// arborist-snapshot-v1: a document is in a snapshot, and the snapshot is in a log. No text is
// needed, so evicted documents are proved like all others. docs/format/bundle.md.

// The leaves of the document, for holders of its text.
struct MemberLeaves {
  std::string schema_version;
  std::string canonicalization_version;
  std::string chunking_version;
  std::vector<Hash256> leaves;
};

struct SnapshotBundle {
  DocumentRoot document_root;
  std::optional<MemberLeaves> document;  // nullopt: the store no longer has the document
  Hash256 snapshot_root;
  std::uint64_t doc_count = 0;
  std::optional<Hash256> parent;  // root of the previous snapshot; the event binds it too
  merkle::Proof proof;
  std::uint64_t proof_leaf_count = 0;
  LogPart log;
};

json::Value ToJson(const SnapshotBundle& bundle);
// Errors name the field. Members that the format does not have are ignored here and refused by
// VerifyBundle.
Result<SnapshotBundle> ReadSnapshotBundle(const json::Value& value);

}  // namespace arborist::bundle
