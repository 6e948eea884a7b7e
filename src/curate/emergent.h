// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/hash256.h"
#include "curate/in_corpus.h"
#include "store/home/records.h"

namespace arborist::curate {

// The statements of a record that its sources do not support. An answer that declines states
// nothing.
struct EmergentRecord {
  CacheKey cache_key;
  std::string question;
  std::string audit_mode;
  std::vector<std::string> spans;
};
// The records with such spans, newest first, at most limit; of each key its live record, else its
// newest.
Result<std::vector<EmergentRecord>> EmergentRecords(store::Records* records, std::size_t limit);

// A span that records state, compared without case, white space and quotation marks.
struct EmergentSpan {
  std::string text;            // the smallest of its spellings
  std::size_t count = 0;       // keys whose record states it
  std::vector<CacheKey> keys;  // in order
};
// All of them, by count, then by text.
Result<std::vector<EmergentSpan>> AggregateEmergent(store::Records* records);
// The first spans, at most limit, that the corpus in its present state does not hold. One search
// per span.
Result<std::vector<EmergentSpan>> LackingIn(CorpusLookup* corpus,
                                            const std::vector<EmergentSpan>& spans,
                                            std::size_t limit);

}  // namespace arborist::curate
