// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "compress/chunk_codec.h"
#include "ingest/ingest.h"
#include "ingest/reader.h"
#include "ingest/resume_mark.h"
#include "ingest/router.h"
#include "store/layout.h"

namespace arborist::ingest {

// The set that an ingest writes to: that of the name, or a new one of the wanted size. Fails when a
// shard of the home is gone, for a new file must not take its place.
Result<store::ShardSet> ChooseSet(const IngestOptions& options, const store::HomePaths& home);

// A set whose shards are all locked for one ingest, and what they hold at its start.
struct OpenedShards {
  store::ShardSet set;
  ShardRouter::Writers writers;  // in the order of the set
  bool empty = true;             // all of them
  ResumeMarks marks;
  // Made apart, shards may have different dictionaries; each chunk then stands for itself.
  bool differ = false;
  std::optional<compress::Dictionary> dictionary;  // that all have; nothing: there is none yet
};

// Opens the shards and makes those that are not there yet. Waits for another ingest, with a note.
Result<OpenedShards> OpenShards(const IngestOptions& options, const IngestEnvironment& environment);

// What a run came upon.
struct ReadInputs {
  std::function<bool(std::string_view uri)> has_seen;       // a file, or a document inside one
  std::function<bool(std::string_view uri)> has_read_anew;  // with all that is inside
};

// Counts the files that the store has under these folders and that are there no more, and retires
// them when the options say so. has_seen: whether this run came upon a file of this URI.
Status FindVanished(const std::vector<WalkedFolder>& folders, const ReadInputs& inputs,
                    bool mark_gone, const ShardRouter::Writers& writers, IngestReport* report);

// Retires these URIs with all that is inside them, and what is inside of those that were read anew
// and was not seen there.
Status RetireGone(const std::vector<std::string>& gone, const std::vector<std::string>& read_anew,
                  const ReadInputs& inputs, const ShardRouter::Writers& writers,
                  IngestReport* report);

// Puts the sizes of the shards into the report and notes their heads in the home store.
Status RecordShards(const ShardRouter::Writers& writers, const IngestEnvironment& environment,
                    IngestReport* report);

}  // namespace arborist::ingest
