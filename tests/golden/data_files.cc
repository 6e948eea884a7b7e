// SPDX-License-Identifier: AGPL-3.0-only
#include "golden/data_files.h"

#include <cstdlib>
#include <memory>

#include "compress/byte_source.h"

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

std::filesystem::path SharedFolder() {
  const char* shared = std::getenv("ARBORIST_SHARED");
  return shared != nullptr && *shared != '\0' ? std::filesystem::path(shared)
                                              : SourceFolder().parent_path() / "shared";
}

}  // namespace arborist::golden
