// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>

#include "store/corpus.h"

namespace arborist::retrieve {

// Documents that no search finds by their texts: evicted together with their index.
inline Result<std::int64_t> ColdDocuments(const store::Corpus& corpus) {
  std::int64_t sum = 0;
  for (const auto& shard : corpus.shards()) {
    TRY_ASSIGN(const std::int64_t cold, shard->room().ColdDocuments());
    sum += cold;
  }
  return sum;
}

// For whoever found little while there are such documents.
inline std::string ColdNote(std::int64_t documents) {
  return std::to_string(documents) +
         (documents == 1 ? " cold document is" : " cold documents are") +
         " not in the index: only titles were searched there; arborist documents list --evicted "
         "shows them, arborist rehydrate brings their texts back";
}

}  // namespace arborist::retrieve
