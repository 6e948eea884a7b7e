// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string>

#include "base/mutex.h"
#include "json/value.h"

namespace arborist::serve::mcp {

// The requests of one client that were not answered yet, so that they can be cancelled by their id.
// Thread-safe.
class InFlight {
 public:
  using Flag = std::shared_ptr<std::atomic<bool>>;

  // None: a request with this id is under way already.
  Flag Add(const json::Value& id) {
    const MutexLock lock(mutex_);
    const auto [place, added] = flags_.try_emplace(json::DumpLine(id));
    if (!added) return nullptr;
    place->second = std::make_shared<std::atomic<bool>>(false);
    return place->second;
  }

  // Ends it. True when it was not cancelled: only then may anything more be sent for it.
  bool Remove(const json::Value& id) {
    const MutexLock lock(mutex_);
    const auto place = flags_.find(json::DumpLine(id));
    if (place == flags_.end()) return false;
    const bool wanted = !place->second->load();
    flags_.erase(place);
    return wanted;
  }

  // An id that is not under way is nothing to complain about: the answer may have crossed it.
  void Cancel(const json::Value& id) {
    const MutexLock lock(mutex_);
    if (const auto place = flags_.find(json::DumpLine(id)); place != flags_.end()) {
      place->second->store(true);
    }
  }

  void CancelAll() {
    const MutexLock lock(mutex_);
    for (const auto& [id, flag] : flags_) flag->store(true);
  }

 private:
  Mutex mutex_;
  std::map<std::string, Flag> flags_ GUARDED_BY(mutex_);
};

}  // namespace arborist::serve::mcp
