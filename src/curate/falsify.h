// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

#include "base/hash256.h"
#include "store/corpus.h"
#include "store/home/records.h"

namespace arborist::curate {

struct Falsified {
  CacheKey cache_key;
  store::RecordState from = store::RecordState::kLive;
  store::RecordState to = store::RecordState::kLive;  // what was asked for
  // What it is then: one that is said to be live is stale where a source of it is not current.
  store::RecordState state = store::RecordState::kLive;
  std::string reason;
  EventHash event_hash;
};

// Changes the state of a record, with its event. Documents that were promoted from the record stay
// for RetirePromotions (promote.h).
Result<Falsified> Falsify(store::Records* records, const store::Corpus& corpus,
                          const store::Record& record, store::RecordState to,
                          std::string_view reason);

}  // namespace arborist::curate
