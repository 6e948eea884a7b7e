// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "reading/notes.h"
#include "store/shard/prepared_document.h"

namespace arborist::store {

// The event of a core's derivation.
inline constexpr std::string_view kCoreDerived = "core_derived";

// What the log binds of a location row, as one text: canonical JSON {extraction, source, title,
// uri}.
std::string LocationText(std::string_view uri, std::string_view title, std::string_view extraction,
                         const SourceHash& source);
std::string LocationText(const PreparedDocument& document);

// Canonical JSON of the sorted link targets, as the links table has it; and its sha256.
std::string LinksText(const std::vector<std::string>& sorted_links);
std::optional<std::vector<std::string>> ParseLinks(std::string_view text);
Hash256 HashLinks(const std::vector<std::string>& sorted_links);

// What the log binds of the notes of a reading: sha256 of canonical JSON
// {"anchors":{"count","root"}, "origin", "report"}, root being the Merkle root over the anchors, so
// that one anchor can be proved alone. FROZEN: docs/format/reading.md.
Hash256 HashNotes(const reading::Notes& notes);
PreparedNotes PrepareNotes(const reading::Notes& notes);

// What the event of a location holds beside the text: "links" and "reading", each only where there
// are some.
std::map<std::string, Hash256> HashesBesideText(const PreparedDocument& document);

// What an event about a location binds of the revision found there: sha256 of the raw text, and
// where there is more than one chunk, the root over the raw slices.
inline constexpr std::string_view kTextBinding = "text";
inline constexpr std::string_view kSlicesBinding = "slices";
inline constexpr std::string_view kReadingBinding = "reading";    // HashNotes
inline constexpr std::string_view kDocumentBinding = "document";  // HashDescriptor

}  // namespace arborist::store
