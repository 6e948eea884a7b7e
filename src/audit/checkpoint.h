// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "audit/signed_note.h"
#include "base/hash256.h"

namespace arborist::audit {

// FROZEN checkpoint: docs/format/checkpoint.md, after c2sp.org/tlog-checkpoint.
// A log's tree at one moment: whose log, how many events, which root.
struct Checkpoint {
  std::string origin;
  std::uint64_t size = 0;
  Hash256 root;
  std::vector<std::string> extensions;  // lines that others may add; ours have none
  bool operator==(const Checkpoint&) const = default;
};

// "arborist/" and the log's id: two logs never share an origin, and a key signs for one alone.
std::string OriginOf(const Hash256& log);

std::string ToText(const Checkpoint& checkpoint);
// Reads the text of a note. kInvalidData for anything that ToText would not write.
Result<Checkpoint> ParseCheckpoint(std::string_view text);

// The same, signed. Precondition: the key is named after the origin.
std::string SignCheckpoint(const Checkpoint& checkpoint, const SigningKey& key);

// A checkpoint from outside. Without a key only its form is checked; with one also that this key
// has signed it, and that it is a key of the log it speaks of (other_signer, bad_signature,
// other_origin).
Result<Checkpoint> ReadCheckpoint(std::string_view file);
Result<Checkpoint> VerifyCheckpoint(std::string_view file, const VerifierKey& key);

}  // namespace arborist::audit
