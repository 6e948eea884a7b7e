// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "app/record_service.h"
#include "curate/promote.h"
#include "curate/reclassify.h"
#include "json/value.h"

// Records of answers, and what is done with them, as docs/contract.md and docs/api/openapi.yaml
// have them.
namespace arborist::app {

json::Object ToJson(const RecordSummary& record);
json::Object ToJson(const RecordPage& page);  // {items, next}

// Whether the texts of a record's passages are wanted too.
enum class PassageTexts : std::uint8_t { kNone, kAll };
json::Object ToJson(const RecordDetails& record, PassageTexts texts);
json::Object DagJson(const run::RunRecord& run);        // {run_dag}
json::Object PreflightJson(const run::RunRecord& run);  // {preflight}

json::Object ToJson(const curate::Explanation& explanation);
json::Object ToJson(const RecordInspection& inspected);
json::Object ToJson(const curate::EmergentRecord& record);
json::Object ToJson(const curate::EmergentSpan& span);
json::Object ToJson(const curate::RecordStatistics& counts);
json::Object ToJson(const curate::Falsified& falsified);
json::Object ToJson(const curate::Reclassified& result);
json::Object ToJson(const curate::PromoteReport& report);

}  // namespace arborist::app
