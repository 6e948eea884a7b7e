// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "reading/reading.h"

namespace arborist::office {

// Gathers the text of a document with its anchors, links and report. Between two pieces of text
// stands a gap: asked for before, it is written only when text follows, and the larger of two wins.
// Text is cleaned on its way: valid UTF-8 without control characters other than tab and line feed,
// without soft hyphens and byte-order marks. Beyond max_text_bytes no more is taken.
class Writer {
 public:
  explicit Writer(const reading::ReadingLimits& limits) : max_bytes_(limits.max_text_bytes) {}

  void Text(std::string_view text);
  void AskLine() { gap_ = std::max(gap_, std::uint8_t{1}); }       // a line feed
  void AskParagraph() { gap_ = std::max(gap_, std::uint8_t{2}); }  // an empty line
  // A block of its own, if it has more than white space; white space around it is dropped.
  void Paragraph(std::string_view text);
  void Line(std::string_view text);

  // The place of the text that comes next. One of the same kind that got no text is forgotten.
  void Anchor(reading::AnchorKind kind, std::string label, std::string fragment);
  // The place of this kind ends here.
  void EndAnchor(reading::AnchorKind kind);
  void ForgetAnchors(reading::AnchorKind kind);
  void Link(std::string_view target);  // kept if it is absolute

  std::uint64_t size() const { return reading_.text.size(); }
  bool is_full() const { return full_; }
  reading::Report& report() { return reading_.report; }
  void set_title(std::string_view title);  // the first one that is not empty counts
  void set_content_date(std::string_view date);
  bool has_title() const { return !reading_.title.empty(); }

  // A part could not be read: its reason, and whether it was a limit.
  void Damage(std::string_view part, const Error& error);

  // Settles the verdict: over a limit, damaged without text, read in part, empty or read.
  reading::Reading Finish() &&;

 private:
  void Place();

  const std::uint64_t max_bytes_;
  reading::Reading reading_;
  std::set<std::string, std::less<>> links_;
  std::vector<reading::Anchor> waiting_;
  std::uint8_t gap_ = 0;
  bool full_ = false;
  std::string damage_;  // the first one
  bool over_limit_ = false;
};

// White space around it dropped, runs of it inside made one space.
std::string OneLine(std::string_view text);

// A character from U+0020 of a private use font (Symbol, Wingdings) as Unicode where that is known,
// else U+FFFD.
void AppendSymbol(std::string* out, std::string_view font, std::uint32_t code);

// A label of an anchor: one line of at most 100 characters.
std::string Label(std::string_view text);

// A reading that has no text, and why.
reading::Reading NoReading(reading::Verdict verdict, std::string detail);
// The same for an error of a container: a limit or damage.
reading::Reading NoReading(const Error& error);

}  // namespace arborist::office
