// SPDX-License-Identifier: AGPL-3.0-only
// What the log binds of the document of a passage or document bundle. A path of hashes does not
// prove how many leaves a tree has: with odd layers, chunks [a,b,c] and [a,b,c,c] share a root. The
// descriptor in the event does prove it, and also kind, versions and raw text. SayWhatIsOpen states
// what remains unproved where an event does not bind it or an older bundle lacks the fields.
#include <algorithm>
#include <array>

#include "bundle/log_part.h"
#include "document/descriptor.h"

namespace arborist::bundle {

namespace {

// Events that record that a document of this root was there.
constexpr std::array<std::string_view, 7> kDocumentEvents = {
    "document_added",   "document_superseded", "location_added", "document_restored",
    "location_updated", "location_gone",       "core_derived"};

// What an event binds of the document in addition to its root.
struct Bound {
  bool document = false;  // leaf count, versions, kind, source type
  bool text = false;      // the raw text
};

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

const Hash256* HashOf(const LogPart& log, const char* name) {
  const auto it = log.event.hashes.find(name);
  return it == log.event.hashes.end() ? nullptr : &it->second;
}

// Newer form only: compares descriptor and raw text of the event with those of the bundle. An event
// of an older program may lack either; it then stays unbound.
std::string BindingProblem(const LogPart& log, const CommonFields& common, Bound* bound) {
  const auto root = Hash256::FromHexString(common.document_root);
  if (!root) return "event_subject: the document's root is no hash";
  if (const Hash256* const descriptor = HashOf(log, "document")) {
    const CommonFields::Recorded& recorded = *common.recorded;
    const Hash256 computed =
        document::HashDescriptor({.root = DocumentRoot(*root),
                                  .leaf_count = common.leaf_count,
                                  .text_bytes = recorded.text_bytes,
                                  .kind = recorded.kind,
                                  .compression_depth = recorded.compression_depth,
                                  .source_type = recorded.source_type,
                                  .chunking_version = common.chunking_version,
                                  .canonicalization_version = common.canonicalization_version,
                                  .schema_version = common.schema_version});
    // A surface has no depth; the descriptor of one does not contain it.
    if (computed != *descriptor ||
        (recorded.kind == "surface" && recorded.compression_depth != 0)) {
      return "event_document: leaf count, versions, kind, source type or length are not those that "
             "the event recorded";
    }
    bound->document = true;
  }
  const Hash256* const text = HashOf(log, "text");
  if (text == nullptr || !common.raw) return {};
  if (text->hex() != common.raw->text_hash)
    return "event_text: the event recorded another raw text of this document";
  const Hash256* const slices = HashOf(log, "slices");
  if ((slices != nullptr) != common.raw->slices.has_value() ||
      (slices != nullptr && *slices != *common.raw->slices)) {
    return "event_slices: the event recorded other slices of this document";
  }
  bound->text = true;
  return {};
}

void SayWhatIsOpen(const Bound& bound, bool newer, VerifyReport* report) {
  const std::string why =
      !newer ? " This older form of bundle does not bind it; arborist prove makes the newer one."
             : " No event here binds it.";
  std::vector<std::string> open;
  if (!bound.text) {
    open.push_back(
        "The exact whitespace and Unicode form of the text: the root covers its normalised form, "
        "text_hash covers the rest only within this file." +
        why);
  }
  open.push_back(bound.document
                     ? "Where the text came from: URIs and titles are as the bundle says."
                     : "Where the text came from: URIs, titles and the source type are as the "
                       "bundle says.");
  if (!bound.document) {
    open.push_back(
        "The number of leaves: leaf_count is a claim that the length of the path bounds, and a "
        "text whose last chunk is repeated can have the same root." +
        why);
  }
  report->not_proved.insert(report->not_proved.begin(), open.begin(), open.end());
}

}  // namespace

Status CheckDocumentLog(const json::Value& bundle, const VerifyOptions& options, Checker* checker) {
  const json::Value* given = bundle.Find("log");
  Bound bound;
  if (given == nullptr) {
    SayWhatIsOpen(bound, checker->is_newer(), &checker->report());
    CheckNoLogPart(options, checker);
    return {};
  }
  TRY_ASSIGN(const json::Object* fields, bundle.Map("log"));
  auto log = ReadLogPart(*fields);
  if (!log) return std::unexpected(std::move(log).error().In("log"));
  std::string problem = EventProblem(*log, *given, *checker);
  if (problem.empty() && checker->is_newer())
    problem = BindingProblem(*log, checker->common(), &bound);
  checker->Judge(
      "event", std::move(problem),
      "event " + std::to_string(log->event.seq) + " of log " + log->event.log.hex() +
          " recorded this document: " + log->event.type +
          (bound.document ? ", with its number of chunks" : "") +
          (bound.text ? (bound.document ? " and its raw text" : ", with its raw text") : ""));
  SayWhatIsOpen(bound, checker->is_newer(), &checker->report());
  CheckLogPart(*log, options, checker);
  return {};
}

}  // namespace arborist::bundle
