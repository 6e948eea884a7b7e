// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/clock.h"
#include "store/corpus.h"
#include "store/home/home.h"

namespace arborist::curate {

// An answer is promoted after a day at the earliest: in that time it may be falsified.
inline constexpr std::int64_t kMinAgeSeconds = 86400;

struct PromoteRequest {
  store::HomePaths home;
  const Clock* clock = nullptr;
  Random* random = nullptr;
  std::string actor;
  std::int64_t min_age = kMinAgeSeconds;
};

struct PromoteReport {
  std::uint64_t promoted = 0;
  std::uint64_t unchanged = 0;                    // documents already
  std::uint64_t retired = 0;                      // documents whose record is no longer live
  std::map<std::string, std::uint64_t> left_out;  // records, by reason
};

// Self-providence: live STRICT answers of that age become documents of source type `providence`,
// with a derivation that names the record and proves every passage it rests on. An answer is
// promoted once; one that was falsified, declines or itself rests on a promoted answer never is.
// Retrieval never gives such a document the role of a primary source. Opens the store for writing.
Result<PromoteReport> Promote(const PromoteRequest& request);

// What to do about a shard that another process writes to.
enum class Busy : std::uint8_t { kWaitFor, kPassOver };

struct Retired {
  std::uint64_t documents = 0;
  bool passed_over = false;  // some are left, for their shard was busy
};

// Takes promoted answers out of the corpus whose record has left live. Nothing relies on a
// transaction over two files: this comes before every search (app/home.h).
Result<Retired> RetirePromotions(const PromoteRequest& request, const store::Corpus& corpus,
                                 store::HomeStore* home, Busy busy = Busy::kWaitFor);

}  // namespace arborist::curate
