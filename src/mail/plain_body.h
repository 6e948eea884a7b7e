// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace arborist::mail {

// Whether a plain text is to be joined to paragraphs (RFC 3676).
enum class Flow : std::uint8_t { kFixed, kFlowed, kFlowedDelSp };

struct PlainBody {
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  struct File {
    std::string name;
    std::string bytes;
  };
  std::string text;           // lines end with LF; none at the start and the end is empty
  std::vector<Range> quoted;  // lines with ">", and what stands behind "-----Original Message-----"
  std::size_t signature = std::string::npos;  // where it begins
  std::vector<File> files;                    // uuencoded in the text
  std::size_t encrypted = 0;                  // blocks of PGP that are left out
  std::size_t pgp_signatures = 0;
  std::size_t pgp_keys = 0;
  std::size_t base64_lines = 0;
};

// The text of a text/plain part without what is no prose. `text` is valid UTF-8. Linear.
PlainBody CleanPlain(std::string_view text, Flow flow);

// Words as white space parts them, of which at least one character is a letter or digit.
std::size_t CountWords(std::string_view text);
// The same of an HTML part, without parsing it; at least as many as its text has.
std::size_t CountWordsOfHtml(std::string_view html);

// text/calendar for people: summary, description, place, times and persons of each event.
std::string CalendarText(std::string_view text);

}  // namespace arborist::mail
