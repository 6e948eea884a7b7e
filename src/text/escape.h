// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

// Texts of documents and models as people see them. Some characters have no picture and still
// change what is read: they turn the direction of a line, control a terminal, or hide letters. They
// are written out. web/src/lib/hidden.ts has the same rule for the page.
namespace arborist::text {

// Controls become \x1b; bidi controls and other characters without a picture become \u{202E}.
// Joiners stay between letters of scripts that join and in emoji, variation selectors behind what
// they vary. Line feeds and tabs stay if keep_lines is set. Accepts any bytes: those that are not
// UTF-8 become \xff.
std::string EscapeForTerminal(std::string_view text, bool keep_lines);

// The same for a chat, where lines stay.
inline std::string ShowHidden(std::string_view text) { return EscapeForTerminal(text, true); }

// The same inside the text of a JSON value, as JSON escapes: the value does not change.
std::string EscapeHiddenInJson(std::string_view json);

}  // namespace arborist::text
