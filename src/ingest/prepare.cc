// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/prepare.h"

#include <algorithm>
#include <utility>

#include "document/chunker.h"
#include "store/log/bindings.h"
#include "text/search_tokens.h"

namespace arborist::ingest {

Result<store::PreparedDocument> Prepare(SourceDocument document, compress::ChunkCodec* codec,
                                        const Limits& limits) {
  store::PreparedDocument prepared{.uri = std::move(document.uri),
                                   .title = std::move(document.title),
                                   .title_terms = {},
                                   .source_type = std::move(document.source_type),
                                   .extraction_version = std::string(document.extraction),
                                   .source_hash = document.source_hash,
                                   .root = {},
                                   .revision = {},
                                   .chunking = {},
                                   .chunks = {},
                                   .text_bytes = 0,
                                   .links = std::move(document.links),
                                   .content_date = std::move(document.content_date),
                                   .alias_of = std::move(document.alias_of)};
  if (prepared.is_alias()) return prepared;
  if (!document.notes.IsPlain()) prepared.notes = store::PrepareNotes(document.notes);
  const document::Identity identity = document::Identify(document.text);
  if (identity.slices.empty()) return Fail(ErrorCode::kInvalidData, "has no text");
  if (identity.slices.size() > limits.max_chunks) {
    return Fail(ErrorCode::kLimitExceeded, "has " + std::to_string(identity.slices.size()) +
                                               " chunks, the limit is " +
                                               std::to_string(limits.max_chunks));
  }
  prepared.root = identity.root;
  prepared.revision = document::RevisionOf(identity.slices);
  prepared.chunking = identity.chunking;
  prepared.chunks.resize(identity.slices.size());
  for (std::size_t i = 0; i < identity.slices.size(); ++i) {
    const std::string_view slice = identity.slices[i];
    store::PreparedChunk& chunk = prepared.chunks[i];
    chunk.leaf = LeafHash(identity.leaves[i]);
    chunk.content = codec != nullptr ? codec->Compress(slice) : std::string(slice);
    chunk.terms.reserve(slice.size());  // most texts have fewer bytes of terms than this
    text::AppendSearchTerms(slice, &chunk.terms);
    chunk.text_bytes = slice.size();
    chunk.term_count =
        chunk.terms.empty()
            ? 0
            : static_cast<std::uint64_t>(std::count(chunk.terms.begin(), chunk.terms.end(), ' ')) +
                  1;
    prepared.text_bytes += slice.size();
  }
  text::AppendSearchTerms(prepared.title, &prepared.title_terms);
  return prepared;
}

}  // namespace arborist::ingest
