// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

// The units of an answer under lexical-v2. FROZEN lexical-v2: docs/format/lexical-v2.md. Views
// point into the folded answer.
namespace arborist::judge::lexical {

// Blocks: paragraphs, headings, and list items without their bullet. A single newline counts as a
// blank; a blank line or a bullet begins a new block.
std::vector<std::string_view> SplitBlocks(std::string_view folded_answer);

// A text of at least kMinQuoteChars between double quotes, which pair in order inside a block.
struct Quoted {
  std::string_view inner;
  std::size_t begin = 0;  // of the opening mark, in the block
  std::size_t end = 0;    // behind the closing mark
};
std::vector<Quoted> FindQuotes(std::string_view block);

// The sentences of a block; no cut falls inside one of the given quotes.
std::vector<std::string_view> CutSentences(std::string_view block,
                                           const std::vector<Quoted>& whole);

// The sentence without a closing citation and without words that only introduce ("According to the
// text, "). Empty if nothing remains.
std::string_view ClaimOf(std::string_view sentence);

// True if the text has only stop words and words about the source, none of them a negation or
// hedge.
bool OnlyFrames(std::string_view text);

// Whether the text has the weight: code points, those of scripts without spaces counted twice.
bool WeighsAtLeast(std::string_view text, std::size_t limit);

}  // namespace arborist::judge::lexical
