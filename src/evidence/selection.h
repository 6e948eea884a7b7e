// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/evidence_map.h"
#include "evidence/sentence_list.h"

// FROZEN select-v1: docs/format/evidence.md. An answer that only points: E3.2, E1.4.
namespace arborist::evidence {

enum class SelectionKind : std::uint8_t {
  kPointers,
  kNone,     // it points to nothing: nothing answers
  kRefused,  // it holds something else than pointers
};

struct Selection {
  SelectionKind kind = SelectionKind::kNone;
  std::vector<std::string> pointer_ids;  // in the order met, each once
  std::string reason;                    // why it is refused, for people
};

inline constexpr std::size_t kMaxSelectionBytes = 4096;

// Pointers between white space and commas, each or several in square brackets; or the object
// {"ids": ["E3.2"]}, which endpoints that are held to a JSON schema write. Anything else is
// refused: a word of the model's must never pass for one of a source's.
Selection ParseSelection(std::string_view answer);

// A claim of such an answer: text of the source, and what is shown beside it.
struct SelectedClaim {
  std::string text;
  std::vector<const SentenceObject*> objects;  // one, or sentences that follow each other
  std::vector<const SentenceObject*> context;  // the outermost first
};

// "- CLAIM", below it " [E3.2 | LABEL | CHUNK]" for each of its objects and for each object of its
// context " [E3.1 | LABEL | CHUNK: "TEXT"]". Each on one line, as under one-line-v1.
std::string RenderSelection(std::span<const SelectedClaim> claims, const EvidenceMap& evidence,
                            Rendering rendering);

// The blocks of the prompt: each object on a line of its own behind its pointer, headings and names
// of columns without one.
std::string RenderSentences(const EvidenceMap& evidence, const SentenceList& sentences,
                            Rendering rendering);

}  // namespace arborist::evidence
