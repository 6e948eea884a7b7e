// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

#include "base/hash256.h"

namespace arborist {

// RFC 4648, section 4: the standard alphabet, with padding.
std::string ToBase64(Bytes bytes);
// Exactly what ToBase64 writes: no white space, no missing padding, no stray bits, so that equal
// bytes are equal strings.
Result<std::string> FromBase64(std::string_view text);

}  // namespace arborist
