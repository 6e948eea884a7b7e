// SPDX-License-Identifier: AGPL-3.0-only
// extractive-v2: a question, then title and span of each passage, with 0xFF between them. Claims
// are cut from their spans, the answer is the same twice, and it can be written in every mode.
#include "extractive/extractive.h"
#include "fuzz/lattice_input.h"
#include "json/value.h"
#include "text/canonical.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arborist;
  std::string_view input = fuzz::View(data, size);
  const std::string question = fuzz::TakeText(&input);
  std::vector<evidence::SourceChunk> chunks;
  while (!input.empty()) {
    evidence::SourceChunk chunk;
    chunk.title = fuzz::TakeText(&input);
    chunk.span = fuzz::TakeText(&input);
    chunk.chunk_root = chunk.span;
    chunks.push_back(std::move(chunk));
  }
  const evidence::EvidenceMap evidence(std::move(chunks));
  for (const std::int64_t least : {extractive::kLeastChance, std::int64_t{0}}) {
    const extractive::Request request{
        .question = question, .evidence = &evidence, .least_chance = least};
    const extractive::Answer answer = extractive::Extract(request);
    CHECK(answer == extractive::Extract(request));
    CHECK(answer.declined == answer.claims.empty());
    CHECK(answer.claims.size() <= request.max_claims);
    for (const extractive::Claim& claim : answer.claims) {
      const evidence::EvidenceObject* object = evidence.ByPointer(claim.pointer_id);
      CHECK(object != nullptr);
      const std::string_view upto = text::Prefix(object->span, claim.char_end);
      std::string cut;
      text::CollapseWhitespaceTo(upto.substr(text::Prefix(upto, claim.char_begin).size()), &cut);
      CHECK(cut == claim.text);
    }
    extractive::RenderQuote(answer);
    extractive::RenderPointerLines(answer);
    CHECK(json::Parse(extractive::RenderJson(answer)).has_value());
  }
  return 0;
}
