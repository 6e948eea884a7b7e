// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <memory>

#include "compress/byte_source.h"
#include "compress/raw_file.h"

namespace arborist::compress {

// Decodes a bzip2 file with worker threads. The file is cut before each byte-aligned stream header
// and, where none comes for long, at a fixed size; a piece that begins with a header is decoded on
// speculation. The signature can also stand by chance inside a stream: when the piece before turns
// out to end inside one, its decoder goes on with the next piece and the speculative result is
// thrown away. So the output is always that of decoding from front to back.
// Memory is bounded by the number of threads, whatever the file holds.
struct PieceSizes {
  std::size_t min_bytes = std::size_t{128} << 10;  // shorter streams are decoded several at a time
  std::size_t max_bytes = std::size_t{2} << 20;
};
Result<std::unique_ptr<ByteSource>> MakeParallelBzip2Source(RawFile file,
                                                            const ByteSourceOptions& options,
                                                            const PieceSizes& sizes = {});

}  // namespace arborist::compress
