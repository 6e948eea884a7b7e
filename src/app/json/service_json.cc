// SPDX-License-Identifier: AGPL-3.0-only
#include "app/json/service_json.h"

#include "app/fields.h"
#include "app/json/document_json.h"
#include "app/json/record_json.h"
#include "app/versions.h"
#include "base/version.h"
#include "bundle/bundle.h"

namespace arborist::app {

json::Object ToJson(const StoreStatistics& statistics) {
  json::Object object = ToJson(statistics.corpus);
  object.emplace("records",
                 statistics.records ? json::Value(ToJson(*statistics.records)) : json::Value());
  return object;
}

json::Object ToJson(const ServiceConfig& config) {
  return {{"version", kProgramVersion},
          {"versions", Versions()},
          {"model", config.model},
          {"has_endpoint", config.has_endpoint},
          {"answer_mode", judge::Name(config.answer_mode)},
          {"verifier", judge::Name(config.verifier)},
          {"limits", json::Object{{"question_bytes", Signed(ask::kMaxQuestionBytes)},
                                  {"upload_bytes", Signed(WriteService::kMaxUploadBytes)},
                                  {"bundle_bytes", Signed(bundle::kMaxBundleBytes)},
                                  {"concurrent_asks", Signed(config.concurrent_asks)}}}};
}

json::Object StatusJson(const ServiceConfig& config, const AgentRights& rights,
                        const StoreStatistics& statistics) {
  return {{"version", kProgramVersion},
          {"model", config.model},
          {"answer_mode", judge::Name(config.answer_mode)},
          {"verifier", judge::Name(config.verifier)},
          {"may_write", rights.may_write},
          {"may_ingest", rights.may_ingest},
          {"corpus", ToJson(statistics)}};
}

}  // namespace arborist::app
