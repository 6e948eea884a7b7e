// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

// What lexical-v2 takes an answer apart into. FROZEN lexical-v2: docs/format/lexical-v2.md.
// Views point into the folded answer.
namespace arborist::verify::lexical {

// A paragraph or list item without its bullet. One newline is a blank; a blank line or a bullet
// begins a new block.
std::vector<std::string_view> SplitBlocks(std::string_view folded_answer);

// Text between double quotes, which pair in order: at least kMinQuoteChars, inside one block.
struct Quoted {
  std::string_view inner;
  std::size_t begin = 0;  // of the opening mark, in the block
  std::size_t end = 0;    // behind the closing one
};
std::vector<Quoted> FindQuotes(std::string_view block);

// The block's sentences; no cut falls inside one of the quotes given.
std::vector<std::string_view> CutSentences(std::string_view block,
                                           const std::vector<Quoted>& whole);

// Without closing citation and without words that only introduce ("According to the text, ").
// Empty when nothing else is there.
std::string_view ClaimOf(std::string_view sentence);

// Whether the text says nothing by itself: only stop words and words on the source, none of them a
// negation or hedge.
bool OnlyFrames(std::string_view text);

// Whether the text is as long as a limit asks: a character of a script without spaces counts twice.
bool WeighsAtLeast(std::string_view text, std::size_t limit);

}  // namespace arborist::verify::lexical
