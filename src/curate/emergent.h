// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/hash256.h"
#include "curate/in_corpus.h"
#include "json/value.h"
#include "store/home/records.h"

namespace arborist::curate {

// What a record says and its sources do not. One that declines says nothing.
struct EmergentRecord {
  CacheKey cache_key;
  std::string question;
  std::string audit_mode;
  std::vector<std::string> spans;
};
// Newest first, one a key: its live record, else the newest. At most limit of those with such
// spans.
Result<std::vector<EmergentRecord>> EmergentRecords(store::Records* records, std::size_t limit);

// A span that records say, equal but for case, white space and quotation marks.
struct EmergentSpan {
  std::string text;            // as the smallest of its spellings
  std::size_t count = 0;       // keys under which it was said
  std::vector<CacheKey> keys;  // in order
};
// All of them, by count, then by text.
Result<std::vector<EmergentSpan>> AggregateEmergent(store::Records* records);
// The first so many that the corpus, as it is now, does not hold.
Result<std::vector<EmergentSpan>> LackingIn(CorpusLookup* corpus,
                                            const std::vector<EmergentSpan>& spans,
                                            std::size_t limit);
json::Object ToJson(const EmergentRecord& record);
json::Object ToJson(const EmergentSpan& span);

}  // namespace arborist::curate
