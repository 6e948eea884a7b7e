// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/home.h"
#include "store/home/snapshots.h"

// What a corpus held at a moment, as structs that outlive the home.
namespace arborist::app {

struct SnapshotState {
  store::Snapshot snapshot;
  store::SnapshotRoot now;  // the root that a snapshot taken now would have
  bool matches_corpus() const { return snapshot.root == now; }
};

struct MemberPage {
  store::SnapshotRoot snapshot_root;
  std::vector<DocumentRoot> items;
  std::optional<std::uint64_t> next;  // the `from` of the next page
};

// A document that came or went.
struct DocumentChange {
  enum class Kind : std::uint8_t { kAdded, kRemoved };
  Kind kind = Kind::kAdded;
  DocumentRoot root;
  // Nothing when the store no longer has it.
  std::optional<std::string> uri;
  std::optional<std::string> title;
};
std::string_view Name(DocumentChange::Kind kind);  // added, removed

struct DifferencePage {
  std::uint64_t added = 0;
  std::uint64_t removed = 0;
  std::uint64_t same = 0;
  std::vector<DocumentChange> items;  // those that went before those that came
  std::optional<std::uint64_t> next;  // the `from` of the next page
};

// Whether a snapshot made anew from its members is the same.
struct SnapshotVerdict {
  SnapshotState state;
  bool holds = false;
  std::string detail;
};

// A snapshot is named by its number, 8 or more digits of its root, or `latest`; where two are
// compared also by `now`, the corpus as it is. Everything here speaks of the whole corpus:
// kForbidden for a home of which only a part may be seen. The store of the home must be open to
// write. Belongs to the thread of its home.
class SnapshotService {
 public:
  static constexpr std::string_view kNow = "now";
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

  explicit SnapshotService(Home* home) : home_(home) {}

  Result<std::vector<store::Snapshot>> List() const;  // newest first
  Result<SnapshotState> Show(std::string_view name) const;
  Result<MemberPage> Members(std::string_view name, std::uint64_t from, std::size_t limit) const;
  Result<DifferencePage> Compare(std::string_view before, std::string_view after,
                                 std::uint64_t from, std::size_t limit) const;
  // Errors are of the system; that it does not hold is a verdict.
  Result<SnapshotVerdict> Verify(std::string_view name) const;
  // Of several: now is RootNow, which is worked out once.
  Result<SnapshotVerdict> Verify(const store::Snapshot& snapshot,
                                 const store::SnapshotRoot& now) const;
  Result<store::SnapshotRoot> RootNow() const;

  Result<store::Snapshot> Take(std::string_view reason);

 private:
  Result<std::vector<DocumentRoot>> MembersOf(std::string_view name) const;

  Home* home_;
};

}  // namespace arborist::app
