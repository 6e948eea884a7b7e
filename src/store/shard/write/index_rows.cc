// SPDX-License-Identifier: AGPL-3.0-only
// The indexes keep terms and no text: a row goes in with the terms of a chunk or a title, and out
// by its number. How many chunks and terms the index of texts has is counted here and written once
// a transaction.
#include "store/shard/write/index_rows.h"

#include <algorithm>
#include <string>
#include <vector>

#include "text/search_tokens.h"

namespace arborist::store {

Result<IndexRows::Statements> IndexRows::Prepare(sqlite::Database* database) {
  TRY_ASSIGN(auto add_chunk, database->Prepare("INSERT INTO chunks_fts(rowid, terms) "
                                               "VALUES(?1,?2)"));
  TRY_ASSIGN(auto remove_chunk, database->Prepare("DELETE FROM chunks_fts WHERE rowid=?1"));
  TRY_ASSIGN(
      auto chunk_terms,
      database->Prepare("SELECT c.chunk_id, c.term_count FROM documents d JOIN chunks c ON "
                        "c.chunk_id BETWEEN d.first_chunk_id AND d.first_chunk_id+d.leaf_count-1 "
                        "WHERE d.doc_id=?1"));
  TRY_ASSIGN(auto add_title, database->Prepare("INSERT INTO titles_fts(rowid, terms) "
                                               "VALUES(?1,?2)"));
  TRY_ASSIGN(auto remove_title, database->Prepare("DELETE FROM titles_fts WHERE rowid=?1"));
  TRY_ASSIGN(auto add_keywords, database->Prepare("INSERT INTO keywords_fts(rowid, terms) "
                                                  "VALUES(?1,?2)"));
  TRY_ASSIGN(auto remove_keywords, database->Prepare("DELETE FROM keywords_fts WHERE rowid=?1"));
  TRY_ASSIGN(auto update_stats,
             database->Prepare("UPDATE index_stats SET chunks=chunks+?1, terms=terms+?2"));
  return Statements{std::move(add_chunk),       std::move(remove_chunk), std::move(chunk_terms),
                    std::move(add_title),       std::move(remove_title), std::move(add_keywords),
                    std::move(remove_keywords), std::move(update_stats)};
}

Result<std::unique_ptr<IndexRows>> IndexRows::Open(WriterConnection* connection,
                                                   DocumentRows* documents, RevisionRows* revisions,
                                                   EvictionRows* evictions) {
  sqlite::Database& database = connection->database();
  // Large batches in memory before a segment is written: fewer segments, fewer merges.
  TRY(database.Execute("INSERT INTO chunks_fts(chunks_fts, rank) VALUES('hashsize', 16777216)"));
  TRY_ASSIGN(Statements statements, Prepare(&database));
  return std::unique_ptr<IndexRows>(
      new IndexRows(connection, documents, revisions, evictions, std::move(statements)));
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
    if (format.is_keywords()) {
      TRY(statements_.add_keywords.Bind(1, chunk_id).BindText(2, terms).Run());
    }
    if (format.is_searched()) {
      TRY(statements_.add_chunk.Bind(1, chunk_id).BindText(2, terms).Run());
      terms_ += count;
      ++chunks_;
    }
    ++chunk_id;
  }
  return {};
}

Status IndexRows::Remove(const DocumentRow& row) {
  TRY_ASSIGN(const Tier tier, evictions_->TierOf(row.doc_id));
  if (tier == Tier::kCold) return {};  // it is not in the index
  TRY_ASSIGN(const DocumentFormat format, documents_->FormatOf(row));
  std::vector<std::pair<std::int64_t, std::int64_t>> chunks;
  sqlite::Statement& select = statements_.chunk_terms;
  select.Bind(1, row.doc_id);
  while (true) {
    TRY_ASSIGN(const bool more, select.Step());
    if (!more) break;
    chunks.emplace_back(select.Int(0), select.Int(1));
  }
  select.Reset();
  for (const auto& [chunk_id, terms] : chunks) {
    if (format.is_keywords()) TRY(statements_.remove_keywords.Bind(1, chunk_id).Run());
    if (!format.is_searched()) continue;
    TRY(statements_.remove_chunk.Bind(1, chunk_id).Run());
    --chunks_;
    terms_ -= terms;
  }
  return {};
}

Status IndexRows::AddTitle(std::int64_t location_id, std::string_view terms) {
  return statements_.add_title.Bind(1, location_id).BindText(2, terms).Run();
}

Status IndexRows::RemoveTitle(std::int64_t location_id) {
  return statements_.remove_title.Bind(1, location_id).Run();
}

Status IndexRows::Flush() {
  if (chunks_ == 0 && terms_ == 0) return {};
  TRY(statements_.update_stats.Bind(1, chunks_).Bind(2, terms_).Run());
  chunks_ = terms_ = 0;
  return {};
}

// An index marks removed rows and keeps their terms until its segments are merged.
Status IndexRows::Purge() {
  return connection_->database().Execute(
      "INSERT INTO chunks_fts(chunks_fts) VALUES('optimize'); "
      "INSERT INTO titles_fts(titles_fts) VALUES('optimize'); "
      "INSERT INTO keywords_fts(keywords_fts) VALUES('optimize')");
}

}  // namespace arborist::store
