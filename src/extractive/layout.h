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
  // Of what is joined the ranges that are said, each as a claim of its own, in this order: the
  // program before the sentence that introduces it, for people read the first claim; the steps one
  // by one. A verifier judges a claim as one sentence.
  std::vector<Piece> parts = {};
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

// The layouts of all passages: by the reading of a passage's document where there is one
// (`readings` has one for each passage, or none at all), else by its text alone.
class Layouts {
 public:
  Layouts(const evidence::EvidenceMap& evidence, std::span<const blocks::Reading* const> readings);
  Layouts(const Layouts&) = delete;  // the layouts point into it
  Layouts& operator=(const Layouts&) = delete;

  std::span<const Layout> all() const { return layouts_; }

 private:
  std::deque<blocks::Reading> alone_;
  std::vector<Layout> layouts_;
};

}  // namespace arborist::extractive
