// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "compress/byte_source.h"

namespace arborist::tar {

enum class Kind : std::uint8_t { kFile, kFolder, kLink, kSpecial, kSparse };

struct Entry {
  std::string name;  // as the archive has it: may be absolute, hold ".." or bytes that are no text
  Kind kind = Kind::kFile;
  std::uint64_t size = 0;  // of the file
};

// The entries of a tar file in their order: old tar, ustar, GNU (long names, large sizes) and pax.
// Nothing is ever written to a disk, so names and links can do no harm. For one thread; the source
// outlives it.
//
// libarchive is not used: it would read hostile archives in this process, and the format is small.
class Reader {
 public:
  explicit Reader(compress::ByteSource* source) : source_(source) {}

  // The next entry; nothing at the end. The body of the one before is passed over. kInvalidData:
  // the archive is damaged or cut; kLimitExceeded: a name or header is too long.
  Result<std::optional<Entry>> Next();

  // The bytes of the entry that Next returned last, once. kLimitExceeded: it has more than so many.
  Result<std::string> Body(std::uint64_t max_bytes);

 private:
  struct Overrides {
    std::optional<std::string> name;
    std::optional<std::uint64_t> size;
    bool sparse = false;
  };
  Result<bool> ReadBlock(char* block);
  Status Skip(std::uint64_t bytes);
  Result<std::string> ReadExtension(std::uint64_t size);
  Status ReadPax(std::uint64_t size, Overrides* overrides);

  compress::ByteSource* source_;
  std::uint64_t left_ = 0;     // of the current body
  std::uint64_t padding_ = 0;  // behind it
};

// Whether the bytes begin as a tar file does: a header whose checksum holds.
bool LooksLikeTar(std::string_view head);

}  // namespace arborist::tar
