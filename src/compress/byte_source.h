// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/files.h"
#include "base/result.h"

namespace arborist::compress {

// A file as a stream of bytes, decoded if it is compressed, in bounded memory. One thread at a
// time.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // Fills up to `size` bytes and returns how many; 0 is the end. Damage is reported only after all
  // bytes before it were handed out, and again at each later call.
  virtual Result<std::size_t> Read(char* buffer, std::size_t size) = 0;

  // How many bytes of the file went into what Read has returned, for progress; at most its size.
  virtual std::uint64_t consumed() const = 0;
};

struct ByteSourceOptions {
  // Threads that decode bzip2 files of several streams in parallel. 0: the caller's thread decodes.
  unsigned threads = 0;
  // The most decoded bytes per compressed byte, enforced after kFreeExpansionBytes.
  std::uint64_t max_expansion_ratio = 1000;
};

// This much may come out of a small file, whatever the ratio.
inline constexpr std::uint64_t kFreeExpansionBytes = std::uint64_t{16} << 20;

// Opens a regular file. gzip (also several members), bzip2 (several streams), zstd (several frames,
// windows up to 128 MiB) and xz (dictionaries up to 64 MiB) are recognised by their first bytes,
// never by the file name; all else is read as it is. kInvalidData for cut or damaged data,
// kLimitExceeded for a bomb.
Result<std::unique_ptr<ByteSource>> OpenByteSource(const std::filesystem::path& path,
                                                   const ByteSourceOptions& options = {});

// The same for an open file; `path` is for errors.
Result<std::unique_ptr<ByteSource>> OpenByteSource(FileDescriptor fd,
                                                   const std::filesystem::path& path,
                                                   const ByteSourceOptions& options = {});
// The same of the bytes of a file, which must outlive the source.
Result<std::unique_ptr<ByteSource>> OpenBytes(std::string_view bytes,
                                              const ByteSourceOptions& options = {});

// Whether OpenByteSource decodes what begins so; 16 bytes are enough.
bool IsCompressed(std::string_view head);

// Whether the names of such files end so, in lower case and without the dot: "gz", "bz2", "zst",
// "xz".
bool IsCompressionEnding(std::string_view ending);

// The first `count` bytes of a source that nothing was read from (fewer if there are no more), to
// tell what it is. Damage behind the bytes it could get is not an error here.
Result<std::string> ReadHead(ByteSource* source, std::size_t count);

// What is left of a source. kLimitExceeded: more than max_bytes.
Result<std::string> ReadRest(ByteSource* source, std::uint64_t max_bytes);

}  // namespace arborist::compress
