// SPDX-License-Identifier: AGPL-3.0-only
#include "core/first_sentence.h"

#include <vector>

#include "extractive/sentences.h"
#include "text/canonical.h"

namespace arborist::core {

namespace {

using extractive::Piece;
using extractive::PieceKind;

std::string FirstOf(std::string_view span, bool first, bool last) {
  const std::vector<Piece> pieces = extractive::SplitPieces(span);
  const std::size_t begin = first ? 0 : 1;
  const std::size_t end = last || pieces.size() < 2 ? pieces.size() : pieces.size() - 1;
  for (std::size_t i = begin; i < end; ++i) {
    if (pieces[i].kind != PieceKind::kSentence) continue;
    return text::Canonicalize(span.substr(pieces[i].begin, pieces[i].end - pieces[i].begin));
  }
  // A document without a sentence is represented by its first line.
  if (!first || pieces.empty()) return {};
  return text::Canonicalize(span.substr(pieces[0].begin, pieces[0].end - pieces[0].begin));
}

}  // namespace

std::string FirstSentences(std::span<const std::string> spans) {
  std::string text;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const std::string sentence = FirstOf(spans[i], i == 0, i + 1 == spans.size());
    if (sentence.empty()) continue;
    if (!text.empty()) text += "\n\n";
    text += sentence;
  }
  return text;
}

}  // namespace arborist::core
