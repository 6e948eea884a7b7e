// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/mutex.h"
#include "crawl/batch.h"
#include "crawl/crawl.h"
#include "crawl/fetcher.h"
#include "crawl/page.h"
#include "crawl/scope.h"
#include "crawl/traps.h"
#include "store/web/frontier.h"
#include "store/web/web_pages.h"

namespace arborist::crawl {

// One run of a crawl. Any number of threads may work on it (Work); they share the queue, and each
// host is in the hands of one of them at a time.
class Crawler {
 public:
  Crawler(const CrawlOptions& options, const CrawlEnvironment& environment,
          std::vector<net::Url> seeds, store::CrawlStore* store, store::Frontier frontier);

  // Puts the seeds into the queue, and what an earlier run noted of it into memory.
  Status Begin() EXCLUDES(mutex_);
  // Fetches until nothing is left that could be fetched now.
  Status Work() EXCLUDES(mutex_);
  // Stores what is still held. After all Work has returned.
  Result<CrawlReport> End() EXCLUDES(mutex_);

 private:
  // A URL in the hands of one thread.
  struct Job {
    store::FrontierEntry entry;
    net::Url url;
    FetchRequest::Kind kind = FetchRequest::Kind::kPage;
    std::string etag;
    std::string last_modified;
  };
  struct Host {
    bool busy = false;
    bool pending = true;            // as far as is known
    std::int64_t paused_until = 0;  // Unix seconds, as the host asks
    std::int64_t next_at = 0;       // when the next of its URLs may be asked for again
  };
  using Milliseconds = std::chrono::milliseconds;

  // crawler.cc: the queue
  std::optional<Job> Next() EXCLUDES(mutex_);
  Result<std::optional<Job>> TakeFrom(const std::string& name, Host* host) REQUIRES(mutex_);
  Result<Job> JobOf(store::FrontierEntry entry) REQUIRES(mutex_);
  // The host that can be asked first, and in how long; nothing: none within the longest wait.
  struct Turn {
    std::string host;
    Milliseconds wait{0};
  };
  std::optional<Turn> NextTurn() REQUIRES(mutex_);
  bool MayAsk() const REQUIRES(mutex_);
  Status Return(const Job& job, const Fetched& response, const Page& page) EXCLUDES(mutex_);
  void Abandon(const Job& job) EXCLUDES(mutex_);
  bool stopped() const;

  // judging.cc: what becomes of a response
  Status Take(const Job& job, const Fetched& response, const Page& page) REQUIRES(mutex_);
  Status TakePage(const Job& job, const Fetched& response, const Page& page) REQUIRES(mutex_);
  Status TakeList(const Job& job, const Page& page) REQUIRES(mutex_);
  Status TakeUnmodified(const Job& job) REQUIRES(mutex_);
  Status TakeRedirect(const Job& job, const Fetched& response) REQUIRES(mutex_);
  Status TakePause(const Job& job, const Fetched& response) REQUIRES(mutex_);
  Status TakeFailure(const Job& job, const Fetched& response) REQUIRES(mutex_);
  Status Finish(const Job& job, store::FrontierState state, const std::string& detail)
      REQUIRES(mutex_);
  Status LeaveOut(const Job& job, store::FrontierState state, const std::string& reason)
      REQUIRES(mutex_);
  Status HoldAlias(const Job& job, const net::Url& target) REQUIRES(mutex_);
  Status HoldPage(const Job& job, const Fetched& response, const Page& page) REQUIRES(mutex_);
  Status AddUrls(std::span<const net::Url> urls, const store::FrontierUrl& like) REQUIRES(mutex_);
  Status AddSitemaps(const net::Url& seed) REQUIRES(mutex_);
  Status StoreBatch() REQUIRES(mutex_);
  bool LeadsBack(const net::Url& from, const net::Url& to) REQUIRES(mutex_);
  void CountAsked(const Job& job) REQUIRES(mutex_);
  void Name(const std::string& url, const std::string& reason) REQUIRES(mutex_);
  void ShowProgress(const std::string& current) REQUIRES(mutex_);

  const CrawlOptions& options_;
  const CrawlEnvironment& environment_;
  const std::vector<net::Url> seeds_;

  Mutex notes_mutex_;
  std::vector<std::string> notes_ GUARDED_BY(notes_mutex_);  // of the fetcher

  Mutex mutex_;
  CondVar changed_;
  store::CrawlStore* const store_ GUARDED_BY(mutex_);
  store::Frontier frontier_ GUARDED_BY(mutex_);
  store::WebPages pages_ GUARDED_BY(mutex_);
  Scope scope_ GUARDED_BY(mutex_);
  Traps traps_ GUARDED_BY(mutex_);
  Batch batch_ GUARDED_BY(mutex_);
  std::map<std::string, Host> hosts_ GUARDED_BY(mutex_);
  std::unordered_set<std::string> known_ GUARDED_BY(mutex_);                 // URLs of the queue
  std::unordered_map<std::string, std::string> aliases_ GUARDED_BY(mutex_);  // where URLs lead
  std::unordered_set<std::string> mapped_ GUARDED_BY(mutex_);  // origins whose sitemaps are queued
  std::uint64_t asked_before_ GUARDED_BY(mutex_) = 0;          // pages, by runs before
  std::uint64_t under_way_ GUARDED_BY(mutex_) = 0;             // jobs
  std::uint64_t pages_under_way_ GUARDED_BY(mutex_) = 0;
  std::vector<std::string> held_ GUARDED_BY(mutex_);  // URLs in the batch, in its order
  bool failed_ GUARDED_BY(mutex_) = false;
  std::optional<Error> failure_ GUARDED_BY(mutex_);              // of the queue itself
  std::unordered_set<std::string> too_long_ GUARDED_BY(mutex_);  // hosts with such URLs
  std::uint64_t sitemaps_ GUARDED_BY(mutex_) = 0;                // queued by this run
  bool full_ GUARDED_BY(mutex_) = false;                         // known_ holds as many as it may
  CrawlReport report_ GUARDED_BY(mutex_);
  Fetcher fetcher_;  // last: it writes notes
};

}  // namespace arborist::crawl
