// SPDX-License-Identifier: AGPL-3.0-only
#include "app/json/proof_json.h"

#include "app/fields.h"
#include "bundle/report.h"

namespace arborist::app {

json::Object ToJson(const Proof& proof) {
  switch (proof.of) {
    case Proof::Of::kRecord:
      return {{"cache_key", proof.hash},
              {"record_hash", proof.record_hash},
              {"redacted", proof.redacted}};
    case Proof::Of::kCore:
      return {{"core_root", proof.hash}};
    case Proof::Of::kDocument:
      return {{"document_root", proof.hash}};
    case Proof::Of::kChunk:
      return {{"document_root", proof.hash}, {"chunk_idx", Signed(proof.chunk_idx)}};
    case Proof::Of::kMember:
      break;
  }
  return {{"document_root", proof.hash},
          {"snapshot_root", proof.snapshot_root},
          {"doc_count", proof.doc_count}};
}

json::Object ProofJson(const Proof& proof, const bundle::VerifyReport& report, std::size_t bytes) {
  json::Object shown = bundle::ReportToJson(report).as_object();
  json::Object object{{"format", proof.format}, {"bytes", Signed(bytes)}};
  for (const char* name : {"valid", "checks", "not_proved"}) object.emplace(name, shown.at(name));
  object.emplace(proof.of == Proof::Of::kRecord ? "cache_key" : "document_root", proof.hash);
  return object;
}

}  // namespace arborist::app
