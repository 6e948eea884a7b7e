// SPDX-License-Identifier: AGPL-3.0-only
// tok-512-v1 and -v2: slices concatenate, no chunk is empty or has too many tokens. A few bytes
// stand for long runs, so that small inputs reach many chunks.
#include "document/chunker.h"
#include "fuzz/fuzz.h"
#include "merkle/tree.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace {

using namespace arborist;

std::string Expand(std::string_view input) {
  constexpr std::string_view kPieces[] = {
      "a ",           "word ",  "\n",         " ",      "abcdefghijklmnop",
      "\u6f22",       "\u0e01", "e\u0301",    "\u0301", "\u3000",
      "\xEF\xBB\xBF", "\u00A0", "\U0001F600", "\u200D", "x"};
  std::string text;
  while (!input.empty() && text.size() < 60000) {
    const std::uint8_t byte = fuzz::TakeByte(&input);
    if (byte < 0x80) {
      text.push_back(static_cast<char>(byte));
      continue;
    }
    const std::string_view piece = kPieces[byte % std::size(kPieces)];
    const std::size_t times = 1u + fuzz::TakeByte(&input) * 9u;
    for (std::size_t i = 0; i < times; ++i) text += piece;
  }
  return text;
}

std::size_t Tokens(std::string_view slice) {
  std::size_t tokens = 0;
  bool inside = false;
  for (std::size_t pos = 0; pos < slice.size();) {
    const bool space = text::IsWhitespace(text::Decode(slice, &pos));
    tokens += !space && !inside;
    inside = !space;
  }
  return tokens;
}

void CheckSplit(std::string_view text, document::Chunking chunking) {
  const auto slices = document::Split(text, chunking);
  std::string joined;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    CHECK(!slices[i].empty());
    CHECK(text::FindInvalidUtf8(slices[i], true) == std::string_view::npos);
    joined += slices[i];
    const std::size_t tokens = Tokens(slices[i]);
    CHECK(tokens > 0 && tokens <= document::kTokensPerChunk);
    if (chunking == document::Chunking::kTok512V1 && i + 1 < slices.size()) {
      CHECK(tokens == document::kTokensPerChunk);
    }
    std::size_t pos = 0;
    const char32_t first = text::Decode(slices[i], &pos);
    if (i > 0) CHECK(!text::IsWhitespace(first));
    if (i > 0 && chunking == document::Chunking::kTok512V2)
      CHECK(!text::HasFlag(first, text::kCombining));
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (!slices.empty()) CHECK(joined == text);
  if (slices.empty()) CHECK(Tokens(text) == 0);
  const document::Identity identity = document::Identify(text, chunking);
  CHECK(identity.leaves.size() == identity.slices.size());
  CHECK(merkle::Root(identity.leaves) == identity.root);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string expanded = Expand(fuzz::View(data, size));
  const std::string_view text =
      std::string_view(expanded).substr(0, text::FindInvalidUtf8(expanded, true));
  CheckSplit(text, document::Chunking::kTok512V1);
  CheckSplit(text, document::Chunking::kTok512V2);
  bool long_chunk = false;
  for (const std::string_view slice : document::Split(text, document::Chunking::kTok512V1)) {
    long_chunk = long_chunk || text::CountCodePoints(slice) > document::kMaxChunkCodePointsV1;
  }
  CHECK((document::ChooseChunking(text) == document::Chunking::kTok512V2) == long_chunk);
  return 0;
}
