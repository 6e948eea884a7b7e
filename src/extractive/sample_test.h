// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "extractive/extractive.h"

// What the tests of this folder share: evidence in a line.
namespace arborist::extractive {

inline evidence::SourceChunk Chunk(std::string title, std::string span) {
  evidence::SourceChunk chunk;
  chunk.chunk_root = span;
  chunk.source_root = title;
  chunk.document_uri = "test:" + title;
  chunk.title = std::move(title);
  chunk.span = std::move(span);
  return chunk;
}

inline Answer Ask(std::string_view question, std::vector<evidence::SourceChunk> chunks) {
  const evidence::EvidenceMap evidence(std::move(chunks));
  return Extract({.question = question, .evidence = &evidence});
}

inline std::string First(const Answer& answer) {
  return answer.declined ? "(declined)" : answer.claims[0].text;
}

}  // namespace arborist::extractive
