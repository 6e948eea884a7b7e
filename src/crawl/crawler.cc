// SPDX-License-Identifier: AGPL-3.0-only
// Threads take one URL each of the host that can be asked first, fetch and read it without the
// lock, and come back with what it says. A thread that finds every host busy waits for another to
// come back; one that finds hosts in their pause sleeps, at most a second at a time, for another
// host may come up meanwhile. A host whose pause is longer than the run may wait is left alone.
// The work is over when no host can be asked and no URL is under way.
#include "crawl/crawler.h"

#include <algorithm>
#include <utility>

#include "base/contained.h"
#include "crawl/canonical_url.h"

namespace arborist::crawl {
using std::chrono::milliseconds;

Crawler::Crawler(const CrawlOptions& options, const CrawlEnvironment& environment,
                 std::vector<net::Url> seeds, store::CrawlStore* store, store::Frontier frontier)
    : options_(options),
      environment_(environment),
      seeds_(std::move(seeds)),
      store_(store),
      frontier_(std::move(frontier)),
      pages_(store),
      scope_(seeds_, options.allow_hosts),
      traps_(options.most_alike),
      batch_(options_, environment_),
      fetcher_({.reach = options.reach,
                .max_page_bytes = options.max_page_bytes,
                .timeout = options.timeout,
                .pause = options.pause,
                .stop = environment.stop,
                .on_note =
                    [this](const std::string& note) {
                      const MutexLock lock(notes_mutex_);
                      notes_.push_back(note);
                    }},
               environment.clock, environment.sleeper) {}

bool Crawler::stopped() const { return environment_.stop != nullptr && *environment_.stop; }

Status Crawler::Begin() {
  const MutexLock lock(mutex_);
  report_.resumed = frontier_.resumed();
  TRY(frontier_.ForEachUrl([&](std::string_view text) {
    mutex_.AssumeHeld();
    known_.emplace(text);
    if (const auto url = net::ParseUrl(text)) {
      (void)traps_.Judge(*url);
      // What a seed was redirected to is part of the queue.
      for (const net::Url& seed : seeds_) scope_.FollowSeed(seed, *url);
    }
  }));
  TRY_ASSIGN(const store::Frontier::Progress progress, frontier_.progress());
  asked_before_ = progress.asked;
  for (const net::Url& seed : seeds_) {
    TRY(AddUrls({&seed, 1}, {.depth = 0}));
  }
  TRY_ASSIGN(const std::vector<std::string> hosts, frontier_.Hosts());
  for (const std::string& host : hosts) hosts_.try_emplace(host);
  TRY_ASSIGN(const auto paused, store_->PausedHosts(environment_.clock->NowSeconds()));
  for (const store::CrawlStore::Pause& pause : paused) {
    const auto host = hosts_.find(pause.host);
    if (host == hosts_.end()) continue;
    host->second.paused_until = pause.not_before;
    report_.paused.push_back(pause);
  }
  return {};
}

bool Crawler::MayAsk() const {
  return asked_before_ + report_.asked + pages_under_way_ < options_.max;
}

std::optional<Crawler::Turn> Crawler::NextTurn() {
  const std::int64_t now = environment_.clock->NowSeconds();
  const milliseconds longest = options_.longest_wait;
  std::optional<Turn> first;
  for (const auto& [name, host] : hosts_) {
    if (host.busy || !host.pending) continue;
    const std::int64_t seconds =
        std::max<std::int64_t>({host.paused_until - now, host.next_at - now, 0});
    const milliseconds wait =
        std::max<milliseconds>(std::chrono::seconds(seconds), fetcher_.gate().WaitOf(name));
    if (wait > longest || (first && wait >= first->wait)) continue;
    first = Turn{.host = name, .wait = wait};
  }
  return first;
}

Result<Crawler::Job> Crawler::JobOf(store::FrontierEntry entry) {
  TRY_ASSIGN(net::Url url, net::ParseUrl(entry.at.url));
  Job job{.entry = std::move(entry), .url = std::move(url), .etag = {}, .last_modified = {}};
  if (job.entry.at.kind == store::FrontierKind::kSitemap) {
    job.kind = FetchRequest::Kind::kSitemap;
  } else if (job.entry.expanded) {
    TRY_ASSIGN(const auto page, pages_.Find(job.entry.at.url));
    if (page && page->shard == options_.shard) {
      job.etag = page->etag;
      job.last_modified = page->last_modified;
    }
  }
  return job;
}

Result<std::optional<Crawler::Job>> Crawler::TakeFrom(const std::string& name, Host* host) {
  TRY_ASSIGN(auto entry, frontier_.Take(name, environment_.clock->NowSeconds()));
  if (entry) {
    host->busy = true;
    ++under_way_;
    if (entry->at.kind == store::FrontierKind::kPage) ++pages_under_way_;
    return JobOf(*std::move(entry));
  }
  TRY_ASSIGN(const auto next, frontier_.NextAt(name));
  host->pending = next.has_value();
  host->next_at = next.value_or(0);
  return std::nullopt;
}

std::optional<Crawler::Job> Crawler::Next() {
  constexpr milliseconds kLongestSleep{1000};
  MutexLock lock(mutex_);
  while (!stopped() && !failed_ && MayAsk()) {
    const std::optional<Turn> turn = NextTurn();
    if (!turn && under_way_ == 0) break;
    if (!turn) {
      changed_.Wait(mutex_);
      continue;
    }
    if (turn->wait > milliseconds(0)) {
      lock.Unlock();
      environment_.sleeper->Sleep(std::min(turn->wait, kLongestSleep), environment_.stop);
      lock.Lock();
      continue;
    }
    auto job = TakeFrom(turn->host, &hosts_[turn->host]);
    if (!job) {
      failed_ = true;
      failure_ = std::move(job).error();
    } else if (*job) {
      return *std::move(job);
    }
  }
  changed_.NotifyAll();
  return std::nullopt;
}

Status Crawler::Return(const Job& job, const Fetched& response, const Page& page) {
  const MutexLock lock(mutex_);
  --under_way_;
  if (job.kind == FetchRequest::Kind::kPage) --pages_under_way_;
  hosts_[job.entry.at.host].busy = false;
  Status taken = Contained([&]() -> Status {
    mutex_.AssumeHeld();
    TRY(Take(job, response, page));
    ShowProgress(job.url.text);
    return {};
  });
  failed_ = failed_ || !taken;
  changed_.NotifyAll();
  return taken;
}

void Crawler::Abandon(const Job& job) {
  const MutexLock lock(mutex_);
  --under_way_;
  if (job.kind == FetchRequest::Kind::kPage) --pages_under_way_;
  failed_ = true;
  changed_.NotifyAll();
}

Status Crawler::Work() {
  while (auto job = Next()) {
    Fetched response;
    Page page;
    Status read = Contained([&]() -> Status {
      response = fetcher_.Fetch({.url = job->url,
                                 .kind = job->kind,
                                 .etag = job->etag,
                                 .last_modified = job->last_modified});
      if (response.outcome != FetchOutcome::kBody) return {};
      page = job->kind == FetchRequest::Kind::kPage
                 ? ReadPage(response, job->url, {})
                 : ReadSitemap(response, job->url, FetchOptions().max_list_bytes);
      return {};
    });
    if (!read) {
      Abandon(*job);
      return read;
    }
    TRY(Return(*job, response, page));
  }
  const MutexLock lock(mutex_);
  if (failure_) return std::unexpected(*failure_);
  return {};
}

Result<CrawlReport> Crawler::End() {
  const MutexLock lock(mutex_);
  TRY(StoreBatch());
  {
    const MutexLock notes_lock(notes_mutex_);
    report_.notes.insert(report_.notes.end(), notes_.begin(), notes_.end());
  }
  TRY_ASSIGN(const store::Frontier::Progress progress, frontier_.progress());
  const std::int64_t now = environment_.clock->NowSeconds();
  report_.left = progress.pending;
  report_.interrupted = stopped();
  report_.limit_reached = progress.pending > 0 && progress.asked >= options_.max;
  if (progress.pending == 0 || report_.limit_reached) TRY(frontier_.End(now));
  // Pauses that are over by now were waited for.
  std::erase_if(report_.paused, [&](const store::CrawlStore::Pause& pause) {
    mutex_.AssumeHeld();
    return pause.not_before <= now || !hosts_[pause.host].pending;
  });
  return std::move(report_);
}

}  // namespace arborist::crawl
