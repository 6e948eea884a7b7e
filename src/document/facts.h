// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>

#include "base/hash256.h"

namespace arborist::document {

// The facts that name a document: its root, how many leaves the root is over, and the rules that
// the text was cut, canonicalised and hashed by. Store, context, record and bundle carry the same
// five. The versions are names and may be of rules that this program does not know.
struct Facts {
  DocumentRoot root;
  std::uint64_t leaf_count = 0;
  std::string schema_version;
  std::string canonicalization_version;
  std::string chunking_version;
};

}  // namespace arborist::document
