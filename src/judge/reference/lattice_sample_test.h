// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <vector>

#include "evidence/evidence_map.h"
#include "judge/reference/lattice.h"

// What the tests of the lattice verifiers share.
namespace arborist::judge {

inline evidence::SourceChunk Passage(std::string title, std::string span) {
  evidence::SourceChunk chunk;
  chunk.source_root = "root of " + title;
  chunk.document_uri = "https://example.org/" + title;
  chunk.chunk_root = "leaf of " + span;
  chunk.title = std::move(title);
  chunk.span = std::move(span);
  return chunk;
}

inline std::vector<evidence::SourceChunk> Planets() {
  return {Passage("Mars", "Mars is the fourth planet. It has two moons, Phobos and Deimos."),
          Passage("Venus", "Venus is the second planet and has no moons at all."),
          Passage("Saturn", "Saturn has rings of ice and rock.")};
}

inline LatticeVerdict Pointers(std::string_view answer, std::string_view question = "",
                               const LatticePolicy& policy = {}) {
  return JudgeClaimLattice(answer, evidence::EvidenceMap(Planets()),
                           {.question = std::string(question), .warrant_chain_roots = {}}, policy);
}

inline LatticeVerdict Json(std::string_view answer, std::string_view question = "",
                           const LatticePolicy& policy = {}) {
  return JudgeClaimLatticeJson(answer, evidence::EvidenceMap(Planets()),
                               {.question = std::string(question), .warrant_chain_roots = {}},
                               policy);
}

inline std::vector<std::string> Kinds(const LatticeVerdict& verdict) {
  std::vector<std::string> kinds;
  kinds.reserve(verdict.violations.size());
  for (const json::Object& violation : verdict.violations) {
    kinds.push_back(violation.at("kind").as_string());
  }
  return kinds;
}

}  // namespace arborist::judge
