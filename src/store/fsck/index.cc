// SPDX-License-Identifier: AGPL-3.0-only
// The full-text index against the chunks and titles that it was made of. Rows and lengths are
// compared by queries; terms by the sums of their postings (postings.h), for which the whole index
// is walked once for each field.
#include "store/fsck/index.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

#include "store/index/fts5_tables.h"
#include "store/index/fts5_walk.h"
#include "text/search_tokens.h"
#include "text/utf8.h"

namespace arborist::store {

using index::Field;

namespace {

std::string PlaceText(const CheckedShard& shard, std::int64_t row) {
  const auto place = shard.reader->texts().PlaceOf(ChunkId{row});
  return place ? place->root.hex() + ":" + std::to_string(place->chunk_idx)
               : "chunk " + std::to_string(row);
}

// What damage has left of a text may not be UTF-8, which readers of text rely on.
std::string_view ValidPart(std::string_view text) {
  return text.substr(0, text::FindInvalidUtf8(text, true));
}

// Rows of id, length in the index, length by the chunk.
Status CheckSizes(const CheckedShard& shard, std::string_view kind, const std::string& sql) {
  TRY_ASSIGN(sqlite::Statement sizes, shard.database()->Prepare(sql));
  return sizes.ForEachRow([&](const sqlite::Statement& row) {
    if (DecodeFts5Size(row.Blob(1)) == row.Int(2)) return;
    shard.Problem(kind, PlaceText(shard, row.Int(0)),
                  "the index holds another length than its row");
  });
}

// Every chunk of a current document has its row in the index, and nothing else has.
Status CheckTextRows(const CheckedShard& shard) {
  const std::string sizes = Fts5Sizes(Field::kText);
  TRY(shard.EachIsProblem(
      "index_row_missing",
      "SELECT lower(hex(d.document_root))||':'||c.chunk_idx FROM documents d JOIN chunks "
      "c USING(doc_id) JOIN formats m USING(format_id) "
      "WHERE d.current_locations>0 AND m.compression_depth=0 AND c.tier IS NOT 'cold' AND "
      "c.chunk_id NOT IN "
      "(SELECT id FROM " +
          sizes + ")",
      "is not in the index"));
  TRY(CheckSizes(
      shard, "index_row_size",
      "SELECT f.id, f.sz, c.term_count FROM " + sizes + " f JOIN chunks c ON c.chunk_id=f.id"));
  return shard.EachIsProblem(
      "index_row_extra",
      "SELECT 'row '||f.id FROM " + sizes +
          " f LEFT JOIN chunks c ON c.chunk_id=f.id LEFT JOIN documents d USING(doc_id) "
          "LEFT JOIN formats m USING(format_id) WHERE "
          "coalesce(d.current_locations,0)=0 OR coalesce(m.compression_depth,0)>0 OR "
          "c.tier IS 'cold'",
      "the index has a row for no current chunk");
}

Status CheckTextTerms(const CheckedShard& shard, const ExpectedPostings& expected) {
  TRY_ASSIGN(const PostingSums found,
             SumsInIndex(shard.database(), Field::kText, expected.texts.size()));
  shard.findings->Count("index_rows", found.size());
  for (const auto& [chunk_id, sum] : expected.texts) {
    const auto it = found.find(chunk_id);
    if ((it == found.end() ? PostingSum() : it->second) == sum) continue;
    shard.Problem("index_terms_mismatch", PlaceText(shard, chunk_id),
                  "the index holds other terms than its text");
  }
  if (!shard.options.full) return {};
  for (const auto& [chunk_id, sum] : found) {
    if (expected.texts.contains(chunk_id) || expected.unread.contains(chunk_id)) continue;
    shard.Problem("index_terms_extra", PlaceText(shard, chunk_id),
                  "the index holds terms of a chunk that is not current");
  }
  return {};
}

// Each term of a title counts once, for the index of titles keeps no positions.
PostingSum SumOfTitle(std::string_view title) {
  PostingSum sum;
  std::unordered_set<std::string> terms;
  for (text::QueryTerm& term : text::QueryTerms(title)) {
    const auto [it, added] = terms.insert(std::move(term.term));
    if (added) sum.Add(*it, 0);
  }
  return sum;
}

Status CheckTitles(const CheckedShard& shard) {
  const std::string sizes = Fts5Sizes(Field::kTitle);
  TRY_ASSIGN(PostingSums found, SumsInIndex(shard.database(), Field::kTitle, 0));
  TRY_ASSIGN(sqlite::Statement titles,
             shard.database()->Prepare("SELECT location_id, uri, title, (SELECT sz FROM " + sizes +
                                       " WHERE id=location_id) FROM locations WHERE "
                                       "state='current' AND doc_id IS NOT NULL"));
  TRY(titles.ForEachRow([&](const sqlite::Statement& row) {
    const std::string_view title = ValidPart(row.Text(2));
    std::string words;
    text::AppendSearchTerms(title, &words);
    const std::int64_t count = words.empty() ? 0 : 1 + std::ranges::count(words, ' ');
    const auto it = found.find(row.Int(0));
    if ((it == found.end() ? PostingSum() : it->second) != SumOfTitle(title) ||
        (!row.IsNull(3) && DecodeFts5Size(row.Blob(3)) != count)) {
      shard.Problem("title_terms_mismatch", std::string(row.Text(1)),
                    "the index holds other terms than its title");
    }
    if (it != found.end()) found.erase(it);
  }));
  for (const auto& [location_id, sum] : found) {
    shard.Problem("title_row_extra", "location " + std::to_string(location_id),
                  "the index holds a title that is not current");
  }
  return shard.EachIsProblem(
      "title_row_missing",
      "SELECT uri FROM locations WHERE state='current' AND doc_id IS NOT NULL AND "
      "location_id NOT IN (SELECT id FROM " +
          sizes + ")",
      "its title is not in the index");
}

Status CheckKeywords(const CheckedShard& shard, const ExpectedPostings& expected) {
  const std::string sizes = Fts5Sizes(Field::kKeywords);
  TRY_ASSIGN(const PostingSums found, SumsInIndex(shard.database(), Field::kKeywords, 0));
  for (const auto& [chunk_id, sum] : expected.keywords) {
    const auto it = found.find(chunk_id);
    if (it != found.end() && it->second == sum) continue;
    shard.Problem("keyword_terms_mismatch", PlaceText(shard, chunk_id),
                  "the index of keywords holds other terms than its text");
  }
  TRY(shard.EachIsProblem(
      "keyword_row_missing",
      "SELECT lower(hex(d.document_root)) FROM documents d JOIN chunks c USING(doc_id) JOIN "
      "formats f USING(format_id) WHERE d.current_locations>0 AND f.kind='core' AND "
      "f.compression_depth=1 AND f.source_type='" +
          std::string(kKeywordSourceType) + "' AND c.chunk_id NOT IN (SELECT id FROM " + sizes +
          ")",
      "is not in the index of keywords"));
  TRY(CheckSizes(
      shard, "keyword_row_size",
      "SELECT f.id, f.sz, c.term_count FROM " + sizes + " f JOIN chunks c ON c.chunk_id=f.id"));
  return shard.EachIsProblem(
      "keyword_row_extra",
      "SELECT 'row '||k.id FROM " + sizes +
          " k LEFT JOIN chunks c ON c.chunk_id=k.id LEFT JOIN documents d USING(doc_id) "
          "WHERE coalesce(d.current_locations,0)=0",
      "the index of keywords has a row for no current core");
}

// That a search finds each term that stands in the index.
Status CheckLookups(const CheckedShard& shard, Field field) {
  TRY_ASSIGN(Fts5Walk walk, Fts5Walk::Open(shard.database(), field));
  TRY_ASSIGN(const std::uint64_t lost, walk.CountLost());
  if (lost > 0) {
    shard.Problem(
        "index_lookup", Fts5Table(field),
        std::to_string(lost) + " terms that stand in the index are not found by a search");
  }
  return {};
}

Status CheckIndexStats(const CheckedShard& shard) {
  TRY_ASSIGN(const index::TextStats stats, shard.reader->index().Stats());
  TRY_ASSIGN(sqlite::Statement sums,
             shard.database()->Prepare(
                 "SELECT count(*), coalesce(sum(c.term_count),0) FROM documents d JOIN chunks c "
                 "USING(doc_id) JOIN formats f USING(format_id) WHERE d.current_locations>0 "
                 "AND f.compression_depth=0 AND c.tier IS NOT 'cold'"));
  return sums.ForEachRow([&](const sqlite::Statement& row) {
    if (row.Int(0) == stats.chunks && row.Int(1) == stats.terms) return;
    shard.Problem("index_stats", "index_stats", "the counts for ranking do not fit the chunks");
  });
}

}  // namespace

Status CheckIndex(const CheckedShard& shard, const ExpectedPostings& expected) {
  TRY(CheckTextRows(shard));
  TRY(CheckTextTerms(shard, expected));
  TRY(CheckTitles(shard));
  TRY(CheckKeywords(shard, expected));
  if (shard.options.full) {
    for (const Field field : {Field::kText, Field::kTitle, Field::kKeywords})
      TRY(CheckLookups(shard, field));
  }
  return CheckIndexStats(shard);
}

}  // namespace arborist::store
