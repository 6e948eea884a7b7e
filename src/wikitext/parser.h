// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "wikitext/base.h"
#include "wikitext/context.h"

namespace arborist::wikitext {

// Reads wikitext with the decisions of mwparserfromhell 0.6.4 and writes what each construct shows
// into one buffer; there is no tree. A construct is tried in a frame of its own: if it does not
// end, its output is cut off again and its first characters are text. Used once: construct, Run,
// work. The text must outlive it.
class Parser {
 public:
  explicit Parser(std::string_view text);

  std::string Run();
  Work work() const { return {steps_, steps_ > limit_}; }

 private:
  // A construct that is being read. Its output starts at `begin` in output_.
  struct Frame {
    Context context = 0;
    std::size_t head = 0;  // with opened_as: the attempt
    Context opened_as = 0;
    std::size_t begin = 0;
    std::size_t run_begin = 0;  // start of the text since the last construct inside
    bool has_constructs = false;
    std::optional<std::size_t> label_begin;  // start of a link's label or of an argument's default
    std::string_view tag_name;
    // The last run of '=' in a heading, which ends it if no other follows on the line.
    std::size_t equals_head = 0;
    std::size_t equals_output = 0;
    std::size_t equals_excess = 0;
    int level = 0;  // 0: no such run yet
  };

  // The part of output_ from `begin` on that a frame which ended well has left.
  struct Ended {
    std::size_t begin = 0;
    std::optional<std::size_t> label_begin;
    int level = 0;
    bool without_end_tag = false;  // <li> at the end of the input: the text after it is beside it
  };

  struct Attempt {
    std::size_t head;
    Context context;
    bool operator==(const Attempt&) const = default;
  };
  struct AttemptHash {
    std::size_t operator()(const Attempt& attempt) const {
      return (attempt.head * 0x9E3779B97F4A7C15u) ^ (attempt.context * 0xC2B2AE3D27D4EB4Fu >> 7);
    }
  };

  // The state of reading the attributes of a tag or a table, a character at a time.
  struct Attributes {
    enum Flag : std::uint8_t {
      kName = 1,
      kReady = 2,
      kAttributeName = 4,
      kValue = 8,
      kQuoted = 16,
      kNoteSpace = 32,
      kNoteEquals = 64,
      kNoteQuote = 128,
    };
    std::uint8_t state = kName;
    char quote = 0;
    std::size_t quote_head = 0;

    bool Is(int flags) const { return (state & flags) != 0; }
  };

  // frames.cc: the stack and the output.
  Frame& Top() { return frames_.back(); }
  bool In(Context context) const { return (frames_.back().context & context) != 0; }
  char At(std::size_t ahead = 0) const {
    return head_ + ahead < text_.size() ? text_[head_ + ahead] : '\0';
  }
  char Before(std::size_t back = 1) const { return back > head_ ? '\0' : text_[head_ - back]; }
  bool AtLineStart() const { return Before() == '\0' || Before() == '\n'; }
  bool OnlySpaceBefore() const;
  bool CanNest() const;
  bool Open(Context context);  // false: this attempt has failed before or cannot end
  bool CanEnd(Context context) const;
  bool InAHurry() const { return steps_ > limit_ / 2; }
  void OpenAnyway(Context context);
  Ended Close();
  void Drop();  // closes the frame and takes its output back
  bool Fail();  // Drop, and this attempt will fail at once from now on; always false
  void RememberFailure();
  void Write(std::string_view text) { output_.append(text); }
  void WriteRun(char c, std::size_t count) { output_.append(count, c); }
  void Insert(std::size_t at, char c, std::size_t count) { output_.insert(at, count, c); }
  void Constructed();  // a construct ends here; text after it is a new run
  void TrimNewlines(std::size_t begin);
  void ShowLabel(const Ended& ended);  // of a construct's output leaves the label, or nothing

  // parser.cc: reading until the construct on top ends.
  bool Parse(Context context);  // opens a frame and reads it
  bool Read();
  enum class Next { kGoOn, kEnded, kFailed };
  Next Step(char c);
  Next StepTableMark(char c);
  bool AtEnd();
  bool MayStandHere(char c);
  bool TextMayStandHere(std::string_view run);
  Next EndFrame();

  // templates.cc
  void TemplateOrArgument();
  bool Template(bool has_content);
  bool Argument();
  Next TemplateSeparator();
  void TemplateEquals();
  Next TemplateEnd();

  // links.cc
  void Link();
  void Uri(bool in_brackets);
  bool UriAndLabel(bool in_brackets, std::string* tail);
  bool SchemeInBrackets();
  bool SchemeBeforeColon();
  bool IsUriEnd() const;
  void NotAUri(bool in_brackets);

  // blocks.cc: what lines start with, comments and entities.
  void Heading();
  Next HeadingEquals();
  Next HeadingLineEnd();
  void List();
  void ListMark();
  void Rule();
  void TermEnd();
  void WriteEntity();
  void Comment();

  // tags.cc
  void Tag();
  bool TagFromName();
  void EndTagWithoutStart();
  void OpenEndTag();
  Next CloseEndTag();
  bool OpaqueBody();
  bool HasEndTag(std::string_view name);       // somewhere after head_
  bool ReadAttribute(Attributes* attributes);  // one character; false: not a tag
  void AttributeSpace(Attributes* attributes);
  void AttributeText();
  void CloseAttribute(Attributes* attributes);
  bool AttributesAtEnd(Attributes* attributes);  // false: they cannot be mended
  void ShowTag(std::string_view name, const Ended& ended);

  // styles.cc
  Next Style();
  void Italics();
  bool Bold();  // true: the italics around end here
  void ItalicsAndBold();
  void ShowStyled(const Ended& ended);

  // tables.cc
  void Table();
  bool TableStyle(char end);
  Next Row();
  Next Cell(std::string_view mark, Context line);
  Next CellEnd(bool was_style);

  std::string_view text_;
  std::size_t head_ = 0;
  std::string output_;
  std::vector<Frame> frames_;
  Ended ended_;                 // of the last frame that ended well
  Context failed_context_ = 0;  // of the last frame that failed
  std::unordered_set<Attempt, AttemptHash> failed_;
  bool in_heading_ = false;
  std::size_t heading_depth_ = 0;  // each run of '=' in a heading counts as a frame
  // The last place of each end mark: a construct whose mark does not occur in the rest cannot end.
  struct LastMarks {
    std::ptrdiff_t braces, brackets, bracket, angle, table, quotes, comment;
  };
  LastMarks last_;
  // The last end tag of each name, in lower case. Filled at the first use.
  std::optional<std::unordered_map<std::string, std::size_t>> last_end_tags_;
  std::uint64_t steps_ = 0;
  std::uint64_t limit_;
};

}  // namespace arborist::wikitext
