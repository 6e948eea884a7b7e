// SPDX-License-Identifier: AGPL-3.0-only
// What the corpus held, and when.
#include <algorithm>

#include "app/fields.h"
#include "app/json/snapshot_json.h"
#include "app/service_impl.h"
#include "prove/prove_snapshot.h"

namespace arborist::app {

namespace {

json::Value NextOf(std::uint64_t end, std::uint64_t size) {
  return end < size ? json::Value(Signed(end)) : json::Value();
}

}  // namespace

Result<json::Value> Service::Snapshots(const View& view) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->TakeWhole(view));
  TRY_ASSIGN(const std::vector<store::Snapshot> all, store::Snapshots(reader->store()).List());
  json::Array items;
  for (const store::Snapshot& snapshot : all) items.emplace_back(ToJson(snapshot));
  return json::Value(json::Object{{"items", std::move(items)}});
}

Result<json::Value> Service::Snapshot(const View& view, std::string_view name) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->TakeWhole(view));
  TRY_ASSIGN(const store::Snapshot snapshot, store::Snapshots(reader->store()).Resolve(name));
  TRY_ASSIGN(const store::SnapshotRoot now, RootOfCorpus(reader->corpus()));
  json::Object object = ToJson(snapshot);
  object.emplace("matches_corpus", now == snapshot.root);
  return json::Value(std::move(object));
}

Result<json::Value> Service::SnapshotMembers(const View& view, std::string_view name,
                                             std::uint64_t from, std::size_t limit) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->TakeWhole(view));
  store::Snapshots snapshots(reader->store());
  TRY_ASSIGN(const store::Snapshot snapshot, snapshots.Resolve(name));
  TRY_ASSIGN(const std::vector<DocumentRoot> roots, snapshots.Members(snapshot.id));
  const std::uint64_t begin = std::min<std::uint64_t>(from, roots.size());
  const std::uint64_t end = begin + std::min<std::uint64_t>(limit, roots.size() - begin);
  json::Array items;
  for (std::uint64_t i = begin; i < end; ++i) items.emplace_back(roots[i].hex());
  return json::Value(json::Object{{"snapshot_root", snapshot.root.hex()},
                                  {"items", std::move(items)},
                                  {"next", NextOf(end, roots.size())}});
}

Result<json::Value> Service::SnapshotDiff(const View& view, std::string_view name,
                                          std::string_view to, std::uint64_t from,
                                          std::size_t limit) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->TakeWhole(view));
  store::Snapshots snapshots(reader->store());
  TRY_ASSIGN(const std::vector<DocumentRoot> before, MembersOf(name, reader->corpus(), &snapshots));
  TRY_ASSIGN(const std::vector<DocumentRoot> after, MembersOf(to, reader->corpus(), &snapshots));
  const store::SnapshotDifference change = store::Difference(before, after);
  // Those that went stand before those that came, as on the command line.
  const std::uint64_t removed = change.removed.size(), size = removed + change.added.size();
  const std::uint64_t begin = std::min(from, size);
  const std::uint64_t end = begin + std::min<std::uint64_t>(limit, size - begin);
  json::Array items;
  for (std::uint64_t i = begin; i < end; ++i) {
    const bool went = i < removed;
    TRY_ASSIGN(json::Object item, ChangeJson(reader->corpus(), went ? "removed" : "added",
                                             went ? change.removed[i] : change.added[i - removed]));
    items.emplace_back(std::move(item));
  }
  return json::Value(json::Object{{"added", Signed(change.added.size())},
                                  {"removed", Signed(removed)},
                                  {"same", Signed(after.size() - change.added.size())},
                                  {"items", std::move(items)},
                                  {"next", NextOf(end, size)}});
}

Result<json::Value> Service::VerifySnapshot(const View& view, std::string_view name) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->TakeWhole(view));
  store::Snapshots snapshots(reader->store());
  TRY_ASSIGN(const store::Snapshot snapshot, snapshots.Resolve(name));
  TRY_ASSIGN(const store::SnapshotRoot now, RootOfCorpus(reader->corpus()));
  const Status holds = snapshots.Verify(snapshot);
  if (!holds && IsOfTheSystem(holds.error().code)) return std::unexpected(holds.error());
  return json::Value(VerdictJson(snapshot, holds, now));
}

Result<json::Value> Service::ProveMember(const View& view, std::string_view name,
                                         std::string_view document) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->TakeWhole(view));
  return prove::ProveMember(reader->store(), reader->corpus(), document, name);
}

Result<json::Value> Service::TakeSnapshot(const View& view, std::string_view reason) {
  if (reason.size() > kMaxReasonBytes) {
    return Fail(ErrorCode::kInvalidArgument, "field reason must have at most 4096 bytes");
  }
  const MutexLock lock(impl_->write_mutex);
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->TakeWhole(view));
  TRY_ASSIGN(const store::Snapshot made,
             store::Snapshots(reader->store()).Create(reader->corpus(), reason));
  return json::Value(ToJson(made));
}

}  // namespace arborist::app
