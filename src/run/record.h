// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "evidence/evidence_map.h"
#include "json/value.h"
#include "question/keys.h"
#include "run/dimensions.h"

namespace arborist::run {

// A passage of the context, cited or not, by hashes alone.
struct EvidenceRef {
  DocumentRoot document_root;
  std::uint64_t leaf_count = 0;
  std::uint64_t chunk_idx = 0;
  Hash256 chunk_root;
  std::uint64_t offset_start = 0;  // code points of the chunk's base text
  std::uint64_t offset_end = 0;
  Hash256 text_hash;
  bool operator==(const EvidenceRef&) const = default;
};
json::Object ToJson(const EvidenceRef& ref);
Result<EvidenceRef> ReadEvidenceRef(const json::Value& value);

// The refs of a run's passages, in order.
Result<std::vector<EvidenceRef>> EvidenceOf(const Inputs& inputs);

inline constexpr std::string_view kRecordVersion = "record-v1";

// FROZEN record-v1 (decision 19): docs/format/record.md. What trust in a record rests on.
struct RecordStatement {
  CacheKey cache_key;
  question::KeyDimensions dimensions;
  Model model;
  Hash256 answer_hash;  // sha256 of answer_text
  std::string audit_mode;
  std::string verifier;
  Hash256 run_dag_root;
  std::vector<EvidenceRef> evidence;
};
json::Object ToJson(const RecordStatement& statement);
// Errors name the field. Another v is kUnsupported.
Result<RecordStatement> ReadRecordStatement(const json::Value& value);
Hash256 HashRecord(const RecordStatement& statement);

}  // namespace arborist::run
