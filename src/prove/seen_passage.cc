// SPDX-License-Identifier: AGPL-3.0-only
// Tries the revisions of a document until one gives the span with the recorded hash: texts that
// differ in white space share a root, and the model saw one of them.
#include "prove/seen_passage.h"

#include <utility>

#include "bundle/record_bundle.h"
#include "crypto/sha256.h"

namespace arborist::prove {

Result<std::optional<SeenPassage>> ReadSeenPassage(const store::CorpusDocument& document,
                                                   std::string_view base,
                                                   const run::EvidenceRef& ref) {
  std::optional<Error> unread;
  for (const store::CorpusDocument& revision : store::Revisions(document)) {
    auto raw = store::ChunkText(revision, ref.chunk_idx);
    if (!raw) {
      if (!unread) unread = std::move(raw).error();
      continue;
    }
    auto span = bundle::SpanOf(base, *raw, ref.offset_start, ref.offset_end);
    if (!span) {
      return Fail(ErrorCode::kUnsupported, "base " + std::string(base) + " is not known");
    }
    if (crypto::Sha256(*span) == ref.text_hash) {
      return SeenPassage{.raw = std::move(*raw), .span = std::move(*span)};
    }
  }
  if (unread) return std::unexpected(std::move(*unread));
  return std::nullopt;
}

}  // namespace arborist::prove
