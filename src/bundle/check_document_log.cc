// SPDX-License-Identifier: AGPL-3.0-only
// What a log says of the document of a passage or document bundle.
#include <algorithm>
#include <array>

#include "bundle/log_part.h"

namespace arborist::bundle {

namespace {

// Events that say that a document of this root was there.
constexpr std::array<std::string_view, 7> kDocumentEvents = {
    "document_added",   "document_superseded", "location_added", "document_restored",
    "location_updated", "location_gone",       "core_derived"};

std::string EventProblem(const LogPart& log, const json::Value& given, const Checker& checker) {
  if (json::Value(ToJson(log)) != given) {
    return "unknown_field: a member that the log of a bundle does not have";
  }
  if (std::string problem = EventHashProblem(log); !problem.empty()) return problem;
  if (std::ranges::find(kDocumentEvents, log.event.type) == kDocumentEvents.end()) {
    return "event_type: " + log.event.type + " does not record a document";
  }
  if (log.event.subject != checker.common().document_root) {
    return "event_subject: the event is of another document";
  }
  return {};
}

}  // namespace

Status CheckDocumentLog(const json::Value& bundle, const CheckOptions& options, Checker* checker) {
  const json::Value* given = bundle.Find("log");
  if (given == nullptr) {
    CheckNoLogPart(options, checker);
    return {};
  }
  TRY_ASSIGN(const json::Object* fields, bundle.Map("log"));
  auto log = ReadLogPart(*fields);
  if (!log) return std::unexpected(std::move(log).error().In("log"));
  checker->Judge("event", EventProblem(*log, *given, *checker),
                 "event " + std::to_string(log->event.seq) + " of log " + log->event.log.hex() +
                     " recorded this document: " + log->event.type);
  CheckLogPart(*log, options, checker);
  return {};
}

}  // namespace arborist::bundle
