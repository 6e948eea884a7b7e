// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "audit/signed_note.h"
#include "base/hash256.h"

namespace arborist::audit {

// FROZEN checkpoint: docs/format/checkpoint.md, after c2sp.org/tlog-checkpoint. The tree of a log
// at one moment: which log, how many events, which root.
struct Checkpoint {
  std::string origin;
  std::uint64_t size = 0;
  Hash256 root;
  std::vector<std::string> extensions;  // lines that others may add; ours have none
  bool operator==(const Checkpoint&) const = default;
};

// "arborist/" and the id of the log. Two logs never share an origin, and a key signs for one only.
std::string OriginOf(const Hash256& log);

std::string ToText(const Checkpoint& checkpoint);
// Reads the text of a note. kInvalidData for anything that ToText would not write.
Result<Checkpoint> ParseCheckpoint(std::string_view text);

// The checkpoint as a signed note. Precondition: the name of the key is the origin.
std::string SignCheckpoint(const Checkpoint& checkpoint, const SigningKey& key);

// Reads a checkpoint from outside. ReadCheckpoint checks only the form; VerifyCheckpoint also that
// this key signed it and belongs to the log it names (other_signer, bad_signature, other_origin).
Result<Checkpoint> ReadCheckpoint(std::string_view file);
Result<Checkpoint> VerifyCheckpoint(std::string_view file, const VerifierKey& key);

}  // namespace arborist::audit
