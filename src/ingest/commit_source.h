// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "git/repository.h"
#include "ingest/commit_mark.h"
#include "ingest/dispatch.h"
#include "ingest/ingest.h"
#include "ingest/pipeline.h"
#include "ingest/run_report.h"
#include "ingest/walk/member_rules.h"

namespace arborist::ingest {

// What became of the documents of a run, by URI.
struct DocumentFates {
  std::function<bool(const std::string& uri)> has_taken;      // the store has it as it was read
  std::function<bool(const std::string& uri)> has_failed;     // another run may read it
  std::function<bool(const std::string& uri)> has_read_anew;  // with all that is inside
};

// A repository at one commit as the input of a run: what differs from the commits that the shards
// have is read, blob by blob, and dispatched. One thread; options and library outlive it.
class CommitSource {
 public:
  static Result<std::unique_ptr<CommitSource>> Open(const git::Library& library,
                                                    const std::filesystem::path& path,
                                                    const IngestOptions& options);

  const std::string& name() const { return name_; }  // for people
  const std::string& key() const { return key_; }    // of its mark
  const git::ObjectId& commit() const { return commit_; }
  const git::Repository::Facts& facts() const { return repository_->facts(); }

  // Before Read: what each shard has, nothing where it has no mark. Without it every file is read.
  void CompareWith(const std::vector<std::optional<CommitMark>>& marks);
  // All shards have this commit, and nothing is to be read.
  bool is_unchanged() const { return !reads_all_ && before_ == std::vector{commit_}; }
  // Whether every file is looked at, and not only what differs.
  bool reads_all() const { return reads_all_; }
  // Whether a commit of an earlier run is in the repository no more.
  bool has_lost_commits() const { return has_lost_commits_; }
  CommitMark MarkUnderWay() const;

  // kCancelled: the sink is full.
  Status Read(OriginSink* sink, DocumentSink* documents, RunReport* report);

  // After Read to the end.
  CommitMark MarkAtEnd(const DocumentFates& fates) const;
  // All URIs of its documents begin so.
  const std::string& uri_base() const { return uri_base_; }
  // Whether no document of another source has such a URI, so that each is one of this repository.
  bool owns_uris() const { return owns_uris_; }
  // URIs of the files at which the commits differ.
  const std::unordered_set<std::string>& changed() const { return changed_; }
  // How the URIs begin of what is inside this file.
  std::string InsideOf(const std::string& file_uri) const {
    return file_uri + (owns_uris_ ? "!" : "#");
  }
  // Whether the text that the store has at this URI is not of this commit. Not asked of others than
  // its files that changed and of what is inside them.
  bool IsGone(const std::string& uri, const DocumentFates& fates) const;
  // Opens the repository a second time: the commit is there.
  Status CheckCommit() const;

 private:
  CommitSource(const git::Library& library, std::filesystem::path path,
               const IngestOptions& options, std::unique_ptr<git::Repository> repository,
               const git::ObjectId& commit);

  struct Run;  // what Read reads for
  Status Take(const git::Change& change, const Run& run);
  Status TakeFile(const std::string& path, const std::string& uri, const git::ObjectId& blob,
                  const Run& run);
  std::string UriOf(std::string_view path) const;
  std::string PlaceOf(std::string_view path) const;
  void LeaveOut(const std::string& path, const std::string& uri, SkipReason reason, const Run& run);
  bool IsUnknown(const std::string& uri, const DocumentFates& fates) const;

  const git::Library& library_;
  const std::filesystem::path path_;
  const ReadOptions read_;
  const MemberRules rules_;
  const PathSelection selection_;
  const std::unique_ptr<git::Repository> repository_;
  const git::ObjectId commit_;
  const std::string name_;
  const bool owns_uris_;
  const std::string uri_prefix_;
  const std::string uri_base_;
  const std::string key_;
  const std::string rules_hash_;

  std::vector<git::ObjectId> before_;
  bool reads_all_ = true;
  bool has_lost_commits_ = false;

  std::unordered_set<std::string> changed_;   // URIs
  std::unordered_set<std::string> kept_;      // URIs of what this run knows nothing of
  std::vector<std::string> unknown_folders_;  // how the URIs of their files begin
  std::map<std::string_view, std::uint64_t> passed_over_;
  bool whole_ = true;
  std::set<git::ObjectId> blobs_;  // that were read
  std::uint64_t repeated_bytes_ = 0;
};

}  // namespace arborist::ingest
