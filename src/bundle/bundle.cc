// SPDX-License-Identifier: AGPL-3.0-only
// Writes passage and document bundles (docs/format/bundle.md) from facts that are given. Nothing is
// checked here: prove passes every bundle through VerifyBundle before anybody gets it. text_hash
// covers the raw text, which the root does not: leaves hash the canonical text.
#include "bundle/bundle.h"

#include <utility>

#include "crypto/sha256.h"
#include "merkle/proof_json.h"

namespace arborist::bundle {

namespace {

json::Object Common(std::string_view format, const DocumentFacts& document,
                    const RecordedFacts& recorded, std::string_view text) {
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
                      {"kind", recorded.kind},
                      {"compression_depth", recorded.compression_depth},
                      {"text_bytes", static_cast<std::int64_t>(recorded.text_bytes)},
                      {"locations", std::move(locations)},
                      {"text", text},
                      {"text_hash", crypto::Sha256(text).hex()}};
}

}  // namespace

json::Value MakePassageBundle(const DocumentFacts& document, const RecordedFacts& recorded,
                              std::string_view text, const merkle::Proof& proof,
                              const PassageRevision& revision) {
  json::Object bundle = Common(kPassageFormat, document, recorded, text);
  bundle.emplace("chunk_idx", static_cast<std::int64_t>(proof.leaf_index));
  bundle.emplace("leaf_hash", proof.leaf.hex());
  bundle.emplace("proof", merkle::ProofToJson(proof, document.leaf_count));
  json::Object form{{"text_hash", revision.text_hash.hex()}};
  if (revision.slice)
    form.emplace("slice", merkle::ProofToJson(*revision.slice, document.leaf_count));
  bundle.emplace("revision", std::move(form));
  return bundle;
}

json::Value MakeDocumentBundle(const DocumentFacts& document, const RecordedFacts& recorded,
                               std::string_view text, const std::vector<Hash256>& leaves) {
  json::Array hashes;
  hashes.reserve(leaves.size());
  for (const Hash256& leaf : leaves) hashes.emplace_back(leaf.hex());
  json::Object bundle = Common(kDocumentFormat, document, recorded, text);
  bundle.emplace("leaf_hashes", std::move(hashes));
  return bundle;
}

std::string ToFileText(const json::Value& bundle) { return json::Pretty(bundle) + "\n"; }

}  // namespace arborist::bundle
