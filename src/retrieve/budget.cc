// SPDX-License-Identifier: AGPL-3.0-only
// Shares a budget by the cube of the scores, with an eighth of it in equal parts, and cuts texts at
// the end of a sentence, else between words, else between characters. A sentence ends at a mark
// that white space and no lower-case letter follow, or at a mark of a script that writes no space
// behind it.
#include "retrieve/budget.h"

#include "text/scan.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace arborist::retrieve {

namespace {

bool EndsSentenceAlone(char32_t c) {  // needs no space behind it
  return c == 0x3002 || c == 0xFF01 || c == 0xFF1F || c == 0xFF61 || c == 0x0964 || c == 0x06D4;
}
bool EndsSentence(char32_t c) {
  return c == '.' || c == '!' || c == '?' || c == 0x2026 || c == 0x061F || EndsSentenceAlone(c);
}
bool Closes(char32_t c) {
  return c == '"' || c == '\'' || c == ')' || c == ']' || c == 0x2019 || c == 0x201D ||
         c == 0x00BB || c == 0x300D || c == 0x300F || c == 0xFF09;
}

}  // namespace

// A blank and no lower-case letter follow, or the mark needs neither.
bool IsSentenceEnd(std::string_view text, std::size_t pos) {
  constexpr int kMaxClosing = 4;
  std::size_t mark = pos;
  for (int i = 0; i < kMaxClosing && mark > 0 && Closes(text::Before(text, mark)); ++i)
    mark = text::PreviousStart(text, mark);
  if (mark == 0) return false;
  const char32_t end = text::Before(text, mark);
  if (!EndsSentence(end)) return false;
  if (pos == text.size()) return true;
  if (EndsSentenceAlone(end)) return !Closes(text::At(text, pos));
  const std::size_t next = text::SkipWhitespace(text, pos);
  return next > pos && (next == text.size() || !text::IsLower(text::At(text, next)));
}

std::vector<std::size_t> ShareBudget(std::size_t total, std::span<const double> scores) {
  constexpr double kEven = 0.125;
  const auto weight = [](double score) { return score * score * score; };
  double sum = 0;
  for (const double score : scores) sum += weight(score);
  std::vector<std::size_t> shares;
  for (const double score : scores) {
    const double even = 1 / static_cast<double>(scores.size());
    const double part = sum > 0 ? weight(score) / sum : even;
    shares.push_back(
        static_cast<std::size_t>(static_cast<double>(total) * (kEven * even + (1 - kEven) * part)));
  }
  return shares;
}

std::string_view CutAtSentence(std::string_view text, std::size_t max_code_points) {
  const std::string_view fits = text::Prefix(text, max_code_points);
  if (fits.size() == text.size()) return text;
  std::size_t between_words = 0;
  for (std::size_t pos = fits.size(); pos > 0; pos = text::PreviousStart(text, pos)) {
    if (IsSentenceEnd(text, pos)) return text.substr(0, pos);
    if (between_words == 0 && text::WhitespaceAt(text, pos) != 0) between_words = pos;
  }
  if (between_words > 0) return text::StripRight(text.substr(0, between_words));
  std::size_t end = fits.size();
  while (end > 0 && text::HasFlag(text::At(text, end), text::kCombining))
    end = text::PreviousStart(text, end);
  return text.substr(0, end);
}

}  // namespace arborist::retrieve
