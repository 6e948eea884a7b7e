// SPDX-License-Identifier: AGPL-3.0-only
#include "app/json/record_json.h"

namespace arborist::app {

namespace {

json::Object Counts(const std::map<std::string, std::int64_t>& counts) {
  json::Object members;
  for (const auto& [name, number] : counts) members.emplace(name, number);
  return members;
}

}  // namespace

json::Object ToJson(const curate::RecordStatistics& counts) {
  return {{"records", counts.records},
          {"declined", counts.declined},
          {"hits", counts.hits},
          {"bytes", counts.bytes},
          {"states", Counts(counts.states)},
          {"labels", Counts(counts.labels)},
          {"rungs", Counts(counts.rungs)},
          {"models", Counts(counts.models)}};
}

}  // namespace arborist::app
