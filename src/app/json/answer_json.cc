// SPDX-License-Identifier: AGPL-3.0-only
// AskResult as the JSON object of query and ask (docs/contract.md). A member that does not apply is
// null or empty, never absent: clients may rely on every name being there.
#include "app/json/answer_json.h"

#include <array>
#include <cstdio>
#include <iterator>
#include <optional>
#include <string_view>

#include "app/fields.h"
#include "app/snippet_text.h"
#include "judge/unit_text.h"
#include "question/keys.h"
#include "reading/notes.h"

namespace arborist::app {

namespace {

constexpr std::string_view kTimings = "timings_ms";

constexpr std::array<std::string_view, 23> kForAgents = {
    "question",   "answered_question", "answer_text", "audit_mode",       "rung",   "declined",
    "confidence", "n_quotes",          "n_verified",  "violations",       "units",  "passages",
    "sources",    "cache_key",         "lookup_path", "cached",           "stored", "failure_stage",
    "model",      "run_dag_root",      "record_hash", "audit_event_hash", "notes"};

template <typename Hash>
json::Value HexOrNull(const std::optional<Hash>& hash) {
  return hash ? json::Value(hash->hex()) : json::Value(nullptr);
}

json::Value PlaceOrNull(const std::optional<reading::Place>& place) {
  if (!place) return nullptr;
  return json::Object{{"label", place->label}, {"fragment", place->fragment}};
}

// Results of before places were told have none.
json::Value PlaceOrNull(const std::vector<std::optional<reading::Place>>& places,
                        std::size_t index) {
  return index < places.size() ? PlaceOrNull(places[index]) : nullptr;
}

// The text of an object without its braces.
std::string Members(const json::Object& object) {
  std::string text = json::ToValidUtf8(json::DumpLine(object));
  return text.substr(1, text.size() - 2);
}

void AddVerdicts(json::Value* units) {
  for (json::Value& unit : units->as_array()) unit = judge::WithVerdict(std::move(unit));
}

}  // namespace

json::Object ToJson(const ask::AskResult& result) {
  const run::RunRecord& record = result.record;
  json::Array sources;
  for (const run::RecordedSource& source : record.sources) {
    sources.emplace_back(json::Object{{"document_root", source.document.root.hex()},
                                      {"document_uri", source.document_uri},
                                      {"title", source.title},
                                      {"source_role", source.ranked.source_role},
                                      {"score", source.ranked.score},
                                      {"chunk_idx", source.ranked.chunk_idx}});
  }
  json::Array citations;
  for (const run::Citation& citation : record.citations) {
    json::Value place = PlaceOrNull(result.places.citations, citations.size());
    citations.emplace_back(
        json::Object{{"unit", static_cast<std::int64_t>(citation.unit)},
                     {"number", static_cast<std::int64_t>(citation.passage + 1)},
                     {"offset_start", static_cast<std::int64_t>(citation.offset_start)},
                     {"offset_end", static_cast<std::int64_t>(citation.offset_end)},
                     {"place", std::move(place)}});
  }
  json::Array passages;
  for (const run::RecordedPassage& passage : record.passages) {
    json::Value place = PlaceOrNull(result.places.passages, passages.size());
    passages.emplace_back(
        json::Object{{"number", static_cast<std::int64_t>(passages.size() + 1)},
                     {"document_root", passage.ref.document_root.hex()},
                     {"chunk_idx", static_cast<std::int64_t>(passage.ref.chunk_idx)},
                     {"offset_start", static_cast<std::int64_t>(passage.ref.offset_start)},
                     {"offset_end", static_cast<std::int64_t>(passage.ref.offset_end)},
                     {"document_uri", passage.document_uri},
                     {"title", passage.title ? json::Value(*passage.title) : json::Value("")},
                     {"place", std::move(place)}});
  }
  json::Object timings;
  for (const auto& [stage, microseconds] : result.timings_us) {
    timings.emplace(stage, static_cast<double>(microseconds) / 1000.0);
  }
  json::Array evicted;
  for (const retrieve::EvictedSource& source : result.evicted) {
    evicted.emplace_back(json::Object{{"document_root", source.document_root.hex()},
                                      {"document_uri", source.document_uri},
                                      {"title", source.title},
                                      {"chunk_idx", static_cast<std::int64_t>(source.chunk_idx)},
                                      {"tier", Name(source.tier)}});
  }
  const auto verdict = [&](std::string_view name, const json::Value& fallback) {
    const json::Value* found = record.Verdict(name);
    return found == nullptr ? fallback : *found;
  };
  // A question that preflight turned away has neither.
  const std::optional<CacheKey> key = result.cache_key();
  json::Value dimensions;
  if (key) dimensions = question::ToJson(record.dimensions);
  return {
      {"question", record.question},
      {"answered_question",
       result.answered_question ? json::Value(*result.answered_question) : json::Value(nullptr)},
      {"answer_text", record.answer_text},
      {"audit_mode", record.audit_mode()},
      {"rung", record.rung},
      {"verifier", record.verifier()},
      {"verifier_method", verdict("verifier_method", "none")},
      {"n_quotes", verdict("n_quotes", 0)},
      {"n_verified", verdict("n_verified", 0)},
      {"unverified_quotes", verdict("unverified_quotes", json::Array{})},
      {"claim_statuses", verdict("claim_statuses", json::Array{})},
      {"violations", verdict("violations", json::Array{})},
      {"units", record.units},
      {"sources", std::move(sources)},
      {"evicted", std::move(evicted)},
      {"cold_documents", result.cold_documents},
      {"passages", std::move(passages)},
      {"citations", std::move(citations)},
      {"confidence", record.confidence ? json::Value(*record.confidence) : json::Value(nullptr)},
      {"cache_key", HexOrNull(key)},
      {"key_dims", std::move(dimensions)},
      {"lookup_path", Name(result.lookup_path)},
      {"cached", result.cached},
      {"stored", result.stored.has_value()},
      {"run_dag_root", record.dag.root.hex()},
      {"record_hash",
       result.stored ? json::Value(result.stored->record_hash.hex()) : json::Value(nullptr)},
      {"audit_event_hash", HexOrNull(result.audit_event_hash)},
      {"failure_stage",
       result.failure_stage ? json::Value(*result.failure_stage) : json::Value(nullptr)},
      {"preflight", result.preflight},
      {"model", run::ToJson(record.model)},
      {"declined", record.declined},
      {"falsified_before", result.falsified_before},
      {"burned_existing", result.burned_existing},
      {"frame_detection", result.frame_detection},
      {"json_fixups", verdict("json_fixups", json::Array{})},
      {"repairs", json::Array(record.repairs.begin(), record.repairs.end())},
      {"reply", record.reply},
      {"notes", json::Array(result.notes.begin(), result.notes.end())},
      {"timings_ms", std::move(timings)},
      {"capacity", result.capacity}};
}

json::Object AnswerForAgents(const ask::AskResult& answer) {
  json::Object whole = ToJson(answer);
  json::Object shown;
  for (const std::string_view name : kForAgents) shown.emplace(name, std::move(whole.at(name)));
  AddVerdicts(&shown.at("units"));
  return shown;
}

AnswerLine LineOf(const ask::AskResult& answer) {
  json::Object before = ToJson(answer);
  json::Object after;
  while (!before.empty()) {
    auto last = std::prev(before.end());
    const bool is_timings = last->first == kTimings;
    if (!is_timings) after.insert(std::move(*last));
    before.erase(last);
    if (is_timings) break;
  }
  return {"{" + Members(before) + ",", "," + Members(after) + "}\n"};
}

std::string LineAgain(const AnswerLine& line, std::int64_t microseconds) {
  const double milliseconds = static_cast<double>(microseconds) / 1000;
  char timings[96];
  std::snprintf(timings, sizeof timings, "\"%s\":{\"lookup\":%.3f,\"total\":%.3f}", kTimings.data(),
                milliseconds, milliseconds);
  std::string text;
  text.reserve(line.bytes() + sizeof timings);
  text.append(line.before).append(timings).append(line.after);
  return text;
}

json::Object ToJson(std::size_t rank, const retrieve::SearchHit& hit) {
  const auto as_is = [](std::string_view text) { return std::string(text); };
  return {{"rank", Signed(rank)},
          {"document_root", hit.document_root.hex()},
          {"document_uri", hit.document_uri},
          {"title", hit.title},
          {"chunk_idx", Signed(hit.chunk_idx)},
          {"score", hit.score},
          {"snippet", Marked(hit.snippet, "*", "*", as_is)},
          {"place", PlaceOrNull(hit.place)},
          {"tier", Name(hit.tier)}};
}

json::Object ToJson(const SearchResult& result) {
  json::Array items;
  for (const retrieve::SearchHit& hit : result.hits) {
    items.emplace_back(ToJson(items.size() + 1, hit));
  }
  return {{"items", std::move(items)}, {"cold_documents", result.cold_documents}};
}

json::Object CheckForAgents(const judge::CheckReport& report, const judge::CheckRequest& request) {
  json::Value verdict = judge::ToJson(report, request);
  AddVerdicts(&verdict.as_object().at("claim_statuses"));
  return std::move(verdict.as_object());
}

}  // namespace arborist::app
