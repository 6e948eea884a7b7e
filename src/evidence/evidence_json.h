// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <vector>

#include "base/result.h"
#include "evidence/evidence_map.h"
#include "json/value.h"

namespace arborist::evidence {

// A chunk as callers give it: source_root, document_uri, chunk_idx, chunk_root and span; title and
// source_role may be absent or null. Errors name the field.
Result<SourceChunk> ChunkFromJson(const json::Value& value);
Result<std::vector<SourceChunk>> ChunksFromJson(const json::Array& values);

json::Value ToJson(const EvidenceObject& object);

}  // namespace arborist::evidence
