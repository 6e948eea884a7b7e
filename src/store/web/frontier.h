// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "store/web/crawl_store.h"
#include "store/web/web_pages.h"

namespace arborist::store {

enum class FrontierKind : std::uint8_t { kPage = 0, kSitemap = 1 };

enum class FrontierState : std::uint8_t {
  kPending = 0,
  kTaken = 1,    // being fetched; pending again when the crawl goes on after a kill
  kDone = 2,     // stored, known already, or read for its links
  kLeftOut = 3,  // fetched and not stored
  kFailed = 4,   // could not be fetched
  kNotAsked = 5  // robots.txt forbids it
};

// A URL that a crawl is to fetch.
struct FrontierUrl {
  std::string url = {};
  std::string host = {};
  int depth = 0;  // links from a seed
  FrontierKind kind = FrontierKind::kPage;
  int hops = 0;  // redirects that led here
};

struct FrontierEntry {
  std::int64_t id = 0;
  FrontierUrl at = {};
  int fails = 0;
  bool expanded = false;  // an earlier pass of this crawl put its links here
};

// The queue of one crawl: breadth-first within each host. Adding a URL twice does nothing.
class Frontier {
 public:
  // The crawl of that name: a new one; one that was stopped, which goes on; or one that was
  // finished, of which every URL is pending again, but only if `again` says so of what is done and
  // what is left.
  struct Progress {
    std::uint64_t asked = 0;  // pages for which a request was made
    std::uint64_t pending = 0;
  };
  static Result<Frontier> Open(CrawlStore* store, std::string_view name, std::int64_t now,
                               const std::function<bool(const Progress&)>& again);
  bool resumed() const { return resumed_; }

  // How many of them are new. All of them or none.
  Result<std::uint64_t> Add(std::span<const FrontierUrl> urls);
  // The next entry of a host that may be fetched now, which is taken; nothing: there is none.
  Result<std::optional<FrontierEntry>> Take(std::string_view host, std::int64_t now);
  // When Take will have one, in Unix seconds; nothing: never.
  Result<std::optional<std::int64_t>> NextAt(std::string_view host);
  // Of pending entries.
  Result<std::vector<std::string>> Hosts();

  // What became of an entry that was taken.
  struct Outcome {
    std::int64_t id = 0;
    FrontierState state = FrontierState::kDone;
    std::string detail = {};  // for people
    std::optional<WebPage> page = {};
  };
  // All of it or nothing.
  Status Finish(std::span<const Outcome> outcomes);
  // Pending again, not before then; after a failure the next entry knows of one more.
  enum class Failed : std::uint8_t { kNo, kYes };
  Status PutBack(std::int64_t id, std::int64_t not_before, Failed failed);
  Status End(std::int64_t now);

  Result<Progress> progress();
  Status ForEachUrl(const std::function<void(std::string_view url)>& visit);

 private:
  Frontier(CrawlStore* store, std::int64_t crawl) : store_(store), crawl_(crawl) {}
  Status FinishOne(const Outcome& outcome);
  Status Restart(std::string_view where);

  CrawlStore* store_;
  std::int64_t crawl_;
  bool resumed_ = false;
};

}  // namespace arborist::store
