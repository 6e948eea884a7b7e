// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// How titles and texts of documents are written beside claims and above passages. Both are bytes
// that somebody else chose: a title that holds a line feed could otherwise write a claim of its
// own.
namespace arborist::evidence {

// FROZEN, each under its name: docs/format/evidence.md.
enum class Rendering : std::uint8_t {
  kReferenceV98,  // as they are
  kOneLineV1,     // on one line, without the marks that end a label or an excerpt
  kOneLineV2,     // the same; the excerpt under a claim is the place that states it
};
std::string_view Name(Rendering rendering);  // reference-v9.8, one-line-v1, one-line-v2
inline bool IsOneLine(Rendering rendering) { return rendering != Rendering::kReferenceV98; }
std::optional<Rendering> RenderingFromName(std::string_view name);

// one-line-v1 and one-line-v2 of each part. All of them are linear, and none is longer than what it
// is given, but for a passage's backslashes.
//
// A label, a role or an id: runs of white space as one space, none at the ends, no control and no
// bidi control, [ ] as ( ), " as ', | as /, and no more than two = together.
std::string LabelOnOneLine(std::string_view label);
// An excerpt: the same, but | and = stay.
std::string ExcerptOnOneLine(std::string_view excerpt);
// A claim: white space and controls as above; a [ before E and a digit is a (.
std::string ClaimOnOneLine(std::string_view claim);
// A passage in a prompt: a line that begins like a header, with ===, has a backslash before it.
std::string WithoutHeaders(std::string_view span);

}  // namespace arborist::evidence
