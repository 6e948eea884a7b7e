// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "bundle/bundle.h"
#include "json/value.h"

namespace arborist::bundle {

enum class CheckState : std::uint8_t {
  kOk,
  kFailed,
  kNotChecked,  // a version name this program does not know, or an earlier check left nothing to do
};

struct Check {
  std::string name;
  CheckState state = CheckState::kNotChecked;
  std::string detail;  // what was compared; for a failure, its name and why
};

enum class Outcome : std::uint8_t {
  kValid,
  kRefused,     // at least one check failed
  kNotChecked,  // none failed, but not all could be made
};

// What checking a bundle found. The checks always stand in the same order. Of a passage: format,
// versions, text_hash, leaf_hash, proof_shape, root, consistency, chunk_rule. Of a document:
// format, versions, text_hash, chunk_rule, leaf_hashes, root, consistency.
struct CheckReport {
  std::string format;
  std::string document_root;        // as the bundle says
  std::string subject;              // "chunk 3 of 12" or "the whole text, 12 chunks"
  std::vector<Location> locations;  // as the bundle says; never proved
  std::vector<Check> checks;
  std::vector<std::string> not_proved;  // sentences, for people

  Outcome outcome() const;
  bool valid() const { return outcome() == Outcome::kValid; }
};

// Checks the text of a bundle file. Errors are for what is no bundle at all: not JSON, a field that
// is missing or of the wrong kind (kInvalidData), too large or deep (kLimitExceeded), an unknown
// format (kUnsupported). A bundle that can be read and does not hold is a report.
Result<CheckReport> CheckBundle(std::string_view file_text);

// The same for a bundle that is parsed already.
Result<CheckReport> CheckBundleValue(const json::Value& bundle);

}  // namespace arborist::bundle
