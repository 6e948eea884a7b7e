// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "git/library.h"
#include "ingest/commit_source.h"
#include "ingest/ingest.h"
#include "ingest/router.h"
#include "store/layout.h"

namespace arborist::ingest {

// The repositories that the paths of an ingest name, and what the shards know of each. What is no
// repository, or has no such commit, is skipped with its reason and the rest is read. One thread;
// the options outlive it.
class Repositories {
 public:
  // None, unless the options say that the paths are repositories.
  static Result<Repositories> Open(const IngestOptions& options);

  // Before a run: looks in the shards at which commits they are, and notes there that a run is
  // under way.
  Status Begin(const ShardRouter::Writers& writers, const IngestEnvironment& environment);
  // Dispatches what differs. Ends early when the sink is full.
  Status ReadAll(OriginSink* sink, DocumentSink* documents, RunReport* report);
  // After a run to the end, in the thread of the writers: retires what a commit does not have any
  // more, notes that the shards are at the commits, and counts what was left alone as unchanged.
  Status Settle(const DocumentFates& fates, const store::ShardSet& set,
                const ShardRouter::Writers& writers, IngestReport* report);
  // What was read, and at which commit.
  std::vector<RepositoryReport> reports() const;

 private:
  struct Refused {
    std::string path;
    std::string reason;
  };
  Repositories() = default;

  std::unique_ptr<git::Library> library_;  // first: the sources use it
  std::vector<std::unique_ptr<CommitSource>> sources_;
  std::vector<Refused> refused_;
  std::string commit_name_;
  bool reextract_ = false;
};

}  // namespace arborist::ingest
