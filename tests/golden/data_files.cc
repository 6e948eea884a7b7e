// SPDX-License-Identifier: AGPL-3.0-only
#include "golden/data_files.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "base/base64.h"
#include "compress/byte_source.h"
#include "json/value.h"

namespace arborist::golden {

std::filesystem::path SourceFolder() {
  const char* source = std::getenv("ARBORIST_SOURCE");
  return source != nullptr && *source != '\0' ? source : ARBORIST_SOURCE_DIR;
}

Result<std::string> ReadDecoded(const std::filesystem::path& file) {
  TRY_ASSIGN(const std::unique_ptr<compress::ByteSource> source, compress::OpenByteSource(file));
  std::string bytes;
  std::string piece(std::size_t{1} << 18, '\0');
  while (true) {
    TRY_ASSIGN(const std::size_t read, source->Read(piece.data(), piece.size()));
    if (read == 0) return bytes;
    bytes.append(piece, 0, read);
  }
}

Result<std::vector<PackedFile>> ReadPacked(const std::filesystem::path& file) {
  TRY_ASSIGN(const std::string text, ReadDecoded(file));
  std::vector<PackedFile> files;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    TRY_ASSIGN(const json::Value line,
               json::Parse(std::string_view(text).substr(begin, end - begin)));
    begin = end + 1;
    PackedFile packed;
    TRY_ASSIGN(packed.name, line.String("name"));
    TRY_ASSIGN(const std::string encoded, line.String("base64"));
    TRY_ASSIGN(packed.bytes, FromBase64(encoded));
    files.push_back(std::move(packed));
  }
  return files;
}

std::filesystem::path ConformanceFile(const std::string& name) {
  return SourceFolder() / "tests" / "conformance" / "data" / name;
}

}  // namespace arborist::golden
