// SPDX-License-Identifier: AGPL-3.0-only
// One exchange through net::Send, which judges the address that is connected to, behind the gate of
// its host. Redirects are not followed: their target is a URL like any other, with a host, a
// robots.txt and an address of its own. For robots.txt alone they are followed here, each hop
// judged anew. A body is asked for compressed, and what comes is decompressed up to the same cap,
// so that a small answer cannot fill the memory.
#include "crawl/fetcher.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "compress/byte_source.h"
#include "crawl/canonical_url.h"
#include "net/http_date.h"

namespace arborist::crawl {
namespace {

using std::chrono::milliseconds;

constexpr std::int64_t kRobotsSeconds = 86'400;    // so long a robots.txt is good for
constexpr std::int64_t kTroubleSeconds = 3600;     // until it is asked for again
constexpr std::int64_t kMaxPauseSeconds = 86'400;  // that a server may ask for
constexpr std::int64_t kDefaultPauseSeconds = 60;  // where it asks without a time
constexpr int kMaxRobotsRedirects = 5;             // RFC 9309, 2.3.1.2
constexpr milliseconds kMaxCrawlDelay{60'000};

bool IsRedirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

std::string HeaderOf(const net::Response& response, std::string_view name) {
  const std::string* value = response.Find(name);
  return value == nullptr ? std::string() : *value;
}

Result<std::string> Decoded(std::string body, std::string_view encoding, std::size_t max_bytes) {
  const std::string name = LowerAscii(TrimAscii(encoding));
  if (name.empty() || name == "identity") return body;
  if (name != "gzip" && name != "x-gzip" && name != "zstd") {
    return Fail(ErrorCode::kUnsupported,
                "content encoding \"" + name + "\", which was not asked for");
  }
  TRY_ASSIGN(const auto source, compress::OpenBytes(body));
  return compress::ReadRest(source.get(), max_bytes);
}

net::Request RequestOf(const FetchRequest& asked, const std::atomic<bool>* stop) {
  net::Request request{
      .url = asked.url, .headers = {}, .body = {}, .wants_body = {}, .on_body = {}};
  request.stop = stop;
  request.headers.push_back(
      {"Accept", "text/html, application/xhtml+xml, text/*;q=0.9, */*;q=0.5"});
  if (asked.kind != FetchRequest::Kind::kRobots)
    request.headers.push_back({"Accept-Encoding", "gzip, zstd"});
  if (!asked.etag.empty()) request.headers.push_back({"If-None-Match", asked.etag});
  if (!asked.last_modified.empty())
    request.headers.push_back({"If-Modified-Since", asked.last_modified});
  if (asked.kind == FetchRequest::Kind::kPage) {
    request.wants_body = [&url = asked.url](const net::Response& head) {
      const std::string type = ReadMediaType(HeaderOf(head, "content-type")).name;
      return ReadingOf(type, url).use != MediaUse::kNone;
    };
  }
  return request;
}

Fetched FailureOf(const Error& error) {
  Fetched fetched{.reason = error.message};
  if (error.code == ErrorCode::kCancelled) fetched.outcome = FetchOutcome::kStopped;
  if (error.code == ErrorCode::kPermission) fetched.reason += "; --allow-private asks it too";
  if (error.code == ErrorCode::kPermission || error.code == ErrorCode::kLimitExceeded)
    fetched.outcome = FetchOutcome::kRefused;
  return fetched;
}

Directives DirectivesOf(const net::Response& response) {
  Directives all;
  for (const net::Header& header : response.headers) {
    if (header.name == "x-robots-tag") all.Add(ReadRobotsTag(header.value, kAgent));
  }
  return all;
}

}  // namespace

Fetcher::Fetcher(FetchOptions options, const Clock* clock, Sleeper* sleeper)
    : options_(std::move(options)), clock_(clock), gate_(sleeper, options_.stop) {}
Fetcher::~Fetcher() = default;

Fetched Fetcher::Exchange(const FetchRequest& request, std::size_t max_bytes, milliseconds pause) {
  const std::string host = HostOf(request.url);
  if (!gate_.Enter(host)) return {.outcome = FetchOutcome::kStopped, .reason = "stopped"};
  net::Request sent = RequestOf(request, options_.stop);
  std::string start;
  if (request.kind == FetchRequest::Kind::kRobots) {
    sent.on_body = [&](std::string_view piece) -> Result<bool> {
      start.append(piece.substr(0, kMaxRobotsBytes - start.size()));
      return start.size() < kMaxRobotsBytes;
    };
  }
  auto response = net::Send(sent, {.timeout = options_.timeout,
                                   .max_body_bytes = max_bytes,
                                   .redirects = net::Redirects::kNotFollowed,
                                   .reach = options_.reach});
  gate_.Leave(host, pause);
  if (!response) return FailureOf(response.error());
  if (!start.empty()) response->body = std::move(start);
  return Judge(*response, request, max_bytes);
}

Fetched Fetcher::Judge(const net::Response& response, const FetchRequest& request,
                       std::size_t max_bytes) {
  const int status = response.status;
  Fetched fetched{.status = status,
                  .reason = "status " + std::to_string(status),
                  .type = ReadMediaType(HeaderOf(response, "content-type")),
                  .directives = DirectivesOf(response),
                  .etag = HeaderOf(response, "etag"),
                  .last_modified = HeaderOf(response, "last-modified"),
                  .location = HeaderOf(response, "location")};
  const auto is = [&](FetchOutcome outcome) {
    fetched.outcome = outcome;
    return std::move(fetched);
  };
  if (IsRedirect(status) && !fetched.location.empty()) return is(FetchOutcome::kRedirected);
  if (status == 304) return is(FetchOutcome::kUnmodified);
  if (status == 404 || status == 410) return is(FetchOutcome::kMissing);
  const std::string retry = HeaderOf(response, "retry-after");
  if (status == 429 || (status == 503 && !retry.empty())) {
    const std::int64_t now = clock_->NowSeconds();
    const auto asked = net::ParseRetryAfter(retry, now);
    const std::int64_t seconds =
        asked ? std::chrono::duration_cast<std::chrono::seconds>(*asked).count()
              : kDefaultPauseSeconds;
    fetched.retry_at = now + std::clamp<std::int64_t>(seconds, 1, kMaxPauseSeconds);
    return is(FetchOutcome::kHostPaused);
  }
  if (status >= 500 || status == 408 || status == 425) return is(FetchOutcome::kFailed);
  if (status != 200 && status != 203) return is(FetchOutcome::kRefused);
  if (request.kind == FetchRequest::Kind::kPage &&
      ReadingOf(fetched.type.name, request.url).use == MediaUse::kNone) {
    fetched.reason = fetched.type.name + " is not read";
    return is(FetchOutcome::kWrongType);
  }
  auto body = Decoded(response.body, HeaderOf(response, "content-encoding"), max_bytes);
  if (!body) {
    fetched.reason = std::move(body).error().message;
    return is(FetchOutcome::kRefused);
  }
  fetched.body = *std::move(body);
  fetched.reason.clear();
  return is(FetchOutcome::kBody);
}

Fetcher::Rules Fetcher::ReadRules(const Fetched& answer, const std::string& host) {
  const std::int64_t now = clock_->NowSeconds();
  Rules rules{.until = now + kRobotsSeconds, .status = answer.status};
  switch (answer.outcome) {
    case FetchOutcome::kBody:
      rules.robots = Robots::Parse(answer.body, kAgent);
      if (rules.robots.crawl_delay().value_or(milliseconds(0)) > kMaxCrawlDelay &&
          options_.on_note) {
        options_.on_note(host + " asks for " +
                         std::to_string(rules.robots.crawl_delay()->count() / 1000) +
                         " s between two requests; 60 s are kept");
      }
      return rules;
    case FetchOutcome::kMissing:
    case FetchOutcome::kWrongType:
    case FetchOutcome::kUnmodified:
    case FetchOutcome::kRedirected:  // more often than the RFC has us follow
      rules.robots = Robots::Parse("", kAgent);
      return rules;
    case FetchOutcome::kRefused:
      if (answer.status >= 400 && answer.status < 500) {
        rules.robots = Robots::Parse("", kAgent);
        return rules;
      }
      rules.trouble = FetchOutcome::kRefused;
      rules.reason = "its robots.txt cannot be had: " + answer.reason;
      return rules;
    case FetchOutcome::kHostPaused:
      rules.until = answer.retry_at;
      break;
    case FetchOutcome::kStopped:
      rules.until = now;
      rules.trouble = FetchOutcome::kStopped;
      rules.reason = answer.reason;
      return rules;
    case FetchOutcome::kForbidden:
    case FetchOutcome::kFailed:
      rules.until = now + kTroubleSeconds;
      break;
  }
  rules.trouble = FetchOutcome::kHostPaused;
  rules.reason = "its robots.txt cannot be had: " + answer.reason;
  return rules;
}

Fetcher::Rules Fetcher::FetchRules(net::Url url) {
  const std::string host = HostOf(url);
  Fetched answer;
  for (int hop = 0; hop <= kMaxRobotsRedirects; ++hop) {
    answer = Exchange({.url = url, .kind = FetchRequest::Kind::kRobots}, 2 * kMaxRobotsBytes,
                      options_.pause);
    if (answer.outcome != FetchOutcome::kRedirected) break;
    auto target = CanonicalUrl(url, answer.location);
    if (!target) {
      answer.outcome = FetchOutcome::kMissing;
      break;
    }
    url = *std::move(target);
  }
  return ReadRules(answer, host);
}

std::shared_ptr<const Fetcher::Rules> Fetcher::RulesOf(const net::Url& url) {
  {
    const MutexLock lock(mutex_);
    const auto known = rules_.find(url.origin);
    if (known != rules_.end() && known->second->until > clock_->NowSeconds()) return known->second;
  }
  auto rules = std::make_shared<Rules>();
  auto file = CanonicalUrl(url, "/robots.txt");
  if (file) {
    *rules = FetchRules(*std::move(file));
  } else {
    rules->trouble = FetchOutcome::kRefused;
    rules->reason = file.error().message;
  }
  const MutexLock lock(mutex_);
  rules_[url.origin] = rules;
  return rules;
}

Fetched Fetcher::Fetch(const FetchRequest& request) {
  const std::shared_ptr<const Rules> rules = RulesOf(request.url);
  if (rules->trouble != FetchOutcome::kBody)
    return {.outcome = rules->trouble,
            .status = rules->status,
            .reason = rules->reason,
            .retry_at = rules->until};
  if (!rules->robots.Allows(TargetOf(request.url)))
    return {.outcome = FetchOutcome::kForbidden, .reason = "robots.txt forbids it"};
  const milliseconds delay =
      std::min(rules->robots.crawl_delay().value_or(milliseconds(0)), kMaxCrawlDelay);
  const bool page = request.kind == FetchRequest::Kind::kPage;
  return Exchange(request, page ? options_.max_page_bytes : options_.max_list_bytes,
                  std::max(options_.pause, delay));
}

std::vector<std::string> Fetcher::SitemapsOf(const net::Url& url) {
  return RulesOf(url)->robots.sitemaps();
}

}  // namespace arborist::crawl
