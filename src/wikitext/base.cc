// SPDX-License-Identifier: AGPL-3.0-only
// wikitext-base-v1 (FROZEN, docs/format/wikitext.md) in three steps: the parser writes what the
// markup shows, halves of characters that met are joined, white space is collapsed.
#include "wikitext/base.h"

#include <cstdint>
#include <utility>

#include "text/canonical.h"
#include "text/utf8.h"
#include "wikitext/parser.h"

namespace arborist::wikitext {

namespace {

// Joins a high and a low surrogate that follow each other into their character. Either may come
// from its own entity (&#xD83D;&#xDE00;) or from both sides of markup that shows nothing, and WTF-8
// forbids such a pair. The text is copied once, so that a text of such pairs costs no more than
// another.
std::string JoinSurrogates(std::string text) {
  const auto surrogate_at = [&](std::size_t pos) -> char32_t {
    if (pos + 2 >= text.size() || text[pos] != '\xED') return 0;
    const char32_t c = text::Decode(text, &pos);
    return text::IsSurrogate(c) ? c : 0;
  };
  std::string joined;
  std::size_t copied = 0;  // bytes of the text that are in joined
  for (std::size_t pos = text.find('\xED'); pos != std::string::npos;
       pos = text.find('\xED', pos)) {
    const char32_t high = surrogate_at(pos), low = surrogate_at(pos + 3);
    if (high == 0 || high >= 0xDC00 || low < 0xDC00) {
      ++pos;
      continue;
    }
    joined.append(text, copied, pos - copied);
    text::Append(&joined, 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00));
    copied = pos += 6;
  }
  return copied == 0 ? std::move(text) : std::move(joined.append(text, copied));
}

}  // namespace

std::string ToBase(std::string_view wikitext, Work* work) {
  Parser parser(wikitext);
  std::string shown = parser.Run();
  if (work != nullptr) *work = parser.work();
  std::string collapsed;
  text::CollapseWhitespaceTo(JoinSurrogates(std::move(shown)), &collapsed);
  return collapsed;
}

}  // namespace arborist::wikitext
