// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// How titles and texts of documents are written beside claims and above passages. Both are chosen
// by others: a title with a line feed could otherwise write a claim of its own.
namespace arborist::evidence {

// FROZEN, each under its name: docs/format/evidence.md.
enum class Rendering : std::uint8_t {
  kReferenceV98,  // unchanged
  kOneLineV1,     // on one line, without the marks that end a label or excerpt
  kOneLineV2,     // the same; the excerpt is the place that states the claim
};
std::string_view Name(Rendering rendering);  // reference-v9.8, one-line-v1, one-line-v2
inline bool IsOneLine(Rendering rendering) { return rendering != Rendering::kReferenceV98; }
std::optional<Rendering> RenderingFromName(std::string_view name);

// one-line-v1 and one-line-v2 of each part. All are linear, and none grows, except for the
// backslashes of a passage.
//
// A label, role or id: white space collapsed and stripped, no controls or bidi controls, [ ] become
// ( ), " becomes ', | becomes /, and at most two = in a row stay.
std::string LabelOnOneLine(std::string_view label);
// An excerpt: the same, but | and = stay.
std::string ExcerptOnOneLine(std::string_view excerpt);
// A claim: white space and controls as above; a [ before E and a digit becomes (.
std::string ClaimOnOneLine(std::string_view claim);
// A passage in a prompt: a line that begins like a header (===) gets a backslash before it.
std::string WithoutHeaders(std::string_view span);

}  // namespace arborist::evidence
