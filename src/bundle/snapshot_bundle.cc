// SPDX-License-Identifier: AGPL-3.0-only
// Snapshot bundles as JSON, and back. `document` and `parent_snapshot` are null if there is none,
// but must be present: an absent member is no valid spelling of the format.
#include "bundle/snapshot_bundle.h"

#include <utility>

#include "json/fields.h"
#include "merkle/proof_json.h"

namespace arborist::bundle {

namespace {

json::Value ToJson(const MemberLeaves& document) {
  json::Array leaves;
  leaves.reserve(document.leaves.size());
  for (const Hash256& leaf : document.leaves) leaves.emplace_back(leaf.hex());
  return json::Object{{"schema_version", document.schema_version},
                      {"canonicalization_version", document.canonicalization_version},
                      {"chunking_version", document.chunking_version},
                      {"leaf_hashes", std::move(leaves)}};
}

Result<MemberLeaves> ReadLeaves(const json::Value& value) {
  MemberLeaves document;
  TRY_ASSIGN(document.schema_version, value.String("schema_version"));
  TRY_ASSIGN(document.canonicalization_version, value.String("canonicalization_version"));
  TRY_ASSIGN(document.chunking_version, value.String("chunking_version"));
  TRY_ASSIGN(document.leaves, json::HashesField(value, "leaf_hashes"));
  return document;
}

}  // namespace

json::Value ToJson(const SnapshotBundle& bundle) {
  json::Object statement{
      {"document_root", bundle.document_root.hex()},
      {"document", bundle.document ? ToJson(*bundle.document) : json::Value(nullptr)},
      {"snapshot_root", bundle.snapshot_root.hex()},
      {"doc_count", static_cast<std::int64_t>(bundle.doc_count)},
      {"parent_snapshot", bundle.parent ? json::Value(bundle.parent->hex()) : json::Value(nullptr)},
      {"proof", merkle::ProofToJson(bundle.proof, bundle.proof_leaf_count)}};
  return json::Object{{"format", kSnapshotFormat},
                      {"statement", std::move(statement)},
                      {"log", ToJson(bundle.log)}};
}

Result<SnapshotBundle> ReadSnapshotBundle(const json::Value& value) {
  SnapshotBundle bundle;
  TRY(value.Map("statement"));
  const json::Value& statement = *value.Find("statement");
  TRY_ASSIGN(const Hash256 root, json::HashField(statement, "document_root"));
  bundle.document_root = DocumentRoot(root);
  if (const json::Value* document = statement.Find("document");
      document == nullptr || !document->is_null()) {
    TRY_ASSIGN(const json::Object* fields, statement.Map("document"));
    TRY_ASSIGN(bundle.document, ReadLeaves(*fields));
  }
  TRY_ASSIGN(bundle.snapshot_root, json::HashField(statement, "snapshot_root"));
  TRY_ASSIGN(bundle.doc_count, json::CountField(statement, "doc_count"));
  if (const json::Value* parent = statement.Find("parent_snapshot");
      parent == nullptr || !parent->is_null()) {
    TRY_ASSIGN(bundle.parent, json::HashField(statement, "parent_snapshot"));
  }
  TRY_ASSIGN(const json::Object* proof_fields, statement.Map("proof"));
  TRY_ASSIGN(merkle::ParsedProof proof, merkle::ProofFromJson(*proof_fields));
  if (!proof.leaf_count) {
    return Fail(ErrorCode::kInvalidData, "the proof says no leaf_count");
  }
  bundle.proof = std::move(proof.proof);
  bundle.proof_leaf_count = *proof.leaf_count;
  TRY_ASSIGN(const json::Object* log, value.Map("log"));
  TRY_ASSIGN(bundle.log, ReadLogPart(*log));
  return bundle;
}

}  // namespace arborist::bundle
