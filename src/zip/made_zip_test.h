// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "compress/raw_inflate.h"

namespace arborist::zip {

// How an entry is declared.
struct How {
  std::uint16_t flags = 0;
  std::uint16_t method = 0;
};

// Writes ZIP files for tests: entry by entry, lies included.
class MadeZip {
 public:
  void Add(std::string_view name, std::string_view content, How how = {}) {
    Append(name, content, content.size(), compress::Crc32(0, content), how);
  }
  void AddDeflated(std::string_view name, std::string_view deflated, std::string_view content) {
    Append(name, deflated, content.size(), compress::Crc32(0, content), {.method = 8});
  }
  // Another name for the bytes of the entry before.
  void AddAgain(std::string_view name) {
    Directory(name, last_size_, last_size_, last_crc_, last_offset_, {});
  }

  std::string Bytes() const {
    std::string end = "PK\5\6";
    Put(&end, 0, 4);
    Put(&end, count_, 2);
    Put(&end, count_, 2);
    Put(&end, directory_.size(), 4);
    Put(&end, bytes_.size(), 4);
    Put(&end, 0, 2);
    return bytes_ + directory_ + end;
  }

 private:
  static void Put(std::string* out, std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) *out += static_cast<char>(value >> (8 * i));
  }

  void Append(std::string_view name, std::string_view stored, std::size_t size, std::uint32_t crc,
              How how) {
    last_offset_ = bytes_.size();
    last_size_ = stored.size();
    last_crc_ = crc;
    bytes_ += "PK\3\4";
    Put(&bytes_, 20, 2);
    Put(&bytes_, how.flags, 2);
    Put(&bytes_, how.method, 2);
    Put(&bytes_, 0, 4);
    Put(&bytes_, crc, 4);
    Put(&bytes_, stored.size(), 4);
    Put(&bytes_, size, 4);
    Put(&bytes_, name.size(), 2);
    Put(&bytes_, 0, 2);
    bytes_ += name;
    bytes_ += stored;
    Directory(name, stored.size(), size, crc, last_offset_, how);
  }

  void Directory(std::string_view name, std::size_t stored, std::size_t size, std::uint32_t crc,
                 std::size_t offset, How how) {
    ++count_;
    directory_ += "PK\1\2";
    Put(&directory_, 20, 2);
    Put(&directory_, 20, 2);
    Put(&directory_, how.flags, 2);
    Put(&directory_, how.method, 2);
    Put(&directory_, 0, 4);
    Put(&directory_, crc, 4);
    Put(&directory_, stored, 4);
    Put(&directory_, size, 4);
    Put(&directory_, name.size(), 2);
    Put(&directory_, 0, 8);
    Put(&directory_, 0, 4);
    Put(&directory_, offset, 4);
    directory_ += name;
  }

  std::string bytes_;
  std::string directory_;
  std::size_t count_ = 0;
  std::size_t last_offset_ = 0;
  std::size_t last_size_ = 0;
  std::uint32_t last_crc_ = 0;
};

}  // namespace arborist::zip
