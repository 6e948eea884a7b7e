// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "crawl/directives.h"
#include "crawl/host_gate.h"
#include "crawl/media_type.h"
#include "crawl/robots.h"
#include "net/http.h"

namespace arborist::crawl {

// The product token by which robots.txt and pages speak of us.
inline constexpr std::string_view kAgent = "arborist";

struct FetchOptions {
  net::Reach reach = net::Reach::kPublicOnly;          // of every host, robots.txt included
  std::size_t max_page_bytes = std::size_t{16} << 20;  // on the wire and decompressed
  std::size_t max_list_bytes = std::size_t{50} << 20;  // of sitemaps
  std::chrono::milliseconds timeout{60'000};           // of one exchange
  std::chrono::milliseconds pause{1000};               // between two requests to a host
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const std::string&)> on_note;  // a line for the user; from any thread
};

// What is asked of a server, once.
struct FetchRequest {
  enum class Kind : std::uint8_t {
    kPage,     // of a type that is read
    kSitemap,  // of any type
    kRobots,   // of any type, and no more than is read of it
  };
  const net::Url& url;
  Kind kind = Kind::kPage;
  std::string etag = {};  // of what is known, to be told that it is the same; empty: nothing is
  std::string last_modified = {};
};

enum class FetchOutcome : std::uint8_t {
  kBody,
  kUnmodified,
  kRedirected,  // `location`; not followed
  kMissing,     // 404, 410
  kForbidden,   // by robots.txt; nothing was asked
  kWrongType,   // the body was not read
  kRefused,     // another answer that will not change soon, an address out of reach, too large
  kFailed,      // no answer or one that may change soon
  kHostPaused,  // the host is not to be asked until `retry_at`
  kStopped,
};

struct Fetched {
  FetchOutcome outcome = FetchOutcome::kFailed;
  int status = 0;           // 0: there was no answer
  std::string reason = {};  // for people, where there is no body
  std::string body = {};    // decompressed
  MediaType type = {};
  Directives directives = {};  // of X-Robots-Tag
  std::string etag = {};
  std::string last_modified = {};
  std::string location = {};
  std::int64_t retry_at = 0;  // Unix seconds
};

// One request after the other to each host, as the host's robots.txt allows. Redirects are handed
// back: where they lead is another URL to be judged. Any number of threads may call.
class Fetcher {
 public:
  Fetcher(FetchOptions options, const Clock* clock, Sleeper* sleeper);
  ~Fetcher();

  // Waits for the host's turn. Asks for its robots.txt first if that is not known or a day old.
  Fetched Fetch(const FetchRequest& request);
  // The sitemaps that robots.txt names, as they stand there; asks for it as Fetch does.
  std::vector<std::string> SitemapsOf(const net::Url& url);

  const HostGate& gate() const { return gate_; }

 private:
  // The robots.txt of an origin, or why it cannot be had.
  struct Rules {
    Robots robots = Robots::DenyAll();
    std::int64_t until = 0;  // Unix seconds: it is asked for again then
    FetchOutcome trouble = FetchOutcome::kBody;
    int status = 0;  // of that
    std::string reason = {};
  };
  std::shared_ptr<const Rules> RulesOf(const net::Url& url) EXCLUDES(mutex_);
  Rules FetchRules(net::Url url);
  Rules ReadRules(const Fetched& answer, const std::string& host);
  Fetched Exchange(const FetchRequest& request, std::size_t max_bytes,
                   std::chrono::milliseconds pause);
  Fetched Judge(const net::Response& response, const FetchRequest& request, std::size_t max_bytes);

  const FetchOptions options_;
  const Clock* const clock_;
  HostGate gate_;
  Mutex mutex_;
  std::map<std::string, std::shared_ptr<const Rules>> rules_ GUARDED_BY(mutex_);  // by origin
};

}  // namespace arborist::crawl
