// SPDX-License-Identifier: AGPL-3.0-only
#include "prove/log_place.h"

#include <optional>
#include <vector>

#include "merkle/log_proof.h"
#include "merkle/log_tree.h"
#include "store/audit_log.h"

namespace arborist::prove {

Result<bundle::LogPlace> PlaceInLog(sqlite::Database* database, std::uint64_t seq) {
  bundle::LogPlace place;
  std::optional<store::StoredEvent> event;
  TRY(store::ReadEvents(database, seq, [&](const store::StoredEvent& found) {
    event = found;
    return false;
  }));
  if (!event || event->body.seq != seq) {
    return Fail(ErrorCode::kCorrupt,
                "its event " + std::to_string(seq) + " is missing; arborist fsck says more");
  }
  place.event = event->body;
  place.hash = event->hash;
  TRY_ASSIGN(const store::LogHead head, store::ReadHead(database));
  merkle::LogTree tree;
  std::vector<Hash256> leaves;
  TRY(store::ReadEventHashes(database, 0, head.size, [&](const EventHash& hash) {
    if (leaves.size() + 1 == seq) place.previous = hash;
    leaves.push_back(merkle::LogLeaf(hash));
    tree.Append(AsText(hash.view()));
  }));
  place.tree_size = head.size;
  place.tree_root = tree.Root();
  place.path = merkle::ProveInclusion(leaves, seq);
  place.checkpoint_hash = bundle::CheckpointHash(place.event.log, place.tree_size, place.tree_root);
  return place;
}

}  // namespace arborist::prove
