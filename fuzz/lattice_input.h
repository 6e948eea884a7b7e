// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "evidence/evidence_map.h"
#include "fuzz/fuzz.h"
#include "json/value.h"
#include "judge/reference/lattice.h"
#include "judge/verdict_json.h"
#include "text/utf8.h"

// What the targets of the lattice verifiers share.

namespace arborist::fuzz {

// Texts with 0xFF between them, which no text holds: an answer, a question, then title and span of
// each passage.
struct LatticeInput {
  std::string answer;
  judge::LatticeQuestion question;
  std::vector<evidence::SourceChunk> chunks;
};

inline std::string TakeText(std::string_view* input) {
  const std::size_t end = std::min(input->find('\xFF'), input->size());
  const std::string_view part = input->substr(0, end);
  input->remove_prefix(std::min(end + 1, input->size()));
  return std::string(part.substr(0, text::FindInvalidUtf8(part, true)));
}

inline LatticeInput ReadLatticeInput(std::string_view input) {
  LatticeInput out;
  out.answer = TakeText(&input);
  out.question.question = TakeText(&input);
  while (!input.empty()) {
    evidence::SourceChunk chunk;
    chunk.title = TakeText(&input);
    chunk.span = TakeText(&input);
    chunk.chunk_root = chunk.span;
    if (chunk.title->starts_with("!")) chunk.source_role = "noisy_background_source";
    out.chunks.push_back(std::move(chunk));
  }
  return out;
}

// What holds for every verdict.
inline void CheckVerdict(const judge::LatticeVerdict& verdict) {
  CHECK(verdict.n_verified >= 0 && verdict.n_verified <= verdict.n_quotes);
  CHECK((verdict.n_verified == 0) == verdict.rendered_text.empty());
  using judge::AuditMode;
  if (verdict.audit_mode == AuditMode::kStrict) CHECK(verdict.violations.empty());
  if (verdict.n_verified == 0) CHECK(verdict.audit_mode == AuditMode::kUngrounded);
  for (const json::Object& violation : verdict.violations) CHECK(violation.contains("kind"));
  CHECK(json::Parse(json::DumpLine(judge::ToJson(verdict))).has_value());
}

}  // namespace arborist::fuzz
