// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string_view>

namespace arborist::rtf {

// What a control word does to the text. One that is not listed does nothing to it.
enum class Control : std::uint8_t {
  kUnknown,
  kText,         // stands for characters
  kBreak,        // ends a paragraph, line or row
  kCharset,      // ansi, mac, pc, pca: the code page of the document
  kCodePage,     // ansicpgN
  kDefaultFont,  // deffN
  kFont,         // fN
  kFontCharset,  // fcharsetN, in the font table
  kFontPage,     // cpgN, in the font table
  kUnicode,      // uN
  kUnicodeSkip,  // ucN
  kBinary,       // binN
  kHidden,       // v
  kDeleted,      // deleted
  kPlain,        // plain
  kUnicodeForm,  // upr: the first group inside is for old readers
  // Destinations: what the rest of the group is.
  kSkipped,
  kFonts,
  kInfo,
  kTitle,
  kRevised,
  kCreated,
  kYear,
  kMonth,
  kDay,
  kPicture,
  kObjectData,
  kFieldCode,
  kNote,
  kComment,
  kAuthor,    // of a comment
  kPageText,  // headers and footers
  kKept,      // marked as one to skip, and yet text or a home of text
};

struct ControlEntry {
  std::string_view word;
  Control control;
  std::string_view text = {};  // of kText and kBreak
};
ControlEntry ControlOf(std::string_view word);

}  // namespace arborist::rtf
