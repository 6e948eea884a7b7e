// SPDX-License-Identifier: AGPL-3.0-only
#include "document/derivation.h"

#include <utility>

#include "crypto/sha256.h"
#include "json/value.h"

namespace arborist::document {

Hash256 HashDerivation(const DocumentRoot& core, const Derivation& derivation) {
  json::Array sources;
  for (const DerivationSource& source : derivation.sources) {
    sources.emplace_back(json::Object{{"proof_hash", crypto::Sha256(source.proof).hex()},
                                      {"source_root", source.root.hex()}});
  }
  const json::Value scope =
      derivation.scope_root ? json::Value(derivation.scope_root->hex()) : json::Value();
  return crypto::Sha256(json::Dump(json::Object{{"core_root", core.hex()},
                                                {"distiller_id", derivation.distiller_id},
                                                {"distiller_version", derivation.distiller_version},
                                                {"scope_root", scope},
                                                {"sources", std::move(sources)}}));
}

}  // namespace arborist::document
