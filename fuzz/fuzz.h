// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/check.h"

// What the fuzz targets share. A target states what must hold with CHECK, which aborts.

namespace arborist::fuzz {

inline std::string_view View(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// Takes bytes off the front of an input that steers the target.
inline std::uint8_t TakeByte(std::string_view* input) {
  if (input->empty()) return 0;
  const auto byte = static_cast<std::uint8_t>(input->front());
  input->remove_prefix(1);
  return byte;
}

// A folder of this process, gone at its end.
inline const std::filesystem::path& ScratchFolder() {
  struct Folder {
    Folder() {
      std::filesystem::path base = std::filesystem::temp_directory_path();
      std::error_code ignored;
      if (std::filesystem::is_directory("/dev/shm", ignored)) base = "/dev/shm";
      std::string name = (base / "arborist-fuzz-XXXXXX").string();
      CHECK(::mkdtemp(name.data()) != nullptr);
      path = name;
    }
    ~Folder() {
      std::error_code ignored;
      std::filesystem::remove_all(path, ignored);
    }
    std::filesystem::path path;
  };
  static const Folder folder;
  return folder.path;
}

}  // namespace arborist::fuzz

// libFuzzer calls it by this name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
