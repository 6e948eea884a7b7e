// SPDX-License-Identifier: AGPL-3.0-only
#include "app/json/snapshot_json.h"

namespace arborist::app {

json::Object ToJson(const store::Snapshot& snapshot) {
  return {{"snapshot", snapshot.id},
          {"snapshot_root", snapshot.root.hex()},
          {"doc_count", static_cast<std::int64_t>(snapshot.doc_count)},
          {"parent_snapshot",
           snapshot.parent_root ? json::Value(snapshot.parent_root->hex()) : json::Value(nullptr)},
          {"taken_at", snapshot.taken_at},
          {"reason", snapshot.reason.empty() ? json::Value(nullptr) : json::Value(snapshot.reason)},
          {"audit_event_hash", snapshot.event_hash.hex()}};
}

Result<store::SnapshotRoot> RootOfCorpus(const store::Corpus& corpus) {
  TRY_ASSIGN(const std::vector<DocumentRoot> roots, store::CurrentSurfaceRoots(corpus));
  return store::RootOf(roots);
}

Result<std::vector<DocumentRoot>> MembersOf(std::string_view name, const store::Corpus& corpus,
                                            store::Snapshots* snapshots) {
  if (name == kNow) return store::CurrentSurfaceRoots(corpus);
  TRY_ASSIGN(const store::Snapshot snapshot, snapshots->Resolve(name));
  return snapshots->Members(snapshot.id);
}

Result<json::Object> ChangeJson(const store::Corpus& corpus, std::string_view change,
                                const DocumentRoot& root) {
  TRY_ASSIGN(const std::optional<store::CorpusDocument> document, corpus.Find(root));
  return json::Object{
      {"change", change},
      {"document_root", root.hex()},
      {"document_uri", document ? json::Value(document->shown().uri) : json::Value(nullptr)},
      {"title", document ? json::Value(document->shown().title) : json::Value(nullptr)}};
}

json::Object VerdictJson(const store::Snapshot& snapshot, const Status& holds,
                         const store::SnapshotRoot& now) {
  return {{"snapshot", snapshot.id},
          {"snapshot_root", snapshot.root.hex()},
          {"ok", holds.has_value()},
          {"detail", holds ? "members, count, root and event hold" : holds.error().message},
          {"matches_corpus", snapshot.root == now}};
}

}  // namespace arborist::app
