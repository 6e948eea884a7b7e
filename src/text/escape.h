// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

// Texts of documents and models as people are shown them. Some characters have no picture and yet
// change what is read: they turn the direction of a line, drive a terminal, or hide letters. They
// are written out. web/src/lib/hidden.ts is the same rule for the page.
namespace arborist::text {

// Controls become \x1b; bidirectional controls and other characters without a picture \u{202E}.
// Joiners stay between letters of scripts that join and in emoji, a variation selector behind what
// it varies. Line feeds and tabs stay when keep_lines is set. Takes any bytes: those that are not
// UTF-8 are shown as \xff.
std::string EscapeForTerminal(std::string_view text, bool keep_lines);

// The same for a reader of a chat, where lines stay.
inline std::string ShowHidden(std::string_view text) { return EscapeForTerminal(text, true); }

// The same within the text of a JSON value, as JSON's own escapes: the value stays what it is.
std::string EscapeHiddenInJson(std::string_view json);

}  // namespace arborist::text
