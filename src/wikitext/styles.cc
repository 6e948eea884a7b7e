// SPDX-License-Identifier: AGPL-3.0-only
// ''italics'' and '''bold'''; quotes that do not pair are text. Three quotes inside italics may be
// bold, or the end of the italics after a quote of text. Bold is tried first; if it does not end
// and the italics do not end either, the italics are read again with the second meaning
// (kItalicsSecondTry).
#include "wikitext/parser.h"

namespace arborist::wikitext {

Parser::Next Parser::Style() {
  const std::size_t start = head_;
  while (At() == '\'') ++head_;
  std::size_t quotes = head_ - start;
  const bool italics = In(kItalics), bold = In(kBold);
  // Of more than five quotes all but five are text, of four the first.
  const std::size_t extra = quotes > 5 ? quotes - 5 : (quotes == 4 ? 1 : 0);
  WriteRun('\'', extra);
  quotes -= extra;
  if ((italics && quotes != 3) || (bold && quotes != 2)) {
    if (quotes == 5) head_ -= italics ? 3 : 2;
    return EndFrame();
  }
  if (!CanNest()) {
    if (quotes == 3 && In(kItalicsSecondTry)) {
      WriteRun('\'', 1);
      return EndFrame();
    }
    if (quotes == 3 && italics) Top().context |= kItalicsTryAgain;
    WriteRun('\'', quotes);
  } else if (quotes == 2) {
    Italics();
  } else if (quotes == 3) {
    if (Bold()) return EndFrame();
  } else {
    ItalicsAndBold();
  }
  --head_;
  return Next::kGoOn;
}

void Parser::ShowStyled(const Ended& ended) {
  TrimNewlines(ended.begin);
  Constructed();
}

void Parser::Italics() {
  const std::size_t reset = head_;
  bool ok = Parse(kItalics);
  if (!ok && (failed_context_ & kItalicsTryAgain) != 0) {
    head_ = reset;
    ok = Parse(kItalics | kItalicsSecondTry);
  }
  if (ok) return ShowStyled(ended_);
  head_ = reset;
  WriteRun('\'', 2);
}

bool Parser::Bold() {
  const std::size_t reset = head_;
  if (Parse(kBold)) {
    ShowStyled(ended_);
    return false;
  }
  head_ = reset;
  if (In(kItalicsSecondTry)) {
    WriteRun('\'', 1);
    return true;
  }
  if (In(kItalics)) {
    Top().context |= kItalicsTryAgain;
    WriteRun('\'', 3);
    return false;
  }
  WriteRun('\'', 1);
  Italics();
  return false;
}

// Five quotes open both. The text does not say which of the two ends first, so bold inside italics
// is tried, then italics inside bold.
void Parser::ItalicsAndBold() {
  std::size_t reset = head_;
  Context outer = kItalics;
  bool ok = Parse(kBold);
  if (!ok) {
    head_ = reset;
    outer = kBold;
    ok = Parse(kItalics);
  }
  if (!ok) {
    head_ = reset;
    WriteRun('\'', 5);
    return;
  }
  const Ended inner = ended_;
  TrimNewlines(inner.begin);
  reset = head_;
  if (Parse(outer)) return ShowStyled(inner);
  head_ = reset;
  Insert(inner.begin, '\'', outer == kItalics ? 2 : 3);
  Constructed();
}

}  // namespace arborist::wikitext
