// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "crypto/ed25519.h"

namespace arborist::audit {

// Signed notes after the C2SP specification (c2sp.org/signed-note), with Ed25519 signatures:
// docs/format/checkpoint.md.

inline constexpr std::size_t kMaxNoteBytes = std::size_t{1} << 20;
inline constexpr std::size_t kMaxNoteSignatures = 100;

// The first four bytes of sha256(name | 0x0A | 0x01 | public key).
using KeyId = std::array<std::uint8_t, 4>;

// A verifier key, "name+hexid+base64". Names have no space and no plus.
struct VerifierKey {
  std::string name;
  KeyId id{};
  crypto::Ed25519PublicKey key{};

  // One line, with or without a line feed. Refuses an id that is not that of name and key, an
  // algorithm other than Ed25519, and a key of small order.
  static Result<VerifierKey> Parse(std::string_view text);
  std::string ToText() const;
};

// The secret key. Its text, "PRIVATE+KEY+name+hexid+base64", belongs into a file that only its
// owner can read.
class SigningKey {
 public:
  static SigningKey Generate(std::string_view name);
  // Errors never repeat any of the text.
  static Result<SigningKey> Parse(std::string_view text);

  const VerifierKey& verifier() const { return verifier_; }
  crypto::Ed25519Signature Sign(std::string_view text) const { return secret_.Sign(text); }
  std::string SecretText() const;  // the caller must wipe it

 private:
  SigningKey(std::string_view name, crypto::Ed25519SecretKey secret);

  crypto::Ed25519SecretKey secret_;
  VerifierKey verifier_;
};

struct NoteSignature {
  std::string name;
  KeyId id{};
  std::string bytes;
  bool operator==(const NoteSignature&) const = default;
};

struct SignedNote {
  std::string text;  // lines; the last one ends with a line feed too
  std::vector<NoteSignature> signatures;
  bool operator==(const SignedNote&) const = default;
};

// Reads the one spelling of a note: text, an empty line, a line for each signature. kInvalidData
// for any other, kLimitExceeded beyond the limits.
Result<SignedNote> ParseNote(std::string_view file);
std::string ToFileText(const SignedNote& note);

SignedNote SignNote(std::string_view text, const SigningKey& key);

// Whether this key signed the note. Signatures of other keys are ignored. Refusals by name:
// other_signer, bad_signature.
Status VerifyNote(const SignedNote& note, const VerifierKey& key);

}  // namespace arborist::audit
