// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "ingest/limits.h"
#include "ingest/origin.h"
#include "store/layout.h"

namespace arborist::ingest {

struct Format;
class StreamReader;

// Documents that somebody has already. `origin` names where they come from.
struct ReadyDocuments {
  OriginPtr origin;
  std::shared_ptr<StreamReader> reader;  // read in the thread of Ingest
};

// What the paths of an ingest name.
enum class PathKind : std::uint8_t {
  kFiles,         // files, and folders that are walked
  kRepositories,  // of git, of which one commit is read
};

struct IngestOptions {
  std::vector<std::filesystem::path> paths;
  PathKind path_kind = PathKind::kFiles;
  std::string commit_name = "HEAD";        // of the repositories: a branch, a tag, an id
  std::vector<OriginPtr> origins;          // read after the paths
  std::vector<ReadyDocuments> ready = {};  // and after these
  // URIs that have no text any more, nor has what stood inside them: retired at the end.
  std::vector<std::string> gone = {};
  // Retire what an origin that was read anew does not hold any more.
  bool retire_inside = false;
  // For paths that a request names: the folder that they must be in, all of them real paths; no
  // link is followed on the way to them (walk.h). Empty: the user named them.
  std::filesystem::path beneath;
  const Format* format = nullptr;  // of all inputs; null: by content, then by name
  std::string shard = "main";
  std::optional<std::uint32_t> shards;  // of a new set
  unsigned jobs = 0;                    // 0: all cores
  std::uint64_t limit = 0;              // documents; 0: all
  std::vector<std::string> include;
  std::vector<std::string> exclude;
  std::string uri_prefix;
  bool mark_gone = false;
  bool all = false;        // hidden, ignored, vendored and secret-looking files, all namespaces
  bool reextract = false;  // also read again what has the same bytes as before
  bool dry_run = false;    // look, and write nothing
  std::uint64_t dry_run_sample_bytes = std::uint64_t{32} << 20;  // of larger inputs, so much
  std::uint64_t commit_text_bytes = std::uint64_t{24} << 20;     // text that one transaction holds
  Limits limits;
};

struct SkippedInput {
  std::string path;  // a path, or a path and the place in it
  std::string reason;
};

struct ShardReport {
  std::string name;
  std::uint64_t documents = 0;  // put into this shard by this run
  std::int64_t store_bytes = 0;
};

// A repository that was read, and at which commit (hex).
struct RepositoryReport {
  std::string path;
  std::string commit;
};

// What a dry run looked at, and what the real run would take.
struct DryRunReport {
  std::uint64_t input_files = 0;  // found by walking: exact
  std::uint64_t input_bytes = 0;
  std::uint64_t read_files = 0;  // of these, read at least in part
  std::uint64_t read_bytes = 0;
  bool is_estimate = false;  // the report's counts are scaled up from what was read
  double estimated_seconds = 0;
  std::int64_t estimated_bytes = 0;
};

struct IngestReport {
  std::uint64_t added = 0;
  std::uint64_t unchanged = 0;
  std::uint64_t evicted = 0;  // of these, without their text: rehydrate brings it back
  std::uint64_t superseded = 0;
  std::uint64_t revised = 0;  // the same words in another white space or Unicode form
  std::uint64_t aliases = 0;
  std::uint64_t vanished = 0;       // files of an ingested folder that are no more
  std::uint64_t gone = 0;           // of these, and of IngestOptions::gone: retired
  std::uint64_t resumed = 0;        // items of dumps that an earlier run had stored
  std::uint64_t titles_folded = 0;  // of dumps and JSON Lines, that held control characters
  std::vector<SkippedInput> skipped;
  std::uint64_t skipped_count = 0;  // also those beyond the list
  std::map<std::string, std::uint64_t>
      passed_over;               // by design: hidden, ignored, other namespaces ...
  std::uint64_t documents = 0;   // read: added, unchanged, superseded, revised and aliases
  std::uint64_t chunks = 0;      // written
  std::uint64_t text_bytes = 0;  // of the documents read
  std::int64_t store_bytes = 0;  // of the whole shard set afterwards
  double seconds = 0;
  std::vector<ShardReport> shards;
  std::vector<RepositoryReport> repositories;
  bool interrupted = false;
  std::optional<DryRunReport> dry_run;
};

struct IngestProgress {
  std::uint64_t documents = 0;    // committed
  std::uint64_t text_bytes = 0;   // committed
  std::uint64_t input_bytes = 0;  // read of the files
  std::uint64_t input_total = 0;  // 0: not known
  std::string current;
};

struct IngestEnvironment {
  store::HomePaths home;
  const Clock* clock = nullptr;
  Random* random = nullptr;
  std::string actor;
  const std::atomic<bool>* stop = nullptr;  // set by Ctrl-C: finish what is under way, then end
  std::function<void(const IngestProgress&)> on_progress;  // from one thread, a few times a second
  std::function<void(const std::string&)> on_note;         // a line for the user
};

// Takes in files, folders and other origins. A pipeline: one thread reads, all cores prepare, one
// writer per shard commits in large transactions; memory is bounded whatever the input. What cannot
// be read is skipped with its reason and the rest goes on. What was committed is never lost; an
// interrupted dump goes on where it stopped. An error means that nothing more could be done at all.
Result<IngestReport> Ingest(const IngestOptions& options, const IngestEnvironment& environment);

}  // namespace arborist::ingest
