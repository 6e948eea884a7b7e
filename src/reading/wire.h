// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "reading/reading.h"

// How a Reading goes from the program that reads hostile files to the one that asked for it: the
// length of a header in four bytes, the most significant first; the header, canonical JSON with
// everything but the text and the bytes of the children, whose lengths it states; the text; the
// children's bytes in order. Nothing stands behind them, so a stream that was cut is seen.
namespace arborist::reading {

// What the receiver takes, whatever the sender says.
struct WireLimits {
  std::uint64_t max_header_bytes = std::uint64_t{64} << 20;
  std::uint64_t max_text_bytes = std::uint64_t{64} << 20;
  std::uint64_t max_child_bytes = std::uint64_t{512} << 20;  // of all children together
  std::size_t max_children = 20000;
  std::size_t max_anchors = 5'000'000;
  std::size_t max_links = 20000;
  std::size_t max_string_bytes = 65536;  // of a title, label, name, reason

  // The longest stream that can be taken.
  std::uint64_t total() const { return 4 + max_header_bytes + max_text_bytes + max_child_bytes; }
};

std::string EncodeReading(const Reading& reading);

// The sender read hostile bytes and may have been taken over by them, so nothing is believed: text
// and strings are valid UTF-8 without NUL, a title is one line, anchors are in order and stand in
// the text, links are sorted without repeats, a date is a date, and there is text only where the
// verdict says so. kInvalidData or kLimitExceeded, with the field.
Result<Reading> DecodeReading(std::string_view bytes, const WireLimits& limits = {});

}  // namespace arborist::reading
