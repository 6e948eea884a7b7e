// SPDX-License-Identifier: AGPL-3.0-only
// Chunks as a caller sends them, and answers that cite them: ids resolve, the root does not know
// the order, excerpts are parts of their passage, what is rendered parses again.
#include <algorithm>

#include "evidence/claim_lattice.h"
#include "evidence/content_tokens.h"
#include "evidence/evidence_json.h"
#include "evidence/pointer_claims.h"
#include "evidence/spotlight.h"
#include "fuzz/fuzz.h"
#include "json/value.h"
#include "text/scan.h"
#include "text/utf8.h"

namespace {

using namespace arborist;

void CheckExcerpt(std::string_view claim, const evidence::EvidenceMap& map,
                  const evidence::EvidenceObject& object, std::size_t window) {
  Budget budget(object.span.size());
  evidence::Spotlight spotlight(evidence::ContentTokens(claim), window);
  const std::string whole = spotlight.Excerpt(object.span, map.LowerSpan(object), &budget)
                                .value_or(evidence::LeadingExcerpt(object.span, window));
  std::string_view excerpt = whole;
  if (object.span.find(excerpt) != std::string::npos) return;
  if (excerpt.ends_with("...")) excerpt.remove_suffix(3);
  if (object.span.find(excerpt) != std::string::npos) return;
  CHECK(excerpt.starts_with("..."));
  CHECK(object.span.find(excerpt.substr(3)) != std::string::npos);
}

// Under one-line-v1 every line is a claim or a pointer of one, whatever titles and texts hold.
void CheckLines(const std::vector<evidence::CitedClaim>& cited, const evidence::EvidenceMap& map,
                std::size_t window) {
  std::size_t lines = 0;
  for (const evidence::CitedClaim& claim : cited) {
    if (!text::Strip(claim.text).empty()) lines += 1 + claim.pointer_ids.size();
  }
  const std::string shown =
      evidence::RenderClaimLattice(cited, map, evidence::Rendering::kOneLineV1, window).text;
  for (const evidence::EvidenceObject& object : map.objects()) {
    if (text::SplitLines(object.chunk_root.substr(0, 8)).size() > 1) return;  // no hash at all
  }
  CHECK(text::SplitLines(shown).size() <= lines);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = fuzz::View(data, size);
  const std::size_t window = fuzz::TakeByte(&input);
  const std::size_t cut = std::min(input.find('\xFF'), input.size());
  const std::string_view answer_bytes = input.substr(0, cut);
  const std::string_view answer = answer_bytes.substr(0, text::FindInvalidUtf8(answer_bytes, true));
  std::vector<evidence::CitedClaim> cited;
  for (evidence::PointerClaim& claim : evidence::ParsePointerClaims(answer)) {
    CHECK(claim.parsed == !claim.pointer_ids.empty());
    CHECK(text::Strip(claim.claim_text) == claim.claim_text);
    cited.push_back({std::move(claim.claim_text), std::move(claim.pointer_ids)});
  }
  const auto parsed = json::Parse(input.substr(std::min(cut + 1, input.size())));
  if (!parsed || !parsed->is_array()) return 0;
  auto chunks = evidence::ChunksFromJson(parsed->as_array());
  if (!chunks) {
    CHECK(!chunks.error().message.empty());
    return 0;
  }
  const evidence::EvidenceMap map(*chunks);
  for (const evidence::EvidenceObject& object : map.objects()) {
    CHECK(map.ByPointer(object.pointer_id) == &object);
    CHECK(map.ByEvidenceId(object.evidence_id)->evidence_id == object.evidence_id);
    const auto again = evidence::ChunkFromJson(evidence::ToJson(object));
    CHECK(again && again->span == object.span && again->title == object.title);
    for (const evidence::CitedClaim& claim : cited) CheckExcerpt(claim.text, map, object, window);
  }
  std::ranges::reverse(*chunks);
  CHECK(evidence::EvidenceMap(*chunks).Root() == map.Root());
  for (const auto rendering :
       {evidence::Rendering::kReferenceV98, evidence::Rendering::kOneLineV1}) {
    evidence::RenderClaimLattice(cited, map, rendering, window);
    evidence::RenderEvidenceMap(map, rendering);
  }
  CheckLines(cited, map, window);
  return 0;
}
