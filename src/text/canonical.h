// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

namespace arborist::text {

// FROZEN norm-v1: docs/format/text.md; a change is norm-v2.
inline constexpr std::string_view kCanonicalizationVersion = "norm-v1";

// Unicode NFC. Code points that Unicode 15.0 does not assign, and lone surrogates, pass unchanged.
std::string Nfc(std::string_view text);
// False: sure to be its own NFC. Fast; true says little.
bool MayNeedNfc(std::string_view text);

// norm-v1: NFC, whitespace runs to one space, both ends stripped.
std::string Canonicalize(std::string_view text);
void CanonicalizeTo(std::string_view text, std::string* out);  // reuses the buffer

// Whitespace runs to one space, both ends stripped: the second half of norm-v1.
void CollapseWhitespaceTo(std::string_view text, std::string* out);

// norm-v1, then lower case, in one pass where the text is in NFC: what substring tests compare.
std::string CanonicalLower(std::string_view text);

// Python's str.lower(): full mappings, final sigma, no locale.
std::string ToLower(std::string_view text);

}  // namespace arborist::text
