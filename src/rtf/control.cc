// SPDX-License-Identifier: AGPL-3.0-only
// The control words of RTF 1.9.1 that decide what is text. Sorted, so that a lookup is a search in
// halves.
#include "rtf/control.h"

#include <algorithm>
#include <array>

namespace arborist::rtf {

namespace {

constexpr auto kControls = std::to_array<ControlEntry>({
    {"aftncn", Control::kSkipped},
    {"aftnsep", Control::kSkipped},
    {"aftnsepc", Control::kSkipped},
    {"annotation", Control::kComment},
    {"ansi", Control::kCharset},
    {"ansicpg", Control::kCodePage},
    {"atnauthor", Control::kAuthor},
    {"bin", Control::kBinary},
    {"bkmkend", Control::kSkipped},
    {"bkmkstart", Control::kSkipped},
    {"blipuid", Control::kSkipped},
    {"bullet", Control::kText, "•"},
    {"cell", Control::kText, "\t"},
    {"colortbl", Control::kSkipped},
    {"column", Control::kBreak, "\n"},
    {"cpg", Control::kFontPage},
    {"creatim", Control::kCreated},
    {"datastore", Control::kSkipped},
    {"deff", Control::kDefaultFont},
    {"deleted", Control::kDeleted},
    {"do", Control::kKept},
    {"dy", Control::kDay},
    {"emdash", Control::kText, "—"},
    {"emspace", Control::kText, " "},
    {"endash", Control::kText, "–"},
    {"enspace", Control::kText, " "},
    {"f", Control::kFont},
    {"fcharset", Control::kFontCharset},
    {"ffdeftext", Control::kSkipped},
    {"fldinst", Control::kFieldCode},
    {"fonttbl", Control::kFonts},
    {"footer", Control::kPageText},
    {"footerf", Control::kPageText},
    {"footerl", Control::kPageText},
    {"footerr", Control::kPageText},
    {"footnote", Control::kNote},
    {"formfield", Control::kSkipped},
    {"ftncn", Control::kSkipped},
    {"ftnsep", Control::kSkipped},
    {"ftnsepc", Control::kSkipped},
    {"header", Control::kPageText},
    {"headerf", Control::kPageText},
    {"headerl", Control::kPageText},
    {"headerr", Control::kPageText},
    {"info", Control::kInfo},
    {"latentstyles", Control::kSkipped},
    {"ldblquote", Control::kText, "“"},
    {"line", Control::kBreak, "\n"},
    {"listoverridetable", Control::kSkipped},
    {"listtable", Control::kSkipped},
    {"lquote", Control::kText, "‘"},
    {"mac", Control::kCharset},
    {"mmathPr", Control::kSkipped},
    {"mo", Control::kMonth},
    {"moMath", Control::kKept},
    {"moMathPara", Control::kKept},
    {"nestcell", Control::kText, "\t"},
    {"nestrow", Control::kBreak, "\n"},
    {"nesttableprops", Control::kKept},
    {"nonesttables", Control::kSkipped},
    {"nonshppict", Control::kSkipped},
    {"objclass", Control::kSkipped},
    {"objdata", Control::kObjectData},
    {"objname", Control::kSkipped},
    {"page", Control::kBreak, "\n"},
    {"par", Control::kBreak, "\n"},
    {"pc", Control::kCharset},
    {"pca", Control::kCharset},
    {"pict", Control::kPicture},
    {"plain", Control::kPlain},
    {"pntxta", Control::kSkipped},
    {"pntxtb", Control::kSkipped},
    {"qmspace", Control::kText, " "},
    {"rdblquote", Control::kText, "”"},
    {"revtbl", Control::kSkipped},
    {"revtim", Control::kRevised},
    {"row", Control::kBreak, "\n"},
    {"rquote", Control::kText, "’"},
    {"rsidtbl", Control::kSkipped},
    {"sect", Control::kBreak, "\n"},
    {"shpinst", Control::kKept},
    {"shppict", Control::kKept},
    {"shprslt", Control::kSkipped},
    {"sp", Control::kSkipped},
    {"stylesheet", Control::kSkipped},
    {"tab", Control::kText, "\t"},
    {"tc", Control::kSkipped},
    {"tcn", Control::kSkipped},
    {"template", Control::kSkipped},
    {"themedata", Control::kSkipped},
    {"title", Control::kTitle},
    {"u", Control::kUnicode},
    {"uc", Control::kUnicodeSkip},
    {"ud", Control::kKept},
    {"upr", Control::kUnicodeForm},
    {"v", Control::kHidden},
    {"xe", Control::kSkipped},
    {"yr", Control::kYear},
});
static_assert(std::ranges::is_sorted(kControls, {}, &ControlEntry::word));

}  // namespace

ControlEntry ControlOf(std::string_view word) {
  const auto* const at = std::ranges::lower_bound(kControls, word, {}, &ControlEntry::word);
  return at != kControls.end() && at->word == word ? *at : ControlEntry{word, Control::kUnknown};
}

}  // namespace arborist::rtf
