// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "markup/base.h"

namespace arborist::ingest {

// What a document is called, and how a title is written. Wording, in no hash.

// The first line of a prose text when it stands alone like a title: short, a blank line or a line
// of ===== below it, no full stop. Empty otherwise, and for source code, which the name tells.
std::string TitleOfText(std::string_view uri, std::string_view text);

// The heading with which a text begins, without its marks. Empty: it begins with something else.
std::string TitleOfMarkup(markup::Base base, std::string_view text);

// The last part of the URI as words: "file:///a/pump-manual_2.txt" is "pump manual 2". The endings
// of formats and of compressed files go, those of source code stay. Never empty for a URI that is
// not.
std::string TitleOfName(std::string_view uri);

// The title of a file that calls itself `own`, which may be empty: canonical, one line, else the
// name; of so many bytes at the most.
std::string TitleOfFile(std::string_view own, std::string_view uri, std::size_t max_bytes);

// A title as one line: runs of white space become one space, and so many bytes at the most.
std::string OneLine(std::string_view text, std::size_t max_bytes);

// A title that holds line ends or other control characters gets blanks in their place, runs of
// white space as one; whether it did. Titles stand in lines that others read, beside claims and in
// logs.
bool FoldTitle(std::string* title);

}  // namespace arborist::ingest
