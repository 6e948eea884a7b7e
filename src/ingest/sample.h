// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/mutex.h"
#include "ingest/formats/format.h"
#include "ingest/ingest.h"
#include "ingest/origin.h"
#include "ingest/pipeline.h"

namespace arborist::ingest {

// The part of the inputs that a dry run looks at, and what it found there, scaled up to the whole
// input. The choice depends on names and sizes only, so that two dry runs say the same. What is
// sampled alike is one group: small origins, large ones, and each large stream alone. The reader's
// thread chooses and the router's counts; both may call at once.
class Sample {
 public:
  // About so much is prepared.
  explicit Sample(std::uint64_t wanted_bytes);

  // -- before anything is read: each input; then choose. Without that, all is taken.
  void Expect(std::uint64_t bytes);
  void Choose();

  // -- for each origin in order
  static bool IsSmall(const Origin& origin);
  // One of which all is known that matters: empty, or refused for what it is.
  void AddWhole(const Origin& origin) EXCLUDES(mutex_);
  // Whether this one is in the sample: small, or a large one that is one document.
  bool Takes(const Origin& origin) EXCLUDES(mutex_);
  // A large stream, and how much text of it to read.
  std::uint64_t AddStream(const Origin& origin) EXCLUDES(mutex_);
  void EndStream(const Origin& origin, std::uint64_t read_bytes) EXCLUDES(mutex_);

  // -- what came of it
  enum class Fate : std::uint8_t { kAdded, kUnchanged, kSuperseded, kRevised, kAlias };
  void Count(const Origin& origin, const store::PreparedDocument& document, Fate fate)
      EXCLUDES(mutex_);
  void CountSkipped(const Origin* origin) EXCLUDES(mutex_);  // null: on the way to one
  void CountPassedOver(const Origin& origin, const StreamReader::PassedOver& over) EXCLUDES(mutex_);
  DocumentSink::Done done() const EXCLUDES(mutex_);

  // Puts the counts into the report, scaled to the whole input. seconds: what reading and preparing
  // the sample took. all_seen: false when the run ended early, and then nothing is scaled.
  void Report(double seconds, bool all_seen, IngestReport* report) const EXCLUDES(mutex_);

 private:
  using Group = std::size_t;
  static constexpr Group kExact = 0;  // seen in full whatever the size of the input
  static constexpr Group kSmall = 1;
  static constexpr Group kLarge = 2;  // and from 3 on each large stream

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
    StreamReader::PassedOver passed_over;  // all for one reason
    std::uint64_t chunks = 0;
    std::uint64_t text_bytes = 0;
    std::uint64_t stored_bytes = 0;
  };

  std::uint64_t ShareOf(std::uint64_t bytes) const;
  Group GroupOf(const Origin* origin) const REQUIRES(mutex_);

  const std::uint64_t wanted_bytes_;
  // Until the first origin comes.
  bool chosen_ = false;
  std::uint64_t expected_bytes_ = 0;
  std::vector<Counts> expected_;
  std::vector<std::uint64_t> every_;  // of a group each so many-th origin is taken

  mutable Mutex mutex_;
  std::vector<Counts> groups_ GUARDED_BY(mutex_);
  std::unordered_map<std::string, Group> large_ GUARDED_BY(mutex_);  // by name
};

}  // namespace arborist::ingest
