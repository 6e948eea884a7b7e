// SPDX-License-Identifier: AGPL-3.0-only
#include "app/json/service_json.h"

#include "app/json/document_json.h"
#include "app/json/record_json.h"

namespace arborist::app {

json::Object ToJson(const StoreStatistics& statistics) {
  json::Object object = ToJson(statistics.corpus);
  object.emplace("records",
                 statistics.records ? json::Value(ToJson(*statistics.records)) : json::Value());
  return object;
}

}  // namespace arborist::app
