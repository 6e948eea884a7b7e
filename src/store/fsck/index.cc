// SPDX-License-Identifier: AGPL-3.0-only
// The full-text index against the chunks and titles that it was made of.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "store/fsck/shard.h"
#include "store/index/fts5_tables.h"
#include "store/index/fts5_walk.h"
#include "text/search_tokens.h"
#include "text/utf8.h"

namespace arborist::store {

using index::Field;

namespace {

// Order-free fingerprint of the postings of one row.
std::uint64_t PostingFingerprint(std::string_view term, std::int64_t position) {
  std::uint64_t hash = 1469598103934665603u;
  const auto mix = [&](std::uint64_t byte) { hash = (hash ^ byte) * 1099511628211u; };
  for (const char c : term) mix(static_cast<std::uint8_t>(c));
  for (int shift = 0; shift < 32; shift += 8)
    mix(static_cast<std::uint64_t>(position >> shift) & 0xFF);
  return hash * 0x9E3779B97F4A7C15u;
}

// What damage has left of a text may not be UTF-8, which readers of text rely on.
std::string_view ValidPart(std::string_view text) {
  return text.substr(0, text::FindInvalidUtf8(text, true));
}

}  // namespace

std::uint64_t FingerprintOf(std::string_view terms) {
  std::uint64_t sum = 0;
  std::int64_t position = 0;
  while (!terms.empty()) {
    const std::size_t end = std::min(terms.find(' '), terms.size());
    sum += PostingFingerprint(terms.substr(0, end), position++);
    terms.remove_prefix(std::min(end + 1, terms.size()));
  }
  return sum;
}

Status ShardCheck::CheckIndex() {
  TRY(CheckIndexRows());
  TRY(CheckIndexTerms());
  TRY(CheckTitles());
  TRY(CheckKeywords());
  if (options_.full) {
    for (const Field field : {Field::kText, Field::kTitle, Field::kKeywords})
      TRY(CheckLookups(field));
  }
  TRY_ASSIGN(const index::TextStats stats, reader_->index().Stats());
  TRY_ASSIGN(
      sqlite::Statement sums,
      db()->Prepare("SELECT count(*), coalesce(sum(c.term_count),0) FROM documents d JOIN chunks c "
                    "USING(doc_id) JOIN formats f USING(format_id) WHERE d.current_locations>0 "
                    "AND f.compression_depth=0 AND c.tier IS NOT 'cold'"));
  TRY_ASSIGN(const bool row, sums.Step());
  if (row && (sums.Int(0) != stats.chunks || sums.Int(1) != stats.terms)) {
    Problem("index_stats", "index_stats", "the counts for ranking do not fit the chunks");
  }
  return {};
}

// Every chunk of a current document has its row in the index, and nothing else has.
Status ShardCheck::CheckIndexRows() {
  const std::string sizes = Fts5Sizes(Field::kText);
  TRY(Each("index_row_missing",
           "SELECT lower(hex(d.document_root))||':'||c.chunk_idx FROM documents d JOIN chunks "
           "c USING(doc_id) JOIN formats m USING(format_id) "
           "WHERE d.current_locations>0 AND m.compression_depth=0 AND c.tier IS NOT 'cold' AND "
           "c.chunk_id NOT IN "
           "(SELECT id FROM " +
               sizes + ")",
           "is not in the index"));
  TRY(CheckSizes("index_row_size", "SELECT f.id, f.sz, c.term_count FROM " + sizes +
                                       " f JOIN chunks c ON c.chunk_id=f.id"));
  return Each("index_row_extra",
              "SELECT 'row '||f.id FROM " + sizes +
                  " f LEFT JOIN chunks c ON c.chunk_id=f.id LEFT JOIN documents d USING(doc_id) "
                  "LEFT JOIN formats m USING(format_id) WHERE "
                  "coalesce(d.current_locations,0)=0 OR coalesce(m.compression_depth,0)>0 OR "
                  "c.tier IS 'cold'",
              "the index has a row for no current chunk");
}

Status ShardCheck::CheckSizes(std::string_view kind, const std::string& sql) {
  TRY_ASSIGN(sqlite::Statement sizes, db()->Prepare(sql));
  while (true) {
    TRY_ASSIGN(const bool row, sizes.Step());
    if (!row) return {};
    if (DecodeFts5Size(sizes.Blob(1)) == sizes.Int(2)) continue;
    Problem(std::string(kind), PlaceText(sizes.Int(0)),
            "the index holds another length than its row");
  }
}

Status ShardCheck::CheckIndexTerms() {
  std::unordered_map<std::int64_t, std::uint64_t> found;
  found.reserve(expected_rows_.size());
  TRY_ASSIGN(Fts5Walk walk, Fts5Walk::Open(db(), Field::kText));
  TRY(walk.ForEachPosting([&](std::string_view term, std::int64_t row, std::int64_t position) {
    found[row] += PostingFingerprint(term, position);
  }));
  report_->checked["index_rows"] += found.size();
  for (const auto& [chunk_id, fingerprint] : expected_rows_) {
    const auto it = found.find(chunk_id);
    const std::uint64_t actual = it == found.end() ? 0 : it->second;
    if (actual == fingerprint) continue;
    Problem("index_terms_mismatch", PlaceText(chunk_id),
            "the index holds other terms than its text");
  }
  if (!options_.full) return {};
  for (const auto& [chunk_id, fingerprint] : found) {
    if (expected_rows_.contains(chunk_id) || unread_rows_.contains(chunk_id)) continue;
    Problem("index_terms_extra", PlaceText(chunk_id),
            "the index holds terms of a chunk that is not current");
  }
  return {};
}

Status ShardCheck::CheckLookups(Field field) {
  TRY_ASSIGN(Fts5Walk walk, Fts5Walk::Open(db(), field));
  TRY_ASSIGN(const std::uint64_t lost, walk.CountLost());
  if (lost > 0) {
    Problem("index_lookup", Fts5Table(field),
            std::to_string(lost) + " terms that stand in the index are not found by a search");
  }
  return {};
}

std::string ShardCheck::PlaceText(std::int64_t chunk_id) {
  const auto place = reader_->texts().PlaceOf(chunk_id);
  return place ? place->root.hex() + ":" + std::to_string(place->chunk_idx)
               : "chunk " + std::to_string(chunk_id);
}

// Each term counts once: this index keeps no positions.
std::uint64_t KeywordFingerprintOf(std::string_view terms) {
  std::uint64_t sum = 0;
  std::unordered_set<std::string_view> seen;
  while (!terms.empty()) {
    const std::size_t end = std::min(terms.find(' '), terms.size());
    if (seen.insert(terms.substr(0, end)).second)
      sum += PostingFingerprint(terms.substr(0, end), 0);
    terms.remove_prefix(std::min(end + 1, terms.size()));
  }
  return sum;
}

Status ShardCheck::CheckKeywords() {
  const std::string sizes = Fts5Sizes(Field::kKeywords);
  std::unordered_map<std::int64_t, std::uint64_t> found;
  TRY_ASSIGN(Fts5Walk walk, Fts5Walk::Open(db(), Field::kKeywords));
  TRY(walk.ForEachPosting([&](std::string_view term, std::int64_t row, std::int64_t) {
    found[row] += PostingFingerprint(term, 0);
  }));
  for (const auto& [chunk_id, fingerprint] : expected_keywords_) {
    const auto it = found.find(chunk_id);
    if (it != found.end() && it->second == fingerprint) continue;
    Problem("keyword_terms_mismatch", PlaceText(chunk_id),
            "the index of keywords holds other terms than its text");
  }
  TRY(Each("keyword_row_missing",
           "SELECT lower(hex(d.document_root)) FROM documents d JOIN chunks c USING(doc_id) JOIN "
           "formats f USING(format_id) WHERE d.current_locations>0 AND f.kind='core' AND "
           "f.compression_depth=1 AND f.source_type='" +
               std::string(kKeywordSourceType) + "' AND c.chunk_id NOT IN (SELECT id FROM " +
               sizes + ")",
           "is not in the index of keywords"));
  TRY(CheckSizes("keyword_row_size", "SELECT f.id, f.sz, c.term_count FROM " + sizes +
                                         " f JOIN chunks c ON c.chunk_id=f.id"));
  return Each("keyword_row_extra",
              "SELECT 'row '||k.id FROM " + sizes +
                  " k LEFT JOIN chunks c ON c.chunk_id=k.id LEFT JOIN documents d USING(doc_id) "
                  "WHERE coalesce(d.current_locations,0)=0",
              "the index of keywords has a row for no current core");
}

// The index of titles keeps no positions, so each term counts once.
Status ShardCheck::CheckTitles() {
  const std::string sizes = Fts5Sizes(Field::kTitle);
  std::unordered_map<std::int64_t, std::uint64_t> found;
  TRY_ASSIGN(Fts5Walk walk, Fts5Walk::Open(db(), Field::kTitle));
  TRY(walk.ForEachPosting([&](std::string_view term, std::int64_t row, std::int64_t) {
    found[row] += PostingFingerprint(term, 0);
  }));
  TRY_ASSIGN(sqlite::Statement titles,
             db()->Prepare("SELECT location_id, uri, title, (SELECT sz FROM " + sizes +
                           " WHERE id=location_id) FROM locations WHERE "
                           "state='current' AND doc_id IS NOT NULL"));
  while (true) {
    TRY_ASSIGN(const bool row, titles.Step());
    if (!row) break;
    std::uint64_t expected = 0;
    std::unordered_set<std::string> terms;
    for (text::QueryTerm& term : text::QueryTerms(ValidPart(titles.Text(2)))) {
      const auto [it, added] = terms.insert(std::move(term.term));
      if (added) expected += PostingFingerprint(*it, 0);
    }
    const auto it = found.find(titles.Int(0));
    std::string words;
    text::AppendSearchTerms(ValidPart(titles.Text(2)), &words);
    const std::int64_t count = words.empty() ? 0 : 1 + std::count(words.begin(), words.end(), ' ');
    if ((it == found.end() ? 0 : it->second) != expected ||
        (!titles.IsNull(3) && DecodeFts5Size(titles.Blob(3)) != count)) {
      Problem("title_terms_mismatch", std::string(titles.Text(1)),
              "the index holds other terms than its title");
    }
    if (it != found.end()) found.erase(it);
  }
  for (const auto& [location_id, fingerprint] : found) {
    Problem("title_row_extra", "location " + std::to_string(location_id),
            "the index holds a title that is not current");
  }
  return Each("title_row_missing",
              "SELECT uri FROM locations WHERE state='current' AND doc_id IS NOT NULL AND "
              "location_id NOT IN (SELECT id FROM " +
                  sizes + ")",
              "its title is not in the index");
}

}  // namespace arborist::store
