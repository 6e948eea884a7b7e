// SPDX-License-Identifier: AGPL-3.0-only
// Level 8 has a root for each 256 events, level 16 one for each of 256 of these, and so on. A
// subtree of any other level is put together from the nearest kept level below it, or from the
// events.
#include "store/log/nodes.h"

#include <vector>

#include "base/check.h"
#include "sqlite/database.h"
#include "store/inside.h"

namespace arborist::store {

std::uint64_t LogNodes::CountFor(std::uint64_t size) {
  std::uint64_t count = 0;
  for (std::uint64_t nodes = size >> kLevels; nodes > 0; nodes >>= kLevels) count += nodes;
  return count;
}

Result<std::optional<Hash256>> LogNodes::Find(unsigned level, std::uint64_t place) const {
  if (home_ == nullptr) return std::nullopt;
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home_)->Prepare(
                 "SELECT root FROM log_nodes WHERE log=?1 AND level=?2 AND place=?3"));
  select.BindHash(1, log_).Bind(2, level).Bind(3, static_cast<std::int64_t>(place));
  return select.FirstRow([](const sqlite::Statement& row) { return row.Hash(0); });
}

Result<std::uint64_t> LogNodes::Count() const {
  if (home_ == nullptr) return 0;
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home_)->Prepare("SELECT count(*) FROM log_nodes WHERE log=?1"));
  select.BindHash(1, log_);
  TRY(select.Step());
  return static_cast<std::uint64_t>(select.Int(0));
}

Status LogNodes::ForEach(const std::function<bool(const Kept&)>& visit) const {
  if (home_ == nullptr) return {};
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home_)->Prepare("SELECT level, place, root FROM log_nodes WHERE log=?1"));
  select.BindHash(1, log_);
  return select.ForEachRow([&](const sqlite::Statement& row) -> Result<bool> {
    Kept kept{.level = row.Int(0), .place = row.Int(1), .root = {}};
    if (const auto root = row.Hash(2)) kept.root = *root;
    return visit(kept);
  });
}

Result<Hash256> LogNodes::FromEvents(unsigned level, std::uint64_t index) const {
  const std::uint64_t first = index << level;
  merkle::LogTree tree;
  TRY(events_->ReadHashes(first, first + (std::uint64_t{1} << level),
                          [&](const EventHash& hash) { tree.Append(AsText(hash.view())); }));
  return tree.Root();
}

Result<std::optional<Hash256>> LogNodes::FromKept(unsigned level, std::uint64_t index) const {
  if (home_ == nullptr) return std::nullopt;
  const unsigned above = level % kLevels;
  const std::uint64_t count = std::uint64_t{1} << above;
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home_)->Prepare(
                 "SELECT root FROM log_nodes WHERE log=?1 AND level=?2 AND place>=?3 "
                 "AND place<?4 ORDER BY place"));
  select.BindHash(1, log_)
      .Bind(2, level - above)
      .Bind(3, static_cast<std::int64_t>(index * count))
      .Bind(4, static_cast<std::int64_t>((index + 1) * count));
  TRY_ASSIGN(const std::vector<Hash256> roots,
             select.CollectRows([](const sqlite::Statement& row) { return row.Hash(0); }));
  if (roots.size() != count) return std::nullopt;
  TRY_ASSIGN(const Hash256 root, merkle::SubtreesOf(roots)(above, 0));
  return root;
}

merkle::FullSubtree LogNodes::Subtrees() const {
  return [nodes = *this](unsigned level, std::uint64_t index) -> Result<Hash256> {
    if (level < kLevels) return nodes.FromEvents(level, index);
    TRY_ASSIGN(const std::optional<Hash256> kept, nodes.FromKept(level, index));
    if (kept) return *kept;
    const merkle::FullSubtree below = nodes.Subtrees();
    TRY_ASSIGN(const Hash256 left, below(level - 1, index * 2));
    TRY_ASSIGN(const Hash256 right, below(level - 1, index * 2 + 1));
    return merkle::HashLogNode(left, right);
  };
}

Result<merkle::LogTree> LogNodes::TreeAt(std::uint64_t size) const {
  const merkle::FullSubtree subtree = Subtrees();
  std::vector<Hash256> frontier;
  std::uint64_t begin = 0;
  for (unsigned level = 64; level-- > 0;) {
    if (((size >> level) & 1) == 0) continue;
    TRY_ASSIGN(const Hash256 root, subtree(level, begin >> level));
    frontier.push_back(root);
    begin += std::uint64_t{1} << level;
  }
  return merkle::LogTree::FromFrontier(size, frontier);
}

Status LogNodes::Extend(std::uint64_t size, merkle::LogTree* tree) const {
  CHECK(home_ != nullptr);
  TRY_ASSIGN(sqlite::Statement put,
             DatabaseOf(home_)->Prepare("INSERT OR REPLACE INTO log_nodes VALUES(?1,?2,?3,?4)"));
  Status kept;
  const auto keep = [&](unsigned level, std::uint64_t place, const Hash256& root) {
    if (!kept || !IsKept(level)) return;
    kept = put.BindHash(1, log_)
               .Bind(2, level)
               .Bind(3, static_cast<std::int64_t>(place))
               .BindHash(4, root)
               .Run();
  };
  TRY(events_->ReadHashes(tree->size(), size,
                          [&](const EventHash& hash) { tree->Append(AsText(hash.view()), keep); }));
  return kept;
}

Result<bool> LogNodes::Reach(std::uint64_t size) const {
  const std::uint64_t blocks = size >> kLevels;
  if (blocks == 0) return true;
  TRY_ASSIGN(const std::optional<Hash256> last, Find(kLevels, blocks - 1));
  return last.has_value();
}

Result<bool> LogNodes::CatchUp(std::uint64_t size) const {
  TRY_ASSIGN(const bool there, Reach(size));
  if (there) return false;
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home_)->Prepare(
                 "SELECT coalesce(max(place)+1,0) FROM log_nodes WHERE log=?1 AND level=8"));
  select.BindHash(1, log_);
  TRY(select.Step());
  std::uint64_t kept = static_cast<std::uint64_t>(select.Int(0)) << kLevels;
  select.Reset();
  TRY_ASSIGN(const std::uint64_t count, Count());
  if (kept > size || CountFor(kept) != count) {  // some before are missing: all anew
    TRY_ASSIGN(sqlite::Statement drop,
               DatabaseOf(home_)->Prepare("DELETE FROM log_nodes WHERE log=?1"));
    TRY(drop.BindHash(1, log_).Run());
    kept = 0;
  }
  TRY_ASSIGN(merkle::LogTree tree, TreeAt(kept));
  TRY(Extend(size, &tree));
  return true;
}

}  // namespace arborist::store
