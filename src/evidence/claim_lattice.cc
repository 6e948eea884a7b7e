// SPDX-License-Identifier: AGPL-3.0-only
#include "evidence/claim_lattice.h"

#include <map>

#include "evidence/content_tokens.h"
#include "evidence/spotlight.h"
#include "text/scan.h"

namespace arborist::evidence {

namespace {

constexpr std::size_t kShownRootDigits = 8;

void AppendClaim(std::string_view text, const CitedClaim& claim, const EvidenceMap& evidence,
                 std::size_t window, std::string* out) {
  if (!out->empty()) out->push_back('\n');
  out->append("- ").append(text);
  const Spotlight spotlight(ContentTokens(text), window);
  std::map<const EvidenceObject*, std::string> excerpts;  // a claim may cite one thing many times
  for (const std::string& id : claim.pointer_ids) {
    out->append("\n [").append(id);
    const EvidenceObject* object = evidence.ByPointer(id);
    if (object == nullptr) {
      out->append(": ?]");
      continue;
    }
    const auto [excerpt, is_new] = excerpts.try_emplace(object);
    if (is_new) excerpt->second = spotlight.Excerpt(object->span, evidence.LowerSpan(*object));
    out->append(" | ").append(Label(*object)).append(" | ");
    out->append(text::Prefix(object->chunk_root, kShownRootDigits));
    out->append(": \"").append(excerpt->second).append("\"]");
  }
}

}  // namespace

std::string RenderClaimLattice(std::span<const CitedClaim> claims, const EvidenceMap& evidence,
                               std::size_t window) {
  std::string out;
  for (const CitedClaim& claim : claims) {
    const std::string_view text = text::Strip(claim.text);
    if (!text.empty()) AppendClaim(text, claim, evidence, window, &out);
  }
  return out;
}

}  // namespace arborist::evidence
