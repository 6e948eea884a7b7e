// SPDX-License-Identifier: AGPL-3.0-only
#include "distill/source_text.h"

#include <utility>

#include "core/distiller.h"
#include "document/chunker.h"
#include "document/extraction.h"
#include "wikitext/base.h"

namespace arborist::distill {

std::string BaseOf(const store::CorpusDocument& document) {
  return std::string(!document.view.is_core() &&
                             document.shown().extraction_version == document::kWikitextExtraction
                         ? wikitext::kWikitextBaseVersion
                         : core::kIdentityBase);
}

Result<SourceText> ReadSource(const store::CorpusDocument& document) {
  SourceText source{.base = BaseOf(document), .spans = {}, .leaves = {}};
  // first_chunk_id is of the shard, and a document may stand in several.
  TRY_ASSIGN(const std::optional<store::DocumentView> view,
             document.shard->Find(document.view.root));
  if (!view) return Fail(ErrorCode::kCorrupt, "document " + document.view.root.hex() + " is gone");
  TRY_ASSIGN(source.leaves, document.shard->Leaves(*view));
  for (std::uint64_t i = 0; i < view->leaf_count; ++i) {
    TRY_ASSIGN(std::string slice,
               document.shard->ChunkText(view->first_chunk_id + static_cast<std::int64_t>(i)));
    if (document::LeafOf(slice) != source.leaves[static_cast<std::size_t>(i)]) {
      return Fail(ErrorCode::kCorrupt, "chunk " + std::to_string(i) + " of document " +
                                           view->root.hex() +
                                           " is damaged; arborist fsck --full shows the damage");
    }
    if (source.base == core::kIdentityBase) {
      source.spans.push_back(std::move(slice));
    } else {
      source.spans.push_back(*core::SpanOf(source.base, slice));
    }
  }
  return source;
}

}  // namespace arborist::distill
