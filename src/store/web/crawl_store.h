// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/result.h"
#include "store/layout.h"

namespace arborist::sqlite {
class Database;
}

namespace arborist::store {

// What crawls remember beside the documents (crawl.db): Frontier and WebPages are classes over it,
// one for each concept, which must not outlive it. Soft: nothing is proven by it, and a crawl can
// begin without it. Belongs to one thread at a time and to one process; what it was told survives
// that. Format: docs/format/crawl.md.
class CrawlStore {
 public:
  // Makes it where there is none. kConflict: another process has it.
  static Result<std::unique_ptr<CrawlStore>> Open(const HomePaths& home);
  // kNotFound: nothing was crawled yet.
  static Result<std::unique_ptr<CrawlStore>> OpenExisting(const HomePaths& home);
  ~CrawlStore();

  // Hosts that asked for a pause, until a time in Unix seconds.
  struct Pause {
    std::string host;
    std::int64_t not_before = 0;
    std::string reason;
  };
  Status PauseHost(const Pause& pause);
  Result<std::vector<Pause>> PausedHosts(std::int64_t now);  // and forgets those that are over

 private:
  friend class Frontier;
  friend class WebPages;
  CrawlStore(FileLock lock, sqlite::Database database);

  FileLock lock_;
  std::unique_ptr<sqlite::Database> database_;
};

}  // namespace arborist::store
