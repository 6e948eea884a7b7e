// SPDX-License-Identifier: AGPL-3.0-only
// A document is in the index of texts or of keywords by its format, and only while it is current
// and not cold. Its chunks are the rows, so a whole document goes out by one range of numbers.
#include "store/shard/write/index_rows.h"

#include <algorithm>
#include <string>
#include <vector>

#include "store/index/fts5_writer.h"
#include "text/search_tokens.h"

namespace arborist::store {

using index::Field;

Result<std::unique_ptr<IndexRows>> IndexRows::Open(WriterConnection* connection,
                                                   DocumentRows* documents, RevisionRows* revisions,
                                                   EvictionRows* evictions) {
  TRY_ASSIGN(std::unique_ptr<index::Writer> index, Fts5Writer::Open(&connection->database()));
  return std::unique_ptr<IndexRows>(
      new IndexRows(std::move(index), documents, revisions, evictions));
}

Status IndexRows::Add(const DocumentRow& row, const PreparedDocument& document,
                      std::int64_t revision) {
  TRY_ASSIGN(const DocumentFormat format, documents_->FormatOf(row));
  // White space changes no term, but another Unicode form may: one revision speaks for all.
  std::vector<std::string> first;
  if (revision != 0) {
    if (auto slices = revisions_->ReadSlices(document.root, row, 0)) first = std::move(*slices);
  }
  std::int64_t chunk_id = row.first_chunk_id;
  for (std::size_t i = 0; i < document.chunks.size(); ++i) {
    std::string terms = document.chunks[i].terms;
    auto count = static_cast<std::int64_t>(document.chunks[i].term_count);
    if (!first.empty()) {
      terms.clear();
      text::AppendSearchTerms(first[i], &terms);
      count = terms.empty() ? 0 : 1 + std::count(terms.begin(), terms.end(), ' ');
    }
    if (revision != 0) TRY(documents_->SetTermCount(chunk_id, count));
    if (format.is_keywords()) TRY(index_->Add(Field::kKeywords, chunk_id, terms));
    if (format.is_searched()) TRY(index_->Add(Field::kText, chunk_id, terms));
    ++chunk_id;
  }
  return {};
}

Status IndexRows::Remove(const DocumentRow& row) {
  TRY_ASSIGN(const Tier tier, evictions_->TierOf(row.doc_id));
  if (tier == Tier::kCold) return {};  // it is not in the index
  TRY_ASSIGN(const DocumentFormat format, documents_->FormatOf(row));
  const index::RowRange chunks{row.first_chunk_id, row.last_chunk_id()};
  if (format.is_keywords()) TRY(index_->Remove(Field::kKeywords, chunks));
  if (format.is_searched()) TRY(index_->Remove(Field::kText, chunks));
  return {};
}

Status IndexRows::AddTitle(std::int64_t location_id, std::string_view terms) {
  return index_->Add(Field::kTitle, location_id, terms);
}

Status IndexRows::RemoveTitle(std::int64_t location_id) {
  return index_->Remove(Field::kTitle, {location_id, location_id});
}

}  // namespace arborist::store
