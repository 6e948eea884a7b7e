// SPDX-License-Identifier: AGPL-3.0-only
#include "base/temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <system_error>

#include "base/files.h"

namespace arborist {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder(const fs::path& in) {
  std::string name = (in / "arborist-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw std::runtime_error(
        SystemError("cannot make a temporary folder in " + in.string(), errno).message);
  }
  path_ = fs::canonical(name);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace arborist
