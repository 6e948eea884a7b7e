// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/mutex.h"
#include "serve/mcp/in_flight.h"

namespace arborist::serve::mcp {

// Clients of the revisions with a handshake, over HTTP: what a session is needed for is to cancel
// one's own requests and nobody else's. The least used go first when there are too many; a client
// whose session is gone begins a new one. Thread-safe.
class Sessions {
 public:
  explicit Sessions(Random* random, std::size_t most = 1024) : random_(random), most_(most) {}

  // A new one, which only this owner (a token's id) can use.
  std::string Begin(std::string_view owner);
  // None: unknown, or somebody else's.
  std::shared_ptr<InFlight> Find(std::string_view id, std::string_view owner);
  bool End(std::string_view id, std::string_view owner);

 private:
  struct Session {
    std::string id;
    std::string owner;
    std::shared_ptr<InFlight> requests = std::make_shared<InFlight>();
  };
  std::list<Session>::iterator FindLocked(std::string_view id, std::string_view owner)
      REQUIRES(mutex_);

  Random* random_;
  std::size_t most_;
  Mutex mutex_;
  std::list<Session> sessions_ GUARDED_BY(mutex_);  // the last used first
  std::map<std::string, std::list<Session>::iterator, std::less<>> index_ GUARDED_BY(mutex_);
};

}  // namespace arborist::serve::mcp
