// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace arborist::tabular {

// How a quote is written inside quotes: "" (RFC 4180) or \".
enum class Escape : std::uint8_t { kDoubled, kBackslash };

struct Dialect {
  char delimiter = ',';
  Escape escape = Escape::kDoubled;
  bool operator==(const Dialect&) const = default;
};

// Whether a quoted field may hold line breaks.
enum class Lines : std::uint8_t { kMany, kOne };
// Whether more bytes may follow the text.
enum class Source : std::uint8_t { kGoesOn, kAtEnd };

enum class Parsed : std::uint8_t {
  kRecord,
  kNeedsMore,
  kUnclosed,  // a quote opens that nothing closes within kMaxFieldBytes or the text
};

inline constexpr std::size_t kMaxFieldBytes = std::size_t{1} << 20;

// Reads the record at the start of the text, which is not empty, into `fields`, and says in `used`
// how long it is with its line end. A quote inside a field closes it only before a delimiter or a
// line end; else it is a character. With Lines::kOne it always succeeds once there is a line end.
// Linear.
Parsed ParseRecord(std::string_view text, Source source, const Dialect& dialect, Lines lines,
                   std::vector<std::string>* fields, std::size_t* used);

}  // namespace arborist::tabular
