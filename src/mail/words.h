// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

namespace arborist::mail {

// A header value for people: unfolded, encoded words (RFC 2047) decoded, those that stand together
// joined before, for mailers cut characters in two; raw 8-bit bytes as UTF-8 or windows-1252. One
// line of valid UTF-8 without control characters. Linear.
std::string DecodeWords(std::string_view value);

}  // namespace arborist::mail
