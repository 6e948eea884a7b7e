// SPDX-License-Identifier: AGPL-3.0-only
// Proves that a root is among the sorted roots of a snapshot. The document's leaves come along
// while the store has it; a burned document is proved by its root alone.
#include "prove/prove_snapshot.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "bundle/snapshot_bundle.h"
#include "bundle/verify.h"
#include "prove/prove_log.h"
#include "store/home/snapshots.h"

namespace arborist::prove {

namespace {

Status FillDocument(const store::Corpus& corpus, std::string_view name,
                    bundle::SnapshotBundle* out) {
  auto document = corpus.Resolve(name);
  if (!document) {
    // A root that was burned may stand in old snapshots still.
    const auto root = Hash256::FromHexString(name);
    if (document.error().code != ErrorCode::kNotFound || !root) {
      return std::unexpected(std::move(document).error());
    }
    out->document_root = DocumentRoot(*root);
    return {};
  }
  const store::DocumentView& view = document->view;
  out->document_root = view.root;
  TRY_ASSIGN(std::vector<Hash256> leaves, document->shard->texts().Leaves(view));
  out->document = bundle::MemberLeaves{.schema_version = view.schema_version,
                                       .canonicalization_version = view.canonicalization_version,
                                       .chunking_version = view.chunking_version,
                                       .leaves = std::move(leaves)};
  return {};
}

}  // namespace

Result<json::Value> ProveMember(store::HomeStore* home, const store::Corpus& corpus,
                                std::string_view document, std::string_view snapshot) {
  bundle::SnapshotBundle made;
  TRY(FillDocument(corpus, document, &made));
  store::Snapshots snapshots(home);
  TRY_ASSIGN(const store::Snapshot taken, snapshots.Resolve(snapshot));
  TRY_ASSIGN(const std::vector<DocumentRoot> members, snapshots.Members(taken.id));
  const auto at = std::ranges::lower_bound(members, made.document_root);
  if (at == members.end() || *at != made.document_root) {
    return Fail(ErrorCode::kDoesNotHold, "document " + made.document_root.hex() +
                                             " is not in snapshot " + std::to_string(taken.id) +
                                             " (" + taken.root.hex().substr(0, 12) +
                                             "); arborist snapshot diff shows what changed since");
  }
  made.snapshot_root = taken.root;
  made.doc_count = taken.doc_count;
  if (taken.parent_root) made.parent = *taken.parent_root;
  made.proof = merkle::Prove(std::vector<Hash256>(members.begin(), members.end()),
                             static_cast<std::size_t>(at - members.begin()));
  made.proof_leaf_count = members.size();
  TRY_ASSIGN(made.log, HomeLogPart(home, taken.event_seq));
  json::Value value = ToJson(made);
  TRY_ASSIGN(const bundle::VerifyReport report, bundle::VerifyBundleValue(value));
  for (const bundle::Check& check : report.checks) {
    if (check.state != bundle::CheckState::kFailed) continue;
    return Fail(ErrorCode::kCorrupt,
                "snapshot " + std::to_string(taken.id) + ": " + check.name + ": " + check.detail +
                    "; no proof was made, arborist snapshot verify and arborist fsck say more");
  }
  return value;
}

}  // namespace arborist::prove
