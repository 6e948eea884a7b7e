// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "ingest/formats/format.h"

namespace arborist::ingest {

// So much of the start tells what an origin is.
inline constexpr std::size_t kHeadBytes = std::size_t{64} << 10;

// Why no format reads an origin.
enum class Unreadable : std::uint8_t {
  kEmpty,
  kNotSupported,  // a document or an archive that is not read yet
  kNotText,       // an image, a program, ...
};

struct Detected {
  const Format* format = nullptr;  // null: none reads it
  Unreadable why = Unreadable::kEmpty;
  std::string_view what = {};  // it is, in a sentence: "an image"
};

// Why it was refused, as a reason of a skipped input.
std::string ReasonOf(const Detected& refused);

// By what an origin begins with (kHeadBytes, decompressed) first and by its name second. Source
// code is text. A guess of the reader to use, never a promise that the content is valid.
Detected Detect(std::string_view name, std::string_view head);

// The name of a file without folders, parted: "a.b.MD.gz" is "a.b" and "md". The ending is in lower
// case, and that of a compression is looked through; without one the stem is all.
struct FileName {
  std::string stem;
  std::string ending;
};
FileName SplitFileName(std::string_view name);

// Whether markup begins with this tag, given with its "<".
bool StartsWithTag(std::string_view markup, std::string_view tag);

}  // namespace arborist::ingest
