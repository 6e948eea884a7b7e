// SPDX-License-Identifier: AGPL-3.0-only
#include "base/temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include "base/files.h"

namespace arborist {

namespace fs = std::filesystem;

Result<TemporaryFolder::Made> TemporaryFolder::MakeIn(const fs::path& in) {
  std::string name = (in / "arborist-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    return std::unexpected(SystemError("cannot make a temporary folder in " + in.string(), errno));
  }
  std::error_code error;
  fs::path path = fs::canonical(name, error);
  if (error) {
    return std::unexpected(SystemError("cannot use the temporary folder " + name, error.value()));
  }
  return Made{std::move(path)};
}

Result<std::unique_ptr<TemporaryFolder>> TemporaryFolder::Make() {
  std::error_code error;
  const fs::path in = fs::temp_directory_path(error);
  if (error) {
    return Fail(ErrorCode::kEnvironment,
                "there is no folder for temporary files (TMPDIR): " + error.message());
  }
  auto made = MakeIn(in);
  if (!made) return Fail(ErrorCode::kEnvironment, std::move(made).error().message);
  return std::unique_ptr<TemporaryFolder>(new TemporaryFolder(std::move(*made)));
}

TemporaryFolder::TemporaryFolder(const fs::path& in) {
  auto made = MakeIn(in);
  if (!made) throw std::runtime_error(made.error().message);
  path_ = std::move(made->path);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace arborist
