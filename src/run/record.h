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

// FROZEN, each under its name: docs/format/record.md. The version of the policy decides: record-v2
// from policy version 3 on.
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
  std::string base = {};           // how that text is made of the slice; not in record-v1
  std::uint64_t offset_start = 0;  // code points of the base text of the chunk; 0 in record-v1
  std::uint64_t offset_end = 0;
  Hash256 text_hash;
  bool operator==(const EvidenceRef&) const = default;
};
json::Object ToJson(const EvidenceRef& ref, RecordVersion version);
Result<EvidenceRef> ReadEvidenceRef(const json::Value& value, RecordVersion version);

// The refs of the passages of a run, in order. Their `base` is left to the caller: the sources have
// it.
Result<std::vector<EvidenceRef>> EvidenceOf(const Inputs& inputs);

// A named part of a record. Optional contents become parts, so that the format need not change.
struct PartRef {
  std::string name;
  Hash256 hash;  // sha256 of its canonical JSON
  bool operator==(const PartRef&) const = default;
};

// FROZEN (decision 19). Everything that trust in a record rests on; its hash is in event and
// bundle.
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
  // From here on only in record-v2.
  std::string rendering = {};
  std::string citation_rule = {};
  std::vector<Citation> citations = {};
  std::vector<PartRef> parts = {};  // ascending by name
};
json::Object ToJson(const RecordStatement& statement);
// Errors name the field. An unknown v is kUnsupported.
Result<RecordStatement> ReadRecordStatement(const json::Value& value);
Hash256 HashRecord(const RecordStatement& statement);

}  // namespace arborist::run
