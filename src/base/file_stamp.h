// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>

namespace arborist {

// What a file system says of a file without reading it. Equal stamps: the same bytes, unless
// somebody set the clock back; changed_ns cannot be set by a program as modified_ns can.
struct FileStamp {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;
  std::int64_t modified_ns = 0;  // of the content
  std::int64_t changed_ns = 0;   // of the content, name, owner or mode

  bool operator==(const FileStamp&) const = default;
  // The same file under another name: a rename moves changed_ns alone.
  bool IsRenamed(const FileStamp& other) const {
    return device == other.device && inode == other.inode && size == other.size &&
           modified_ns == other.modified_ns;
  }
};

}  // namespace arborist
