// SPDX-License-Identifier: AGPL-3.0-only
#include "base/temporary_folder.h"

#include <cstdlib>
#include <string>

#include "base/check.h"

namespace arborist {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder(const fs::path& in) {
  std::string name = (in / "arborist-XXXXXX").string();
  CHECK(::mkdtemp(name.data()) != nullptr);
  path_ = fs::canonical(name);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace arborist
