// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "blocks/blocks.h"

namespace arborist::blocks {

inline Reading Read(markup::Base base, const std::vector<std::string>& slices) {
  DocumentBlocks document(base);
  for (std::size_t i = 0; i < slices.size(); ++i) {
    document.Add(static_cast<std::uint32_t>(i), slices[i]);
  }
  return document.Finish();
}

inline std::string_view Word(Kind kind) {
  switch (kind) {
    case Kind::kHeading:
      return "heading";
    case Kind::kParagraph:
      return "paragraph";
    case Kind::kItem:
      return "item";
    case Kind::kEntry:
      return "entry";
    case Kind::kRow:
      return "row";
    case Kind::kCode:
      break;
  }
  return "code";
}

// A line for each block: its number, what it is, what it says, and `<- n` for what introduces it.
inline std::string Outline(const Reading& reading) {
  std::string out;
  for (std::size_t i = 0; i < reading.blocks.size(); ++i) {
    const Block& block = reading.blocks[i];
    const auto text = [&](const Span& span) { return std::string(reading.TextOf(block, span)); };
    out += std::to_string(i) + " ";
    out += Word(block.kind);
    if (block.level > 0) out += std::to_string(block.level);
    if (block.header) out += " header";
    if (block.begins_cut) out += " ...";
    if (block.kind == Kind::kEntry) {
      out += " [" + text(block.term) + "] [" + text(block.body) + "]";
    } else if (block.kind == Kind::kRow) {
      for (const Span& cell : block.cells) out += " [" + text(cell) + "]";
    } else {
      out += ": " + text(block.body);
    }
    if (block.ends_cut) out += "...";
    if (block.lead != kNoBlock) out += " <- " + std::to_string(block.lead);
    out += "\n";
  }
  return out;
}

inline std::string Outline(markup::Base base, const std::vector<std::string>& slices) {
  return Outline(Read(base, slices));
}

}  // namespace arborist::blocks
