// SPDX-License-Identifier: AGPL-3.0-only
// Templates, which show nothing, and {{{arguments|default}}}, which show their default. A run of n
// braces may open several constructs, the innermost first. At each step three braces are tried as
// an argument, then two as a template; braces that open neither are text. A run has at most 255, as
// in the reference.
#include "wikitext/parser.h"

namespace arborist::wikitext {

namespace {

constexpr std::size_t kMostBraces = 255;

}  // namespace

// Reads a run of braces and the constructs that it opens.
void Parser::TemplateOrArgument() {
  std::size_t braces = 2;
  head_ += 2;
  while (At() == '{' && braces < kMostBraces) {
    ++head_;
    ++braces;
  }
  OpenAnyway(0);
  bool has_content = false;
  while (braces > 0) {
    if (braces > 2 && Argument()) {
      braces -= 3;
    } else if (braces > 1 && Template(has_content)) {
      braces -= 2;
    } else {
      // Braces that open nothing are text, in front of what the inner ones opened.
      const bool only_text = !Top().has_constructs;
      const std::size_t begin = Close().begin;
      Insert(begin, '{', braces);
      if (!only_text) Constructed();
      --head_;
      return;
    }
    if (braces > 0) {
      has_content = true;
      ++head_;
    }
  }
  Close();
  Constructed();
  Top().context &= ~kFailNext;
}

bool Parser::Template(bool has_content) {
  const std::size_t reset = head_;
  if (!Parse(kTemplateName | (has_content ? kHasTemplate : 0))) {
    head_ = reset;
    return false;
  }
  output_.resize(Top().begin);
  Constructed();
  return true;
}

bool Parser::Argument() {
  const std::size_t reset = head_;
  if (!Parse(kArgumentName)) {
    head_ = reset;
    return false;
  }
  ended_.begin = Top().begin;
  ShowLabel(ended_);
  Constructed();
  return true;
}

Parser::Next Parser::TemplateSeparator() {
  if (In(kTemplateName) && !In(kHasText | kHasTemplate)) {
    Fail();
    return Next::kFailed;
  }
  Top().context &= ~(kTemplateName | kTemplateValue);
  if (In(kTemplateKey)) Close();
  Top().context |= kTemplateKey;
  Constructed();
  // The name of a parameter has a frame of its own until its '='.
  OpenAnyway(Top().context);
  return Next::kGoOn;
}

void Parser::TemplateEquals() {
  Close();
  Top().context ^= kTemplateKey | kTemplateValue;
  Constructed();
}

Parser::Next Parser::TemplateEnd() {
  if (In(kTemplateName) && !In(kHasText | kHasTemplate)) {
    Fail();
    return Next::kFailed;
  }
  if (In(kTemplateKey)) Close();
  ++head_;
  return EndFrame();
}

}  // namespace arborist::wikitext
