// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

namespace arborist::mail {

// What a Content-Transfer-Encoding made of the bytes of a part, undone. These never fail: what is
// not of the encoding is passed over (base64) or kept (quoted-printable). Linear.
std::string FromBase64Lines(std::string_view text);
std::string FromQuotedPrintable(std::string_view text);
// The lines between "begin 644 name" and "end".
std::string FromUuencodedLines(std::string_view lines);

// Undoes the encoding that the field names; one that is not known is taken as none.
std::string DecodeTransfer(std::string_view body, std::string_view encoding);

// Whether such lines could be uuencoded: the first character tells the length of the rest.
bool IsUuencodedLine(std::string_view line);

// "begin 644 name": the name; empty: it is no such line.
std::string_view UuencodedName(std::string_view line);

}  // namespace arborist::mail
