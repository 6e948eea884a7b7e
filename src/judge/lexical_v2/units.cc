// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v2: docs/format/lexical-v2.md, "Units of an answer". Cuts an answer into blocks,
// quotes and sentences, and removes what only introduces ("According to the text,"). Everything
// here is one pass over the text; all results are views into the folded answer.
#include "judge/lexical_v2/units.h"

#include <algorithm>

#include "judge/lexical_v2/scan.h"
#include "judge/lexical_v2/tokens.h"
#include "judge/reference/units.h"
#include "text/scan.h"

namespace arborist::judge::lexical {

namespace {

bool IsFrameToken(const Token& token) {
  if (token.Is(kNegation) || token.Is(kHedge)) return false;
  return token.Is(kFrame) || token.kind == Kind::kStop || token.lower == "based";
}

// Removes the marks of a heading.
std::string_view StripHeading(std::string_view line) {
  const std::size_t marks = line.find_first_not_of('#');
  if (marks == 0 || marks == std::string_view::npos || line[marks] != ' ') return line;
  return line.substr(marks);
}

// False only for text that is certainly one sentence: too short to be cut for its length, and
// without any mark or line end that could end a sentence.
bool MayHaveTwoSentences(std::string_view block) {
  constexpr std::size_t kShort = 400;
  if (block.empty() || block.size() > kShort) return true;
  const std::string_view inner = block.substr(0, block.size() - 1);
  return std::ranges::any_of(inner, [](char c) {
    return c == '.' || c == '!' || c == '?' || c == '\n' || c == '\r' ||
           static_cast<unsigned char>(c) >= 0x80;
  });
}

}  // namespace

std::vector<std::string_view> SplitBlocks(std::string_view answer) {
  std::vector<std::string_view> blocks;
  const char* begin = nullptr;
  const char* end = nullptr;
  bool alone = false;  // the open block is a heading
  const auto close = [&] {
    if (begin != nullptr) {
      blocks.push_back(text::Strip({begin, static_cast<std::size_t>(end - begin)}));
    }
    begin = nullptr;
  };
  for (const std::string_view line : text::SplitLines(answer)) {
    const std::string_view stripped = text::Strip(line);
    if (stripped.empty()) {
      close();
      continue;
    }
    const std::string_view heading = StripHeading(stripped);
    const std::string_view item = text::Strip(StripBullet(heading));
    if (alone || item.size() != stripped.size()) close();
    alone = heading.size() != stripped.size();
    if (item.empty()) continue;
    if (begin == nullptr) begin = item.data();
    end = item.data() + item.size();
  }
  close();
  return blocks;
}

std::vector<Quoted> FindQuotes(std::string_view block) {
  std::vector<Quoted> quotes;
  for (std::size_t open = block.find('"'); open != std::string_view::npos;) {
    const std::size_t close = block.find('"', open + 1);
    if (close == std::string_view::npos) break;
    const std::string_view inner = text::Strip(block.substr(open + 1, close - open - 1));
    if (WeighsAtLeast(inner, kMinQuoteChars)) quotes.push_back({inner, open, close + 1});
    open = block.find('"', close + 1);
  }
  return quotes;
}

std::vector<std::string_view> CutSentences(std::string_view block,
                                           const std::vector<Quoted>& whole) {
  std::vector<std::string_view> sentences;
  const Reading reading(MayHaveTwoSentences(block) ? block : std::string_view());
  const std::vector<Token>& tokens = reading.tokens();
  std::size_t start = 0;
  auto quote = whole.begin();
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    if (tokens[i].sentence == tokens[i - 1].sentence) continue;
    std::size_t cut = tokens[i - 1].end;
    const std::size_t limit = tokens[i].begin;
    // Cut behind the first mark that ends a sentence and the closing marks after it.
    while (cut < limit && !std::string_view(".!?").contains(block[cut]) &&
           static_cast<unsigned char>(block[cut]) < 0x80) {
      ++cut;
    }
    while (cut < limit && text::WhitespaceAt(block, cut) == 0 && block[cut] != '(' &&
           block[cut] != '[') {
      std::size_t next = cut;
      const char32_t c = text::Decode(block, &next);
      if (c == 0x300C || c == 0x300E || c == 0xFF08 || c == 0x300A) break;
      cut = next;
    }
    while (quote != whole.end() && quote->end <= cut) ++quote;
    if (quote != whole.end() && quote->begin < cut && cut < quote->end) continue;
    sentences.push_back(text::Strip(block.substr(start, cut - start)));
    start = cut;
  }
  sentences.push_back(text::Strip(block.substr(start)));
  std::erase_if(sentences, [](std::string_view sentence) { return sentence.empty(); });
  return sentences;
}

std::string_view ClaimOf(std::string_view sentence) {
  std::string_view claim = text::Strip(StripTrailingCitation(sentence));
  // A lead ends at its first comma or colon, so only the beginning is read.
  const std::size_t comma = claim.substr(0, 120).find_first_of(",:");
  if (comma != std::string_view::npos) {
    const Reading reading(claim.substr(0, comma));
    const std::vector<Token>& lead = reading.tokens();
    // With a form of "be" it is a statement: "The answer is known".
    const bool frames = std::ranges::all_of(lead, IsFrameToken) &&
                        std::ranges::none_of(lead, [](const Token& t) { return t.Is(kBe); }) &&
                        std::ranges::any_of(lead, [](const Token& t) { return t.Is(kFrame); });
    if (frames) claim = text::Strip(claim.substr(comma + 1));
  }
  return claim;
}

bool OnlyFrames(std::string_view text) {
  // Word by word: joining numbers or months makes no word a frame word.
  Letters letters;
  Scanner scanner(text, &letters);
  for (;;) {
    Token token;
    Gap gap;
    if (!scanner.Next(&token, &gap)) return true;
    if (!IsFrameToken(token)) return false;
  }
}

bool WeighsAtLeast(std::string_view text, std::size_t limit) {
  std::size_t weight = 0;
  for (std::size_t pos = 0; pos < text.size() && weight < limit;) {
    weight += text::HasFlag(text::Decode(text, &pos), text::kDense) ? 2u : 1u;
  }
  return weight >= limit;
}

}  // namespace arborist::judge::lexical
