// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "ingest/dispatch.h"
#include "ingest/ingest.h"
#include "ingest/pipeline.h"
#include "ingest/run_report.h"

namespace arborist::ingest {

// A folder that was gone through, and how the URIs of its files begin.
struct WalkedFolder {
  std::filesystem::path path;
  std::string uri_prefix;
};

// Goes through the paths and origins of an ingest in their order and dispatches each file. What
// cannot be read, and a file for which there is no memory, is skipped with its reason. One thread;
// what it is made of outlives it.
class Reader {
 public:
  // threads: that may decompress one file side by side.
  Reader(const IngestOptions& options, unsigned threads, OriginSink* origins,
         DocumentSink* documents, RunReport* report);

  // Ends when all was read or the sink is full.
  Status ReadAll();

  // Those that were gone through to the end.
  const std::vector<WalkedFolder>& folders() const { return folders_; }

 private:
  Status ReadRoot(const std::filesystem::path& root);
  Status Take(OriginPtr origin);

  const IngestOptions& options_;
  const ReadOptions read_;
  OriginSink* const origins_;
  DocumentSink* const documents_;
  RunReport* const report_;
  std::vector<WalkedFolder> folders_;
};

// The sizes of all inputs without reading them: what ReadAll would come upon.
void ForEachInputSize(const IngestOptions& options,
                      const std::function<void(std::uint64_t bytes)>& visit);

}  // namespace arborist::ingest
