// SPDX-License-Identifier: AGPL-3.0-only
#include "evidence/evidence_json.h"

#include "crypto/sha256.h"

namespace arborist::evidence {

namespace {

// Absent and null both mean nullopt.
Result<std::optional<std::string>> OptionalString(const json::Value& value, std::string_view key) {
  const json::Value* member = value.Find(key);
  if (member == nullptr || member->is_null()) return std::nullopt;
  TRY_ASSIGN(std::string text, value.String(key));
  return text;
}

}  // namespace

Result<SourceChunk> ChunkFromJson(const json::Value& value) {
  if (!value.is_object()) return Fail(ErrorCode::kInvalidArgument, "a chunk must be an object");
  SourceChunk chunk;
  TRY_ASSIGN(chunk.source_root, value.String("source_root"));
  TRY_ASSIGN(chunk.document_uri, value.String("document_uri"));
  TRY_ASSIGN(chunk.title, OptionalString(value, "title"));
  TRY_ASSIGN(chunk.chunk_idx, value.Int("chunk_idx"));
  TRY_ASSIGN(chunk.chunk_root, value.String("chunk_root"));
  TRY_ASSIGN(const std::optional<std::string> role, OptionalString(value, "source_role"));
  if (role) chunk.source_role = *role;
  TRY_ASSIGN(chunk.span, value.String("span"));
  return chunk;
}

Result<std::vector<SourceChunk>> ChunksFromJson(const json::Array& values) {
  std::vector<SourceChunk> chunks;
  chunks.reserve(values.size());
  for (const json::Value& value : values) {
    auto chunk = ChunkFromJson(value);
    if (!chunk) {
      return std::unexpected(
          std::move(chunk).error().In("field chunks, entry " + std::to_string(chunks.size())));
    }
    chunks.push_back(std::move(*chunk));
  }
  return chunks;
}

json::Value ToJson(const EvidenceObject& object) {
  return json::Object{{"pointer_id", object.pointer_id},
                      {"evidence_id", object.evidence_id},
                      {"source_root", object.source_root},
                      {"document_uri", object.document_uri},
                      {"title", object.title ? json::Value(*object.title) : json::Value(nullptr)},
                      {"chunk_idx", object.chunk_idx},
                      {"chunk_root", object.chunk_root},
                      {"offset_start", static_cast<std::int64_t>(object.offset_start)},
                      {"offset_end", static_cast<std::int64_t>(object.offset_end)},
                      {"source_role", object.source_role},
                      {"text_hash", crypto::Sha256(object.span).hex()},
                      {"span", object.span}};
}

}  // namespace arborist::evidence
