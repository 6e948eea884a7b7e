// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/temporary_folder.h"

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
  static const TemporaryFolder folder = [] {
    std::error_code ignored;
    return std::filesystem::is_directory("/dev/shm", ignored) ? TemporaryFolder("/dev/shm")
                                                              : TemporaryFolder();
  }();
  return folder.path();
}

}  // namespace arborist::fuzz

// libFuzzer calls it by this name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
