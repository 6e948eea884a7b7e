// SPDX-License-Identifier: AGPL-3.0-only
#include "markup/base.h"

#include <algorithm>

#include "document/extraction.h"
#include "markup/asciidoc.h"
#include "markup/blocks.h"
#include "markup/markdown.h"
#include "markup/rest.h"
#include "wikitext/base.h"

namespace arborist::markup {

std::string_view Name(Base base) {
  switch (base) {
    case Base::kIdentity:
      return "identity";
    case Base::kWikitextV1:
      return wikitext::kWikitextBaseVersion;
    case Base::kMarkdownV1:
      return "markdown-base-v1";
    case Base::kRestV1:
      return "rest-base-v1";
    case Base::kAsciiDocV1:
      break;
  }
  return "asciidoc-base-v1";
}

std::optional<Base> BaseFromName(std::string_view name) {
  for (const Base base :
       {Base::kIdentity, Base::kWikitextV1, Base::kMarkdownV1, Base::kRestV1, Base::kAsciiDocV1}) {
    if (name == Name(base)) return base;
  }
  return std::nullopt;
}

std::string ToBase(Base base, std::string_view slice) {
  switch (base) {
    case Base::kIdentity:
      return std::string(slice);
    case Base::kWikitextV1:
      return wikitext::ToBase(slice);
    case Base::kMarkdownV1:
      return MarkdownToBase(slice);
    case Base::kRestV1:
      return RestToBase(slice);
    case Base::kAsciiDocV1:
      break;
  }
  return AsciiDocToBase(slice);
}

Shown ShowBlocks(Base base, std::string_view slice, Start start) {
  Shown shown;
  switch (base) {
    case Base::kIdentity:
    case Base::kWikitextV1:
      shown.text = ToBase(base, slice);
      return shown;
    case Base::kMarkdownV1:
      shown.text = MarkdownBlocksOf(slice, start, &shown.blocks);
      return shown;
    case Base::kRestV1:
      shown.text = RestBlocksOf(slice, start, &shown.blocks);
      return shown;
    case Base::kAsciiDocV1:
      break;
  }
  shown.text = AsciiDocBlocksOf(slice, start, &shown.blocks);
  return shown;
}

std::string_view Names(BaseSet set) {
  return set == BaseSet::kWikitext
             ? wikitext::kWikitextBaseVersion
             : std::string_view("asciidoc-base-v1+markdown-base-v1+rest-base-v1+wikitext-base-v1");
}

Base BaseOf(std::string_view extraction, BaseSet set) {
  if (extraction == document::kWikitextExtraction) return Base::kWikitextV1;
  if (set == BaseSet::kWikitext) return Base::kIdentity;
  if (extraction == document::kMarkdownExtraction ||
      extraction == document::kMarkdownLineExtraction) {
    return Base::kMarkdownV1;
  }
  if (extraction == document::kRestExtraction || extraction == document::kRestLineExtraction) {
    return Base::kRestV1;
  }
  if (extraction == document::kAsciiDocExtraction ||
      extraction == document::kAsciiDocLineExtraction) {
    return Base::kAsciiDocV1;
  }
  return Base::kIdentity;
}

namespace {

constexpr std::size_t kMostBytes = 48;
constexpr std::size_t kLeastBytes = 6;

std::size_t CountBefore(std::string_view text, std::string_view what, std::size_t end) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at < end; at = text.find(what, at + 1)) ++count;
  return count;
}

}  // namespace

// The same words may stand in a slice more than once: the nth of them is the nth shown.
std::size_t RawOffset(Base base, std::string_view slice, std::string_view shown,
                      std::size_t offset) {
  if (base == Base::kIdentity) return std::min(offset, slice.size());
  std::string_view want = shown.substr(std::min(offset, shown.size()));
  want = want.substr(0, std::min(want.find('\n'), kMostBytes));
  for (; want.size() >= kLeastBytes; want.remove_suffix(want.size() / 2)) {
    std::size_t at = slice.find(want);
    if (at == std::string_view::npos) continue;
    for (std::size_t before = CountBefore(shown, want, offset); before > 0; --before) {
      const std::size_t next = slice.find(want, at + 1);
      if (next == std::string_view::npos) break;
      at = next;
    }
    return at;
  }
  return 0;
}

}  // namespace arborist::markup
