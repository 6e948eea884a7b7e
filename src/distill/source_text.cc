// SPDX-License-Identifier: AGPL-3.0-only
#include "distill/source_text.h"

#include <utility>

#include "core/distiller.h"
#include "document/extraction.h"
#include "wikitext/base.h"

namespace arborist::distill {

std::string_view BaseOf(const store::CorpusDocument& document) {
  return !document.view.is_core() &&
                 document.shown().extraction_version == document::kWikitextExtraction
             ? wikitext::kWikitextBaseVersion
             : core::kIdentityBase;
}

Result<SourceText> ReadSource(const store::CorpusDocument& document) {
  SourceText source{.base = BaseOf(document), .spans = {}, .leaves = {}};
  TRY_ASSIGN(std::vector<store::TextChunk> chunks, document.shard->texts().Chunks(document.text));
  source.spans.reserve(chunks.size());
  source.leaves.reserve(chunks.size());
  for (store::TextChunk& chunk : chunks) {
    source.leaves.push_back(chunk.leaf);
    source.spans.push_back(source.base == core::kIdentityBase
                               ? std::move(chunk.text)
                               : *core::SpanOf(source.base, chunk.text));
  }
  return source;
}

}  // namespace arborist::distill
