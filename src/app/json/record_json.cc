// SPDX-License-Identifier: AGPL-3.0-only
// JSON of records and of what inspection, explanation and statistics say of them. One function per
// shape; every caller prints what it returns.
#include "app/json/record_json.h"

#include "app/fields.h"
#include "run_dag/run_dag_json.h"

namespace arborist::app {

namespace {

json::Object Counts(const std::map<std::string, std::int64_t>& counts) {
  json::Object members;
  for (const auto& [name, number] : counts) members.emplace(name, number);
  return members;
}

json::Array FactsJson(const std::vector<curate::Fact>& facts) {
  json::Array list;
  for (const curate::Fact& fact : facts) {
    list.emplace_back(json::Object{{"label", fact.label}, {"text", fact.text}});
  }
  return list;
}

json::Object PlaceJson(const curate::CorpusPlace& place) {
  return {{"document_root", place.document_root.hex()},
          {"document_uri", place.document_uri},
          {"title", place.title},
          {"chunk_idx", Signed(place.chunk_idx)},
          {"snippet", place.snippet},
          {"verbatim", place.verbatim}};
}

json::Object SpanJson(const curate::InspectedSpan& span) {
  json::Object object{{"text", span.text},
                      {"label", Name(span.labelled.label)},
                      {"coverage", span.labelled.coverage},
                      {"diagnosis", span.diagnosis}};
  if (span.labelled.passage) object.emplace("passage", Signed(*span.labelled.passage));
  if (!span.labelled.tail.empty()) object.emplace("tail", span.labelled.tail);
  if (span.nearest) {
    object.emplace("nearest", json::Object{{"passage", Signed(span.nearest->passage) + 1},
                                           {"offset_start", Signed(span.nearest->begin)},
                                           {"offset_end", Signed(span.nearest->end)},
                                           {"text", span.nearest->text}});
  }
  json::Array elsewhere;
  for (const curate::CorpusPlace& place : span.elsewhere) elsewhere.emplace_back(PlaceJson(place));
  object.emplace("corpus", std::move(elsewhere));
  return object;
}

json::Array FalsificationsJson(const std::vector<store::Falsification>& falsifications) {
  json::Array list;
  for (const store::Falsification& one : falsifications) {
    list.emplace_back(json::Object{{"from", Name(one.from)},
                                   {"to", Name(one.to)},
                                   {"reason", one.reason},
                                   {"actor", one.actor},
                                   {"time", one.time},
                                   {"event_seq", Signed(one.event_seq)}});
  }
  return list;
}

}  // namespace

json::Object ToJson(const RecordSummary& summary) {
  const store::Record& record = summary.record;
  return {{"cache_key", record.cache_key.hex()},
          {"question", summary.question},
          {"audit_mode", record.audit_mode},
          {"rung", record.rung},
          {"verifier_method", record.method},
          {"state", Name(record.state)},
          {"drifted", record.drifted},
          {"model", summary.model_id},
          {"chain", record.chain},
          {"created_at", record.created_at},
          {"hits", record.hit_count},
          {"revision", record.revision},
          {"declined", summary.declined}};
}

json::Object ToJson(const RecordPage& page) {
  json::Array items;
  for (const RecordSummary& record : page.items) items.emplace_back(ToJson(record));
  return {{"items", std::move(items)},
          {"next", page.next ? json::Value(*page.next) : json::Value()}};
}

json::Object ToJson(const RecordDetails& details, PassageTexts texts) {
  const store::Record& record = details.loaded.record;
  json::Object object = ToJson(SummaryOf(record, details.loaded.run));
  object.emplace("record_hash", record.record_hash.hex());
  object.emplace("run_dag_root", record.run_dag_root.hex());
  object.emplace("answer_hash", record.answer_hash.hex());
  object.emplace("question_hash", record.question_hash.hex());
  object.emplace("event_seq", Signed(record.event_seq));
  object.emplace("falsifications", FalsificationsJson(details.falsifications));
  object.emplace("run", ToJson(details.loaded.run));
  if (!details.problem.empty()) object.emplace("problem", details.problem);
  object.emplace("audit_event_hash", details.event_hash.hex());
  json::Array sources;
  for (const DocumentRoot& root : details.sources) sources.emplace_back(root.hex());
  object.emplace("sources", std::move(sources));
  if (texts == PassageTexts::kNone) return object;
  json::Value passages, missing;
  if (const auto& inputs = details.loaded.inputs) {
    json::Array list;
    for (const auto& passage : inputs->passages) list.emplace_back(passage.span);
    passages = std::move(list);
  } else {
    missing = details.loaded.missing;
  }
  object.emplace("passage_texts", std::move(passages));
  object.emplace("evidence_missing", std::move(missing));
  return object;
}

json::Object DagJson(const run::RunRecord& run) { return {{"run_dag", run_dag::ToJson(run.dag)}}; }

json::Object PreflightJson(const run::RunRecord& run) {
  const auto& payload = run.dag.preflight_payload;
  return {{"preflight", payload ? json::Value(*payload) : json::Value()}};
}

json::Object ToJson(const curate::Explanation& explanation) {
  json::Array stages;
  for (const curate::StageView& stage : explanation.stages) {
    stages.emplace_back(json::Object{
        {"stage", stage.name},
        {"hash", stage.hash.hex()},
        {"recomputed", stage.recomputed ? json::Value(stage.recomputed->hex()) : json::Value()},
        {"equal", stage.recomputed ? json::Value(stage.equal()) : json::Value()},
        {"facts", FactsJson(stage.facts)}});
  }
  return {{"cache_key", explanation.record.cache_key.hex()},
          {"question", explanation.question},
          {"audit_mode", explanation.record.audit_mode},
          {"rung", explanation.record.rung},
          {"stages", std::move(stages)},
          {"run_dag_root", explanation.record.run_dag_root.hex()},
          {"root_holds", explanation.root_holds},
          {"record_hash", explanation.record.record_hash.hex()},
          {"record_holds", explanation.record_holds},
          {"audit_event_hash", explanation.event_hash.hex()},
          {"holds", explanation.holds()},
          {"missing", explanation.missing},
          {"record", FactsJson(explanation.facts)}};
}

json::Object ToJson(const RecordInspection& inspected) {
  const curate::Inspection& inspection = inspected.inspection;
  const store::Record& record = inspected.run.record;
  json::Array spans, titles, metaphors;
  for (const curate::InspectedSpan& span : inspection.spans) spans.emplace_back(SpanJson(span));
  for (const curate::TitleRelevance& title : inspection.titles) titles.emplace_back(title.claim);
  for (const curate::MetaphorMarker& metaphor : inspection.metaphors) {
    metaphors.emplace_back(json::Object{{"marker", metaphor.marker},
                                        {"sentence", metaphor.sentence},
                                        {"in_source", metaphor.in_source}});
  }
  const curate::TopicShift& topic = inspection.topic;
  const judge::Deflection& deflection = inspection.deflection;
  return {{"cache_key", record.cache_key.hex()},
          {"question", inspected.run.run.question},
          {"audit_mode", record.audit_mode},
          {"declined", inspection.declined},
          {"spans", std::move(spans)},
          {"deflection",
           json::Object{{"kind", deflection.detected ? json::Value("deflection") : json::Value()},
                        {"subject_anchor", deflection.subject_anchor},
                        {"overlap_ratio", deflection.overlap_ratio}}},
          {"claims_without_title", std::move(titles)},
          {"topic_shift", json::Object{{"detected", topic.detected},
                                       {"words", Signed(topic.words)},
                                       {"from_sources", topic.from_sources},
                                       {"from_question", topic.from_question},
                                       {"question_kept", topic.question_kept},
                                       {"foreign", StringsJson(topic.foreign)}}},
          {"metaphor_framing", json::Object{{"version", curate::kMetaphorMarkersVersion},
                                            {"found", std::move(metaphors)}}}};
}

json::Object ToJson(const curate::EmergentRecord& record) {
  return {{"cache_key", record.cache_key.hex()},
          {"question", record.question},
          {"audit_mode", record.audit_mode},
          {"spans", StringsJson(record.spans)}};
}

json::Object ToJson(const curate::EmergentSpan& span) {
  json::Array keys;
  for (const CacheKey& key : span.keys) keys.emplace_back(key.hex());
  return {{"text", span.text}, {"count", Signed(span.count)}, {"cache_keys", std::move(keys)}};
}

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

json::Object ToJson(const curate::Falsified& falsified) {
  return {{"cache_key", falsified.cache_key.hex()},
          {"from", Name(falsified.from)},
          {"to", Name(falsified.to)},
          {"state", Name(falsified.state)},
          {"reason", falsified.reason},
          {"audit_event_hash", falsified.event_hash.hex()}};
}

json::Object ToJson(const curate::Reclassified& result) {
  json::Array hints;
  for (const auto& [text, place] : result.now_in_corpus) {
    json::Object hint = PlaceJson(place);
    hint.emplace("text", text);
    hints.emplace_back(std::move(hint));
  }
  json::Object object{{"cache_key", result.cache_key.hex()},
                      {"question", result.question},
                      {"outcome", Name(result.outcome)},
                      {"from", result.from},
                      {"to", result.to},
                      {"from_rung", result.from_rung},
                      {"to_rung", result.to_rung},
                      {"now_in_corpus", std::move(hints)},
                      {"passages_added", Signed(result.passages_added)}};
  if (!result.why_not.empty()) object.emplace("why_not", result.why_not);
  if (result.revision) {
    object.emplace("revision", result.revision->revision);
    object.emplace("run_dag_root", result.revision->run_dag_root.hex());
  }
  return object;
}

json::Object ToJson(const curate::PromoteReport& report) {
  json::Object left_out;
  for (const auto& [reason, count] : report.left_out) left_out.emplace(reason, Signed(count));
  return {{"promoted", Signed(report.promoted)},
          {"unchanged", Signed(report.unchanged)},
          {"retired", Signed(report.retired)},
          {"left_out", std::move(left_out)}};
}

}  // namespace arborist::app
