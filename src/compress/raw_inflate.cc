// SPDX-License-Identifier: AGPL-3.0-only
// Inflates from memory into one buffer that is handed out each time it is full, so that the cost in
// memory does not depend on what the stream claims or holds.
#include "compress/raw_inflate.h"

#include <zlib.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/contained.h"

namespace arborist::compress {

namespace {

constexpr std::size_t kPieceBytes = std::size_t{64} << 10;

struct EndInflate {
  void operator()(z_stream_s* stream) const {
    inflateEnd(stream);
    delete stream;
  }
};

}  // namespace

Result<std::uint64_t> InflateRaw(std::string_view deflated, std::uint64_t max_bytes,
                                 const PieceSink& sink) {
  const std::unique_ptr<z_stream_s, EndInflate> stream(new z_stream{});
  DemandMemory(inflateInit2(stream.get(), -MAX_WBITS) == Z_OK);
  std::vector<char> room(kPieceBytes);
  std::uint64_t made = 0;
  while (true) {
    const auto offered = static_cast<uInt>(std::min<std::size_t>(deflated.size(), 1U << 30));
    stream->next_in = reinterpret_cast<Bytef*>(const_cast<char*>(deflated.data()));
    stream->avail_in = offered;
    stream->next_out = reinterpret_cast<Bytef*>(room.data());
    stream->avail_out = static_cast<uInt>(room.size());
    const int result = inflate(stream.get(), Z_NO_FLUSH);
    DemandMemory(result != Z_MEM_ERROR);
    deflated.remove_prefix(offered - stream->avail_in);
    const std::size_t got = room.size() - stream->avail_out;
    const std::uint64_t allowed = std::min<std::uint64_t>(got, max_bytes - made);
    if (allowed > 0) TRY(sink({room.data(), static_cast<std::size_t>(allowed)}));
    made += allowed;
    if (allowed < got) {
      return Fail(ErrorCode::kLimitExceeded,
                  "it expands to more than " + std::to_string(max_bytes) + " bytes");
    }
    if (result == Z_STREAM_END) return made;
    if (result != Z_OK && result != Z_BUF_ERROR) {
      return Fail(ErrorCode::kInvalidData, "the deflated data is damaged");
    }
    if (got == 0 && deflated.empty()) {
      return Fail(ErrorCode::kInvalidData, "the deflated data is cut");
    }
  }
}

std::uint32_t Crc32(std::uint32_t so_far, std::string_view bytes) {
  return static_cast<std::uint32_t>(
      crc32_z(so_far, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

}  // namespace arborist::compress
