// SPDX-License-Identifier: AGPL-3.0-only
// The stack of frames, the output, and the bounds of the work.
//
// Wikitext is read by trying: at "[[" a link is tried, and if it does not end, "[[" is text and the
// same characters are read again. Two frames inside each other read them four times, n frames 2^n
// times. Three bounds hold this down, all part of wikitext-base-v1:
//
//   attempts  an attempt is its place and kind; one that failed is remembered and fails at once
//   depth     at most 40 frames are open
//   steps     400 per byte and two million; in the second half nothing is tried whose end mark does
//             not occur in the rest of the text (CanEnd), and beyond it nothing is tried at all
//
// Ordinary pages cost a few steps per byte and never come near.
#include "text/unicode.h"
#include "text/utf8.h"
#include "wikitext/parser.h"

namespace arborist::wikitext {

namespace {

constexpr std::size_t kDeepest = 40;  // frames; deeper markup is text
// Ordinary pages cost a few steps per byte. Without a limit a hostile one would cost its length
// squared, if each construct is tried to the end of the input.
constexpr std::uint64_t kStepsPerByte = 400;
constexpr std::uint64_t kStepsForAnyText = 2'000'000;

std::ptrdiff_t LastOf(std::string_view text, std::string_view mark) {
  return static_cast<std::ptrdiff_t>(text.rfind(mark));  // -1 for none
}

}  // namespace

Parser::Parser(std::string_view text)
    // As in the reference library, U+0000 ends the input.
    : text_(text.substr(0, text.find('\0'))),
      last_{LastOf(text_, "}}"), LastOf(text_, "]]"), LastOf(text_, "]"),  LastOf(text_, ">"),
            LastOf(text_, "|}"), LastOf(text_, "''"), LastOf(text_, "-->")},
      limit_(kStepsForAnyText + kStepsPerByte * text_.size()) {}

bool Parser::OnlySpaceBefore() const {
  std::size_t end = head_;
  while (end > 0 && text_[end - 1] != '\n') {
    const std::size_t start = text::PreviousStart(text_, end);
    if (text::WhitespaceAt(text_, start) == 0) return false;
    end = start;
  }
  return true;
}

bool Parser::CanNest() const {
  return frames_.size() + heading_depth_ < kDeepest && steps_ <= limit_;
}

bool Parser::Open(Context context) {
  if (steps_ > limit_ || !CanEnd(context) || failed_.contains({head_, context})) {
    failed_context_ = context;
    return false;
  }
  OpenAnyway(context);
  return true;
}

// False in the second half of the steps, when the end mark of such a construct does not occur in
// the rest of the text. Not earlier: a failed attempt is remembered, which changes the second
// reading of italics (docs/format/wikitext.md).
bool Parser::CanEnd(Context context) const {
  if (!InAHurry()) return true;
  const auto here = static_cast<std::ptrdiff_t>(head_);
  if ((context & kUri) != 0) return true;  // a bare URI ends anywhere
  if ((context & (kTemplateName | kArgumentName)) != 0) return last_.braces >= here;
  if ((context & kLinkTitle) != 0) return last_.brackets >= here;
  if ((context & kTagOpen) != 0) return last_.angle >= here;
  if ((context & kTable) != 0) return last_.table >= here;
  if ((context & kStyle) != 0) return last_.quotes >= here;
  return true;
}

void Parser::OpenAnyway(Context context) {
  Frame frame;
  frame.context = context;
  frame.head = head_;
  frame.opened_as = context;
  frame.begin = output_.size();
  frame.run_begin = output_.size();
  frames_.push_back(frame);
}

Parser::Ended Parser::Close() {
  const Frame& frame = Top();
  const Ended ended{frame.begin, frame.label_begin, frame.level, false};
  steps_ += output_.size() - frame.begin;
  frames_.pop_back();
  return ended;
}

void Parser::Drop() {
  output_.resize(Top().begin);
  frames_.pop_back();
}

void Parser::RememberFailure() { failed_.insert({Top().head, Top().opened_as}); }

bool Parser::Fail() {
  failed_context_ = Top().context;
  RememberFailure();
  Drop();
  return false;
}

void Parser::Constructed() {
  Top().run_begin = output_.size();
  Top().has_constructs = true;
}

void Parser::TrimNewlines(std::size_t begin) {
  std::size_t end = output_.size();
  while (end > begin && output_[end - 1] == '\n') --end;
  output_.resize(end);
  std::size_t first = begin;
  while (first < end && output_[first] == '\n') ++first;
  output_.erase(begin, first - begin);
}

void Parser::ShowLabel(const Ended& ended) {
  const std::size_t label = ended.label_begin.value_or(output_.size());
  output_.erase(ended.begin, label - ended.begin);
  TrimNewlines(ended.begin);
}

}  // namespace arborist::wikitext
