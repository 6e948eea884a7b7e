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
  kSkipped,     // needs something that the bundle leaves out on purpose
  kNotChecked,  // an unknown version name, or an earlier check left nothing to do
};

struct Check {
  std::string name;
  CheckState state = CheckState::kNotChecked;
  std::string detail;  // what was compared; of a failure its code, then why
};

enum class Outcome : std::uint8_t {
  kValid,
  kRefused,     // at least one check failed
  kNotChecked,  // none failed, but not all could be made
};

// The result of checking a bundle. The checks of a kind of bundle always come in the same order:
//   passage: format, versions, text_hash, leaf_hash, proof_shape, root, consistency, chunk_rule;
//     newer form: revision
//   document: format, versions, text_hash, chunk_rule, leaf_hashes, root, consistency
//   record: format, versions, chunk_proofs, chunk_rule, spans, sources, question_hash, policy,
//     model, messages, cache_key, answer, verdict, citations, run_dag, record, parts, event,
//     log_place, consistency (citations and parts from record-v2 on)
//   core: format, versions, text_hash, core_text, derivation, source_proofs, chunk_rule, surface,
//     distilled
//   snapshot: format, versions, leaf_hashes, member, event, log_place, consistency
//   event: format, event, log_place
//   two checkpoints: format, old_checkpoint, new_checkpoint, consistency
// A passage, document or core with a log has event and log_place at its end. shard_head and
// checkpoint follow log_place where the bundle has them. trusted_root comes last, if one was given.
struct VerifyReport {
  std::string format;
  std::string document_root;        // as stated; empty for a record
  std::string cache_key;            // of a record
  std::string claim;                // what holds if every check holds
  std::vector<std::string> shown;   // lines for people: question, answer, label
  std::string subject;              // "chunk 3 of 12" or "the whole text, 12 chunks"
  std::vector<Location> locations;  // as stated; never proved
  std::vector<Check> checks;
  std::vector<std::string> not_proved;  // sentences, for people
  // Sentences on how the answer was judged where that is not the default: policy fields, verifier.
  std::vector<std::string> judged_by;

  // The roots to which checks have tied the bundle, each with a description.
  struct TiedRoot {
    std::string what;
    std::string root;
    std::string refusal = {};  // why nobody may rely on it here; empty: one may
  };
  std::vector<TiedRoot> roots;

  Outcome outcome() const;
  bool valid() const { return outcome() == Outcome::kValid; }
};

struct VerifyOptions {
  std::optional<Hash256> trusted_root = {};    // the bundle must be tied to this root
  std::optional<audit::VerifierKey> key = {};  // its log must be signed by this key
};

inline constexpr std::uint64_t kMaxKeyFileBytes = 4096;

// Reads the options of a user: all 64 digits of a root (a prefix is not trusted), and the text of a
// key file. Empty: none. kInvalidArgument for anything else.
Result<VerifyOptions> OptionsFor(std::string_view trusted_root, std::string_view key);

// `arborist verify`: checks the text of a bundle file. Errors are for files that are no bundle: not
// JSON, a member twice, a field missing or of the wrong type (kInvalidData), too large or too deep
// (kLimitExceeded), an unknown format (kUnsupported). A bundle that can be read but does not hold
// is a report with failed checks, not an error. Pure: no store, network, clock.
Result<VerifyReport> VerifyBundle(std::string_view file_text, const VerifyOptions& options = {});

// The same for a parsed bundle. The parser must have refused members that occur twice
// (unique_keys).
Result<VerifyReport> VerifyBundleValue(const json::Value& bundle,
                                       const VerifyOptions& options = {});

}  // namespace arborist::bundle
