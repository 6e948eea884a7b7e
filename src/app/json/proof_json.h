// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>

#include "app/proof_service.h"
#include "bundle/verify.h"
#include "json/value.h"

namespace arborist::app {

// What a bundle is of, without it: the fields that name it, as `prove -o FILE` shows them beside
// format, file and bytes.
json::Object ToJson(const Proof& proof);

// For agents: {format, bytes, valid, checks, not_proved} and the key or root.
json::Object ProofJson(const Proof& proof, const bundle::VerifyReport& report, std::size_t bytes);

}  // namespace arborist::app
