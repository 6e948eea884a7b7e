// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

namespace arborist::ingest {

// What a file is called that has no title of its own. Wording, in no hash.

// The first line of a prose text when it stands alone like a title: short, a blank line or a line
// of ===== below it, no full stop. Empty otherwise, and for source code, which the name tells.
std::string TitleOfText(std::string_view uri, std::string_view text);

// The last part of the URI as words: "file:///a/pump-manual_2.txt" is "pump manual 2". The endings
// of prose and of compressed files go, those of source code stay. Never empty for a URI that is
// not.
std::string TitleOfName(std::string_view uri);

}  // namespace arborist::ingest
