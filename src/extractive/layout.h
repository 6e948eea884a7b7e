// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "blocks/blocks.h"
#include "extractive/sentences.h"

namespace arborist::extractive {

// What may be said as one claim: a contiguous range of a passage.
enum class UnitKind : std::uint8_t {
  kHeading,  // never said, but tells what stands under it
  kSentence,
  kItem,
  kEntry,  // a term with the first sentence of what it means
  kRow,
  kColumns,   // the row that names the columns
  kCode,      // a short program, or some lines of a long one
  kLeadCode,  // the sentence that introduces a program, and the program
  kSteps,     // a numbered list with its lead
};

struct Unit {
  UnitKind kind = UnitKind::kSentence;
  Piece piece;              // bytes of the passage
  std::uint32_t block = 0;  // of the reading: the block that it is, or its last one
  bool joined = false;      // made of others that are units too
  bool first = false;       // the first sentence of its block
};

// The units of one passage.
struct Layout {
  const blocks::Reading* reading = nullptr;
  std::vector<Unit> units;  // in the order of the text, behind them those that are joined
};

inline constexpr std::size_t kMaxUnits = 2000;  // of a passage
inline constexpr std::size_t kMaxUnitBytes = 1200;
inline constexpr std::size_t kMaxCodeLines = 6;

// The units of a passage by the blocks of its document, which must outlive the layout: `span`
// begins `offset` code points into the base of chunk `chunk`. None where the reading has other text
// there.
Layout LayoutOf(std::string_view span, std::uint32_t chunk, std::size_t offset,
                const blocks::Reading& reading);

// The blocks of a text that nothing else is known of: its chunk 0.
blocks::Reading ReadAlone(std::string_view span);

}  // namespace arborist::extractive
