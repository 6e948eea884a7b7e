// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "store/web/crawl_store.h"

namespace arborist::store {

enum class WebPageState : std::uint8_t {
  kFresh = 0,        // what is stored is what the server has
  kStale = 1,        // the server has something else
  kGone = 2,         // the server says that it is no more, and said so a day before
  kUnreachable = 3,  // nobody knows
};

// A page that was stored, and what its server said of it. Times are Unix seconds.
struct WebPage {
  std::string url;
  std::string shard = {};  // the set that its document is in
  std::string etag = {};   // as the headers say, to ask with; empty: there was none
  std::string last_modified = {};
  SourceHash source_hash = {};
  std::int64_t fetched_at = 0;
  std::int64_t checked_at = 0;
  std::int64_t due_at = 0;  // of the next check
  std::int64_t interval_seconds = 0;
  WebPageState state = WebPageState::kFresh;
  std::optional<std::int64_t> missing_since = {};  // the first of the answers in a row that said so
};

class WebPages {
 public:
  explicit WebPages(CrawlStore* store) : store_(store) {}

  Result<std::optional<WebPage>> Find(std::string_view url);
  Status Put(const WebPage& page);
  // Those to check by then, the longest due first.
  Result<std::vector<WebPage>> Due(std::int64_t by);
  Result<std::vector<WebPage>> All();

 private:
  CrawlStore* store_;
};

}  // namespace arborist::store
