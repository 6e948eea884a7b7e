// SPDX-License-Identifier: AGPL-3.0-only
#include "curate/inspect.h"

namespace arborist::curate {

namespace {

json::Array Strings(const std::vector<std::string>& strings) {
  return {strings.begin(), strings.end()};
}

json::Object ToJson(const InspectedSpan& span) {
  json::Object object{{"text", span.text},
                      {"label", Name(span.labelled.label)},
                      {"coverage", span.labelled.coverage},
                      {"diagnosis", span.diagnosis}};
  if (span.labelled.passage) {
    object.emplace("passage", static_cast<std::int64_t>(*span.labelled.passage));
  }
  if (!span.labelled.tail.empty()) object.emplace("tail", span.labelled.tail);
  if (span.nearest) {
    object.emplace("nearest",
                   json::Object{{"passage", static_cast<std::int64_t>(span.nearest->passage) + 1},
                                {"offset_start", static_cast<std::int64_t>(span.nearest->begin)},
                                {"offset_end", static_cast<std::int64_t>(span.nearest->end)},
                                {"text", span.nearest->text}});
  }
  json::Array elsewhere;
  for (const CorpusPlace& place : span.elsewhere) elsewhere.emplace_back(ToJson(place));
  object.emplace("corpus", std::move(elsewhere));
  return object;
}

}  // namespace

json::Object ToJson(const Inspection& inspection) {
  json::Array spans, titles, metaphors;
  for (const InspectedSpan& span : inspection.spans) spans.emplace_back(ToJson(span));
  for (const TitleRelevance& title : inspection.titles) titles.emplace_back(title.claim);
  for (const MetaphorMarker& metaphor : inspection.metaphors) {
    metaphors.emplace_back(json::Object{{"marker", metaphor.marker},
                                        {"sentence", metaphor.sentence},
                                        {"in_source", metaphor.in_source}});
  }
  const TopicShift& topic = inspection.topic;
  return {{"declined", inspection.declined},
          {"spans", std::move(spans)},
          {"deflection",
           json::Object{{"kind", inspection.deflection.detected ? json::Value("deflection")
                                                                : json::Value(nullptr)},
                        {"subject_anchor", inspection.deflection.subject_anchor},
                        {"overlap_ratio", inspection.deflection.overlap_ratio}}},
          {"claims_without_title", std::move(titles)},
          {"topic_shift", json::Object{{"detected", topic.detected},
                                       {"words", static_cast<std::int64_t>(topic.words)},
                                       {"from_sources", topic.from_sources},
                                       {"from_question", topic.from_question},
                                       {"question_kept", topic.question_kept},
                                       {"foreign", Strings(topic.foreign)}}},
          {"metaphor_framing",
           json::Object{{"version", kMetaphorMarkersVersion}, {"found", std::move(metaphors)}}}};
}

json::Object Whole(const Inspection& inspection, const LoadedRun& run) {
  json::Object object = ToJson(inspection);
  object.emplace("cache_key", run.record.cache_key.hex());
  object.emplace("question", run.run.question);
  object.emplace("audit_mode", run.record.audit_mode);
  return object;
}

}  // namespace arborist::curate
