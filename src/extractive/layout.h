// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string_view>
#include <vector>

#include "blocks/blocks.h"
#include "evidence/evidence_map.h"
#include "extractive/sentences.h"

namespace arborist::extractive {

// The kind of a unit: a contiguous range of a passage that may be said as one claim.
enum class UnitKind : std::uint8_t {
  kHeading,  // never said, but measured for the units under it
  kSentence,
  kItem,
  kEntry,  // a term with the first sentence of its meaning
  kRow,
  kColumns,   // the row that names the columns
  kCode,      // a short program, or some lines of a long one
  kLeadCode,  // the sentence that introduces a program, and the program
  kSteps,     // a numbered list with its lead
};

struct Unit {
  UnitKind kind = UnitKind::kSentence;
  Piece piece;              // bytes of the passage
  std::uint32_t block = 0;  // of the reading: its block, or the last one of a joined unit
  bool joined = false;      // made of others that are units as well
  bool first = false;       // the first sentence of its block
  // The ranges of a joined unit that are said, each as a claim of its own, because a verifier
  // judges a claim as one sentence. In the order of saying: the program before the sentence that
  // introduces it, because people read the first claim; steps one by one.
  std::vector<Piece> parts = {};
};

// The units of one passage.
struct Layout {
  const blocks::Reading* reading = nullptr;
  std::vector<Unit> units;  // in the order of the text; joined ones after all others
};

inline constexpr std::size_t kMaxUnits = 2000;  // of a passage
inline constexpr std::size_t kMaxUnitBytes = 1200;
inline constexpr std::size_t kMaxCodeLines = 6;

// The units of a passage by the blocks of its document, which must outlive the layout: `span`
// begins `offset` code points into the base of chunk `chunk`. Empty where the reading has another
// text there. Linear in the blocks of the document.
Layout LayoutOf(std::string_view span, std::uint32_t chunk, std::size_t offset,
                const blocks::Reading& reading);

// The layouts of all passages: by the reading of the passage's document where `readings` has one
// that fits (an entry for each passage, or none at all), else by the text of the passage alone.
// Readings and evidence must outlive it.
class Layouts {
 public:
  Layouts(const evidence::EvidenceMap& evidence, std::span<const blocks::Reading* const> readings);
  Layouts(const Layouts&) = delete;  // layouts_ points into alone_
  Layouts& operator=(const Layouts&) = delete;

  std::span<const Layout> all() const { return layouts_; }

 private:
  std::deque<blocks::Reading> alone_;
  std::vector<Layout> layouts_;
};

}  // namespace arborist::extractive
