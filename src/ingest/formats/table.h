// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/formats/format.h"

namespace arborist::ingest {

// Every input format, in the order in which they are listed. Whatever lists formats reads this.
std::span<const Format> Formats();

// That of text which nothing else recognises.
const Format& PlainText();

// Null: there is none.
const Format* FormatNamed(std::string_view name);
const Format* FormatOfExtraction(std::string_view extraction);
const Format* FormatOfMediaType(std::string_view media_type);
const Format* FormatOfEnding(std::string_view ending);

// The media types of all formats, for an upload.
std::vector<std::string> MediaTypes();

}  // namespace arborist::ingest
