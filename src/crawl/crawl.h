// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/sleeper.h"
#include "ingest/ingest.h"
#include "ingest/limits.h"
#include "net/http.h"
#include "store/layout.h"
#include "store/web/crawl_store.h"

namespace arborist::crawl {

struct CrawlOptions {
  std::vector<std::string> seeds;        // URLs; without a scheme https
  int depth = 3;                         // links from a seed
  std::uint64_t max = 1000;              // pages that are asked for
  std::vector<std::string> allow_hosts;  // beside those of the seeds (scope.h)
  std::string shard = "main";
  std::uint64_t most_alike = 200;              // URLs that differ in numbers alone; 0: any number
  net::Reach reach = net::Reach::kPublicOnly;  // of all hosts
  std::size_t max_page_bytes = std::size_t{16} << 20;
  std::chrono::milliseconds timeout{60'000};  // of one exchange
  std::chrono::milliseconds pause{1000};      // between two requests to a host
  unsigned hosts_at_once = 4;
  // What a host may make the crawl wait for at its end; a longer pause is left to the next run.
  std::chrono::seconds longest_wait{120};
  std::size_t batch_pages = 64;  // that are stored together
};

// A URL that was not stored, and why.
struct LeftOutUrl {
  std::string url;
  std::string reason;
};

struct CrawlReport {
  bool resumed = false;              // an earlier run had begun it
  bool interrupted = false;          // the user stopped it
  bool limit_reached = false;        // there was more than max allows
  std::uint64_t asked = 0;           // pages, by this run
  std::uint64_t unmodified = 0;      // of these, the same as before by the server's word
  std::uint64_t lists = 0;           // of these, feeds and the like, and sitemaps beside them
  std::uint64_t forbidden = 0;       // by robots.txt; not asked for
  std::uint64_t elsewhere = 0;       // links to other hosts
  std::uint64_t trapped = 0;         // links that traps hold back
  std::uint64_t left = 0;            // URLs that wait for the next run
  std::vector<LeftOutUrl> left_out;  // the first 10,000
  std::uint64_t left_out_count = 0;
  std::vector<std::string> notes;  // each trap once, and pages that show little
  std::vector<store::CrawlStore::Pause> paused;
  ingest::IngestReport stored;  // what became of the pages: added, unchanged, superseded, ...
  double seconds = 0;
};

struct CrawlProgress {
  std::uint64_t asked = 0;
  std::uint64_t stored = 0;      // documents
  std::uint64_t text_bytes = 0;  // of these
  std::uint64_t left = 0;
  std::string current = {};  // URL
};

struct CrawlEnvironment {
  store::HomePaths home;
  const Clock* clock = nullptr;
  Sleeper* sleeper = nullptr;
  Random* random = nullptr;
  std::string actor;
  const std::atomic<bool>* stop = nullptr;  // set by Ctrl-C: store what was fetched, then end
  std::function<void(const CrawlProgress&)> on_progress;  // one call at a time
  std::function<void(const std::string&)> on_note;        // a line for the user; likewise
};

// Fetches the seeds and what they lead to, breadth-first on each host, and stores the pages as
// documents whose URI is their canonical URL. What was begun and not finished goes on where it was,
// also after a kill; what was finished is asked for again, with the validators of the last time.
// What cannot be fetched or read is named and the rest goes on. An error means that nothing more
// could be done at all; what was stored stays.
Result<CrawlReport> Crawl(const CrawlOptions& options, const CrawlEnvironment& environment);

}  // namespace arborist::crawl
