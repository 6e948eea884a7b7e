// SPDX-License-Identifier: AGPL-3.0-only
// Tags with their attributes. ReadAttribute is a state machine over single characters, like that of
// the reference; a quote that does not end, or after whose end text follows at once, was no quote,
// and reading goes back to it.
#include "text/canonical.h"
#include "text/unicode.h"
#include "wikitext/definitions.h"
#include "wikitext/parser.h"

namespace arborist::wikitext {

void Parser::Tag() {
  const std::size_t start = head_;
  ++head_;
  if (TagFromName()) return Constructed();
  head_ = start;
  Write("<");
}

// </br> stands for <br>; any other end tag without a start is text.
void Parser::EndTagWithoutStart() {
  const std::size_t start = head_;
  head_ += 2;
  std::size_t length = 0;
  while (length <= 4 && !IsMarker(At(length)) && text::WhitespaceAt(text_, head_ + length) == 0)
    ++length;
  if (IsSingleOnlyTag(text_.substr(head_, length)) && TagFromName()) return Constructed();
  head_ = start + 1;
  Write("</");
}

bool Parser::TagFromName() {
  const std::size_t name_begin = head_;
  if (!Open(kTagOpen)) return false;
  std::size_t name_end = 0;
  Attributes attributes;
  for (;;) {
    ++steps_;
    const char c = At();
    const bool may_end = !attributes.Is(Attributes::kQuoted | Attributes::kName) ||
                         attributes.Is(Attributes::kNoteSpace);
    const bool closes_itself = c == '/' && At(1) == '>';
    if (head_ == text_.size()) {
      if (!AttributesAtEnd(&attributes)) return false;
      continue;
    }
    if (may_end && (c == '>' || closes_itself)) {
      if (name_end == 0) name_end = head_;
      CloseAttribute(&attributes);
      output_.resize(Top().begin);
      const std::string_view name = text_.substr(name_begin, name_end - name_begin);
      if (closes_itself || IsSingleOnlyTag(name)) {
        if (closes_itself) ++head_;
        ended_ = Close();
        return true;
      }
      ++head_;
      Top().context = kTagBody;
      Top().tag_name = name;
      if (InAHurry() && !IsSingleTag(name) && !HasEndTag(name)) return Fail();
      if (!(IsOpaqueTag(name) ? OpaqueBody() : Read())) return false;
      ShowTag(name, ended_);
      return true;
    }
    const bool was_name = attributes.Is(Attributes::kName);
    const std::size_t here = head_;
    if (!ReadAttribute(&attributes)) return false;
    if (was_name && !attributes.Is(Attributes::kName)) name_end = here;
    ++head_;
  }
}

void Parser::ShowTag(std::string_view name, const Ended& ended) {
  if (ended.without_end_tag) return;
  if (IsHiddenTag(name)) {
    output_.resize(ended.begin);
  } else {
    TrimNewlines(ended.begin);
  }
}

void Parser::OpenEndTag() {
  Constructed();
  OpenAnyway(kTagClose);
  ++head_;
}

Parser::Next Parser::CloseEndTag() {
  const Frame& frame = Top();
  const std::string_view name = std::string_view(output_).substr(frame.begin);
  const bool matches = !frame.has_constructs && !name.empty() &&
                       SameTagName(name, frames_[frames_.size() - 2].tag_name);
  Drop();
  if (matches) return EndFrame();
  Fail();
  return Next::kFailed;
}

bool Parser::HasEndTag(std::string_view name) {
  if (!last_end_tags_) {
    last_end_tags_.emplace();
    for (std::size_t at = text_.find("</"); at != std::string_view::npos;
         at = text_.find("</", at + 2)) {
      std::size_t end = at + 2;
      while (end < text_.size() && !IsMarker(text_[end]) && text::WhitespaceAt(text_, end) == 0)
        ++end;
      (*last_end_tags_)[text::ToLower(text_.substr(at + 2, end - at - 2))] = at;
    }
    steps_ += text_.size();
  }
  const auto found = last_end_tags_->find(text::ToLower(name));
  return found != last_end_tags_->end() && found->second >= head_;
}

// Reads the body of an opaque tag up to its end tag; only entities mean anything in it.
bool Parser::OpaqueBody() {
  const std::string_view name = Top().tag_name;
  for (;; ++head_) {
    const std::size_t found = text_.find_first_of("<&", head_);
    const std::size_t end = found == std::string_view::npos ? text_.size() : found;
    Write(text_.substr(head_, end - head_));
    steps_ += end - head_ + 1;
    head_ = end;
    if (head_ == text_.size()) return Fail();
    if (At() == '&') {
      WriteEntity();
    } else if (At(1) != '/') {
      Write("<");
    } else {
      std::size_t after = head_ + 2 + name.size();
      if (SameTagName(text_.substr(head_ + 2, name.size()), name)) {
        while (after < text_.size() && text_[after] != '\n') {
          const std::size_t space = text::WhitespaceAt(text_, after);
          if (space == 0) break;
          after += space;
        }
        if (after < text_.size() && text_[after] == '>') {
          head_ = after;
          ended_ = Close();
          return true;
        }
      }
      Write("</");
      ++head_;
    }
  }
}

bool Parser::AttributesAtEnd(Attributes* attributes) {
  if (In(kTagAttribute)) {
    if (attributes->Is(Attributes::kQuoted)) {
      // A quote that never ends does not quote.
      attributes->state = Attributes::kValue;
      RememberFailure();
      Drop();
      head_ = attributes->quote_head;
      return true;
    }
    Drop();
  }
  return Fail();
}

void Parser::CloseAttribute(Attributes* attributes) {
  if (!attributes->Is(Attributes::kAttributeName | Attributes::kValue)) return;
  if (attributes->Is(Attributes::kQuoted)) Drop();
  Drop();
  Constructed();
}

void Parser::AttributeSpace(Attributes* attributes) {
  const Attributes before = *attributes;
  const bool value_ends =
      before.Is(Attributes::kValue) && !before.Is(Attributes::kQuoted | Attributes::kNoteQuote);
  if (value_ends || (before.Is(Attributes::kQuoted) && before.Is(Attributes::kNoteSpace))) {
    CloseAttribute(attributes);
    attributes->state = Attributes::kReady;
  } else if (before.Is(Attributes::kNoteSpace)) {
    attributes->state = Attributes::kReady;
  } else if (before.Is(Attributes::kAttributeName)) {
    attributes->state |= Attributes::kNoteEquals;
  }
}

// Reads a construct inside an attribute, if there is one. Leaves head_ on the last byte read.
void Parser::AttributeText() {
  const char c = At(), next = At(1);
  if (!IsMarker(c) || !CanNest()) return;
  if (c == '{' && next == '{') return TemplateOrArgument();
  if (c == '[' && next == '[') return Link();
  if (c == '<') return Tag();
}

bool Parser::ReadAttribute(Attributes* attributes) {
  const char c = At();
  const std::size_t space = text::WhitespaceAt(text_, head_);
  Attributes& a = *attributes;
  if (a.Is(Attributes::kName)) {
    const bool first = !a.Is(Attributes::kNoteSpace);
    if (IsMarker(c) || (space != 0 && first)) return Fail();
    if (first) {
      a.state |= Attributes::kNoteSpace;
    } else if (space != 0) {
      a.state = Attributes::kReady;
      head_ += space - 1;
      return true;
    }
  } else if (space != 0) {
    AttributeSpace(&a);
    head_ += space - 1;
    return true;
  } else if (a.Is(Attributes::kNoteSpace)) {
    // Text follows the closing quote at once: it was no quote.
    a.state = Attributes::kValue;
    RememberFailure();
    Drop();
    head_ = a.quote_head - 1;
    return true;
  } else if (a.Is(Attributes::kReady)) {
    a.state = Attributes::kAttributeName;
    OpenAnyway(kTagAttribute);
  } else if (a.Is(Attributes::kAttributeName)) {
    if (c == '=') {
      a.state = Attributes::kValue | Attributes::kNoteQuote;
      Constructed();
      return true;
    }
    if (a.Is(Attributes::kNoteEquals)) {
      CloseAttribute(&a);
      a.state = Attributes::kAttributeName;
      OpenAnyway(kTagAttribute);
    }
  } else {
    const bool escaped = Before(1) == '\\' && Before(2) != '\\';
    if (a.Is(Attributes::kNoteQuote)) {
      a.state ^= Attributes::kNoteQuote;
      if ((c == '"' || c == '\'') && !escaped) {
        a.state |= Attributes::kQuoted;
        a.quote = c;
        a.quote_head = head_;
        if (!Open(Top().context)) {
          a.state = Attributes::kValue;
          --head_;
        }
        return true;
      }
    } else if (a.Is(Attributes::kQuoted) && c == a.quote && !escaped) {
      a.state |= Attributes::kNoteSpace;
      return true;
    }
  }
  AttributeText();
  return true;
}

}  // namespace arborist::wikitext
