// SPDX-License-Identifier: AGPL-3.0-only
// What becomes of a response. A document is held for the next batch, and its links are queued at
// once: they do not depend on its being stored. A redirect, and a page for which another stands,
// become aliases of a URL that is queued like a link, at the same depth. A URL whose request failed
// is asked for twice more, later.
#include <algorithm>
#include <utility>

#include "crawl/canonical_url.h"
#include "crawl/crawler.h"
#include "crypto/sha256.h"
#include "ingest/formats/table.h"

namespace arborist::crawl {
namespace {

using store::FrontierState;

constexpr int kMaxHops = 5;       // redirects in a row
constexpr int kMaxFails = 3;      // requests for one URL
constexpr int kMaxPauses = 5;     // that a host asks for instead of one URL
constexpr int kMaxListDepth = 3;  // sitemaps that name sitemaps
constexpr std::uint64_t kMaxSitemaps = 100;
constexpr std::int64_t kRetrySeconds = 10;
constexpr std::int64_t kCheckSeconds = 86'400;
constexpr std::size_t kMaxNamed = 10'000;
constexpr std::size_t kLeastKnown = 200'000;  // URLs of a queue

}  // namespace

void Crawler::Name(const std::string& url, const std::string& reason) {
  ++report_.left_out_count;
  if (report_.left_out.size() < kMaxNamed) report_.left_out.push_back({url, reason});
}

void Crawler::ShowProgress(const std::string& current) {
  if (!environment_.on_progress) return;
  environment_.on_progress(
      {.asked = report_.asked,
       .stored = report_.stored.documents,
       .text_bytes = report_.stored.text_bytes,
       .left = known_.size() - std::min<std::size_t>(known_.size(), asked_before_ + report_.asked),
       .current = current});
}

void Crawler::CountAsked(const Job& job) {
  if (job.kind == FetchRequest::Kind::kPage) ++report_.asked;
}

Status Crawler::Finish(const Job& job, FrontierState state, const std::string& detail) {
  const store::Frontier::Outcome outcome{.id = job.entry.id, .state = state, .detail = detail};
  return frontier_.Finish({&outcome, 1});
}

Status Crawler::LeaveOut(const Job& job, FrontierState state, const std::string& reason) {
  // A sitemap that nobody named need not be there.
  if (job.kind == FetchRequest::Kind::kPage) Name(job.url.text, reason);
  return Finish(job, state, reason);
}

Status Crawler::AddUrls(std::span<const net::Url> urls, const store::FrontierUrl& like) {
  const bool page = like.kind == store::FrontierKind::kPage;
  if (page && like.depth > options_.depth) return {};
  const std::size_t most = std::max<std::size_t>(kLeastKnown, 20 * options_.max);
  std::vector<store::FrontierUrl> added;
  for (const net::Url& url : urls) {
    if (!scope_.Holds(url)) {
      ++report_.elsewhere;
      continue;
    }
    if (known_.contains(url.text)) continue;
    if (known_.size() >= most) {
      if (!std::exchange(full_, true))
        report_.notes.push_back("more than " + std::to_string(most) +
                                " URLs; links beyond them are passed over");
      break;
    }
    if (const auto trap = page ? traps_.Judge(url) : std::nullopt) {
      ++report_.trapped;
      if (trap->named) report_.notes.push_back("trap: " + trap->what);
      continue;
    }
    if (!page && ++sitemaps_ > kMaxSitemaps) {
      if (sitemaps_ == kMaxSitemaps + 1)
        report_.notes.push_back("more than " + std::to_string(kMaxSitemaps) +
                                " sitemaps; the others are passed over");
      continue;
    }
    known_.insert(url.text);
    store::FrontierUrl next = like;
    next.url = url.text;
    next.host = HostOf(url);
    Host& host = hosts_[next.host];
    host.pending = true;
    host.next_at = 0;
    added.push_back(std::move(next));
  }
  if (!added.empty()) TRY(frontier_.Add(added));
  return {};
}

// Those that robots.txt names, or the one that sites have by custom.
Status Crawler::AddSitemaps(const net::Url& seed) {
  if (options_.depth < 1 || !mapped_.insert(seed.origin).second) return {};
  std::vector<std::string> named = fetcher_.SitemapsOf(seed);
  if (named.empty()) named.emplace_back("/sitemap.xml");
  std::vector<net::Url> urls;
  for (const std::string& text : named) {
    if (auto url = CanonicalUrl(seed, text)) urls.push_back(*std::move(url));
  }
  return AddUrls(urls, {.depth = 0, .kind = store::FrontierKind::kSitemap});
}

Status Crawler::StoreBatch() {
  TRY_ASSIGN(const std::vector<store::Frontier::Outcome> outcomes, batch_.Store(&report_.stored));
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (outcomes[i].state == FrontierState::kLeftOut) Name(held_[i], outcomes[i].detail);
  }
  held_.clear();
  return frontier_.Finish(outcomes);
}

Status Crawler::HoldAlias(const Job& job, const net::Url& target) {
  aliases_[job.url.text] = target.text;
  held_.push_back(job.url.text);
  batch_.Add(
      {.origin = ingest::BytesOrigin(
           target.text, {.name = job.url.text, .uri = job.url.text, .alias_of = target.text}),
       .format = ingest::FormatNamed("html"),
       .outcome = {.id = job.entry.id, .detail = "leads to " + target.text}});
  return batch_.IsFull() ? StoreBatch() : Status();
}

Status Crawler::HoldPage(const Job& job, const Fetched& response, const Page& page) {
  const std::int64_t now = environment_.clock->NowSeconds();
  store::WebPage known{.url = job.url.text,
                       .shard = options_.shard,
                       .etag = response.etag,
                       .last_modified = response.last_modified,
                       .source_hash = SourceHash(crypto::Sha256(response.body)),
                       .fetched_at = now,
                       .checked_at = now,
                       .due_at = now + kCheckSeconds,
                       .interval_seconds = kCheckSeconds};
  held_.push_back(job.url.text);
  batch_.Add({.origin = ingest::BytesOrigin(
                  response.body,
                  {.name = job.url.text, .uri = job.url.text, .charset = response.type.charset}),
              .format = page.format,
              .outcome = {.id = job.entry.id, .page = std::move(known)}});
  return batch_.IsFull() ? StoreBatch() : Status();
}

// Whether what `to` leads to, as far as is known, is `from`.
bool Crawler::LeadsBack(const net::Url& from, const net::Url& to) {
  std::string at = to.text;
  for (int hop = 0; hop <= kMaxHops; ++hop) {
    if (at == from.text) return true;
    const auto next = aliases_.find(at);
    if (next == aliases_.end()) return false;
    at = next->second;
  }
  return true;
}

Status Crawler::TakeRedirect(const Job& job, const Fetched& response) {
  const auto target = CanonicalUrl(job.url, response.location);
  if (!target) {
    return LeaveOut(job, FrontierState::kFailed,
                    "it redirects to what is no page: " + target.error().message);
  }
  if (job.entry.at.depth == 0) scope_.FollowSeed(job.url, *target);
  if (!scope_.Holds(*target)) {
    ++report_.elsewhere;
    return LeaveOut(
        job, FrontierState::kLeftOut,
        "it redirects to another host, " + HostOf(*target) + "; --allow-host would follow it");
  }
  if (LeadsBack(job.url, *target))
    return LeaveOut(job, FrontierState::kFailed, "its redirects lead back to it");
  store::FrontierUrl next = job.entry.at;
  if (++next.hops > kMaxHops) {
    return LeaveOut(job, FrontierState::kFailed,
                    "more than " + std::to_string(kMaxHops) + " redirects in a row");
  }
  TRY(AddUrls({&*target, 1}, next));
  if (job.kind == FetchRequest::Kind::kSitemap) return Finish(job, FrontierState::kDone, {});
  return HoldAlias(job, *target);
}

Status Crawler::TakeList(const Job& job, const Page& page) {
  ++report_.lists;
  const store::FrontierUrl& at = job.entry.at;
  TRY(AddUrls(page.links, {.depth = at.depth + 1}));
  if (at.depth < kMaxListDepth && job.kind == FetchRequest::Kind::kSitemap)
    TRY(AddUrls(page.sitemaps, {.depth = at.depth + 1, .kind = store::FrontierKind::kSitemap}));
  return Finish(job, FrontierState::kDone, "a list of links");
}

Status Crawler::TakePage(const Job& job, const Fetched& response, const Page& page) {
  if (page.too_long > 0) {
    report_.trapped += page.too_long;
    if (too_long_.insert(job.entry.at.host).second)
      report_.notes.push_back("trap: " + job.entry.at.host + ": URLs of more than " +
                              std::to_string(kMaxUrlBytes) + " bytes");
  }
  if (job.entry.at.depth == 0) TRY(AddSitemaps(job.url));
  if (page.format == nullptr && page.left_out.empty()) return TakeList(job, page);
  if (job.kind == FetchRequest::Kind::kSitemap)
    return Finish(job, FrontierState::kLeftOut, page.left_out);
  TRY(AddUrls(page.links, {.depth = job.entry.at.depth + 1}));
  if (page.format == nullptr) return LeaveOut(job, FrontierState::kLeftOut, page.left_out);
  if (page.canonical && !LeadsBack(job.url, *page.canonical) && scope_.Holds(*page.canonical)) {
    store::FrontierUrl next = job.entry.at;
    TRY(AddUrls({&*page.canonical, 1}, next));
    if (known_.contains(page.canonical->text)) return HoldAlias(job, *page.canonical);
  }
  if (!page.note.empty() && report_.notes.size() < kMaxNamed)
    report_.notes.push_back(job.url.text + ": " + page.note);
  return HoldPage(job, response, page);
}

Status Crawler::TakeUnmodified(const Job& job) {
  TRY_ASSIGN(auto page, pages_.Find(job.url.text));
  if (!page || (job.etag.empty() && job.last_modified.empty()))
    return LeaveOut(job, FrontierState::kFailed, "status 304, which was not asked for");
  ++report_.unmodified;
  page->checked_at = environment_.clock->NowSeconds();
  page->due_at = page->checked_at + page->interval_seconds;
  page->state = store::WebPageState::kFresh;
  page->missing_since.reset();
  const store::Frontier::Outcome outcome{.id = job.entry.id, .page = *std::move(page)};
  return frontier_.Finish({&outcome, 1});
}

Status Crawler::TakePause(const Job& job, const Fetched& response) {
  if (job.entry.fails + 1 >= kMaxPauses) {
    CountAsked(job);
    return LeaveOut(job, FrontierState::kFailed,
                    response.reason + " " + std::to_string(kMaxPauses) + " times");
  }
  const std::string& name = job.entry.at.host;
  hosts_[name].paused_until = response.retry_at;
  const store::CrawlStore::Pause pause{
      .host = name, .not_before = response.retry_at, .reason = response.reason};
  // Without an answer the fault may be ours: the next run may try at once.
  const bool asked = response.status != 0;
  if (asked) TRY(store_->PauseHost(pause));
  report_.paused.push_back(pause);
  return frontier_.PutBack(job.entry.id, asked ? response.retry_at : 0,
                           store::Frontier::Failed::kYes);
}

Status Crawler::TakeFailure(const Job& job, const Fetched& response) {
  const int fails = job.entry.fails + 1;
  if (fails >= kMaxFails) {
    CountAsked(job);
    return LeaveOut(job, FrontierState::kFailed, response.reason);
  }
  std::int64_t wait = kRetrySeconds;
  for (int i = 1; i < fails; ++i) wait *= 3;
  return frontier_.PutBack(job.entry.id, environment_.clock->NowSeconds() + wait,
                           store::Frontier::Failed::kYes);
}

Status Crawler::Take(const Job& job, const Fetched& response, const Page& page) {
  const bool answered = response.outcome != FetchOutcome::kForbidden &&
                        response.outcome != FetchOutcome::kHostPaused &&
                        response.outcome != FetchOutcome::kFailed &&
                        response.outcome != FetchOutcome::kStopped;
  if (answered) CountAsked(job);
  switch (response.outcome) {
    case FetchOutcome::kBody:
      return TakePage(job, response, page);
    case FetchOutcome::kUnmodified:
      return TakeUnmodified(job);
    case FetchOutcome::kRedirected:
      return TakeRedirect(job, response);
    case FetchOutcome::kForbidden:
      ++report_.forbidden;
      return LeaveOut(job, FrontierState::kNotAsked, response.reason);
    case FetchOutcome::kWrongType:
      return LeaveOut(job, FrontierState::kLeftOut, response.reason);
    case FetchOutcome::kMissing:
    case FetchOutcome::kRefused:
      return LeaveOut(job, FrontierState::kFailed, response.reason);
    case FetchOutcome::kFailed:
      return TakeFailure(job, response);
    case FetchOutcome::kHostPaused:
      return TakePause(job, response);
    case FetchOutcome::kStopped:
      break;
  }
  return frontier_.PutBack(job.entry.id, 0, store::Frontier::Failed::kNo);
}

}  // namespace arborist::crawl
