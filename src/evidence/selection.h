// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/evidence_map.h"
#include "evidence/sentence_list.h"

// FROZEN select-v1: docs/format/evidence.md. Answers that only point: E3.2, E1.4.
namespace arborist::evidence {

enum class SelectionKind : std::uint8_t {
  kPointers,
  kNone,     // it points to nothing, which declines
  kRefused,  // it has something else than pointers
};

struct Selection {
  SelectionKind kind = SelectionKind::kNone;
  std::vector<std::string> pointer_ids;  // in the order met, without repeats
  std::string reason;                    // why it is refused, for people
};

inline constexpr std::size_t kMaxSelectionBytes = 4096;

// Accepts pointers between white space and commas, one or several in square brackets, or the object
// {"ids": ["E3.2"]}, which endpoints write when they are held to a JSON schema. Anything else is
// refused: no word of a model may pass for one of a source.
Selection ParseSelection(std::string_view answer);

// A claim of such an answer: text of the source, and what is shown beside it.
struct SelectedClaim {
  std::string text;
  std::vector<const SentenceObject*> objects;  // one, or consecutive sentences
  std::vector<const SentenceObject*> context;  // outermost first
};

// "- CLAIM", under it " [E3.2 | LABEL | CHUNK]" for each of its objects, and for each object of its
// context " [E3.1 | LABEL | CHUNK: "TEXT"]". Each part is on one line, as in one-line-v1.
std::string RenderSelection(std::span<const SelectedClaim> claims, const EvidenceMap& evidence,
                            Rendering rendering);

// The passages as blocks of a prompt: each object on a line of its own behind its pointer; headings
// and column names without one.
std::string RenderSentences(const EvidenceMap& evidence, const SentenceList& sentences,
                            Rendering rendering);

}  // namespace arborist::evidence
