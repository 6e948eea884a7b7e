// SPDX-License-Identifier: AGPL-3.0-only
#include "bundle/bundle.h"

#include <utility>

#include "crypto/sha256.h"
#include "merkle/proof_json.h"

namespace arborist::bundle {

namespace {

json::Object Common(std::string_view format, const DocumentFacts& document, std::string_view text) {
  json::Array locations;
  for (const Location& location : document.locations) {
    locations.emplace_back(json::Object{{"uri", location.uri}, {"title", location.title}});
  }
  return json::Object{{"format", format},
                      {"document_root", document.root.hex()},
                      {"leaf_count", static_cast<std::int64_t>(document.leaf_count)},
                      {"schema_version", document.schema_version},
                      {"canonicalization_version", document.canonicalization_version},
                      {"chunking_version", document.chunking_version},
                      {"source_type", document.source_type},
                      {"locations", std::move(locations)},
                      {"text", text},
                      {"text_hash", crypto::Sha256(text).hex()}};
}

}  // namespace

json::Value MakePassageBundle(const DocumentFacts& document, std::string_view text,
                              const merkle::Proof& proof) {
  json::Object bundle = Common(kPassageFormat, document, text);
  bundle.emplace("chunk_idx", static_cast<std::int64_t>(proof.leaf_index));
  bundle.emplace("leaf_hash", proof.leaf.hex());
  bundle.emplace("proof", merkle::ProofToJson(proof, document.leaf_count));
  return bundle;
}

json::Value MakeDocumentBundle(const DocumentFacts& document, std::string_view text,
                               const std::vector<Hash256>& leaves) {
  json::Array hashes;
  hashes.reserve(leaves.size());
  for (const Hash256& leaf : leaves) hashes.emplace_back(leaf.hex());
  json::Object bundle = Common(kDocumentFormat, document, text);
  bundle.emplace("leaf_hashes", std::move(hashes));
  return bundle;
}

std::string ToFileText(const json::Value& bundle) { return json::Pretty(bundle) + "\n"; }

}  // namespace arborist::bundle
