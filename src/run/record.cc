// SPDX-License-Identifier: AGPL-3.0-only
#include "run/record.h"

#include <algorithm>

#include "crypto/sha256.h"
#include "json/fields.h"
#include "text/utf8.h"

namespace arborist::run {

json::Object ToJson(const EvidenceRef& ref) {
  return {{"document_root", ref.document_root.hex()},
          {"leaf_count", static_cast<std::int64_t>(ref.leaf_count)},
          {"chunk_idx", static_cast<std::int64_t>(ref.chunk_idx)},
          {"chunk_root", ref.chunk_root.hex()},
          {"offset_start", static_cast<std::int64_t>(ref.offset_start)},
          {"offset_end", static_cast<std::int64_t>(ref.offset_end)},
          {"text_hash", ref.text_hash.hex()}};
}

Result<EvidenceRef> ReadEvidenceRef(const json::Value& value) {
  EvidenceRef ref;
  TRY_ASSIGN(const Hash256 root, json::HashField(value, "document_root"));
  ref.document_root = DocumentRoot(root);
  TRY_ASSIGN(ref.leaf_count, json::CountField(value, "leaf_count"));
  TRY_ASSIGN(ref.chunk_idx, json::CountField(value, "chunk_idx"));
  TRY_ASSIGN(ref.chunk_root, json::HashField(value, "chunk_root"));
  TRY_ASSIGN(ref.offset_start, json::CountField(value, "offset_start"));
  TRY_ASSIGN(ref.offset_end, json::CountField(value, "offset_end"));
  TRY_ASSIGN(ref.text_hash, json::HashField(value, "text_hash"));
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
        std::ranges::find(inputs.sources, ref.document_root, &Source::document_root);
    if (source == inputs.sources.end()) {
      return Fail(ErrorCode::kInvalidData,
                  "passage E" + std::to_string(refs.size() + 1) + " is of no source of the run");
    }
    ref.leaf_count = source->leaf_count;
    ref.chunk_idx = static_cast<std::uint64_t>(passage.chunk_idx);
    TRY_ASSIGN(ref.chunk_root, Hash256::FromHexString(passage.chunk_root));
    ref.offset_end = text::CountCodePoints(passage.span);
    ref.text_hash = crypto::Sha256(passage.span);
    refs.push_back(ref);
  }
  return refs;
}

json::Object ToJson(const RecordStatement& statement) {
  json::Array evidence;
  evidence.reserve(statement.evidence.size());
  for (const EvidenceRef& ref : statement.evidence) evidence.emplace_back(ToJson(ref));
  return {{"v", 1},
          {"cache_key", statement.cache_key.hex()},
          {"dimensions", ToJson(statement.dimensions)},
          {"model", ToJson(statement.model)},
          {"answer_hash", statement.answer_hash.hex()},
          {"audit_mode", statement.audit_mode},
          {"verifier", statement.verifier},
          {"run_dag_root", statement.run_dag_root.hex()},
          {"evidence", std::move(evidence)}};
}

Result<RecordStatement> ReadRecordStatement(const json::Value& value) {
  TRY_ASSIGN(const std::int64_t version, value.Int("v"));
  if (version != 1) {
    return Fail(ErrorCode::kUnsupported,
                "a record statement of version " + std::to_string(version) + " is not known here");
  }
  RecordStatement statement;
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
    auto ref = ReadEvidenceRef((*evidence)[i]);
    if (!ref) return std::unexpected(std::move(ref).error().In("evidence " + std::to_string(i)));
    statement.evidence.push_back(*ref);
  }
  return statement;
}

Hash256 HashRecord(const RecordStatement& statement) {
  return crypto::Sha256(json::Dump(ToJson(statement)));
}

}  // namespace arborist::run
