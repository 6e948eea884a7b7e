// SPDX-License-Identifier: AGPL-3.0-only
// record-v1 and record-v2 (FROZEN, decision 19, docs/format/record.md) as JSON. The sha256 of this
// JSON is the record hash, on which all trust in a record rests; version 1 writes exactly the
// members of version 1. Readers return kUnsupported for a newer version: it is "not checked",
// neither valid nor refused.
#include "run/record.h"

#include <algorithm>

#include "crypto/sha256.h"
#include "json/fields.h"
#include "text/utf8.h"

namespace arborist::run {

namespace {

Result<std::vector<PartRef>> ReadParts(const json::Value& value) {
  std::vector<PartRef> parts;
  TRY_ASSIGN(const json::Array* list, value.List("parts"));
  for (const json::Value& entry : *list) {
    PartRef part;
    TRY_ASSIGN(part.name, entry.String("name"));
    TRY_ASSIGN(part.hash, json::HashField(entry, "hash"));
    if (!parts.empty() && part.name <= parts.back().name) {
      return Fail(ErrorCode::kInvalidData, "field parts must be in order of name, each once");
    }
    parts.push_back(std::move(part));
  }
  return parts;
}

}  // namespace

std::string_view Name(RecordVersion version) {
  return version == RecordVersion::k1 ? "record-v1" : "record-v2";
}

RecordVersion RecordVersionOf(PolicyVersion policy) {
  return policy < PolicyVersion::k3 ? RecordVersion::k1 : RecordVersion::k2;
}

Result<RecordVersion> ReadRecordVersion(const json::Value& value, std::string_view what) {
  TRY_ASSIGN(const std::int64_t version, value.Int("v"));
  if (version < 1 || version > static_cast<std::int64_t>(kNewestRecord)) {
    return Fail(ErrorCode::kUnsupported, "not checked: " + std::string(what) + " of version " +
                                             std::to_string(version) + " is not known here");
  }
  return static_cast<RecordVersion>(version);
}

json::Object ToJson(const EvidenceRef& ref, RecordVersion version) {
  json::Object object{{"document_root", ref.document_root.hex()},
                      {"leaf_count", static_cast<std::int64_t>(ref.leaf_count)},
                      {"chunk_idx", static_cast<std::int64_t>(ref.chunk_idx)},
                      {"chunk_root", ref.chunk_root.hex()},
                      {"offset_start", static_cast<std::int64_t>(ref.offset_start)},
                      {"offset_end", static_cast<std::int64_t>(ref.offset_end)},
                      {"text_hash", ref.text_hash.hex()}};
  if (version >= RecordVersion::k2) object.emplace("base", ref.base);
  return object;
}

Result<EvidenceRef> ReadEvidenceRef(const json::Value& value, RecordVersion version) {
  EvidenceRef ref;
  TRY_ASSIGN(const Hash256 root, json::HashField(value, "document_root"));
  ref.document_root = DocumentRoot(root);
  TRY_ASSIGN(ref.leaf_count, json::CountField(value, "leaf_count"));
  TRY_ASSIGN(ref.chunk_idx, json::CountField(value, "chunk_idx"));
  TRY_ASSIGN(ref.chunk_root, json::HashField(value, "chunk_root"));
  TRY_ASSIGN(ref.offset_start, json::CountField(value, "offset_start"));
  TRY_ASSIGN(ref.offset_end, json::CountField(value, "offset_end"));
  TRY_ASSIGN(ref.text_hash, json::HashField(value, "text_hash"));
  if (version >= RecordVersion::k2) {
    TRY_ASSIGN(ref.base, value.String("base"));
  }
  return ref;
}

Result<std::vector<EvidenceRef>> EvidenceOf(const Inputs& inputs) {
  std::vector<EvidenceRef> refs;
  refs.reserve(inputs.passages.size());
  for (const evidence::SourceChunk& passage : inputs.passages) {
    EvidenceRef ref;
    TRY_ASSIGN(const Hash256 root, Hash256::FromHexString(passage.source_root));
    ref.document_root = DocumentRoot(root);
    const auto source =
        std::ranges::find(inputs.sources, ref.document_root, &document::Facts::root);
    if (source == inputs.sources.end()) {
      return Fail(ErrorCode::kInvalidData,
                  "passage E" + std::to_string(refs.size() + 1) + " is of no source of the run");
    }
    ref.leaf_count = source->leaf_count;
    ref.chunk_idx = static_cast<std::uint64_t>(passage.chunk_idx);
    TRY_ASSIGN(ref.chunk_root, Hash256::FromHexString(passage.chunk_root));
    ref.offset_start = passage.offset_start;
    ref.offset_end = ref.offset_start + text::CountCodePoints(passage.span);
    ref.text_hash = crypto::Sha256(passage.span);
    refs.push_back(ref);
  }
  return refs;
}

json::Object ToJson(const RecordStatement& statement) {
  json::Array evidence;
  evidence.reserve(statement.evidence.size());
  for (const EvidenceRef& ref : statement.evidence) {
    evidence.emplace_back(ToJson(ref, statement.version));
  }
  json::Object object{{"v", static_cast<std::int64_t>(statement.version)},
                      {"cache_key", statement.cache_key.hex()},
                      {"dimensions", ToJson(statement.dimensions)},
                      {"model", ToJson(statement.model)},
                      {"answer_hash", statement.answer_hash.hex()},
                      {"audit_mode", statement.audit_mode},
                      {"verifier", statement.verifier},
                      {"run_dag_root", statement.run_dag_root.hex()},
                      {"evidence", std::move(evidence)}};
  if (statement.version == RecordVersion::k1) return object;
  json::Array citations, parts;
  for (const Citation& citation : statement.citations) citations.emplace_back(ToJson(citation));
  for (const PartRef& part : statement.parts) {
    parts.emplace_back(json::Object{{"name", part.name}, {"hash", part.hash.hex()}});
  }
  object.emplace("rendering", statement.rendering);
  object.emplace("citation_rule", statement.citation_rule);
  object.emplace("citations", std::move(citations));
  object.emplace("parts", std::move(parts));
  return object;
}

Result<RecordStatement> ReadRecordStatement(const json::Value& value) {
  RecordStatement statement;
  TRY_ASSIGN(statement.version, ReadRecordVersion(value, "a record statement"));
  TRY_ASSIGN(const Hash256 key, json::HashField(value, "cache_key"));
  statement.cache_key = CacheKey(key);
  TRY_ASSIGN(const json::Object* dimensions, value.Map("dimensions"));
  TRY_ASSIGN(statement.dimensions, question::ReadDimensions(*dimensions));
  TRY_ASSIGN(const json::Object* model, value.Map("model"));
  TRY_ASSIGN(statement.model, ReadModel(*model));
  TRY_ASSIGN(statement.answer_hash, json::HashField(value, "answer_hash"));
  TRY_ASSIGN(statement.audit_mode, value.String("audit_mode"));
  TRY_ASSIGN(statement.verifier, value.String("verifier"));
  TRY_ASSIGN(statement.run_dag_root, json::HashField(value, "run_dag_root"));
  TRY_ASSIGN(const json::Array* evidence, value.List("evidence"));
  for (std::size_t i = 0; i < evidence->size(); ++i) {
    auto ref = ReadEvidenceRef((*evidence)[i], statement.version);
    if (!ref) return std::unexpected(std::move(ref).error().In("evidence " + std::to_string(i)));
    statement.evidence.push_back(std::move(*ref));
  }
  if (statement.version == RecordVersion::k1) return statement;
  TRY_ASSIGN(statement.rendering, value.String("rendering"));
  TRY_ASSIGN(statement.citation_rule, value.String("citation_rule"));
  TRY_ASSIGN(statement.citations, ReadCitations(value));
  TRY_ASSIGN(statement.parts, ReadParts(value));
  return statement;
}

Hash256 HashRecord(const RecordStatement& statement) {
  return crypto::Sha256(json::Dump(ToJson(statement)));
}

}  // namespace arborist::run
