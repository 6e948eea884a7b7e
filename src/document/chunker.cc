// SPDX-License-Identifier: AGPL-3.0-only
// Cuts texts into chunks and hashes them. FROZEN tok-512-v1 and tok-512-v2:
// docs/format/chunking.md, decision 8. One pass: Cutter is told where tokens begin and closes a
// chunk before the 513th. In tok-512-v1, eight ASCII bytes are looked at together: the bit mask of
// blanks gives the number of token starts among them; only a group in which a chunk may end is read
// byte by byte. Identity hashes norm-v1 of each slice, so white space and Unicode form do not
// change the root; RevisionOf hashes the raw form.
#include "document/chunker.h"

#include <algorithm>
#include <bit>
#include <string>

#include "crypto/sha256.h"
#include "merkle/tree.h"
#include "text/canonical.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace arborist::document {

namespace {

// A run of n code points counts as ceil(n / 16) tokens.
constexpr std::size_t kRunTokenCodePoints = 16;

std::string_view WithoutByteOrderMark(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

// Collects slices: closes a chunk at the first token after kTokensPerChunk.
class Cutter {
 public:
  explicit Cutter(std::string_view text) : text_(text) {}

  void TokenStartsAt(std::size_t pos, bool may_cut) {
    if (tokens_ >= kTokensPerChunk && may_cut) {
      slices_.push_back(text_.substr(begin_, pos - begin_));
      begin_ = pos;
      tokens_ = 0;
    }
    ++tokens_;
  }

  // Counts several tokens at once if none of them ends the chunk. False: report them one by one.
  bool AddTokens(std::size_t count) {
    if (tokens_ + count > kTokensPerChunk) return false;
    tokens_ += count;
    return true;
  }

  std::vector<std::string_view> Finish() {
    if (tokens_ > 0) slices_.push_back(text_.substr(begin_));
    return std::move(slices_);
  }

 private:
  std::string_view text_;
  std::size_t begin_ = 0;
  std::size_t tokens_ = 0;
  std::vector<std::string_view> slices_;
};

std::vector<std::string_view> SplitV1(std::string_view text) {
  Cutter cutter(text);
  bool after_space = true;
  for (std::size_t pos = 0; pos < text.size();) {
    std::uint64_t spaces;
    while (pos + 8 <= text.size() && text::PlainWord(text.data() + pos, &spaces)) {
      constexpr std::uint64_t kHigh = 0x8080808080808080u;
      const std::uint64_t starts = ~spaces & ((spaces << 8) | (after_space ? 0x80u : 0u)) & kHigh;
      if (!cutter.AddTokens(static_cast<std::size_t>(std::popcount(starts)))) break;
      pos += 8;
      after_space = (spaces >> 63) != 0;
    }
    if (pos == text.size()) break;
    if (const std::size_t width = text::WhitespaceAt(text, pos); width != 0) {
      after_space = true;
      pos += width;
    } else {
      if (after_space) cutter.TokenStartsAt(pos, true);
      after_space = false;
      ++pos;
    }
  }
  return cutter.Finish();
}

std::vector<std::string_view> SplitV2(std::string_view text) {
  Cutter cutter(text);
  // Code points since the start of a run of neither white space nor dense script.
  std::size_t run = 0;
  for (std::size_t pos = 0; pos < text.size();) {
    const std::size_t start = pos;
    const char32_t c = text::Decode(text, &pos);
    if (text::IsWhitespace(c)) {
      run = 0;
      continue;
    }
    const std::uint16_t flags = text::UnicodeFlags(c);
    const bool dense = (flags & text::kDense) != 0;
    if (dense || run % kRunTokenCodePoints == 0) {
      cutter.TokenStartsAt(start, (flags & text::kCombining) == 0);
    }
    run = dense ? 0 : run + 1;
  }
  return cutter.Finish();
}

bool FitV1(const std::vector<std::string_view>& slices) {
  return std::none_of(slices.begin(), slices.end(), [](std::string_view slice) {
    return slice.size() > kMaxChunkCodePointsV1 &&
           text::CountCodePoints(slice) > kMaxChunkCodePointsV1;
  });
}

Identity FromSlices(Chunking chunking, std::vector<std::string_view> slices) {
  Identity identity{.chunking = chunking, .slices = std::move(slices), .leaves = {}, .root = {}};
  identity.leaves.reserve(identity.slices.size());
  std::string canonical;
  for (const std::string_view slice : identity.slices) {
    text::CanonicalizeTo(slice, &canonical);
    identity.leaves.push_back(merkle::HashLeaf(canonical));
  }
  identity.root = DocumentRoot(merkle::Root(identity.leaves));
  return identity;
}

}  // namespace

std::string_view Name(Chunking chunking) {
  return chunking == Chunking::kTok512V1 ? "tok-512-v1" : "tok-512-v2";
}

std::optional<Chunking> ChunkingFromName(std::string_view name) {
  if (name == Name(Chunking::kTok512V1)) return Chunking::kTok512V1;
  if (name == Name(Chunking::kTok512V2)) return Chunking::kTok512V2;
  return std::nullopt;
}

std::vector<std::string_view> Split(std::string_view text, Chunking chunking) {
  text = WithoutByteOrderMark(text);
  return chunking == Chunking::kTok512V1 ? SplitV1(text) : SplitV2(text);
}

Chunking ChooseChunking(std::string_view text) {
  return FitV1(SplitV1(WithoutByteOrderMark(text))) ? Chunking::kTok512V1 : Chunking::kTok512V2;
}

Identity Identify(std::string_view text, Chunking chunking) {
  return FromSlices(chunking, Split(text, chunking));
}

Identity Identify(std::string_view text) {
  auto slices = Split(text, Chunking::kTok512V1);
  if (FitV1(slices)) return FromSlices(Chunking::kTok512V1, std::move(slices));
  return Identify(text, Chunking::kTok512V2);
}

LeafHash LeafOf(std::string_view slice) { return merkle::HashLeaf(text::Canonicalize(slice)); }

Hash256 SliceLeafOf(std::string_view slice) { return merkle::HashLeaf(slice); }

Revision RevisionOf(std::span<const std::string_view> slices) {
  crypto::Sha256Hasher text;
  std::vector<Hash256> leaves;
  leaves.reserve(slices.size());
  for (const std::string_view slice : slices) {
    text.Update(slice);
    leaves.push_back(SliceLeafOf(slice));
  }
  return {.text_hash = TextHash(text.Finish()), .slices = merkle::Root(leaves)};
}

}  // namespace arborist::document
