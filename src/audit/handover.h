// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

#include "audit/signed_note.h"

namespace arborist::audit {

inline constexpr std::string_view kHandoverFormat = "arborist-handover-v1";

// FROZEN arborist-handover-v1: docs/format/checkpoint.md. One key of a log replaces another. Both
// keys sign it: the old one vouches for the new one, and the new one shows that it accepts, so a
// key cannot be claimed by a log whose owner does not have it.
struct Handover {
  VerifierKey older;
  VerifierKey newer;
};

// Precondition: both keys are named after the same origin and have different ids.
std::string SignHandover(const SigningKey& older, const SigningKey& newer);

// kInvalidData if it is no handover; kDoesNotHold if one of the keys has not signed it
// (other_signer, bad_signature) or they belong to different logs (other_origin).
Result<Handover> VerifyHandover(std::string_view file);

}  // namespace arborist::audit
