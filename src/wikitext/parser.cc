// SPDX-License-Identifier: AGPL-3.0-only
// The main loop. Read takes a run of plain text up to the next marker character, then Step decides
// by that character and by the frame on top whether a construct begins, ends, fails or the
// character is text. A construct that begins is read by a nested Read in a frame of its own, so the
// depth of the stack of calls is that of the frames, at most 40. The branches of Step follow the
// reference's tokenizer, whose results are part of wikitext-base-v1; a simplification that looks
// harmless changes bases of old records.
#include "wikitext/parser.h"

#include <utility>

#include "base/check.h"
#include "text/unicode.h"
#include "wikitext/definitions.h"

namespace arborist::wikitext {

namespace {

bool HasText(std::string_view run) {
  for (std::size_t pos = 0; pos < run.size();) {
    const std::size_t length = text::WhitespaceAt(run, pos);
    if (length == 0) return true;
    pos += length;
  }
  return false;
}

}  // namespace

std::string Parser::Run() {
  output_.reserve(text_.size());
  OpenAnyway(0);
  CHECK(Read());
  CHECK(frames_.empty());
  return std::move(output_);
}

bool Parser::Parse(Context context) { return Open(context) && Read(); }

bool Parser::Read() {
  for (;;) {
    std::size_t end = head_;
    while (end < text_.size() && !IsMarker(text_[end])) ++end;
    steps_ += end - head_ + 1;
    if (end > head_) {
      const std::string_view run = text_.substr(head_, end - head_);
      if (In(kChecked) && !TextMayStandHere(run)) {
        if (In(kFailsWithParent)) Drop();
        return Fail();
      }
      Write(run);
      head_ = end;
    }
    if (head_ == text_.size()) return AtEnd();
    const char c = At();
    if (In(kChecked) && !MayStandHere(c)) {
      if (In(kFailsWithParent)) Drop();
      return Fail();
    }
    switch (Step(c)) {
      case Next::kGoOn:
        ++head_;
        break;
      case Next::kEnded:
        return true;
      case Next::kFailed:
        return false;
    }
  }
}

Parser::Next Parser::EndFrame() {
  ended_ = Close();
  return Next::kEnded;
}

// Decides by the marker at head_ and the frame on top.
Parser::Next Parser::Step(char c) {
  const char next = At(1);
  switch (c) {
    case '{':
      if (next == '{' && CanNest()) {
        TemplateOrArgument();
        return Next::kGoOn;
      }
      if (next == '|' && CanNest() && OnlySpaceBefore()) {
        Table();
        return Next::kGoOn;
      }
      break;
    case '}':
      if (next == '}' && In(kTemplate)) return TemplateEnd();
      if (next == '}' && In(kArgument) && At(2) == '}') {
        head_ += 2;
        return EndFrame();
      }
      break;
    case '|':
      if (In(kTemplate)) return TemplateSeparator();
      if (In(kArgumentName | kLinkTitle)) {
        const bool argument = In(kArgumentName);
        Top().context ^= argument ? kArgumentName | kArgumentDefault : kLinkTitle | kLinkLabel;
        Constructed();
        Top().label_begin = output_.size();
        return Next::kGoOn;
      }
      if (In(kTable)) return StepTableMark(c);
      break;
    case '!':
      if (In(kTable)) return StepTableMark(c);
      break;
    case '=':
      if (In(kTemplateKey)) {
        if (!in_heading_ && AtLineStart() && next == '=') {
          Heading();
        } else {
          TemplateEquals();
        }
        return Next::kGoOn;
      }
      if (!in_heading_ && !In(kTemplate)) {
        if (!AtLineStart()) break;
        Heading();
        return Next::kGoOn;
      }
      if (In(kHeading)) return HeadingEquals();
      break;
    case '[':
      if (next == '[' && CanNest()) {
        if (In(kNoLinks)) break;
        Link();
      } else {
        Uri(true);
      }
      return Next::kGoOn;
    case ']':
      if (next == ']' && In(kLink)) {
        ++head_;
        return EndFrame();
      }
      if (In(kUriLabel)) return EndFrame();
      break;
    case '&':
      WriteEntity();
      return Next::kGoOn;
    case '<':
      if (next == '!') {
        if (At(2) != '-' || At(3) != '-') break;
        Comment();
        return Next::kGoOn;
      }
      if (next == '/' && head_ + 2 < text_.size()) {
        if (In(kTagBody)) {
          OpenEndTag();
        } else {
          EndTagWithoutStart();
        }
        return Next::kGoOn;
      }
      if (In(kTagClose) || !CanNest()) break;
      Tag();
      return Next::kGoOn;
    case '>':
      if (In(kTagClose)) return CloseEndTag();
      break;
    case '\'':
      if (next == '\'') return Style();
      break;
    case ':':
      if (!IsMarker(Before())) {
        Uri(false);
        return Next::kGoOn;
      }
      [[fallthrough]];
    case '#':
    case '*':
    case ';':
      if (AtLineStart()) {
        List();
        return Next::kGoOn;
      }
      if (c == ':' && In(kTerm)) {
        TermEnd();
        return Next::kGoOn;
      }
      break;
    case '-':
      if (!AtLineStart() || next != '-' || At(2) != '-' || At(3) != '-') break;
      Rule();
      return Next::kGoOn;
    case '\n':
      if (In(kHeading)) return HeadingLineEnd();
      if (In(kTerm | kTable)) Top().context &= ~(kTerm | kCellLine);
      break;
    default:
      break;
  }
  Write({&c, 1});
  return Next::kGoOn;
}

Parser::Next Parser::StepTableMark(char c) {
  const char next = At(1);
  const bool cell = In(kCell);
  if (c == '|' && next == '|' && In(kDataLine | kHeaderLine)) {
    return cell ? CellEnd(false) : Cell("||", In(kDataLine) ? kDataLine : kHeaderLine);
  }
  if (c == '!' && next == '!' && In(kHeaderLine)) {
    return cell ? CellEnd(false) : Cell("!!", kHeaderLine);
  }
  if (c == '|' && In(kCellStyle)) return CellEnd(true);
  if (OnlySpaceBefore()) {
    if (cell) return CellEnd(false);
    if (c == '!') return Cell("!", kHeaderLine);
    if (next != '}' && next != '-') return Cell("|", kDataLine);
    if (In(kRow)) return EndFrame();
    if (next == '-') return Row();
    head_ += 2;
    return EndFrame();
  }
  Write({&c, 1});
  return Next::kGoOn;
}

bool Parser::AtEnd() {
  if (!In(kMustEnd)) {
    ended_ = Close();
    return true;
  }
  if (In(kHeading)) return HeadingLineEnd() == Next::kEnded;
  if (In(kTagBody)) {
    if (!IsSingleTag(Top().tag_name)) return Fail();
    ended_ = Close();
    ended_.without_end_tag = true;
    --head_;  // on the last character of the construct, as after any other
    return true;
  }
  if (In(kCell)) Drop();
  if (In(kFailsWithParent)) Drop();
  return Fail();
}

bool Parser::MayStandHere(char c) {
  Context& context = Top().context;
  if ((context & kFailNext) != 0) return false;
  const bool comment = c == '<' && At(1) == '!';
  if ((context & kLinkTitle) != 0) {
    if (c == ']' || c == '{' || comment) context |= kFailNext;
    return c == ']' || c == '{' || comment ||
           std::string_view("\n[}><").find(c) == std::string_view::npos;
  }
  if ((context & kUriLabel) != 0) return c != '\n';
  if ((context & kTemplateName) != 0) {
    if (c == '{') context |= kHasTemplate | kFailNext;
    if (c == '}' || comment) context |= kFailNext;
    if (c == '{' || c == '}' || comment || c == '|') return true;
    if (c == '[' || c == ']' || c == '<' || c == '>') return false;
    if (c != '\n') return TextMayStandHere({&c, 1});
    if ((context & kHasText) != 0) context |= kFailOnText;
    return true;
  }
  if ((context & kFailOnEquals) != 0) return c != '=';
  if ((context & kFailOnOpenBrace) != 0) {
    if (c == '{' || (Before(1) == '{' && Before(2) == '{')) {
      context |= (context & kTemplate) != 0 ? kFailOnEquals : kFailNext;
    } else {
      context ^= kFailOnOpenBrace;
    }
    return true;
  }
  if ((context & kFailOnCloseBrace) != 0) {
    context ^= c == '}' ? kFailNext : kFailOnCloseBrace;
    return true;
  }
  if (c == '{') context |= kFailOnOpenBrace;
  if (c == '}') context |= kFailOnCloseBrace;
  return true;
}

// MayStandHere for a run of plain text, in one call.
bool Parser::TextMayStandHere(std::string_view run) {
  Context& context = Top().context;
  if ((context & kFailNext) != 0) return false;
  if ((context & (kLinkTitle | kUriLabel)) != 0) return true;
  if ((context & kTemplateName) != 0) {
    if (!HasText(run)) return true;
    if ((context & kHasText) != 0 && (context & kFailOnText) != 0) return false;
    context |= kHasText;
    return true;
  }
  if ((context & kFailOnEquals) != 0) return true;
  if ((context & kFailOnOpenBrace) != 0) {
    if (Before(1) == '{' && Before(2) == '{') {
      // In an argument's name this character fails whatever it is.
      if ((context & kTemplate) == 0) return false;
      context |= kFailOnEquals;
    } else {
      context ^= kFailOnOpenBrace;
    }
  } else {
    context &= ~kFailOnCloseBrace;
  }
  return true;
}

}  // namespace arborist::wikitext
