// SPDX-License-Identifier: AGPL-3.0-only
// JSON of snapshots, their members, differences and verdicts.
#include "app/json/snapshot_json.h"

#include "app/fields.h"

namespace arborist::app {

namespace {

json::Value TextOrNull(const std::optional<std::string>& text) {
  return text ? json::Value(*text) : json::Value();
}

json::Array RootsJson(const std::vector<DocumentRoot>& roots) {
  json::Array list;
  for (const DocumentRoot& root : roots) list.emplace_back(root.hex());
  return list;
}

json::Value NextOrNull(const std::optional<std::uint64_t>& next) {
  return next ? json::Value(Signed(*next)) : json::Value();
}

}  // namespace

json::Object ToJson(const store::Snapshot& snapshot) {
  return {{"snapshot", snapshot.id},
          {"snapshot_root", snapshot.root.hex()},
          {"doc_count", Signed(snapshot.doc_count)},
          {"parent_snapshot",
           snapshot.parent_root ? json::Value(snapshot.parent_root->hex()) : json::Value()},
          {"taken_at", snapshot.taken_at},
          {"reason", snapshot.reason.empty() ? json::Value() : json::Value(snapshot.reason)},
          {"audit_event_hash", snapshot.event_hash.hex()}};
}

json::Object ToJson(const SnapshotState& state) {
  json::Object object = ToJson(state.snapshot);
  object.emplace("matches_corpus", state.matches_corpus());
  return object;
}

json::Object WithMembers(const SnapshotState& state, const std::vector<DocumentRoot>& members) {
  json::Object object = ToJson(state);
  object.emplace("document_roots", RootsJson(members));
  return object;
}

json::Object ToJson(const MemberPage& page) {
  return {{"snapshot_root", page.snapshot_root.hex()},
          {"items", RootsJson(page.items)},
          {"next", NextOrNull(page.next)}};
}

json::Object ToJson(const DocumentChange& change) {
  return {{"change", Name(change.kind)},
          {"document_root", change.root.hex()},
          {"document_uri", TextOrNull(change.uri)},
          {"title", TextOrNull(change.title)}};
}

json::Object ToJson(const DifferencePage& page) {
  json::Array items;
  for (const DocumentChange& change : page.items) items.emplace_back(ToJson(change));
  return {{"added", Signed(page.added)},
          {"removed", Signed(page.removed)},
          {"same", Signed(page.same)},
          {"items", std::move(items)},
          {"next", NextOrNull(page.next)}};
}

json::Object ToJson(const SnapshotVerdict& verdict) {
  const store::Snapshot& snapshot = verdict.state.snapshot;
  return {{"snapshot", snapshot.id},
          {"snapshot_root", snapshot.root.hex()},
          {"ok", verdict.holds},
          {"detail", verdict.detail},
          {"matches_corpus", verdict.state.matches_corpus()}};
}

json::Object VerdictsJson(const std::vector<SnapshotVerdict>& verdicts) {
  bool ok = true;
  json::Value corpus_root;
  json::Array list;
  for (const SnapshotVerdict& verdict : verdicts) {
    ok = ok && verdict.holds;
    corpus_root = verdict.state.now.hex();
    list.emplace_back(ToJson(verdict));
  }
  return {{"ok", ok}, {"corpus_root", std::move(corpus_root)}, {"snapshots", std::move(list)}};
}

}  // namespace arborist::app
