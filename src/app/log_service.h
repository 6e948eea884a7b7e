// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/home.h"
#include "notary/sign.h"
#include "store/log/audit_log.h"
#include "store/log/checkpoints.h"

// The logs of a home, as structs that outlive it: their events, whether they hold, and what was
// signed of them.
namespace arborist::app {

struct EventPage {
  std::string store;
  std::uint64_t size = 0;
  std::vector<store::StoredEvent> items;  // newest first
  std::optional<std::uint64_t> next;      // the `before` of the next page
};

struct CheckedLog {
  std::string name;
  store::LogHead head;
  std::uint64_t checked_from = 0;  // the first event that was hashed again
  std::string wrong;               // empty: it holds
};
struct LogHealth {
  bool ok = true;
  std::vector<CheckedLog> logs;
};

struct ListedCheckpoint {
  store::KeptCheckpoint checkpoint;
  std::optional<bool> signature_holds;  // under the key of this home, where there is one
};
struct CheckpointList {
  std::vector<ListedCheckpoint> items;  // newest first
  std::string origin;
  std::string key;  // of this home, as `arborist key` prints it; empty: there is none
  std::uint64_t log_size = 0;
};

struct SignedCheckpoint {
  notary::SignedLog log;
  std::string origin;
};

// Logs that the home may see: the home's own only where everything may be seen. The store of the
// home must be open. Belongs to the thread of its home.
class LogService {
 public:
  explicit LogService(Home* home) : home_(home) {}

  struct Page {
    std::string store = "home";  // or the name of a shard
    std::string type = {};
    std::string subject = {};  // its first digits
    std::optional<std::uint64_t> before = {};
    std::size_t limit = 50;
  };
  // A filter that fits little may give a page that is not full and has a next.
  Result<EventPage> Events(const Page& page) const;

  // The last events of every log, or all of them (full); of a home that sees everything in full
  // also the trees and the checkpoints that are kept here.
  enum class Depth : std::uint8_t { kLast, kFull };
  Result<LogHealth> Health(Depth depth) const;

  // These speak of everything: kForbidden for a home of which only a part may be seen.
  Result<CheckpointList> Checkpoints() const;
  // Events in every log, by name.
  Result<std::vector<std::pair<std::string, std::uint64_t>>> Sizes() const;
  // Signs the home log as it is; kNotFound: there is no key.
  Result<SignedCheckpoint> Sign(notary::Fork fork = notary::Fork::kRefused);

 private:
  Home* home_;
};

}  // namespace arborist::app
