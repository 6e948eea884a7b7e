// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "crawl/crawl.h"
#include "ingest/formats/format.h"
#include "store/web/frontier.h"

namespace arborist::crawl {

// A page that is fetched and not stored yet.
struct HeldPage {
  ingest::OriginPtr origin;
  const ingest::Format* format = nullptr;
  store::Frontier::Outcome outcome;  // once it is stored
};

// Pages on their way into the store: many in one ingest, for each opens the shards. For one thread.
class Batch {
 public:
  Batch(const CrawlOptions& options, const CrawlEnvironment& environment)
      : options_(options), environment_(environment) {}

  void Add(HeldPage page);
  // Also when they have waited long: a kill costs what is held.
  bool IsFull() const;

  // Stores all of them and says what became of each: those that could not be read are left out with
  // the reason. Adds to the report. On an error they are still held.
  Result<std::vector<store::Frontier::Outcome>> Store(ingest::IngestReport* report);

 private:
  Result<std::map<std::string, std::string>> StoreFormat(const ingest::Format* format,
                                                         ingest::IngestReport* report);

  const CrawlOptions& options_;
  const CrawlEnvironment& environment_;
  std::vector<HeldPage> pages_;
  std::uint64_t bytes_ = 0;
  std::chrono::milliseconds since_{0};  // when the first of them came, by the sleeper
};

}  // namespace arborist::crawl
