// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/mutex.h"
#include "ingest/ingest.h"
#include "ingest/shard_sink.h"
#include "store/shard/shard_reader.h"

namespace arborist::ingest {

// Chooses what a dry run looks at, counts what would become of it, and scales the counts up to the
// whole input. The choice depends on names and sizes only, so that two dry runs say the same. What
// is sampled alike is one group: small files, large files, and each dump or JSON Lines file alone.
// The reader's thread chooses and the router's counts; both may call at once.
class DryRun {
 public:
  using Group = std::size_t;
  static constexpr Group kExact = 0;  // seen in full whatever the size of the input

  // Opens what is there of the set, for reading. sample_bytes: about so much is prepared.
  static Result<std::unique_ptr<DryRun>> Open(const store::ShardSet& set,
                                              const store::HomePaths& home,
                                              std::uint64_t sample_bytes);

  // -- before anything is read: each file of the inputs; then choose. Without that, all is taken.
  void Expect(std::uint64_t file_bytes);
  void ChooseSample();

  // -- for each file in order
  // A file of which all is known that matters: empty, or refused for its kind.
  void AddWhole(std::uint64_t file_bytes);
  static bool IsSmall(std::uint64_t file_bytes);
  static Group GroupOf(std::uint64_t file_bytes) { return IsSmall(file_bytes) ? kSmall : kLarge; }
  // Whether this file of kSmall or kLarge is in the sample.
  bool Takes(std::uint64_t file_bytes);
  // A large dump or JSON Lines file: a group of its own, and how much text of it to read.
  Group AddStream(std::uint64_t file_bytes);
  std::uint64_t TextWanted(std::uint64_t file_bytes) const;
  void EndStream(Group stream, std::uint64_t read_bytes);

  // -- what came of it
  void Count(Group group, const std::vector<WriteItem>& items);
  void CountSkipped(Group group);
  void CountOtherNamespaces(Group group, std::uint64_t pages);
  std::uint64_t documents() const;
  std::uint64_t text_bytes() const;

  // Puts the counts into the report, scaled to the whole input. seconds: what reading and preparing
  // the sample took. all_seen: false when the run ended early, and then nothing is scaled.
  void Report(double seconds, bool all_seen, IngestReport* report) const;

 private:
  static constexpr Group kSmall = 1;
  static constexpr Group kLarge = 2;

  struct Counts {
    std::uint64_t files = 0;
    std::uint64_t bytes = 0;
    std::uint64_t read_files = 0;  // of which at least a part was read
    std::uint64_t read_bytes = 0;
    std::uint64_t added = 0;
    std::uint64_t unchanged = 0;
    std::uint64_t superseded = 0;
    std::uint64_t revised = 0;
    std::uint64_t aliases = 0;
    std::uint64_t skipped = 0;
    std::uint64_t other_namespaces = 0;
    std::uint64_t chunks = 0;
    std::uint64_t text_bytes = 0;
    std::uint64_t stored_bytes = 0;
  };

  DryRun(const store::ShardSet& set, std::uint64_t sample_bytes)
      : set_(set), sample_bytes_(sample_bytes), groups_(3) {}
  std::uint64_t ShareOfSample(std::uint64_t bytes) const;

  const store::ShardSet& set_;
  const std::uint64_t sample_bytes_;
  std::vector<std::unique_ptr<store::ShardReader>> readers_;  // null: no such shard yet
  bool chosen_ = false;
  std::uint64_t expected_bytes_ = 0;
  Counts expected_[3];
  std::uint64_t every_[3] = {1, 1, 1};  // of a group each so many-th file is taken
  mutable Mutex mutex_;
  std::vector<Counts> groups_ GUARDED_BY(mutex_);
};

}  // namespace arborist::ingest
