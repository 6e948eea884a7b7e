// SPDX-License-Identifier: AGPL-3.0-only
// Links in double brackets, and URIs in brackets or bare. "[[" is first tried as a bracketed URI in
// brackets, then as a link. A bare URI is noticed only at the ':' after its scheme, which has been
// written as text by then and is removed again when the URI is read.
#include "text/unicode.h"
#include "text/utf8.h"
#include "wikitext/definitions.h"
#include "wikitext/parser.h"

namespace arborist::wikitext {

namespace {

bool IsSchemeCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' ||
         c == '.' || c == '-';
}

}  // namespace

void Parser::Link() {
  const std::size_t start = head_;
  head_ += 2;
  if (UriAndLabel(true, nullptr)) {
    if (In(kUriLabel)) {  // a URI in double brackets inside the label of another
      output_.resize(ended_.begin);
      head_ = start + 1;
      Write("[[");
      return;
    }
    ShowLabel(ended_);
    Insert(ended_.begin, '[', 1);
    Constructed();
    return;
  }
  const std::size_t title = start + 2;
  head_ = title;
  if (!Parse(kLinkTitle)) {
    head_ = start + 1;
    Write("[[");
    return;
  }
  if (StartsWithHiddenNamespace(text_.substr(title))) {
    output_.resize(ended_.begin);
  } else {
    if (!ended_.label_begin) ended_.label_begin = ended_.begin;
    ShowLabel(ended_);
  }
  Constructed();
}

void Parser::NotAUri(bool in_brackets) {
  if (!in_brackets && In(kTerm)) {
    TermEnd();
  } else {
    Write(text_.substr(head_, 1));
  }
}

void Parser::Uri(bool in_brackets) {
  if (In(kNoUris) || !CanNest()) return NotAUri(in_brackets);
  const std::size_t start = head_;
  ++head_;
  std::string tail;
  if (!UriAndLabel(in_brackets, &tail)) {
    head_ = start;
    return NotAUri(in_brackets);
  }
  if (in_brackets) {
    ShowLabel(ended_);
  } else {
    // The scheme was read as text before its ':' was seen, and stands in the URI once more.
    const std::size_t scheme = output_.find(':', ended_.begin) - ended_.begin;
    output_.erase(ended_.begin - scheme, scheme);
    TrimNewlines(ended_.begin - scheme);
  }
  Constructed();
  Write(tail);
}

bool Parser::SchemeInBrackets() {
  const std::size_t start = head_;
  bool slashes = At() == '/' && At(1) == '/';
  if (!slashes) {
    while (IsSchemeCharacter(At()) && head_ - start <= kLongestUriScheme) ++head_;
    if (At() != ':') return false;
    const std::string_view scheme = text_.substr(start, head_ - start);
    ++head_;
    slashes = At() == '/' && At(1) == '/';
    if (!IsUriScheme(scheme, slashes)) return false;
  }
  if (slashes) head_ += 2;
  const std::size_t end = head_;
  if (InAHurry() && last_.bracket < static_cast<std::ptrdiff_t>(end)) return false;
  head_ = start;
  if (!Open(kUri)) return false;
  head_ = end;
  Write(text_.substr(start, end - start));
  return true;
}

// Whether the word before the ':' at head_ - 1 is a scheme, and if so opens the URI. The word is
// read backwards in the output, at most as long as the longest scheme.
bool Parser::SchemeBeforeColon() {
  const std::string_view run = std::string_view(output_).substr(Top().run_begin);
  std::size_t begin = run.size();
  while (begin > 0 && run.size() - begin <= kLongestUriScheme) {
    const char c = run[begin - 1];
    if (c == '_') return false;
    if (static_cast<signed char>(c) < 0) {
      std::size_t start = text::PreviousStart(run, begin);
      const char32_t code_point = text::Decode(run, &start);
      if (text::HasFlag(code_point, text::kWord) && !text::HasFlag(code_point, text::kCombining))
        return false;
      break;
    }
    if (!IsSchemeCharacter(c) || c == '+' || c == '.' || c == '-') break;
    --begin;
  }
  const std::string scheme(run.substr(begin));
  const bool slashes = At() == '/' && At(1) == '/';
  if (!IsUriScheme(scheme, slashes)) return false;
  if (!Open(Top().context | kUri)) return false;
  Write(scheme);
  Write(":");
  if (slashes) {
    Write("//");
    head_ += 2;
  }
  return true;
}

bool Parser::IsUriEnd() const {
  const char c = At(), next = At(1);
  switch (c) {
    case '\0':
    case '\n':
    case '[':
    case ']':
    case '<':
    case '>':
    case '"':
    case ' ':
      return true;
    case '\'':
      return next == '\'';
    case '|':
      return In(kTemplate);
    case '=':
      return In(kTemplateKey | kHeading);
    case '}':
      return next == '}' && (In(kTemplate) || (In(kArgument) && At(2) == '}'));
    default:
      return false;
  }
}

// Reads a URI up to its end. Punctuation at the end of a bare URI is not part of it: it is held in
// `tail` until more of the URI follows.
bool Parser::UriAndLabel(bool in_brackets, std::string* tail) {
  if (!(in_brackets ? SchemeInBrackets() : SchemeBeforeColon())) return false;
  const char first = At();
  if (first == '\0' || first == '\n' || first == ' ' || first == ']' ||
      (!in_brackets && first == '[')) {
    return Fail();
  }
  const auto keep_tail = [&] {
    if (tail == nullptr) return;
    Write(*tail);
    tail->clear();
  };
  bool parenthesis = false;
  for (;; ++head_) {
    ++steps_;
    const char c = At();
    if (c == '&') {
      keep_tail();
      WriteEntity();
    } else if (c == '<' && At(1) == '!' && At(2) == '-' && At(3) == '-') {
      keep_tail();
      Comment();
    } else if (c == '{' && At(1) == '{' && CanNest()) {
      keep_tail();
      TemplateOrArgument();
    } else if (in_brackets) {
      if (c == '\0' || c == '\n') return Fail();
      if (c == ']') {
        ended_ = Close();
        return true;
      }
      if (IsUriEnd()) {
        Constructed();
        Top().label_begin = output_.size();
        if (c == ' ') ++head_;
        Top().context ^= kUri | kUriLabel;
        return Read();
      }
      Write({&c, 1});
    } else {
      if (IsUriEnd()) {
        if (c == ' ') {
          tail->push_back(c);
        } else {
          --head_;
        }
        ended_ = Close();
        return true;
      }
      const bool punctuation = std::string_view(",;\\.:!?").find(c) != std::string_view::npos ||
                               (c == ')' && !parenthesis);
      if (c == '(') parenthesis = true;
      if (punctuation) {
        tail->push_back(c);
      } else {
        keep_tail();
        Write({&c, 1});
      }
    }
  }
}

}  // namespace arborist::wikitext
