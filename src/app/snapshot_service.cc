// SPDX-License-Identifier: AGPL-3.0-only
// Snapshots are kept by the home store; what is added here is the comparison with the corpus as it
// is, and the names of documents that came and went.
#include "app/snapshot_service.h"

#include <algorithm>

namespace arborist::app {

namespace {

Result<DocumentChange> ChangeOf(const store::Corpus& corpus, DocumentChange::Kind kind,
                                const DocumentRoot& root) {
  DocumentChange change{.kind = kind, .root = root, .uri = {}, .title = {}};
  TRY_ASSIGN(const std::optional<store::CorpusDocument> document, corpus.Find(root));
  if (document) {
    change.uri = document->shown().uri;
    change.title = document->shown().title;
  }
  return change;
}

}  // namespace

std::string_view Name(DocumentChange::Kind kind) {
  return kind == DocumentChange::Kind::kAdded ? "added" : "removed";
}

Result<std::vector<store::Snapshot>> SnapshotService::List() const {
  TRY(home_->RequireWhole());
  return store::Snapshots(home_->store()).List();
}

Result<store::SnapshotRoot> SnapshotService::RootNow() const {
  TRY_ASSIGN(const std::vector<DocumentRoot> roots, store::CurrentSurfaceRoots(home_->corpus()));
  return store::RootOf(roots);
}

Result<SnapshotState> SnapshotService::Show(std::string_view name) const {
  TRY(home_->RequireWhole());
  SnapshotState state;
  TRY_ASSIGN(state.snapshot, store::Snapshots(home_->store()).Resolve(name));
  TRY_ASSIGN(state.now, RootNow());
  return state;
}

Result<MemberPage> SnapshotService::Members(std::string_view name, std::uint64_t from,
                                            std::size_t limit) const {
  TRY(home_->RequireWhole());
  store::Snapshots snapshots(home_->store());
  TRY_ASSIGN(const store::Snapshot snapshot, snapshots.Resolve(name));
  TRY_ASSIGN(const std::vector<DocumentRoot> roots, snapshots.Members(snapshot.id));
  const std::uint64_t begin = std::min<std::uint64_t>(from, roots.size());
  const std::uint64_t end = begin + std::min<std::uint64_t>(limit, roots.size() - begin);
  MemberPage page{.snapshot_root = snapshot.root, .items = {}, .next = {}};
  page.items.assign(roots.begin() + static_cast<std::ptrdiff_t>(begin),
                    roots.begin() + static_cast<std::ptrdiff_t>(end));
  if (end < roots.size()) page.next = end;
  return page;
}

Result<std::vector<DocumentRoot>> SnapshotService::MembersOf(std::string_view name) const {
  if (name == kNow) return store::CurrentSurfaceRoots(home_->corpus());
  store::Snapshots snapshots(home_->store());
  TRY_ASSIGN(const store::Snapshot snapshot, snapshots.Resolve(name));
  return snapshots.Members(snapshot.id);
}

Result<DifferencePage> SnapshotService::Compare(std::string_view before, std::string_view after,
                                                std::uint64_t from, std::size_t limit) const {
  TRY(home_->RequireWhole());
  TRY_ASSIGN(const std::vector<DocumentRoot> older, MembersOf(before));
  TRY_ASSIGN(const std::vector<DocumentRoot> newer, MembersOf(after));
  const store::SnapshotDifference change = store::Difference(older, newer);
  DifferencePage page{.added = change.added.size(),
                      .removed = change.removed.size(),
                      .same = newer.size() - change.added.size(),
                      .items = {},
                      .next = {}};
  const std::uint64_t size = page.removed + page.added;
  const std::uint64_t begin = std::min(from, size);
  const std::uint64_t end = begin + std::min<std::uint64_t>(limit, size - begin);
  for (std::uint64_t i = begin; i < end; ++i) {
    const bool went = i < page.removed;
    TRY_ASSIGN(DocumentChange item,
               ChangeOf(home_->corpus(),
                        went ? DocumentChange::Kind::kRemoved : DocumentChange::Kind::kAdded,
                        went ? change.removed[i] : change.added[i - page.removed]));
    page.items.push_back(std::move(item));
  }
  if (end < size) page.next = end;
  return page;
}

Result<SnapshotVerdict> SnapshotService::Verify(std::string_view name) const {
  TRY(home_->RequireWhole());
  TRY_ASSIGN(const store::Snapshot snapshot, store::Snapshots(home_->store()).Resolve(name));
  TRY_ASSIGN(const store::SnapshotRoot now, RootNow());
  return Verify(snapshot, now);
}

Result<SnapshotVerdict> SnapshotService::Verify(const store::Snapshot& snapshot,
                                                const store::SnapshotRoot& now) const {
  TRY(home_->RequireWhole());
  SnapshotVerdict verdict{.state = {snapshot, now}, .holds = false, .detail = {}};
  const Status holds = store::Snapshots(home_->store()).Verify(snapshot);
  if (!holds && IsOfTheSystem(holds.error().code)) return std::unexpected(holds.error());
  verdict.holds = holds.has_value();
  verdict.detail = holds ? "members, count, root and event hold" : holds.error().message;
  return verdict;
}

Result<store::Snapshot> SnapshotService::Take(std::string_view reason) {
  TRY(home_->RequireWhole());
  return store::Snapshots(home_->store()).Create(home_->corpus(), reason);
}

}  // namespace arborist::app
