// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/hash256.h"

namespace arborist::document {

// How a core was made of other documents. Format: docs/format/core.md.
struct DerivationSource {
  DocumentRoot root;
  std::string proof;  // canonical JSON (core/derivation.h): inclusion of every chunk used
};

struct Derivation {
  std::string distiller_id;
  std::string distiller_version;
  std::optional<Hash256> scope_root = {};      // of the snapshot whose statistics were used
  std::vector<DerivationSource> sources = {};  // by root, each once
};

// The hash that the log binds: sha256 of canonical JSON {core_root, distiller_id,
// distiller_version, scope_root, sources:[{proof_hash, source_root}]}.
Hash256 HashDerivation(const DocumentRoot& core, const Derivation& derivation);

}  // namespace arborist::document
