// SPDX-License-Identifier: AGPL-3.0-only
// Refuses invalid UTF-8 and control characters other than white space, in C0, DEL and C1. A
// terminal escape sequence that was pasted into a question would otherwise reach prompts, keys and
// records, and from there other people's terminals.
#include "ask/plain_text.h"

#include <string>

#include "text/scan.h"
#include "text/utf8.h"

namespace arborist::ask {

Status CheckText(std::string_view what, std::string_view text) {
  if (const std::size_t bad = text::FindInvalidUtf8(text); bad != std::string_view::npos) {
    return Fail(ErrorCode::kInvalidArgument, std::string(what) + " is not UTF-8 (byte " +
                                                 std::to_string(bad) +
                                                 "); check the encoding of your terminal or file");
  }
  for (std::size_t pos = 0; pos < text.size();) {
    const char32_t c = text::Decode(text, &pos);
    const bool is_control = c < 0x20 || (c >= 0x7F && c < 0xA0);
    if (!is_control || text::IsWhitespace(c)) continue;
    return Fail(ErrorCode::kInvalidArgument, std::string(what) +
                                                 " holds a control character (before byte " +
                                                 std::to_string(pos) + "); leave it out");
  }
  return {};
}

}  // namespace arborist::ask
