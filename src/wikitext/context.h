// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>

// The state of a frame of the parser: the constructs that it is in, one bit each.
namespace arborist::wikitext {

using Context = std::uint64_t;

inline constexpr Context Bit(int n) { return Context{1} << n; }

inline constexpr Context kTemplateName = Bit(0);
inline constexpr Context kTemplateKey = Bit(1);  // a parameter before its '='
inline constexpr Context kTemplateValue = Bit(2);
inline constexpr Context kArgumentName = Bit(3);
inline constexpr Context kArgumentDefault = Bit(4);
inline constexpr Context kLinkTitle = Bit(5);
inline constexpr Context kLinkLabel = Bit(6);
inline constexpr Context kUri = Bit(7);
inline constexpr Context kUriLabel = Bit(8);
inline constexpr Context kHeadingLevel1 = Bit(9);  // levels 2 to 6 follow
inline constexpr Context kTagOpen = Bit(15);
inline constexpr Context kTagAttribute = Bit(16);
inline constexpr Context kTagBody = Bit(17);
inline constexpr Context kTagClose = Bit(18);
inline constexpr Context kItalics = Bit(19);
inline constexpr Context kBold = Bit(20);
inline constexpr Context kItalicsTryAgain =
    Bit(21);  // bold inside did not end: ''' may be ' and ''
inline constexpr Context kItalicsSecondTry = Bit(22);
inline constexpr Context kTerm = Bit(23);  // after ';' at the start of a line

// The characters that may come next, in names and titles.
inline constexpr Context kHasText = Bit(24);
inline constexpr Context kFailOnText = Bit(25);
inline constexpr Context kFailNext = Bit(26);
inline constexpr Context kFailOnOpenBrace = Bit(27);
inline constexpr Context kFailOnCloseBrace = Bit(28);
inline constexpr Context kFailOnEquals = Bit(29);
inline constexpr Context kHasTemplate = Bit(30);

inline constexpr Context kTable = Bit(31);
inline constexpr Context kCell = Bit(32);
// The text read of the cell so far may be its attributes.
inline constexpr Context kCellStyle = Bit(33);
inline constexpr Context kRow = Bit(34);
inline constexpr Context kDataLine = Bit(35);    // a line of '|' cells
inline constexpr Context kHeaderLine = Bit(36);  // a line of '!' cells

inline constexpr Context kTemplate = kTemplateName | kTemplateKey | kTemplateValue;
inline constexpr Context kArgument = kArgumentName | kArgumentDefault;
inline constexpr Context kLink = kLinkTitle | kLinkLabel;
inline constexpr Context kHeading = kHeadingLevel1 * 0x3F;
inline constexpr Context kTag = kTagOpen | kTagAttribute | kTagBody | kTagClose;
inline constexpr Context kStyle = kItalics | kBold | kItalicsTryAgain | kItalicsSecondTry;
inline constexpr Context kCellLine = kCellStyle | kDataLine | kHeaderLine;

// Frames that fail at the end of the input.
inline constexpr Context kMustEnd =
    kTemplate | kArgument | kLink | kUriLabel | kHeading | kTag | kStyle | kTable;
// Frames in which not every character is allowed: MayStandHere decides.
inline constexpr Context kChecked =
    kTemplateName | kLinkTitle | kUriLabel | kTemplateKey | kArgumentName;
// Frames that fail together with the one below.
inline constexpr Context kFailsWithParent = kTemplateKey | kTagClose | kRow;
inline constexpr Context kNoLinks = kTemplateName | kArgumentName | kLinkTitle | kUri;
inline constexpr Context kNoUris = kTemplateName | kArgumentName | kLinkTitle | kUri | kUriLabel;

}  // namespace arborist::wikitext
