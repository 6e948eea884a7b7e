// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "base/files.h"
#include "base/result.h"

namespace arborist::compress {

// Bytes that stream out of a file, decoded where it is compressed, in bounded memory.
// Not for use by several threads at once.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // Fills up to size bytes and returns how many; 0 is the end. Damage is reported only after all
  // bytes that stand before it were handed out, and again at each later call.
  virtual Result<std::size_t> Read(char* buffer, std::size_t size) = 0;

  // Bytes of the file that went into what Read has returned, for progress. Never above its size.
  virtual std::uint64_t consumed() const = 0;
};

struct ByteSourceOptions {
  // Threads that decode bzip2 files of many streams side by side. 0 decodes in the caller's thread.
  unsigned threads = 0;
  // Decoded over compressed bytes, watched once kFreeExpansionBytes have come out.
  std::uint64_t max_expansion_ratio = 1000;
};

// So much may come out of a small file whatever the ratio.
inline constexpr std::uint64_t kFreeExpansionBytes = std::uint64_t{16} << 20;

// Opens a regular file. gzip (also several members), bzip2 (several streams) and zstd (several
// frames, windows up to 128 MiB) are told by their first bytes, never by the file's name; all else
// is read as it is. Cut or damaged data is kInvalidData, a bomb kLimitExceeded.
Result<std::unique_ptr<ByteSource>> OpenByteSource(const std::filesystem::path& path,
                                                   const ByteSourceOptions& options = {});

// The same of a file that is open already; `path` stands in errors.
Result<std::unique_ptr<ByteSource>> OpenByteSource(FileDescriptor fd,
                                                   const std::filesystem::path& path,
                                                   const ByteSourceOptions& options = {});
// The same of the bytes of a file.
Result<std::unique_ptr<ByteSource>> DecodeBytes(std::string bytes,
                                                const ByteSourceOptions& options = {});

// The first `count` decoded bytes (fewer if there are no more), to tell what kind of file it is.
// Damage behind the bytes it could get is not an error here.
Result<std::string> PeekDecoded(FileDescriptor fd, const std::filesystem::path& path,
                                std::size_t count);

}  // namespace arborist::compress
