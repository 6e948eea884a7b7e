// SPDX-License-Identifier: AGPL-3.0-only
#include "ask/corpus_profile.h"

#include <algorithm>
#include <string>

namespace arborist::ask {

Result<json::Object> CorpusProfile(const store::Corpus& corpus) {
  std::string latest;
  for (const auto& shard : corpus.shards()) {
    TRY_ASSIGN(const std::optional<std::string> date, shard->NewestContentDate());
    if (date) latest = std::max(latest, *date);
  }
  if (latest.empty()) return json::Object{};
  return json::Object{{"corpus_latest_timestamp", latest}};
}

}  // namespace arborist::ask
