// SPDX-License-Identifier: AGPL-3.0-only
// Run records as JSON, the way back, and Finish, which puts together what a run keeps. InputsOf
// turns a record and the texts of its passages into the inputs of the run; with Assess and Finish
// it lets an auditor perform the run again. Members that are under no hash (units, reply) are
// optional when read, because bundles leave them out.
#include "run/run_record.h"

#include <algorithm>

#include "crypto/sha256.h"
#include "run/selected.h"
#include "run_dag/run_dag_json.h"

namespace arborist::run {

namespace {

json::Value OrNull(const std::optional<std::string>& text) {
  return text ? json::Value(*text) : json::Value(nullptr);
}

Result<std::optional<std::string>> OptionalString(const json::Value& value, std::string_view name) {
  const json::Value* member = value.Find(name);
  if (member == nullptr || member->is_null()) return std::nullopt;
  TRY_ASSIGN(std::string text, value.String(name));
  return text;
}

json::Object ToJson(const RecordedSource& recorded) {
  json::Object object = ToJson(recorded.ranked);
  object.emplace("leaf_count", static_cast<std::int64_t>(recorded.document.leaf_count));
  object.emplace("schema_version", recorded.document.schema_version);
  object.emplace("canonicalization_version", recorded.document.canonicalization_version);
  object.emplace("chunking_version", recorded.document.chunking_version);
  object.emplace("document_uri", recorded.document_uri);
  object.emplace("title", recorded.title);
  object.emplace("base", recorded.base);
  if (!recorded.warrant.is_null()) object.emplace("warrant", recorded.warrant);
  return object;
}

Result<RecordedSource> ReadRecordedSource(const json::Value& value) {
  RecordedSource recorded;
  TRY_ASSIGN(recorded.ranked, ReadRankedSource(value));
  recorded.document.root = recorded.ranked.document_root;
  TRY_ASSIGN(const std::int64_t leaf_count, value.Int("leaf_count"));
  if (leaf_count < 1) return Fail(ErrorCode::kInvalidData, "field leaf_count must be 1 or more");
  recorded.document.leaf_count = static_cast<std::uint64_t>(leaf_count);
  TRY_ASSIGN(recorded.document.schema_version, value.String("schema_version"));
  TRY_ASSIGN(recorded.document.canonicalization_version, value.String("canonicalization_version"));
  TRY_ASSIGN(recorded.document.chunking_version, value.String("chunking_version"));
  TRY_ASSIGN(recorded.document_uri, value.String("document_uri"));
  TRY_ASSIGN(recorded.title, value.String("title"));
  TRY_ASSIGN(recorded.base, value.String("base"));
  if (value.Find("warrant") != nullptr) {
    TRY_ASSIGN(const json::Object* warrant, value.Map("warrant"));
    recorded.warrant = *warrant;
  }
  return recorded;
}

json::Object ToJson(const RecordedPassage& passage, RecordVersion version) {
  json::Object object = ToJson(passage.ref, version);
  object.emplace("document_uri", passage.document_uri);
  object.emplace("title", OrNull(passage.title));
  object.emplace("source_role", passage.source_role);
  return object;
}

Result<RecordedPassage> ReadRecordedPassage(const json::Value& value, RecordVersion version) {
  RecordedPassage passage;
  TRY_ASSIGN(passage.ref, ReadEvidenceRef(value, version));
  TRY_ASSIGN(passage.document_uri, value.String("document_uri"));
  TRY_ASSIGN(passage.title, OptionalString(value, "title"));
  TRY_ASSIGN(passage.source_role, value.String("source_role"));
  return passage;
}

template <typename T, typename Read>
Result<std::vector<T>> ReadList(const json::Value& value, std::string_view name, Read read) {
  TRY_ASSIGN(const json::Array* list, value.List(name));
  std::vector<T> items;
  items.reserve(list->size());
  for (std::size_t i = 0; i < list->size(); ++i) {
    auto item = read((*list)[i]);
    if (!item) {
      return std::unexpected(
          std::move(item).error().In(std::string(name) + " " + std::to_string(i)));
    }
    items.push_back(std::move(*item));
  }
  return items;
}

Result<prompt::Message> ReadMessage(const json::Value& value) {
  prompt::Message message;
  TRY_ASSIGN(message.role, value.String("role"));
  TRY_ASSIGN(message.content, value.String("content"));
  return message;
}

Result<std::string> ReadText(const json::Value& value) {
  if (!value.is_string()) return Fail(ErrorCode::kInvalidData, "must be a string");
  return value.as_string();
}

Result<json::Object> ReadObject(const json::Value& value, std::string_view name) {
  TRY_ASSIGN(const json::Object* object, value.Map(name));
  return *object;
}

json::Object ToJson(const judge::PassagePlace& place) {
  return {{"number", static_cast<std::int64_t>(place.passage) + 1},
          {"offset_start", static_cast<std::int64_t>(place.begin)},
          {"offset_end", static_cast<std::int64_t>(place.end)},
          {"text", place.text}};
}

// The rendering that the policy names; policies of version 1 have only one and name none.
std::string RenderingNamed(const json::Object& policy) {
  const auto named = policy.find("rendering");
  return named != policy.end() && named->second.is_string()
             ? named->second.as_string()
             : std::string(evidence::Name(evidence::Rendering::kReferenceV98));
}

}  // namespace

Result<std::optional<double>> ReadConfidence(const json::Value& value) {
  const json::Value* given = value.Find("confidence");
  if (given == nullptr) return std::nullopt;
  if (!given->is_float() || !(given->as_double() >= 0) || given->as_double() > 1) {
    return Fail(ErrorCode::kInvalidData, "field confidence must be a float from 0 to 1");
  }
  return given->as_double();
}

void AddTo(json::Object* run, const Added& added) {
  if (added == Added()) return;
  run->emplace("added", json::Object{{"sources", static_cast<std::int64_t>(added.sources)},
                                     {"passages", static_cast<std::int64_t>(added.passages)}});
}

Result<Added> ReadAdded(const json::Value& run) {
  Added added;
  if (run.Find("added") == nullptr) return added;
  TRY(run.Map("added"));
  const json::Value& given = *run.Find("added");
  TRY_ASSIGN(const std::int64_t sources, given.Int("sources"));
  TRY_ASSIGN(const std::int64_t passages, given.Int("passages"));
  // Every added source has a passage; a record with none added has no such member.
  if (sources < 0 || passages < 1 || sources > passages) {
    return Fail(ErrorCode::kInvalidData, "field added must count sources and passages");
  }
  added.sources = static_cast<std::size_t>(sources);
  added.passages = static_cast<std::size_t>(passages);
  return added;
}

std::string RunRecord::audit_mode() const {
  const json::Value* mode = verdict.Find("audit_mode");
  return mode != nullptr && mode->is_string() ? mode->as_string() : "UNGROUNDED";
}

std::string RunRecord::verifier() const {
  const auto it = policy.find("verifier");
  return it != policy.end() && it->second.is_string() ? it->second.as_string() : "";
}

json::Object ToJson(const RunRecord& record) {
  json::Array sources, passages;
  for (const RecordedSource& source : record.sources) sources.emplace_back(ToJson(source));
  for (const RecordedPassage& passage : record.passages) {
    passages.emplace_back(ToJson(passage, record.version));
  }
  json::Object object{{"v", static_cast<std::int64_t>(record.version)},
                      {"question", record.question},
                      {"policy", record.policy},
                      {"model", ToJson(record.model)},
                      {"dimensions", ToJson(record.dimensions)},
                      {"nine_dimensions", record.nine_dimensions},
                      {"conversation", prompt::ToJson(record.conversation)},
                      {"frame_title", OrNull(record.frame_title)},
                      {"corpus_profile", record.corpus_profile},
                      {"retrieval_plan", record.retrieval_plan},
                      {"sources", std::move(sources)},
                      {"passages", std::move(passages)},
                      {"raw_answer", record.raw_answer},
                      {"answer_text", record.answer_text},
                      {"repairs", json::Array(record.repairs.begin(), record.repairs.end())},
                      {"declined", record.declined},
                      {"verdict", record.verdict},
                      {"rung", record.rung},
                      {"run_dag", run_dag::ToJson(record.dag)},
                      {"units", record.units},
                      {"reply", record.reply}};
  AddTo(&object, record.added);
  if (record.version == RecordVersion::k1) return object;
  json::Array citations;
  for (const Citation& citation : record.citations) citations.emplace_back(ToJson(citation));
  object.emplace("citation_rule", record.citation_rule);
  object.emplace("citations", std::move(citations));
  object.emplace("parts", record.parts);
  if (record.confidence) object.emplace("confidence", *record.confidence);
  return object;
}

Result<RunRecord> ReadRunRecord(const json::Value& value) {
  RunRecord record;
  TRY_ASSIGN(record.version, ReadRecordVersion(value, "a run record"));
  TRY_ASSIGN(record.question, value.String("question"));
  TRY_ASSIGN(record.policy, ReadObject(value, "policy"));
  TRY_ASSIGN(const json::Object* model, value.Map("model"));
  TRY_ASSIGN(record.model, ReadModel(*model));
  TRY_ASSIGN(const json::Object* dimensions, value.Map("dimensions"));
  TRY_ASSIGN(record.dimensions, question::ReadDimensions(*dimensions));
  TRY_ASSIGN(record.nine_dimensions, value.Bool("nine_dimensions"));
  TRY_ASSIGN(record.conversation, ReadList<prompt::Message>(value, "conversation", ReadMessage));
  TRY_ASSIGN(record.frame_title, OptionalString(value, "frame_title"));
  TRY_ASSIGN(record.corpus_profile, ReadObject(value, "corpus_profile"));
  TRY_ASSIGN(record.retrieval_plan, ReadObject(value, "retrieval_plan"));
  TRY_ASSIGN(record.sources, ReadList<RecordedSource>(value, "sources", ReadRecordedSource));
  TRY_ASSIGN(record.passages,
             ReadList<RecordedPassage>(value, "passages", [&](const json::Value& entry) {
               return ReadRecordedPassage(entry, record.version);
             }));
  TRY_ASSIGN(record.raw_answer, value.String("raw_answer"));
  TRY_ASSIGN(record.answer_text, value.String("answer_text"));
  TRY_ASSIGN(record.repairs, ReadList<std::string>(value, "repairs", ReadText));
  TRY_ASSIGN(record.declined, value.Bool("declined"));
  TRY_ASSIGN(record.verdict, ReadObject(value, "verdict"));
  TRY_ASSIGN(record.rung, value.String("rung"));
  TRY_ASSIGN(const json::Object* dag, value.Map("run_dag"));
  TRY_ASSIGN(record.dag, run_dag::FromJson(*dag));
  TRY_ASSIGN(record.added, ReadAdded(value));
  if (record.added.sources > record.sources.size() ||
      record.added.passages > record.passages.size()) {
    return Fail(ErrorCode::kInvalidData, "field added says more than there is");
  }
  if (record.version >= RecordVersion::k2) {
    TRY_ASSIGN(record.citation_rule, value.String("citation_rule"));
    TRY_ASSIGN(record.citations, ReadCitations(value));
    TRY_ASSIGN(record.parts, ReadObject(value, "parts"));
    TRY_ASSIGN(record.confidence, ReadConfidence(value));
  }
  // Under no hash; bundles leave them out.
  if (value.Find("units") != nullptr) {
    TRY_ASSIGN(const json::Array* units, value.List("units"));
    record.units = *units;
  }
  if (value.Find("reply") != nullptr) {
    TRY_ASSIGN(record.reply, ReadObject(value, "reply"));
  }
  return record;
}

Result<Inputs> InputsOf(const RunRecord& record, std::span<const std::string> spans) {
  if (spans.size() != record.passages.size()) {
    return Fail(ErrorCode::kInvalidData, "a run of " + std::to_string(record.passages.size()) +
                                             " passages needs as many texts, not " +
                                             std::to_string(spans.size()));
  }
  Inputs inputs;
  inputs.question = record.question;
  TRY_ASSIGN(inputs.policy, ReadPolicy(record.policy));
  inputs.model = record.model;
  inputs.nine_dimensions = record.nine_dimensions;
  inputs.conversation = record.conversation;
  inputs.frame_title = record.frame_title;
  inputs.added = record.added;
  for (const RecordedSource& source : record.sources) {
    inputs.sources.push_back(source.document);
    if (!source.warrant.is_null()) inputs.warrant_chain_roots.insert(source.document.root.hex());
  }
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const RecordedPassage& passage = record.passages[i];
    evidence::SourceChunk chunk;
    chunk.source_root = passage.ref.document_root.hex();
    chunk.document_uri = passage.document_uri;
    chunk.title = passage.title;
    chunk.chunk_idx = static_cast<std::int64_t>(passage.ref.chunk_idx);
    chunk.chunk_root = passage.ref.chunk_root.hex();
    chunk.source_role = passage.source_role;
    chunk.span = spans[i];
    chunk.offset_start = passage.ref.offset_start;
    inputs.passages.push_back(std::move(chunk));
  }
  if (ListsSentences(inputs.policy)) {
    const auto part = record.parts.find(kSentencesPart);
    if (part == record.parts.end()) {
      return Fail(ErrorCode::kInvalidData, "the record has no list of sentences");
    }
    TRY_ASSIGN(inputs.sentences, evidence::ReadSentencePlaces(part->second));
    TRY(CheckSentences(inputs));
  }
  return inputs;
}

Hash256 HashPlanJson(const json::Object& plan) { return crypto::Sha256(json::Dump(plan)); }

RecordStatement StatementOf(const RunRecord& record) {
  RecordStatement statement;
  statement.dimensions = record.dimensions;
  statement.cache_key = question::MakeCacheKey(statement.dimensions);
  statement.model = record.model;
  statement.answer_hash = crypto::Sha256(record.answer_text);
  statement.audit_mode = record.audit_mode();
  statement.verifier = record.verifier();
  statement.run_dag_root = record.dag.root;
  for (const RecordedPassage& passage : record.passages) statement.evidence.push_back(passage.ref);
  statement.version = record.version;
  if (record.version == RecordVersion::k1) return statement;
  statement.rendering = RenderingNamed(record.policy);
  statement.citation_rule = record.citation_rule;
  statement.citations = record.citations;
  for (const auto& [name, content] : record.parts) {
    statement.parts.push_back({name, crypto::Sha256(json::Dump(content))});
  }
  return statement;
}

Result<Finished> Finish(FinishInput input) {
  const Inputs& inputs = *input.inputs;
  const Assessment& assessment = *input.assessment;
  Finished finished;
  RunRecord& record = finished.record;
  record.version = RecordVersionOf(inputs.policy.version);
  record.question = inputs.question;
  record.policy = ToJson(inputs.policy);
  record.model = inputs.model;
  record.dimensions = DimensionsOf(inputs);
  record.nine_dimensions = inputs.nine_dimensions;
  record.conversation = inputs.conversation;
  record.frame_title = inputs.frame_title;
  record.added = inputs.added;
  record.corpus_profile = std::move(input.corpus_profile);
  record.retrieval_plan = std::move(input.retrieval_plan);
  record.sources = std::move(input.sources);
  record.raw_answer = assessment.raw_answer;
  record.answer_text = assessment.answer_text;
  record.repairs = assessment.repairs;
  record.declined = assessment.declined;
  record.verdict = assessment.verdict;
  record.rung = assessment.report.rung;
  record.units = UnitsToJson(assessment.report);
  record.reply = std::move(input.reply);
  TRY_ASSIGN(std::vector<EvidenceRef> refs, EvidenceOf(inputs));
  for (std::size_t i = 0; i < refs.size(); ++i) {
    const evidence::SourceChunk& chunk = inputs.passages[i];
    const auto source = std::ranges::find_if(record.sources, [&](const RecordedSource& recorded) {
      return recorded.document.root == refs[i].document_root;
    });
    if (record.version >= RecordVersion::k2 && source != record.sources.end()) {
      refs[i].base = source->base;
    }
    record.passages.push_back({refs[i], chunk.document_uri, chunk.title, chunk.source_role});
  }
  TraceInput trace{.inputs = &inputs,
                   .assessment = &assessment,
                   .ranked = {},
                   .retrieval_plan_hash = HashPlanJson(record.retrieval_plan),
                   .corpus_profile = record.corpus_profile,
                   .dimensions = &record.dimensions};
  for (const RecordedSource& source : record.sources) trace.ranked.push_back(source.ranked);
  TRY_ASSIGN(record.dag, TraceOf(trace));
  if (record.version >= RecordVersion::k2) {
    record.citation_rule = CitationRuleOf(inputs.policy);
    record.citations = CitationsOf(inputs, assessment);
    record.parts = std::move(input.parts);
    if (ListsSentences(inputs.policy)) {
      record.parts.insert_or_assign(kSentencesPart, evidence::ToJson(inputs.sentences));
    }
    record.confidence = input.confidence;
  }
  finished.statement = StatementOf(record);
  finished.record_hash = HashRecord(finished.statement);
  return finished;
}

json::Array UnitsToJson(const judge::CheckReport& report) {
  json::Array units;
  for (const judge::CheckedUnit& unit : report.units) {
    json::Object object{
        {"text", unit.text},
        {"status", unit.status},
        {"verified", unit.verified},
        {"partly", unit.partly},
        {"diagnosis", unit.diagnosis.empty() ? json::Value(nullptr) : json::Value(unit.diagnosis)}};
    judge::AddVerdict(unit, &object);
    if (unit.place) object.emplace("passage", ToJson(*unit.place));
    if (!unit.context.empty()) {
      json::Array context;
      for (const judge::PassagePlace& place : unit.context) context.emplace_back(ToJson(place));
      object.emplace("context", std::move(context));
    }
    units.emplace_back(std::move(object));
  }
  return units;
}

}  // namespace arborist::run
