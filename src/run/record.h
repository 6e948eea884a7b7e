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
#include "run/citations.h"
#include "run/dimensions.h"

namespace arborist::run {

// Each is FROZEN under its name: docs/format/record.md. Which one a run is kept as follows from the
// version of its policy: the second has been there since version 3.
enum class RecordVersion : std::uint8_t { k1 = 1, k2 = 2 };
inline constexpr RecordVersion kNewestRecord = RecordVersion::k2;
std::string_view Name(RecordVersion version);  // record-v1, record-v2
RecordVersion RecordVersionOf(PolicyVersion policy);
// kUnsupported for a version that is not known here.
Result<RecordVersion> ReadRecordVersion(const json::Value& value, std::string_view what);

// A passage of the context, cited or not, by hashes alone.
struct EvidenceRef {
  DocumentRoot document_root;
  std::uint64_t leaf_count = 0;
  std::uint64_t chunk_idx = 0;
  Hash256 chunk_root;
  std::string base = {};           // how that text is made of the slice; record-v1 has it not
  std::uint64_t offset_start = 0;  // code points of the chunk's base text; 0 in record-v1
  std::uint64_t offset_end = 0;
  Hash256 text_hash;
  bool operator==(const EvidenceRef&) const = default;
};
json::Object ToJson(const EvidenceRef& ref, RecordVersion version);
Result<EvidenceRef> ReadEvidenceRef(const json::Value& value, RecordVersion version);

// The refs of a run's passages, in order, without their bases, which the sources have.
Result<std::vector<EvidenceRef>> EvidenceOf(const Inputs& inputs);

// A named part of a record, which not every record has: later work adds parts, not formats.
struct PartRef {
  std::string name;
  Hash256 hash;  // sha256 of its canonical JSON
  bool operator==(const PartRef&) const = default;
};

// FROZEN (decision 19). What trust in a record rests on.
struct RecordStatement {
  RecordVersion version = kNewestRecord;
  CacheKey cache_key;
  question::KeyDimensions dimensions;
  Model model;
  Hash256 answer_hash;  // sha256 of answer_text
  std::string audit_mode;
  std::string verifier;
  Hash256 run_dag_root;
  std::vector<EvidenceRef> evidence;
  // From here on of record-v2 alone.
  std::string rendering = {};
  std::string citation_rule = {};
  std::vector<Citation> citations = {};
  std::vector<PartRef> parts = {};  // by name
};
json::Object ToJson(const RecordStatement& statement);
// Errors name the field. An unknown v is kUnsupported.
Result<RecordStatement> ReadRecordStatement(const json::Value& value);
Hash256 HashRecord(const RecordStatement& statement);

}  // namespace arborist::run
