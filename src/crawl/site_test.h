// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "crawl/virtual_time_test.h"
#include "net/scripted_server.h"

namespace arborist::crawl {

// A web site on loopback: a reply for each target, 404 for the others.
class Site {
 public:
  using Reply = net::ScriptedReply;
  using Handler = std::function<Reply(const net::SeenRequest&)>;

  explicit Site(const VirtualTime* time = nullptr)
      : time_(time),
        server_(net::ScriptedServer::Answering(
            [this](const net::SeenRequest& request) { return Answer(request); })) {}

  static Reply Html(std::string body) {
    return {.headers = {{"Content-Type", "text/html"}}, .body = std::move(body)};
  }
  static Reply Text(std::string body, std::string type = "text/plain") {
    return {.headers = {{"Content-Type", std::move(type)}}, .body = std::move(body)};
  }
  static Reply Status(int status, std::vector<std::pair<std::string, std::string>> headers = {}) {
    return {.status = status, .headers = std::move(headers)};
  }
  static Reply RedirectTo(std::string location) {
    return Status(302, {{"Location", std::move(location)}});
  }

  void Put(const std::string& target, Reply reply) {
    Put(target, [reply = std::move(reply)](const net::SeenRequest&) { return reply; });
  }
  void Put(const std::string& target, Handler handler) {
    const MutexLock lock(mutex_);
    handlers_[target] = std::move(handler);
  }
  // For targets that have no reply of their own.
  void PutRest(Handler handler) {
    const MutexLock lock(mutex_);
    rest_ = std::move(handler);
  }

  std::string Url(const std::string& target) const { return server_.origin() + target; }
  std::string host() const { return "127.0.0.1:" + std::to_string(server_.port()); }

  // The targets that were asked for, in order, and when, by virtual time.
  std::vector<std::string> targets() const {
    std::vector<std::string> all;
    for (const net::SeenRequest& request : server_.requests()) all.push_back(request.target);
    return all;
  }
  std::size_t CountOf(const std::string& target) const {
    std::size_t count = 0;
    for (const std::string& one : targets()) count += one == target ? 1U : 0U;
    return count;
  }
  std::vector<net::SeenRequest> requests() const { return server_.requests(); }
  std::vector<std::chrono::milliseconds> times() const {
    const MutexLock lock(mutex_);
    return times_;
  }

 private:
  Reply Answer(const net::SeenRequest& request) {
    Handler handler;
    {
      const MutexLock lock(mutex_);
      if (time_ != nullptr) times_.push_back(time_->Elapsed());
      const auto found = handlers_.find(request.target);
      handler = found == handlers_.end() ? rest_ : found->second;
    }
    return handler ? handler(request) : Status(404);
  }

  const VirtualTime* const time_;
  mutable Mutex mutex_;
  std::map<std::string, Handler> handlers_ GUARDED_BY(mutex_);
  Handler rest_ GUARDED_BY(mutex_);
  std::vector<std::chrono::milliseconds> times_ GUARDED_BY(mutex_);
  net::ScriptedServer server_;  // last: it answers until it goes
};

}  // namespace arborist::crawl
