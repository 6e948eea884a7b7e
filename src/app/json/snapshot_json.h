// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "app/snapshot_service.h"
#include "json/value.h"

// Snapshots as docs/contract.md and docs/api/openapi.yaml have them.
namespace arborist::app {

json::Object ToJson(const store::Snapshot& snapshot);
json::Object ToJson(const SnapshotState& state);
json::Object WithMembers(const SnapshotState& state, const std::vector<DocumentRoot>& members);
json::Object ToJson(const MemberPage& page);  // {snapshot_root, items, next}
json::Object ToJson(const DocumentChange& change);
json::Object ToJson(const DifferencePage& page);  // {added, removed, same, items, next}
json::Object ToJson(const SnapshotVerdict& verdict);
json::Object VerdictsJson(const std::vector<SnapshotVerdict>& verdicts);  // of one corpus

}  // namespace arborist::app
