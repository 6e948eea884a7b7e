// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

// The result of a format reader: the text of a document and what a person needs to trust it: where
// each part of the text stood (anchors), and what was not read (report). Readers are pure functions
// from bytes to a Reading; they run on any thread, and hostile bytes cost bounded time, memory and
// stack.
namespace arborist::reading {

// The kinds of place that a text can have. The names are stored; kinds may be added.
enum class AnchorKind : std::uint8_t {
  kPage,       // of a PDF
  kSlide,      // of a presentation
  kNotes,      // the speaker's notes of a slide
  kSheet,      // of a workbook
  kRow,        // of a sheet or a CSV file
  kChapter,    // of a book
  kHeading,    // a section begins
  kParagraph,  // of a text document
  kLine,       // of plain text and code
  kMessage,    // of a conversation
  kPart,       // of an e-mail
  kNote,       // a comment, footnote, annotation, header or footer
  kField,      // a field of a form
  kQuoted,     // text of another message that this one repeats
  kSignature,  // behind "-- " in an e-mail
  kBranch,     // an abandoned branch of a conversation
};
std::string_view NameOf(AnchorKind kind);  // "page", "slide", ...

// The place of the text from `begin` to the next anchor of the same kind. One without a label only
// ends the place before it.
struct Anchor {
  std::uint64_t begin = 0;  // byte offset in Reading::text
  AnchorKind kind = AnchorKind::kPage;
  std::string label;     // for people: "page 12 (iv)", "Costs, row 17", "Introduction"
  std::string fragment;  // of a link, without '#': "page=12", "sheet=Costs&range=17:17"
  auto operator<=>(const Anchor&) const = default;
};

// The one list of words for how a reading ended.
enum class Verdict : std::uint8_t {
  kRead,
  kReadInPart,      // n of m units; the report says which and why
  kNoTextLayer,     // pages are images
  kUnreadableText,  // glyphs without characters
  kNeedsPassword,
  kDamaged,
  kOverLimit,
  kNotSupported,
  kEmpty,
};
std::string_view NameOf(Verdict verdict);  // "read", "read in part", "no text layer", ...

// Something that is in the source and not in the text.
struct LeftOut {
  std::string what;   // "deleted text (tracked changes)", "hidden sheet", "image"
  std::string where;  // "page 3", "sheet Costs"; empty: all over
  std::uint64_t count = 1;
  auto operator<=>(const LeftOut&) const = default;
};

struct Report {
  Verdict verdict = Verdict::kRead;
  std::string detail;     // "pages 12-209 are images"; empty if the verdict says it all
  std::string unit_name;  // plural: "pages", "slides", "rows"; empty: the format has no units
  std::uint64_t units = 0;
  std::uint64_t units_with_text = 0;
  std::vector<LeftOut> left_out;      // at most kMaxReportLines, the last says how many more
  std::vector<std::string> warnings;  // the same
  bool operator==(const Report&) const = default;
};
inline constexpr std::size_t kMaxReportLines = 100;

// Of places that a hostile text can have at every line, so many are noted.
inline constexpr std::size_t kMaxAnchors = 200'000;

// One line for people: "read in part: 113 of 311 pages have text; pages 12-209 are images".
std::string Describe(const Report& report);

// Adds to the entry of the same `what` and `where`, or appends one.
void LeaveOut(Report* report, std::string_view what, std::string_view where,
              std::uint64_t count = 1);
// Appends if there is room and the warning is new.
void Warn(Report* report, std::string_view warning);

// A document inside a document: an attachment, a message in a message. It is dispatched anew.
struct Child {
  std::string name;        // file name as given, untrusted; may be empty
  std::string fragment;    // its URI is that of the parent + '#' + this: "part=2.1"
  std::string media_type;  // as declared; content decides
  std::string bytes;
};

struct Reading {
  std::string title;                    // one line; empty: the source has none
  std::string text;                     // valid UTF-8, exactly what is stored and hashed; no NUL
  std::vector<std::string> links = {};  // absolute target URIs, sorted, without repeats
  std::string content_date = {};        // YYYY-MM-DD, when the source says so
  std::vector<Anchor> anchors = {};     // by begin
  Report report = {};
  std::vector<Child> children = {};
};

// What one input may cost. Beyond it the reading ends with Verdict::kOverLimit and the limit's
// name.
struct ReadingLimits {
  std::uint64_t max_input_bytes = std::uint64_t{256} << 20;
  std::uint64_t max_text_bytes = std::uint64_t{64} << 20;
  std::uint32_t max_entries = 20000;                             // of a container
  std::uint32_t max_depth = 3;                                   // of containers in containers
  std::uint64_t max_expansion_ratio = 1000;                      // of one entry
  std::uint64_t base_expanded_bytes = std::uint64_t{200} << 20;  // of a container in total,
  std::uint64_t expanded_per_byte = 100;                         // and so much per byte of it
  std::uint32_t max_xml_depth = 256;
  std::uint32_t max_xml_attributes = 1000;
  std::uint64_t max_cells = 5'000'000;
  std::uint32_t max_pages = 100'000;
  std::uint32_t max_parts = 10'000;  // of an e-mail
};

// The text of an HTML part (of a mail, a book): given to readers that meet HTML, so that they need
// not know who reads it.
struct HtmlPart {
  std::string title;
  std::string text;
  std::vector<std::string> links;
};
using HtmlReader = std::function<Result<HtmlPart>(std::string_view bytes, std::string_view charset,
                                                  std::string_view base_uri)>;

// A reader returns a Reading whose verdict says how it went; text is empty for every verdict but
// kRead and kReadInPart. It returns no error: what is wrong with the bytes is a verdict.

}  // namespace arborist::reading
