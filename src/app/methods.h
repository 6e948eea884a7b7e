// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <span>
#include <string_view>

#include "base/result.h"
#include "json/value.h"

namespace arborist::app {

// One function that rpc serves: pure, params by name (always an object), errors that name the
// field.
struct RpcMethod {
  std::string_view name;
  Result<json::Value> (*call)(const json::Value& params);
};

// The table, grouped by concept: one file each, one line per method there. A new group is declared
// here and named in AllMethods of rpc_server.cc.
std::span<const RpcMethod> TextMethods();      // canonicalize, canonical_question, ...
std::span<const RpcMethod> JsonMethods();      // lenient_json_parse
std::span<const RpcMethod> KeyMethods();       // the hashes and keys of a run
std::span<const RpcMethod> DocumentMethods();  // chunk, merkle_proof, verify_proof
std::span<const RpcMethod> WikitextMethods();  // wikitext_base
std::span<const RpcMethod> QuestionMethods();  // how much a question asks, what is wrong with it
std::span<const RpcMethod> EvidenceMethods();  // build_evidence_map, render_claim_lattice, ...
std::span<const RpcMethod> RunDagMethods();    // build_run_dag, verify_run_dag, ...
std::span<const RpcMethod> VerifyMethods();    // verify_quotes, verify_claim_lattice, ...

}  // namespace arborist::app
