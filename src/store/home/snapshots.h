// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/corpus.h"
#include "store/home/home.h"
#include "store/home/snapshot_root.h"

namespace arborist::store {

// What a corpus held at a moment. Format: docs/format/snapshot.md.
struct Snapshot {
  std::int64_t id = 0;
  SnapshotRoot root;
  std::uint64_t doc_count = 0;
  std::optional<std::int64_t> parent_id;  // the one before
  std::optional<SnapshotRoot> parent_root;
  std::int64_t taken_at = 0;
  std::uint64_t event_seq = 0;
  EventHash event_hash;
  std::string reason;
};

struct SnapshotDifference {
  std::vector<DocumentRoot> added;    // in order
  std::vector<DocumentRoot> removed;  // in order
};
SnapshotDifference Difference(const std::vector<DocumentRoot>& from,
                              const std::vector<DocumentRoot>& to);

// The snapshots of a home store, each with its members: those of an old one can always be told.
class Snapshots {
 public:
  explicit Snapshots(HomeStore* home);

  // Of the corpus as it was opened. The home store takes note of the shards' heads first, so that
  // the log tells what the snapshot was taken of.
  Result<Snapshot> Create(const Corpus& corpus, std::string_view reason);

  Result<std::vector<Snapshot>> List();  // newest first
  // Its number, `latest`, or 8 or more digits of its root: the newest of that root.
  Result<Snapshot> Resolve(std::string_view name);

  // In order. kCorrupt when its parts do not fit together.
  Result<std::vector<DocumentRoot>> Members(std::int64_t id);

  // Erases the reason that was given, from the file too; an event says that it was. kNotFound:
  // there is none. kEnvironment when a reader keeps the text alive.
  Status BurnReason(const Snapshot& snapshot);

  // Makes everything anew: members, count, root, event. kDoesNotHold or kCorrupt says what is
  // wrong.
  Status Verify(const Snapshot& snapshot);

 private:
  struct Stored {
    std::int64_t id = 0;
    std::optional<std::int64_t> base_id;
    std::uint64_t roots = 0;
  };
  // The snapshot and those its parts stand on, the whole one last.
  Result<std::vector<Stored>> Chain(std::int64_t id);
  Result<std::vector<DocumentRoot>> ReadParts(std::int64_t id, std::string_view change);
  Status WriteParts(std::int64_t id, std::string_view change,
                    const std::vector<DocumentRoot>& roots);
  Result<std::optional<Snapshot>> Newest();

  HomeStore* home_;
  sqlite::Database* database_;
};

}  // namespace arborist::store
