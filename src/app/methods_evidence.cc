// SPDX-License-Identifier: AGPL-3.0-only
// Evidence maps and claims with pointers as methods of rpc.
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "app/methods.h"
#include "app/params.h"
#include "evidence/claim_lattice.h"
#include "evidence/evidence_json.h"
#include "evidence/pointer_claims.h"

namespace arborist::app {

namespace {

Result<json::Value> BuildEvidenceMap(const json::Value& params) {
  TRY_ASSIGN(const evidence::EvidenceMap map, EvidenceOf(params));
  TRY_ASSIGN(const evidence::Rendering rendering, RenderingOf(params));
  json::Array objects;
  for (const evidence::EvidenceObject& object : map.objects()) objects.push_back(ToJson(object));
  return json::Object{{"evidence", std::move(objects)},
                      {"root", map.Root().hex()},
                      {"rendered", evidence::RenderEvidenceMap(map, rendering)}};
}

// pointer_ids, or where there are none evidence_ids.
Result<std::vector<std::string>> IdsOf(const json::Value& claim) {
  std::vector<std::string> ids;
  for (const std::string_view key : {"pointer_ids", "evidence_ids"}) {
    const json::Value* member = claim.Find(key);
    if (!ids.empty() || member == nullptr || member->is_null()) continue;
    TRY_ASSIGN(ids, Strings(claim, key));
  }
  return ids;
}

Result<evidence::CitedClaim> ClaimOf(const json::Value& value) {
  evidence::CitedClaim claim;
  if (const json::Value* text = value.Find("text"); text != nullptr && !text->is_null()) {
    TRY_ASSIGN(claim.text, value.String("text"));
  }
  TRY_ASSIGN(claim.pointer_ids, IdsOf(value));
  return claim;
}

Result<json::Value> RenderClaimLattice(const json::Value& params) {
  TRY_ASSIGN(const json::Array* list, params.List("claims"));
  std::vector<evidence::CitedClaim> claims;
  for (const json::Value& value : *list) {
    auto claim = ClaimOf(value);
    if (!claim) {
      return std::unexpected(
          std::move(claim).error().In("field claims, entry " + std::to_string(claims.size())));
    }
    claims.push_back(std::move(*claim));
  }
  TRY_ASSIGN(const evidence::EvidenceMap map, EvidenceOf(params));
  TRY_ASSIGN(const std::int64_t window, IntOr(params, "window", evidence::kExcerptWindow));
  if (window < 0) return Fail(ErrorCode::kInvalidArgument, "field window must be 0 or more");
  TRY_ASSIGN(const evidence::Rendering rendering, RenderingOf(params));
  return json::Value(
      evidence::RenderClaimLattice(claims, map, rendering, static_cast<std::size_t>(window)).text);
}

Result<json::Value> ParsePointerClaims(const json::Value& params) {
  TRY_ASSIGN(const std::string text, params.String("text"));
  json::Array claims;
  TRY_ASSIGN(const std::string name, params.StringOr("tags", Name(evidence::Tags::kPassages)));
  const auto tags = evidence::TagsFromName(name);
  if (!tags) return Fail(ErrorCode::kInvalidArgument, "field tags must be passage or sentence");
  for (const evidence::PointerClaim& claim : evidence::ParsePointerClaims(text, *tags)) {
    claims.emplace_back(json::Object{
        {"claim_text", claim.claim_text},
        {"pointer_ids", json::Array(claim.pointer_ids.begin(), claim.pointer_ids.end())},
        {"parse_status", claim.parse_status()}});
  }
  return claims;
}

constexpr std::array kEvidenceMethods = {
    RpcMethod{"build_evidence_map", BuildEvidenceMap},
    RpcMethod{"render_claim_lattice", RenderClaimLattice},
    RpcMethod{"parse_pointer_claims", ParsePointerClaims},
};

}  // namespace

std::span<const RpcMethod> EvidenceMethods() { return kEvidenceMethods; }

}  // namespace arborist::app
