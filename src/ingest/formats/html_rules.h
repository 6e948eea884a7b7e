// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <gumbo.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace arborist::ingest {

// Which elements count and how they break lines.
// FROZEN html-text-v1: docs/format/html-text.md; a change is html-text-v2.

// How an element stands to the text around it.
enum class Display : std::uint8_t {
  kInline,
  kLine,       // on lines of its own
  kParagraph,  // with an empty line before and after
  kCell,
  kLineBreak,
};
Display DisplayOf(std::string_view name);

// Hidden from readers by attribute: hidden, aria-hidden, style.
bool IsHidden(const GumboNode* element);

// Decides what a walk through a page leaves out. It needs to be told of every element entered and
// left, since a header belongs to the page or to an article by what stands above it.
class PageRules {
 public:
  // Whether the element and all below it is left out; if not, it is entered.
  bool IsLeftOut(const GumboNode* element, std::string_view name);
  // Enters without asking.
  void Enter(std::string_view name) { Count(name, 1); }
  void Leave(std::string_view name) { Count(name, -1); }

 private:
  void Count(std::string_view name, int step);
  int sections_ = 0;    // open article, main, section
  int quotations_ = 0;  // open blockquote, figure
};

}  // namespace arborist::ingest
