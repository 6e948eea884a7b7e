// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "audit/signed_note.h"
#include "base/hash256.h"
#include "base/result.h"
#include "bundle/bundle.h"
#include "json/value.h"

namespace arborist::bundle {

enum class CheckState : std::uint8_t {
  kOk,
  kFailed,
  kSkipped,     // needs what the bundle leaves out on purpose
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
// versions, text_hash, leaf_hash, proof_shape, root, consistency, chunk_rule and, of the newer
// form, revision. Of a document: format, versions, text_hash, chunk_rule, leaf_hashes, root,
// consistency. Of a record: format,
// versions, chunk_proofs, chunk_rule, spans, sources, question_hash, policy, model, messages,
// cache_key, answer, verdict, run_dag, record, event, log_place, consistency. Of a core: format,
// versions, text_hash, core_text, derivation, source_proofs, chunk_rule, surface, distilled. Of a
// snapshot: format, versions, leaf_hashes, member, event, log_place, consistency. Of an event:
// format, event, log_place. Of two checkpoints: format, old_checkpoint, new_checkpoint,
// consistency. A passage or document with a log has event and log_place at its end. Behind
// log_place stand shard_head and checkpoint where the bundle has them; behind all trusted_root,
// when one was given.
struct CheckReport {
  std::string format;
  std::string document_root;        // as the bundle says; empty for a record
  std::string cache_key;            // of a record
  std::string claim;                // what holds when every check does
  std::vector<std::string> shown;   // lines for people: question, answer, label
  std::string subject;              // "chunk 3 of 12" or "the whole text, 12 chunks"
  std::vector<Location> locations;  // as the bundle says; never proved
  std::vector<Check> checks;
  std::vector<std::string> not_proved;  // sentences, for people
  // How the answer was judged, where that is not the default: fields of the policy, the verifier.
  std::vector<std::string> judged_by;

  // The roots that checks have tied the bundle to, each with what it is.
  struct TiedRoot {
    std::string what;
    std::string root;
    std::string refusal = {};  // why nobody may rest on it here; empty: one may
  };
  std::vector<TiedRoot> roots;

  Outcome outcome() const;
  bool valid() const { return outcome() == Outcome::kValid; }
};

struct CheckOptions {
  std::optional<Hash256> trusted_root = {};    // the bundle must be tied to it
  std::optional<audit::VerifierKey> key = {};  // its log must be signed by it
};

inline constexpr std::uint64_t kMaxKeyFileBytes = 4096;

// From what a user gave: all 64 digits of a root, for trust is not in prefixes, and the text of a
// key's file; empty is none.
Result<CheckOptions> OptionsFor(std::string_view trusted_root, std::string_view key);

// Checks the text of a bundle file. Errors are for what is no bundle at all: not JSON, a member
// that stands twice, a field that is missing or of the wrong kind (kInvalidData), too large or deep
// (kLimitExceeded), an unknown format (kUnsupported). A bundle that can be read and does not hold
// is a report.
Result<CheckReport> CheckBundle(std::string_view file_text, const CheckOptions& options = {});

// The same for a bundle that is parsed already; who parsed it answers for members that stood twice.
Result<CheckReport> CheckBundleValue(const json::Value& bundle, const CheckOptions& options = {});

}  // namespace arborist::bundle
