// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/files.h"
#include "base/result.h"

namespace arborist::compress {

// A file, or bytes that somebody else holds, read from front to back. Internal to this module.
class RawFile {
 public:
  explicit RawFile(std::string_view bytes) : bytes_(bytes) {}
  RawFile(FileDescriptor fd, std::filesystem::path path)
      : fd_(std::move(fd)), path_(std::move(path)) {}

  // Reads until size bytes are there or the file ends; fewer bytes mean the end.
  Result<std::size_t> Read(char* buffer, std::size_t size);
  std::uint64_t offset() const { return offset_; }  // bytes read so far
  void Rewind();                                    // back to the first byte

 private:
  FileDescriptor fd_;  // not valid: bytes_ are the file
  std::string_view bytes_;
  std::filesystem::path path_;
  std::uint64_t offset_ = 0;
};

}  // namespace arborist::compress
