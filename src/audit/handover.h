// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

#include "audit/signed_note.h"

namespace arborist::audit {

inline constexpr std::string_view kHandoverFormat = "arborist-handover-v1";

// FROZEN arborist-handover-v1: docs/format/checkpoint.md. One key of a log takes over from another.
// Signed by both: who trusts either knows the other by it.
struct Handover {
  VerifierKey older;
  VerifierKey newer;
};

// Precondition: both are named after the same origin, and their ids differ.
std::string SignHandover(const SigningKey& older, const SigningKey& newer);

// kInvalidData for what is no handover; kDoesNotHold when one of the two has not signed it
// (other_signer, bad_signature) or they are keys of different logs (other_origin).
Result<Handover> VerifyHandover(std::string_view file);

}  // namespace arborist::audit
