// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace arborist::text {

// Decimal numbers as their digits, of any length and exact. FROZEN with lexical-v2 and lexical-v3,
// which compare numbers so.

// Digits, with at most one point among them.
bool IsDecimalNumber(std::string_view value);

// Without leading zeros and closing decimal zeros. What is no decimal stays as it is.
std::string TrimDecimal(std::string value);

// The decimal times ten to that power, trimmed.
std::string ShiftDecimal(std::string value, std::size_t power);

}  // namespace arborist::text
