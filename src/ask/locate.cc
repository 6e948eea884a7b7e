// SPDX-License-Identifier: AGPL-3.0-only
// A record counts in code points of what is shown of a chunk; a place is told for a byte of the
// stored text. So each chunk is read once and shown again.
#include "ask/locate.h"

#include <map>
#include <string>
#include <utility>

#include "markup/base.h"
#include "store/places.h"
#include "text/utf8.h"

namespace arborist::ask {

namespace {

markup::Base BaseOfSource(const run::RunRecord& record, const DocumentRoot& root) {
  for (const run::RecordedSource& source : record.sources) {
    if (source.document.root == root)
      return markup::BaseFromName(source.base).value_or(markup::Base::kIdentity);
  }
  return markup::Base::kIdentity;
}

class Locator {
 public:
  Locator(const store::Corpus& corpus, const run::RunRecord& record)
      : corpus_(corpus), record_(record) {}

  // Of a code point of the chunk of a passage.
  Result<std::optional<reading::Place>> At(const run::RecordedPassage& passage,
                                           std::uint64_t code_points) {
    TRY_ASSIGN(const Chunk* const chunk, ChunkOf(passage));
    if (chunk == nullptr) return std::nullopt;
    const std::size_t shown =
        text::Prefix(chunk->shown, static_cast<std::size_t>(code_points)).size();
    const std::size_t raw = markup::RawOffset(chunk->base, chunk->slice, chunk->shown, shown);
    return finder_.Find(chunk->document, passage.ref.chunk_idx, raw);
  }

 private:
  struct Chunk {
    store::CorpusDocument document;
    markup::Base base;
    std::string slice;
    std::string shown;
  };

  // The document by the URI of the passage, where that still has this text.
  Result<std::optional<store::CorpusDocument>> DocumentOf(
      const run::RecordedPassage& passage) const {
    auto by_uri = corpus_.Resolve(passage.document_uri);
    if (by_uri && by_uri->view.root == passage.ref.document_root) return std::move(*by_uri);
    return corpus_.Find(passage.ref.document_root);
  }

  // Null: the text is not there.
  Result<const Chunk*> ChunkOf(const run::RecordedPassage& passage) {
    const std::pair key(passage.ref.document_root, passage.ref.chunk_idx);
    if (const auto known = chunks_.find(key); known != chunks_.end())
      return known->second ? &*known->second : nullptr;
    std::optional<Chunk>& chunk = chunks_[key];
    TRY_ASSIGN(auto document, DocumentOf(passage));
    if (!document) return nullptr;
    auto slice = store::ChunkText(*document, passage.ref.chunk_idx);
    if (!slice && slice.error().code == ErrorCode::kNotFound) return nullptr;
    if (!slice) return std::unexpected(std::move(slice).error());
    const markup::Base base = BaseOfSource(record_, passage.ref.document_root);
    std::string shown = markup::ToBase(base, *slice);
    chunk.emplace(std::move(*document), base, std::move(*slice), std::move(shown));
    return &*chunk;
  }

  const store::Corpus& corpus_;
  const run::RunRecord& record_;
  store::PlaceFinder finder_;
  std::map<std::pair<DocumentRoot, std::uint64_t>, std::optional<Chunk>> chunks_;
};

}  // namespace

Result<Places> LocatePassages(const store::Corpus& corpus, const run::RunRecord& record) {
  Locator locator(corpus, record);
  Places places;
  for (const run::RecordedPassage& passage : record.passages) {
    TRY_ASSIGN(auto place, locator.At(passage, passage.ref.offset_start));
    places.passages.push_back(std::move(place));
  }
  for (const run::Citation& citation : record.citations) {
    std::optional<reading::Place> place;
    if (citation.passage < record.passages.size()) {
      TRY_ASSIGN(place, locator.At(record.passages[citation.passage], citation.offset_start));
    }
    places.citations.push_back(std::move(place));
  }
  return places;
}

}  // namespace arborist::ask
