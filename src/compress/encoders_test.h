// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string>

namespace arborist::compress {

// Compressed inputs for tests; the program itself never writes these formats.
std::string Gzip(const std::string& content);
std::string Bzip2(const std::string& content);  // blocks of 900 kB
std::string Bzip2Blocks(const std::string& content, int hundred_kilobytes);
std::string Zstd(const std::string& content);
std::string Xz(const std::string& content);
std::string XzDictionary(const std::string& content, unsigned dictionary_bytes);
std::string ZstdWindow(const std::string& content, int window_log);

// Text that compresses, and bytes that do not; equal for equal seeds.
std::string Words(unsigned seed, std::size_t size);
std::string Noise(unsigned seed, std::size_t size);

}  // namespace arborist::compress
