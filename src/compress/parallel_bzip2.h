// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <memory>

#include "compress/byte_source.h"
#include "compress/raw_file.h"

namespace arborist::compress {

// Decodes a bzip2 file on worker threads. The file is cut in front of each byte-aligned stream
// header, or at a fixed size if none comes for long; pieces that begin with a header are decoded on
// speculation, and a wrong guess is decoded again. The output is always that of decoding from front
// to back. The number of threads bounds the memory, whatever the file contains. kEnvironment if no
// thread can be started.
struct PieceSizes {
  std::size_t min_bytes = std::size_t{128} << 10;  // shorter streams are decoded several at a time
  std::size_t max_bytes = std::size_t{2} << 20;
};
Result<std::unique_ptr<ByteSource>> MakeParallelBzip2Source(RawFile file,
                                                            const ByteSourceOptions& options,
                                                            const PieceSizes& sizes = {});

}  // namespace arborist::compress
