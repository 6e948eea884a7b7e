// SPDX-License-Identifier: AGPL-3.0-only
// Record bundles as JSON, and back; and redaction. The readers keep only known members; CheckFormat
// writes the bundle anew and compares, so that nothing unread rides along. Redaction must remove
// every text: titles, URIs, messages, the answer, and the preflight payload of the DAG, which has
// words of the question.
#include "bundle/record_bundle.h"

#include <algorithm>
#include <utility>

#include "json/fields.h"
#include "markup/base.h"
#include "merkle/proof_json.h"
#include "run_dag/run_dag_json.h"
#include "text/utf8.h"

namespace arborist::bundle {

namespace {

json::Object RunToJson(const run::RunRecord& record) {
  json::Object object = ToJson(record);
  object.erase("units");
  object.erase("reply");
  object.erase("confidence");
  return object;
}

json::Object RedactedRunToJson(const run::RunRecord& record) {
  json::Array sources;
  for (const run::RecordedSource& recorded : record.sources) {
    const document::Facts& source = recorded.document;
    sources.emplace_back(json::Object{{"document_root", source.root.hex()},
                                      {"leaf_count", static_cast<std::int64_t>(source.leaf_count)},
                                      {"schema_version", source.schema_version},
                                      {"canonicalization_version", source.canonicalization_version},
                                      {"chunking_version", source.chunking_version}});
  }
  json::Object object{{"v", static_cast<std::int64_t>(record.version)},
                      {"policy", record.policy},
                      {"model", ToJson(record.model)},
                      {"sources", std::move(sources)},
                      {"run_dag", run_dag::ToJson(record.dag)}};
  AddTo(&object, record.added);
  return object;
}

Result<ProvedChunk> ReadChunk(const json::Value& value, bool redacted) {
  ProvedChunk chunk;
  if (!redacted) {
    TRY_ASSIGN(chunk.text, value.String("text"));
    TRY_ASSIGN(chunk.base, value.String("base"));
  }
  TRY_ASSIGN(const json::Object* fields, value.Map("proof"));
  TRY_ASSIGN(merkle::ParsedProof proof, merkle::ProofFromJson(*fields));
  if (!proof.leaf_count) {
    return Fail(ErrorCode::kInvalidData, "the proof says no leaf_count");
  }
  chunk.proof = std::move(proof.proof);
  chunk.leaf_count = *proof.leaf_count;
  return chunk;
}

Result<run::RunRecord> ReadRedactedRun(const json::Value& value) {
  run::RunRecord record;
  TRY_ASSIGN(record.version, run::ReadRecordVersion(value, "a run record"));
  TRY_ASSIGN(const json::Object* policy, value.Map("policy"));
  record.policy = *policy;
  TRY_ASSIGN(const json::Object* model, value.Map("model"));
  TRY_ASSIGN(record.model, run::ReadModel(*model));
  TRY_ASSIGN(const json::Object* dag, value.Map("run_dag"));
  TRY_ASSIGN(record.dag, run_dag::FromJson(*dag));
  record.dag.preflight_payload.reset();  // no member of a redacted run
  TRY_ASSIGN(const json::Array* sources, value.List("sources"));
  for (const json::Value& entry : *sources) {
    document::Facts source;
    TRY_ASSIGN(const Hash256 root, json::HashField(entry, "document_root"));
    source.root = DocumentRoot(root);
    TRY_ASSIGN(source.leaf_count, json::CountField(entry, "leaf_count"));
    TRY_ASSIGN(source.schema_version, entry.String("schema_version"));
    TRY_ASSIGN(source.canonicalization_version, entry.String("canonicalization_version"));
    TRY_ASSIGN(source.chunking_version, entry.String("chunking_version"));
    record.sources.emplace_back().document = std::move(source);
  }
  TRY_ASSIGN(record.added, run::ReadAdded(value));
  if (record.added.sources > record.sources.size()) {
    return Fail(ErrorCode::kInvalidData, "field added says more than there is");
  }
  return record;
}

}  // namespace

std::string_view FormatOf(run::RecordVersion version) {
  return version == run::RecordVersion::k1 ? kRecordFormatV1 : kRecordFormat;
}

std::optional<std::string> SpanOf(std::string_view base, std::string_view slice,
                                  std::uint64_t offset_start, std::uint64_t offset_end) {
  const auto known = markup::BaseFromName(base);
  if (!known) return std::nullopt;
  const std::string text = markup::ToBase(*known, slice);
  std::string_view span = text::Prefix(text, static_cast<std::size_t>(offset_end));
  span.remove_prefix(text::Prefix(span, static_cast<std::size_t>(offset_start)).size());
  return std::string(span);
}

Result<RecordBundle> MakeRecordBundle(run::RunRecord record, std::vector<ProvedChunk> chunks,
                                      LogPart log) {
  RecordBundle bundle;
  if (chunks.size() != record.passages.size()) {
    return Fail(ErrorCode::kInvalidData, "a record of " + std::to_string(record.passages.size()) +
                                             " passages has not " + std::to_string(chunks.size()) +
                                             " chunks");
  }
  std::vector<std::string> spans;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const run::EvidenceRef& ref = record.passages[i].ref;
    const auto source = std::ranges::find_if(
        record.sources, [&](const auto& s) { return s.document.root == ref.document_root; });
    auto span = source == record.sources.end() || !chunks[i].text
                    ? std::nullopt
                    : SpanOf(source->base, *chunks[i].text, ref.offset_start, ref.offset_end);
    if (!span) {
      return Fail(ErrorCode::kInvalidData,
                  "passage E" + std::to_string(i + 1) + " has no source, text or known base");
    }
    spans.push_back(std::move(*span));
    chunks[i].base = source->base;
  }
  TRY_ASSIGN(const run::Inputs inputs, run::InputsOf(record, spans));
  bundle.messages = run::MessagesToHash(inputs);
  bundle.record = run::StatementOf(record);
  bundle.record_hash = run::HashRecord(bundle.record);
  bundle.cache_key = bundle.record.cache_key;
  record.verdict = run_dag::WithoutWording({record.verdict})[0];
  record.units.clear();
  record.reply.clear();
  bundle.run = std::move(record);
  bundle.chunks = std::move(chunks);
  bundle.log = std::move(log);
  return bundle;
}

RecordBundle Redacted(const RecordBundle& bundle) {
  RecordBundle redacted;
  redacted.redacted = true;
  redacted.run.version = bundle.run.version;
  redacted.run.policy = bundle.run.policy;
  redacted.run.model = bundle.run.model;
  for (const run::RecordedSource& recorded : bundle.run.sources) {
    redacted.run.sources.emplace_back().document = recorded.document;
  }
  redacted.run.added = bundle.run.added;
  redacted.run.dag = bundle.run.dag;
  redacted.run.dag.preflight_payload.reset();  // it holds words of the question
  redacted.record = bundle.record;
  redacted.record_hash = bundle.record_hash;
  redacted.cache_key = bundle.cache_key;
  for (const ProvedChunk& chunk : bundle.chunks) {
    redacted.chunks.push_back({.proof = chunk.proof, .leaf_count = chunk.leaf_count});
  }
  redacted.log = bundle.log;
  return redacted;
}

json::Value ToJson(const RecordBundle& bundle) {
  json::Array chunks;
  for (const ProvedChunk& chunk : bundle.chunks) {
    json::Object object{{"proof", merkle::ProofToJson(chunk.proof, chunk.leaf_count)}};
    if (chunk.text) {
      object.emplace("text", *chunk.text);
      object.emplace("base", chunk.base);
    }
    chunks.emplace_back(std::move(object));
  }
  json::Object statement{
      {"redacted", bundle.redacted},
      {"run", bundle.redacted ? RedactedRunToJson(bundle.run) : RunToJson(bundle.run)},
      {"record", ToJson(bundle.record)},
      {"record_hash", bundle.record_hash.hex()},
      {"cache_key", bundle.cache_key.hex()},
      {"chunks", std::move(chunks)}};
  if (!bundle.redacted) statement.emplace("messages", prompt::ToJson(bundle.messages));
  json::Object object{{"format", FormatOf(bundle.record.version)},
                      {"statement", std::move(statement)},
                      {"log", ToJson(bundle.log)}};
  if (bundle.run.confidence) object.emplace("confidence", *bundle.run.confidence);
  return object;
}

Result<RecordBundle> ReadRecordBundle(const json::Value& value) {
  RecordBundle bundle;
  TRY(value.Map("statement"));
  const json::Value* statement = value.Find("statement");
  TRY_ASSIGN(bundle.redacted, statement->Bool("redacted"));
  TRY(statement->Map("run"));
  const json::Value& run = *statement->Find("run");
  TRY_ASSIGN(bundle.run, bundle.redacted ? ReadRedactedRun(run) : run::ReadRunRecord(run));
  TRY_ASSIGN(const json::Object* record, statement->Map("record"));
  TRY_ASSIGN(bundle.record, run::ReadRecordStatement(*record));
  TRY_ASSIGN(const std::string format, value.String("format"));
  if (format != FormatOf(bundle.record.version) || bundle.run.version != bundle.record.version) {
    return Fail(ErrorCode::kInvalidData, "field v is not that of " + format);
  }
  bundle.run.confidence.reset();  // no member of the run here
  if (bundle.record.version >= run::RecordVersion::k2) {
    TRY_ASSIGN(bundle.run.confidence, run::ReadConfidence(value));
  }
  if (bundle.run.added.passages > bundle.record.evidence.size()) {
    return Fail(ErrorCode::kInvalidData, "field added says more than there is");
  }
  TRY_ASSIGN(bundle.record_hash, json::HashField(*statement, "record_hash"));
  TRY_ASSIGN(const Hash256 key, json::HashField(*statement, "cache_key"));
  bundle.cache_key = CacheKey(key);
  if (!bundle.redacted) {
    TRY_ASSIGN(const json::Array* messages, statement->List("messages"));
    for (const json::Value& entry : *messages) {
      prompt::Message message;
      TRY_ASSIGN(message.role, entry.String("role"));
      TRY_ASSIGN(message.content, entry.String("content"));
      bundle.messages.push_back(std::move(message));
    }
  }
  TRY_ASSIGN(const json::Array* chunks, statement->List("chunks"));
  for (std::size_t i = 0; i < chunks->size(); ++i) {
    auto chunk = ReadChunk((*chunks)[i], bundle.redacted);
    if (!chunk) return std::unexpected(std::move(chunk).error().In("chunk " + std::to_string(i)));
    bundle.chunks.push_back(std::move(*chunk));
  }
  TRY_ASSIGN(const json::Object* log, value.Map("log"));
  TRY_ASSIGN(bundle.log, ReadLogPart(*log));
  return bundle;
}

}  // namespace arborist::bundle
