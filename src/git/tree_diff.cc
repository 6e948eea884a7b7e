// SPDX-License-Identifier: AGPL-3.0-only
// Two folders are merged like two sorted lists: git sorts the entries of a folder so that the paths
// of the whole tree come in bytewise order, a folder standing where its name with a slash stands.
// Folders with equal ids have equal content and are not opened. Attacks: folders that hold one
// another many times over, so that few objects have very many paths (a cap on the entries looked
// at), deep ones, and lists out of order, which cost the reader of that repository alone.
#include "git/functions.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include "git/handles.h"
#include "git/repository.h"

namespace arborist::git {

namespace {

struct Item {
  std::string_view name;
  bool is_folder = false;
  Entry entry;  // of a folder the id alone counts
};

int Order(const Item& a, const Item& b) {
  const std::size_t common = std::min(a.name.size(), b.name.size());
  if (const int order = std::memcmp(a.name.data(), b.name.data(), common); order != 0) return order;
  const auto end = [&](const Item& item) -> int {
    if (item.name.size() > common) return static_cast<unsigned char>(item.name[common]);
    return item.is_folder ? '/' : 0;
  };
  return end(a) - end(b);
}

// The entries of a folder one after the other; of none, none.
class Cursor {
 public:
  explicit Cursor(const git_tree* tree)
      : tree_(tree), count_(tree == nullptr ? 0 : Git().tree_entrycount(tree)) {}

  bool at_end() const { return at_ == count_; }
  void Next() { ++at_; }
  Item item() const {
    const git_tree_entry& entry = *Git().tree_entry_byindex(tree_, at_);
    return {.name = Git().tree_entry_name(&entry),
            .is_folder = Git().tree_entry_filemode(&entry) == GIT_FILEMODE_TREE,
            .entry = EntryOf(entry)};
  }

 private:
  const git_tree* tree_;
  std::size_t count_;
  std::size_t at_ = 0;
};

class Comparison {
 public:
  Comparison(const Handles& handles, const CompareLimits& limits, const ChangeVisitor& visitor)
      : handles_(handles), limits_(limits), visitor_(visitor) {}

  // folder: its path, which ends in a slash unless it is the root's.
  Status Folders(const std::string& folder, const ObjectId* before, const ObjectId* now,
                 std::size_t depth) {
    const auto unreadable = [&](const std::string& reason) {
      visitor_.on_unreadable(folder.empty() ? folder : folder.substr(0, folder.size() - 1), reason);
    };
    if (depth > limits_.max_depth) {
      unreadable("it is inside more than " + std::to_string(limits_.max_depth) + " folders");
      return {};
    }
    TreeHandle old_tree;
    if (before != nullptr) {
      auto opened = OpenTree(handles_, *before);
      if (opened) {
        old_tree = std::move(*opened);
      } else {
        unreadable("what it held before is not known: " + opened.error().message);
      }
    }
    TreeHandle new_tree;
    if (now != nullptr) {
      auto opened = OpenTree(handles_, *now);
      if (!opened) {
        unreadable("the folder cannot be read: " + opened.error().message);
        return {};
      }
      new_tree = std::move(*opened);
    }
    Cursor old_items(old_tree.get());
    Cursor new_items(new_tree.get());
    while (!old_items.at_end() || !new_items.at_end()) {
      if (++entries_ > limits_.max_entries) {
        return Fail(ErrorCode::kLimitExceeded,
                    "it has more than " + std::to_string(limits_.max_entries) + " files");
      }
      const int order = old_items.at_end()   ? 1
                        : new_items.at_end() ? -1
                                             : Order(old_items.item(), new_items.item());
      const Item old_item = order <= 0 ? old_items.item() : Item();
      const Item new_item = order >= 0 ? new_items.item() : Item();
      TRY(Items(folder, order <= 0 ? &old_item : nullptr, order >= 0 ? &new_item : nullptr, depth));
      if (order <= 0) old_items.Next();
      if (order >= 0) new_items.Next();
    }
    return {};
  }

 private:
  // One of them may be null. Both have the same name, and both are folders or neither is.
  Status Items(const std::string& folder, const Item* before, const Item* now, std::size_t depth) {
    if (before != nullptr && now != nullptr && before->entry == now->entry) return {};
    const Item& one = now != nullptr ? *now : *before;
    std::string path = folder + std::string(one.name);
    if (one.is_folder) {
      return Folders(path + "/", before == nullptr ? nullptr : &before->entry.id,
                     now == nullptr ? nullptr : &now->entry.id, depth + 1);
    }
    Change change{.path = std::move(path), .before = {}, .now = {}};
    if (before != nullptr) change.before = before->entry;
    if (now != nullptr) change.now = now->entry;
    return visitor_.on_change(change);
  }

  const Handles& handles_;
  const CompareLimits& limits_;
  const ChangeVisitor& visitor_;
  std::uint64_t entries_ = 0;
};

}  // namespace

Entry EntryOf(const git_tree_entry& entry) {
  Entry out{.id = FromOid(*Git().tree_entry_id(&entry))};
  switch (Git().tree_entry_filemode(&entry)) {
    case GIT_FILEMODE_LINK:
      out.kind = EntryKind::kSymbolicLink;
      break;
    case GIT_FILEMODE_COMMIT:
      out.kind = EntryKind::kSubmodule;
      break;
    default:
      break;
  }
  return out;
}

Status Repository::Compare(const std::optional<ObjectId>& before, const ObjectId& now,
                           const CompareLimits& limits, const ChangeVisitor& visitor) const {
  const auto root_of = [&](const ObjectId& id) -> Result<ObjectId> {
    TRY_ASSIGN(const CommitHandle commit, OpenCommit(*handles_, id));
    return FromOid(*Git().commit_tree_id(commit.get()));
  };
  TRY_ASSIGN(const ObjectId new_root, root_of(now));
  if (!before) return Comparison(*handles_, limits, visitor).Folders("", nullptr, &new_root, 0);
  TRY_ASSIGN(const ObjectId old_root, root_of(*before));
  if (old_root == new_root) return {};
  return Comparison(*handles_, limits, visitor).Folders("", &old_root, &new_root, 0);
}

}  // namespace arborist::git
