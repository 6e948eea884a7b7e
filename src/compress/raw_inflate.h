// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "base/result.h"

struct z_stream_s;

namespace arborist::compress {

// Takes the pieces of decoded bytes one after the other; its error ends the decoding.
using PieceSink = std::function<Status(std::string_view piece)>;

// Decodes one deflate stream without a wrapper (RFC 1951), as the entries of ZIP files have it, in
// pieces of at most 64 KiB. kLimitExceeded once more than max_bytes come out, kInvalidData for
// damage; the pieces before either were handed out. Bytes behind the stream are ignored. Returns
// how many bytes were decoded. Safe on any thread.
Result<std::uint64_t> InflateRaw(std::string_view deflated, std::uint64_t max_bytes,
                                 const PieceSink& sink);

// CRC-32 as ZIP and gzip have it; `so_far` is that of the bytes before, 0 at the start.
std::uint32_t Crc32(std::uint32_t so_far, std::string_view bytes);

}  // namespace arborist::compress
