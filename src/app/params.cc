// SPDX-License-Identifier: AGPL-3.0-only
#include "app/params.h"

#include <string>
#include <utility>

#include "evidence/evidence_json.h"

namespace arborist::app {

Result<std::int64_t> IntOr(const json::Value& params, std::string_view key, std::int64_t fallback) {
  return params.Find(key) == nullptr ? Result<std::int64_t>(fallback) : params.Int(key);
}

Result<double> NumberOr(const json::Value& params, std::string_view key, double fallback) {
  const json::Value* member = params.Find(key);
  if (member == nullptr) return fallback;
  if (!member->is_number()) {
    return Fail(ErrorCode::kInvalidArgument, "field " + std::string(key) + " must be a number");
  }
  return member->as_double();
}

Result<bool> BoolOr(const json::Value& params, std::string_view key, bool fallback) {
  return params.Find(key) == nullptr ? Result<bool>(fallback) : params.Bool(key);
}

Result<std::vector<std::string>> Strings(const json::Value& params, std::string_view key) {
  TRY_ASSIGN(const json::Array* list, params.List(key));
  std::vector<std::string> strings;
  strings.reserve(list->size());
  for (const json::Value& entry : *list) {
    if (!entry.is_string()) {
      return Fail(ErrorCode::kInvalidArgument,
                  "field " + std::string(key) + " must be a list of strings");
    }
    strings.push_back(entry.as_string());
  }
  return strings;
}

Result<evidence::EvidenceMap> EvidenceOf(const json::Value& params) {
  TRY_ASSIGN(const json::Array* list, params.List("chunks"));
  TRY_ASSIGN(std::vector<evidence::SourceChunk> chunks, evidence::ChunksFromJson(*list));
  return evidence::EvidenceMap(std::move(chunks));
}

Result<evidence::Rendering> RenderingOf(const json::Value& params) {
  TRY_ASSIGN(const std::string name,
             params.StringOr("rendering", evidence::Name(evidence::Rendering::kReferenceV98)));
  const auto rendering = evidence::RenderingFromName(name);
  if (!rendering) {
    return Fail(ErrorCode::kInvalidArgument,
                "field rendering must be reference-v9.8, one-line-v1 or one-line-v2");
  }
  return *rendering;
}

}  // namespace arborist::app
