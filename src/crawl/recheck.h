// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "crawl/crawl.h"
#include "store/web/web_pages.h"

namespace arborist::crawl {

struct RecheckOptions {
  std::vector<std::string> urls = {};  // pages that were stored; none: see `which`
  enum class Which : std::uint8_t { kDue, kAll } which = Which::kDue;
  // What is done about a page that changed.
  enum class Changed : std::uint8_t { kReport, kStore } changed = Changed::kReport;
  net::Reach reach = net::Reach::kPublicOnly;
  std::size_t max_page_bytes = std::size_t{16} << 20;
  std::chrono::milliseconds timeout{60'000};
  std::chrono::milliseconds pause{1000};
};

struct RecheckedPage {
  std::string url;
  store::WebPageState state = store::WebPageState::kFresh;
  std::string reason;  // for people; empty where it is fresh
};

struct RecheckReport {
  bool interrupted = false;
  std::uint64_t checked = 0;
  std::uint64_t fresh = 0;
  std::uint64_t stale = 0;
  std::uint64_t gone = 0;
  std::uint64_t unreachable = 0;
  std::uint64_t left = 0;            // of hosts that asked for a pause, or after a stop
  std::vector<RecheckedPage> pages;  // the first 10,000 that are not fresh
  ingest::IngestReport stored;       // what became of changed pages
  double seconds = 0;
};

// "fresh", "stale", "gone", "unreachable"
std::string_view Name(store::WebPageState state);

// Asks the servers of stored pages whether they still have them: with the validators of the last
// time, and where there are none, or they are not kept to, by the hash of the body. A page that
// another day in a row answers 404 or 410 is gone; one check never makes it so, and no failure of a
// server does. Pages that stay as they are come due less and less often. kNotFound: a URL that was
// not crawled.
Result<RecheckReport> Recheck(const RecheckOptions& options, const CrawlEnvironment& environment);

}  // namespace arborist::crawl
