// SPDX-License-Identifier: AGPL-3.0-only
// Pages are checked host by host in turn, always that whose pause ends first, in one thread: the
// pauses are most of the time.
#include "crawl/recheck.h"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include "base/contained.h"
#include "crawl/batch.h"
#include "crawl/canonical_url.h"
#include "crawl/fetcher.h"
#include "crawl/page.h"
#include "crypto/sha256.h"

namespace arborist::crawl {
namespace {

using store::WebPage;
using store::WebPageState;

constexpr std::int64_t kDay = 86'400;
constexpr std::int64_t kLongestInterval = 30 * kDay;
constexpr std::size_t kMaxListed = 10'000;

class Rechecker {
 public:
  Rechecker(const RecheckOptions& options, const CrawlEnvironment& environment,
            store::CrawlStore* store)
      : options_(options),
        environment_(environment),
        store_(store),
        pages_(store),
        fetcher_({.reach = options.reach,
                  .max_page_bytes = options.max_page_bytes,
                  .timeout = options.timeout,
                  .pause = options.pause,
                  .stop = environment.stop,
                  .on_note = environment.on_note},
                 environment.clock, environment.sleeper) {}

  Result<RecheckReport> Run() {
    TRY(Choose());
    while (Next()) TRY(Check());
    TRY(StoreChanged());
    for (const auto& [host, pages] : hosts_) report_.left += pages.size();
    report_.interrupted = Stopped();
    return std::move(report_);
  }

 private:
  bool Stopped() const { return environment_.stop != nullptr && *environment_.stop; }
  std::int64_t Now() const { return environment_.clock->NowSeconds(); }

  // The pages to check, by host.
  Status Choose() {
    std::vector<WebPage> chosen;
    for (const std::string& text : options_.urls) {
      TRY_ASSIGN(const net::Url url, CanonicalUrl(text));
      TRY_ASSIGN(auto page, pages_.Find(url.text));
      if (!page)
        return Fail(ErrorCode::kNotFound, url.text + " is no page that a crawl has stored");
      chosen.push_back(*std::move(page));
    }
    if (options_.urls.empty()) {
      TRY_ASSIGN(chosen,
                 options_.which == RecheckOptions::Which::kAll ? pages_.All() : pages_.Due(Now()));
    }
    TRY_ASSIGN(const auto paused, store_->PausedHosts(Now()));
    for (WebPage& page : chosen) {
      TRY_ASSIGN(const net::Url url, net::ParseUrl(page.url));
      hosts_[HostOf(url)].push_back(std::move(page));
    }
    for (const store::CrawlStore::Pause& pause : paused) Leave(pause.host);
    return {};
  }

  // The rest of a host's pages is for another time.
  void Leave(const std::string& host) {
    const auto found = hosts_.find(host);
    if (found == hosts_.end()) return;
    report_.left += found->second.size();
    hosts_.erase(found);
  }

  // Puts the page of the host that can be asked first into at_.
  bool Next() {
    if (Stopped() || hosts_.empty()) return false;
    const auto first = std::ranges::min_element(
        hosts_, {}, [&](const auto& host) { return fetcher_.gate().WaitOf(host.first); });
    host_ = first->first;
    at_ = std::move(first->second.front());
    first->second.pop_front();
    if (first->second.empty()) hosts_.erase(first);
    return true;
  }

  Status Check() {
    TRY_ASSIGN(const net::Url url, net::ParseUrl(at_.url));
    const Fetched response =
        fetcher_.Fetch({.url = url, .etag = at_.etag, .last_modified = at_.last_modified});
    switch (response.outcome) {
      case FetchOutcome::kStopped:
        ++report_.left;
        return {};
      case FetchOutcome::kUnmodified:
        return IsFresh();
      case FetchOutcome::kBody:
        return Compare(response, url);
      case FetchOutcome::kRedirected:
        return IsStale("it redirects to " + response.location);
      case FetchOutcome::kWrongType:
        return IsStale("it is of another type now: " + response.reason);
      case FetchOutcome::kMissing:
        return IsMissing(response.reason);
      case FetchOutcome::kHostPaused:
        if (response.status != 0) {
          TRY(store_->PauseHost(
              {.host = host_, .not_before = response.retry_at, .reason = response.reason}));
        }
        Leave(host_);
        return IsUnreachable(response.reason);
      case FetchOutcome::kForbidden:
      case FetchOutcome::kRefused:
      case FetchOutcome::kFailed:
        break;
    }
    return IsUnreachable(response.reason);
  }

  Status Compare(const Fetched& response, const net::Url& url) {
    const SourceHash hash(crypto::Sha256(response.body));
    if (hash == at_.source_hash) {
      at_.etag = response.etag;
      at_.last_modified = response.last_modified;
      return IsFresh();
    }
    if (options_.changed == RecheckOptions::Changed::kReport)
      return IsStale("its content has changed");
    const Page page = ReadPage(response, url, {});
    if (page.format == nullptr)
      return IsStale(page.left_out.empty() ? "it is a list of links now" : page.left_out);
    TRY(IsStale("its content has changed and is stored"));
    WebPage known = at_;
    known.etag = response.etag;
    known.last_modified = response.last_modified;
    known.source_hash = hash;
    known.fetched_at = Now();
    known.state = WebPageState::kFresh;
    const auto batch = batches_.try_emplace(at_.shard, at_.shard, environment_).first;
    batch->second.batch.Add(
        {.origin = ingest::BytesOrigin(
             response.body, {.name = at_.url, .uri = at_.url, .charset = response.type.charset}),
         .format = page.format,
         .outcome = {.page = std::move(known)}});
    return batch->second.batch.IsFull() ? StoreChanged() : Status();
  }

  Status StoreChanged() {
    for (auto& [shard, changed] : batches_) {
      TRY_ASSIGN(const auto outcomes, changed.batch.Store(&report_.stored));
      for (const store::Frontier::Outcome& outcome : outcomes) {
        if (outcome.page) TRY(pages_.Put(*outcome.page));
      }
    }
    return {};
  }

  Status Note(WebPageState state, std::string reason, std::int64_t due_at) {
    at_.state = state;
    at_.checked_at = Now();
    at_.due_at = due_at;
    ++report_.checked;
    if (state != WebPageState::kFresh && report_.pages.size() < kMaxListed)
      report_.pages.push_back({.url = at_.url, .state = state, .reason = std::move(reason)});
    if (environment_.on_progress)
      environment_.on_progress({.asked = report_.checked, .current = at_.url});
    return pages_.Put(at_);
  }

  Status IsFresh() {
    ++report_.fresh;
    at_.missing_since.reset();
    at_.interval_seconds =
        std::clamp<std::int64_t>(at_.interval_seconds * 3 / 2, kDay, kLongestInterval);
    return Note(WebPageState::kFresh, {}, Now() + at_.interval_seconds);
  }

  Status IsStale(std::string reason) {
    ++report_.stale;
    at_.missing_since.reset();
    at_.interval_seconds = kDay;
    return Note(WebPageState::kStale, std::move(reason), Now() + kDay);
  }

  Status IsUnreachable(std::string reason) {
    ++report_.unreachable;
    return Note(WebPageState::kUnreachable, std::move(reason), Now() + kDay);
  }

  Status IsMissing(const std::string& reason) {
    if (!at_.missing_since) at_.missing_since = Now();
    const std::int64_t second = *at_.missing_since + kDay;
    if (Now() < second) {
      ++report_.unreachable;
      return Note(WebPageState::kUnreachable, reason + "; gone if that is still so in a day",
                  second);
    }
    ++report_.gone;
    at_.interval_seconds = kLongestInterval;
    return Note(WebPageState::kGone, reason, Now() + kLongestInterval);
  }

  // A batch keeps references to what it is made with.
  struct ShardBatch {
    ShardBatch(const std::string& shard, const CrawlEnvironment& environment)
        : batch(options, environment) {
      options.shard = shard;
    }
    CrawlOptions options;
    Batch batch;
  };

  const RecheckOptions& options_;
  const CrawlEnvironment& environment_;
  store::CrawlStore* const store_;
  store::WebPages pages_;
  Fetcher fetcher_;
  std::map<std::string, std::deque<WebPage>> hosts_;
  std::map<std::string, ShardBatch> batches_;  // of changed pages, by shard set
  std::string host_;                           // of the page at hand
  WebPage at_;
  RecheckReport report_;
};

}  // namespace

std::string_view Name(store::WebPageState state) {
  switch (state) {
    case WebPageState::kFresh:
      return "fresh";
    case WebPageState::kStale:
      return "stale";
    case WebPageState::kGone:
      return "gone";
    case WebPageState::kUnreachable:
      return "unreachable";
  }
  return {};
}

Result<RecheckReport> Recheck(const RecheckOptions& options, const CrawlEnvironment& environment) {
  const std::chrono::milliseconds begin = environment.sleeper->Elapsed();
  auto report = Contained([&]() -> Result<RecheckReport> {
    TRY_ASSIGN(const auto store, store::CrawlStore::OpenExisting(environment.home));
    return Rechecker(options, environment, store.get()).Run();
  });
  if (report)
    report->seconds = std::chrono::duration<double>(environment.sleeper->Elapsed() - begin).count();
  return report;
}

}  // namespace arborist::crawl
