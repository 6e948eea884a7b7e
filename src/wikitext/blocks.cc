// SPDX-License-Identifier: AGPL-3.0-only
// Headings, lists and rules, which begin at the start of a line, and entities and comments, which
// may be anywhere.
#include <algorithm>
#include <bit>

#include "text/utf8.h"
#include "wikitext/definitions.h"
#include "wikitext/parser.h"

namespace arborist::wikitext {

void Parser::Heading() {
  const std::size_t start = head_;
  while (At() == '=') ++head_;
  const std::size_t equals = head_ - start;
  in_heading_ = true;
  const bool is_heading = Parse(kHeadingLevel1 << std::min<std::size_t>(equals - 1, 5));
  in_heading_ = false;
  heading_depth_ = 0;
  if (!is_heading) {
    head_ = start + equals - 1;
    WriteRun('=', equals);
    return;
  }
  const auto level = static_cast<std::size_t>(ended_.level);
  if (level < equals) Insert(ended_.begin, '=', equals - level);
  TrimNewlines(ended_.begin);
  Constructed();
}

// Any run of '=' may end the heading; the last one on the line does. Each run is noted in the frame
// with the state of the output. At the end of the line HeadingLineEnd goes back to the last one
// noted. That reading on from there failed is remembered as a failed attempt at the place after the
// run, so that a second reading of the same heading ends at once.
Parser::Next Parser::HeadingEquals() {
  const std::size_t start = head_;
  while (At() == '=') ++head_;
  const std::size_t equals = head_ - start;
  --head_;
  Frame& frame = Top();
  const int opened =
      std::countr_zero(frame.context & kHeading) - std::countr_zero(kHeadingLevel1) + 1;
  frame.level = static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(opened), equals));
  frame.equals_head = head_;
  frame.equals_output = output_.size();
  frame.equals_excess = equals - static_cast<std::size_t>(frame.level);
  if (failed_.contains({head_ + 1, frame.context})) return HeadingLineEnd();
  WriteRun('=', equals);
  ++heading_depth_;
  return Next::kGoOn;
}

Parser::Next Parser::HeadingLineEnd() {
  const Frame& frame = Top();
  if (frame.level == 0) {
    Fail();
    return Next::kFailed;
  }
  head_ = frame.equals_head;
  failed_.insert({head_ + 1, frame.context});
  output_.resize(frame.equals_output);
  WriteRun('=', frame.equals_excess);
  return EndFrame();
}

void Parser::ListMark() {
  if (At() == ';') Top().context |= kTerm;
  Constructed();
}

void Parser::List() {
  ListMark();
  while (std::string_view("#*;:").find(At(1)) != std::string_view::npos) {
    ++head_;
    ListMark();
  }
}

void Parser::Rule() {
  head_ += 3;
  while (At(1) == '-') ++head_;
  Constructed();
}

void Parser::TermEnd() {
  Top().context ^= kTerm;
  ListMark();
}

void Parser::WriteEntity() {
  const Entity entity = ReadEntity(text_.substr(head_));
  if (entity.length == 0) {
    Write("&");
    return;
  }
  text::Append(&output_, entity.code_point);
  Constructed();
  head_ += entity.length - 1;
}

void Parser::Comment() {
  const std::size_t inside = head_ + 4;
  if (last_.comment < static_cast<std::ptrdiff_t>(inside)) {
    head_ += 3;
    Write("<!--");
    return;
  }
  head_ = text_.find("-->", inside) + 2;
  steps_ += (head_ - inside) / 8;  // found by a search, which is cheaper than reading
  Constructed();
  Top().context &= ~kFailNext;
}

}  // namespace arborist::wikitext
