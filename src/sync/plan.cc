// SPDX-License-Identifier: AGPL-3.0-only
// Two sorted lists are walked side by side. A file on one side only is new or vanished; a new one
// whose stamp is that of a vanished one but for the time of its change was renamed, and so was one
// that has the size and then the hash of a vanished one (moved over from another file system, or
// written anew elsewhere). Each vanished file is the source of one rename at most.
#include "sync/plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace arborist::sync {

namespace {

class Planner {
 public:
  explicit Planner(const PlanOptions& options) : options_(options) {}

  Plan Make(std::span<const store::FollowedFile> known, std::span<const FoundFile> found) {
    std::size_t k = 0;
    std::size_t f = 0;
    while (k < known.size() || f < found.size()) {
      const bool take_known =
          f == found.size() || (k < known.size() && known[k].uri < found[f].uri);
      const bool take_found =
          k == known.size() || (f < found.size() && found[f].uri < known[k].uri);
      if (take_known) {
        NotFound(known[k++]);
      } else if (take_found) {
        new_.push_back(&found[f++]);
      } else {
        Both(known[k++], found[f++]);
      }
    }
    Match();
    std::ranges::sort(plan_.changes, {}, [](const PlannedChange& one) {
      return std::tuple(one.change, std::string_view(one.uri));
    });
    return std::move(plan_);
  }

 private:
  void NotFound(const store::FollowedFile& file) {
    if (options_.is_hidden_by_error && options_.is_hidden_by_error(file.uri)) {
      AddUnreadable(file.uri, "its folder could not be listed");
    } else {
      vanished_.push_back(&file);
    }
  }

  void Both(const store::FollowedFile& known, const FoundFile& found) {
    if (known.stamp == found.stamp && options_.trust == PlanOptions::Trust::kStamps) {
      ++plan_.unchanged;
      return;
    }
    const auto hash = options_.hash(found.uri);
    if (!hash) {
      AddUnreadable(found.uri, hash.error().message);
    } else if (*hash == known.source_hash) {
      ++plan_.unchanged;
      if (known.stamp != found.stamp)
        plan_.touched.push_back({found.uri, found.stamp, known.source_hash});
    } else {
      plan_.changes.push_back({.change = Change::kChanged,
                               .uri = found.uri,
                               .stamp = found.stamp,
                               .source_hash = *hash});
    }
  }

  void AddUnreadable(const std::string& uri, std::string reason) {
    plan_.changes.push_back(
        {.change = Change::kUnreadable, .uri = uri, .reason = std::move(reason)});
  }

  // Which new file is which vanished one.
  void Match() {
    std::multimap<std::tuple<std::uint64_t, std::uint64_t>, const store::FollowedFile*> by_inode;
    std::multimap<std::uint64_t, const store::FollowedFile*> by_size;
    for (const store::FollowedFile* file : vanished_) {
      by_inode.emplace(std::tuple(file->stamp.device, file->stamp.inode), file);
      by_size.emplace(file->stamp.size, file);
    }
    for (const FoundFile* file : new_) {
      PlannedChange change{.change = Change::kAdded, .uri = file->uri, .stamp = file->stamp};
      const store::FollowedFile* before = nullptr;
      const auto [first, last] =
          by_inode.equal_range(std::tuple(file->stamp.device, file->stamp.inode));
      for (auto it = first; it != last && before == nullptr; ++it) {
        if (!taken_.contains(it->second) && it->second->stamp.IsRenamed(file->stamp))
          before = it->second;
      }
      if (before == nullptr && by_size.contains(file->stamp.size)) {
        auto hash = options_.hash(file->uri);
        if (!hash) {
          AddUnreadable(file->uri, hash.error().message);
          continue;
        }
        change.source_hash = *hash;
        const auto [same, end] = by_size.equal_range(file->stamp.size);
        for (auto it = same; it != end && before == nullptr; ++it) {
          if (!taken_.contains(it->second) && it->second->source_hash == *hash) before = it->second;
        }
      }
      if (before != nullptr) {
        taken_.insert(before);
        change.change = Change::kRenamed;
        change.old_uri = before->uri;
        change.source_hash = before->source_hash;
      }
      plan_.changes.push_back(std::move(change));
    }
    for (const store::FollowedFile* file : vanished_) {
      if (!taken_.contains(file))
        plan_.changes.push_back({.change = Change::kGone, .uri = file->uri});
    }
  }

  const PlanOptions& options_;
  Plan plan_;
  std::vector<const FoundFile*> new_;
  std::vector<const store::FollowedFile*> vanished_;
  std::set<const store::FollowedFile*> taken_;
};

}  // namespace

std::string_view Name(Change change) {
  switch (change) {
    case Change::kAdded:
      return "added";
    case Change::kChanged:
      return "changed";
    case Change::kRenamed:
      return "renamed";
    case Change::kGone:
      return "gone";
    case Change::kUnreadable:
      return "unreadable";
  }
  std::unreachable();
}

std::uint64_t Plan::Count(Change change) const {
  return static_cast<std::uint64_t>(std::ranges::count(changes, change, &PlannedChange::change));
}

Plan MakePlan(std::span<const store::FollowedFile> known, std::span<const FoundFile> found,
              const PlanOptions& options) {
  return Planner(options).Make(known, found);
}

}  // namespace arborist::sync
