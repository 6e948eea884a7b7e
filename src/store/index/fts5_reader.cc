// SPDX-License-Identifier: AGPL-3.0-only
// Three FTS5 tables hold the fields. A query of the text is scored in one of two ways, which give
// the same scores: row by row over the expression (RowScorer), or, for an OR of phrases with many
// rows, list by list into one number a chunk (ListAdder), which is several times faster because no
// row passes the OR. The second needs the lengths of all chunks in memory; they are read at once
// when so many rows are expected that this costs less than to look each up.
#include "store/index/fts5_reader.h"

#include <algorithm>
#include <array>
#include <functional>
#include <unordered_map>
#include <utility>

#include "base/check.h"
#include "store/index/fts5_tables.h"

namespace arborist::store {

using index::Field;

struct Fts5Reader::Statements {
  sqlite::Statement frequency;
  sqlite::Statement terms;
  sqlite::Statement terms_in;
  sqlite::Statement visit_all;            // each row of an expression, within a range
  sqlite::Statement visit_one;            // its first
  std::array<sqlite::Statement, 3> rows;  // by field
};

namespace {

std::int64_t FirstInt(const sqlite::Statement& row) { return row.Int(0); }

// FTS5 keeps the size of a row's only column as one big-endian varint.
std::uint32_t ReadVarint(std::string_view bytes) {
  std::uint32_t value = 0;
  for (const char c : bytes) {
    value = (value << 7) | (static_cast<std::uint8_t>(c) & 0x7Fu);
    if ((static_cast<std::uint8_t>(c) & 0x80u) == 0) break;
  }
  return value;
}

// The largest number of each block; in lanes, for a maximum waits for the one before.
constexpr std::size_t kBlock = 64;
std::vector<double> BlockMaxima(std::span<const double> numbers) {
  constexpr std::size_t kLanes = 8;
  std::vector<double> maxima;
  maxima.reserve(numbers.size() / kBlock + 1);
  std::size_t begin = 0;
  for (; begin + kBlock <= numbers.size(); begin += kBlock) {
    std::array<double, kLanes> lanes{};
    for (std::size_t i = 0; i < kBlock; i += kLanes) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const double number = numbers[begin + i + lane];
        lanes[lane] = number > lanes[lane] ? number : lanes[lane];
      }
    }
    maxima.push_back(*std::ranges::max_element(lanes));
  }
  if (begin < numbers.size()) maxima.push_back(std::ranges::max(numbers.subspan(begin)));
  return maxima;
}

// At least k rows, if there are so many, and all that score as much as one of them: each of so many
// blocks holds one.
index::TopRows RowsFrom(std::span<const double> sums, std::size_t k) {
  const std::vector<double> maxima = BlockMaxima(sums);
  double floor = 0;
  if (k > 0 && maxima.size() > k) {
    std::vector<double> sorted = maxima;
    const auto last = sorted.begin() + static_cast<std::ptrdiff_t>(k - 1);
    std::nth_element(sorted.begin(), last, sorted.end(), std::greater<>());
    floor = *last;
  }
  index::TopRows found{.rows = {}, .complete = floor <= 0};
  for (std::size_t block = 0; block < maxima.size(); ++block) {
    if (maxima[block] <= 0 || maxima[block] < floor) continue;
    const std::size_t end = std::min(sums.size(), (block + 1) * kBlock);
    for (std::size_t row = block * kBlock; row < end; ++row) {
      if (sums[row] > 0 && sums[row] >= floor)
        found.rows.push_back({.row = static_cast<std::int64_t>(row), .score = sums[row]});
    }
  }
  return found;
}

std::unexpected<Error> NeedsText(const char* what) {
  return Fail(ErrorCode::kInvalidArgument, std::string(what) + " only in the text of the index");
}

}  // namespace

Fts5Reader::Fts5Reader(sqlite::Database* database) : database_(database) {}
Fts5Reader::~Fts5Reader() = default;

Result<std::unique_ptr<Fts5Reader>> Fts5Reader::Open(sqlite::Database* database) {
  TRY(database->Execute(
      "CREATE VIRTUAL TABLE temp.chunks_vocab USING fts5vocab('main','chunks_fts','row')"));
  const auto prepare = [&](std::string_view sql) { return database->Prepare(sql); };
  const auto rows_of = [&](Field field) {
    const std::string table = Fts5Table(field);
    return database->Prepare("SELECT rowid FROM " + table + " WHERE " + table +
                             " MATCH ?1 AND rowid BETWEEN ?2 AND ?3");
  };
  TRY_ASSIGN(auto frequency, prepare("SELECT doc FROM temp.chunks_vocab WHERE term=?1"));
  TRY_ASSIGN(auto terms,
             prepare("SELECT term, doc FROM temp.chunks_vocab WHERE term>=?1 AND term<=?2"));
  TRY_ASSIGN(auto terms_in,
             prepare("SELECT coalesce(sum(term_count),0) FROM chunks WHERE chunk_id BETWEEN ?1 "
                     "AND ?2"));
  TRY_ASSIGN(auto visit_all, prepare("SELECT arborist_visit(chunks_fts, ?4) FROM chunks_fts WHERE "
                                     "chunks_fts MATCH ?1 AND rowid BETWEEN ?2 AND ?3"));
  TRY_ASSIGN(auto visit_one, prepare("SELECT arborist_visit(chunks_fts, ?2) FROM chunks_fts WHERE "
                                     "chunks_fts MATCH ?1 LIMIT 1"));
  TRY_ASSIGN(auto text, rows_of(Field::kText));
  TRY_ASSIGN(auto title, rows_of(Field::kTitle));
  TRY_ASSIGN(auto keywords, rows_of(Field::kKeywords));
  std::unique_ptr<Fts5Reader> reader(new Fts5Reader(database));
  reader->statements_ = std::make_unique<Statements>(
      Statements{.frequency = std::move(frequency),
                 .terms = std::move(terms),
                 .terms_in = std::move(terms_in),
                 .visit_all = std::move(visit_all),
                 .visit_one = std::move(visit_one),
                 .rows = {std::move(text), std::move(title), std::move(keywords)}});
  return reader;
}

Status Fts5Reader::ShowAll(const Fts5Expression& expression, const index::Scope& scope,
                           sqlite::RowVisitor* visitor) {
  return statements_->visit_all.BindText(1, expression.text)
      .Bind(2, scope.within.first)
      .Bind(3, scope.within.last)
      .BindPointer(4, visitor, sqlite::kRowVisitorPointer)
      .Run();
}

Status Fts5Reader::ShowOne(const Fts5Expression& expression, sqlite::RowVisitor* visitor) {
  return statements_->visit_one.BindText(1, expression.text)
      .BindPointer(2, visitor, sqlite::kRowVisitorPointer)
      .Run();
}

Result<index::TextStats> Fts5Reader::Stats() {
  TRY_ASSIGN(sqlite::Statement select, database_->Prepare("SELECT chunks, terms FROM index_stats"));
  TRY_ASSIGN(const bool row, select.Step());
  if (!row) return Fail(ErrorCode::kCorrupt, "index_stats is empty");
  return index::TextStats{.chunks = select.Int(0), .terms = select.Int(1)};
}

Result<std::uint64_t> Fts5Reader::TextBytes() {
  TRY_ASSIGN(const std::int64_t bytes,
             database_->QueryInt("SELECT coalesce(sum(length(block)),0) FROM chunks_fts_data"));
  return static_cast<std::uint64_t>(bytes);
}

Result<bool> Fts5Reader::HasRows(Field field) {
  TRY_ASSIGN(const std::int64_t any,
             database_->QueryInt("SELECT EXISTS(SELECT 1 FROM " + Fts5Sizes(field) + ")"));
  return any != 0;
}

Result<std::int64_t> Fts5Reader::VocabularyCount(std::string_view term) {
  TRY_ASSIGN(const std::optional<std::int64_t> count,
             statements_->frequency.BindText(1, term).FirstRow(FirstInt));
  return count.value_or(0);
}

Result<std::vector<std::int64_t>> Fts5Reader::CountLists(std::span<const index::Term> terms,
                                                         const index::Scope& scope) {
  index::Any any;
  for (const index::Term& term : terms) any.members.push_back({term});
  ListCounter counter(terms.size(), scope);
  TRY(ShowOne(ToFts5({std::move(any)}), &counter));
  return std::move(counter.rows);
}

Result<std::vector<std::int64_t>> Fts5Reader::Frequencies(std::span<const index::Term> terms,
                                                          const index::Scope& scope) {
  constexpr std::size_t kListsAtOnce = 64;  // bounds the lists that are open
  std::vector<std::int64_t> counts(terms.size());
  std::vector<std::size_t> places;  // of the words whose lists are read together
  std::vector<index::Term> words;
  const auto count_words = [&]() -> Status {
    if (words.empty()) return {};
    TRY_ASSIGN(const std::vector<std::int64_t> some, CountLists(words, scope));
    for (std::size_t i = 0; i < places.size(); ++i) counts[places[i]] = some[i];
    places.clear();
    words.clear();
    return {};
  };
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (terms[i].prefix) {
      TRY_ASSIGN(const std::vector<std::int64_t> one, CountLists(terms.subspan(i, 1), scope));
      counts[i] = one[0];
    } else if (scope.has_all()) {
      TRY_ASSIGN(counts[i], VocabularyCount(terms[i].text));
    } else {
      places.push_back(i);
      words.push_back(terms[i]);
      if (words.size() == kListsAtOnce) TRY(count_words());
    }
  }
  TRY(count_words());
  return counts;
}

Result<std::vector<index::TermRows>> Fts5Reader::TermsWith(std::string_view prefix) {
  // Above all that begins so: no UTF-8 has this byte.
  const std::string last = std::string(prefix) + '\xFF';
  return statements_->terms.BindText(1, prefix).BindText(2, last).CollectRows(
      [](const sqlite::Statement& row) {
        return index::TermRows{.term = std::string(row.Text(0)), .rows = row.Int(1)};
      });
}

Result<std::int64_t> Fts5Reader::TermsIn(const index::RowRange& chunks) {
  TRY_ASSIGN(const std::optional<std::int64_t> terms,
             statements_->terms_in.Bind(1, chunks.first).Bind(2, chunks.last).FirstRow(FirstInt));
  return terms.value_or(0);
}

Status Fts5Reader::LoadLengths() {
  TRY_ASSIGN(const std::int64_t last,
             database_->QueryInt("SELECT coalesce(max(id),0) FROM chunks_fts_docsize"));
  // Numbers far apart are damage, or much superseded text: then the lengths are looked up one by
  // one.
  TRY_ASSIGN(const index::TextStats stats, Stats());
  if (last < 0 || last / 8 > stats.chunks + 8192) return {};
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare("SELECT id, sz FROM chunks_fts_docsize WHERE id>0"));
  std::vector<std::uint32_t> lengths(static_cast<std::size_t>(last) + 1, 0);
  TRY(select.ForEachRow([&](const sqlite::Statement& row) -> Status {
    // In a damaged table the last row need not have the largest number.
    if (row.Int(0) > last) {
      return Fail(ErrorCode::kCorrupt, "damaged lengths in the index; run arborist fsck");
    }
    lengths[static_cast<std::size_t>(row.Int(0))] = ReadVarint(row.Blob(1));
    return {};
  }));
  lengths_ = std::move(lengths);
  return {};
}

// Nothing: so few rows that a sweep over all lengths costs more than to look theirs up.
Status Fts5Reader::LoadLengthsFor(std::int64_t expected_rows) {
  // One row's length costs as much as some 32 in a sweep over all of them.
  constexpr std::int64_t kSweepFactor = 32;
  if (!lengths_.empty()) return {};
  TRY_ASSIGN(const index::TextStats stats, Stats());
  return expected_rows * kSweepFactor > stats.chunks ? LoadLengths() : Status();
}

Result<std::vector<index::ScoredRow>> Fts5Reader::ScoreRows(const Fts5Expression& expression,
                                                            const PhraseWeights& weights,
                                                            const index::Scope& scope) {
  RowScorer scorer(weights, lengths_, scope);
  TRY(ShowAll(expression, scope, &scorer));
  std::erase_if(scorer.rows, [](const index::ScoredRow& row) { return row.score <= 0; });
  return std::move(scorer.rows);
}

Result<index::TopRows> Fts5Reader::AddLists(const Fts5Expression& expression,
                                            const PhraseWeights& weights, const index::Scope& scope,
                                            std::size_t k) {
  std::vector<double> sums(lengths_.size());
  ListAdder adder(weights, lengths_, scope, sums);
  TRY(ShowOne(expression, &adder));
  return RowsFrom(sums, k);
}

Result<index::TopRows> Fts5Reader::TopOfText(const index::Query& query,
                                             const index::Weights& weights, std::size_t k) {
  const Fts5Expression expression = ToFts5(query.tree);
  if (expression.text.empty()) return index::TopRows{.rows = {}, .complete = true};
  PhraseWeights phrases{.idf = {}, .average_length = weights.average_length};
  for (const std::size_t leaf : expression.leaves) phrases.idf.push_back(weights.leaves[leaf]);
  TRY(LoadLengthsFor(weights.expected_rows));
  // A row by itself costs as much as some 8 in a sweep over the sums.
  constexpr std::int64_t kSweepFactor = 8;
  const auto chunks = static_cast<std::int64_t>(lengths_.size());
  if (index::IsFlat(query.tree) && chunks > 0 && weights.expected_rows * kSweepFactor >= chunks)
    return AddLists(expression, phrases, query.scope, k);
  TRY_ASSIGN(std::vector<index::ScoredRow> all, ScoreRows(expression, phrases, query.scope));
  return index::TopRows{.rows = std::move(all), .complete = true};
}

// A row of a list has a number, not a score: the weight of each list goes to its rows.
Result<index::TopRows> Fts5Reader::TopByPresence(const index::Query& query,
                                                 const index::Weights& weights) {
  std::unordered_map<std::int64_t, double> scores;
  const bool flat = index::IsFlat(query.tree);
  if (!flat) {
    TRY_ASSIGN(const std::vector<std::int64_t> rows, Rows(query));
    for (const std::int64_t row : rows) scores.emplace(row, 0);
  }
  const std::vector<const index::Node*> leaves = index::Leaves(query.tree);
  for (std::size_t leaf = 0; leaf < leaves.size(); ++leaf) {
    TRY_ASSIGN(const std::vector<std::int64_t> rows,
               Rows({.field = query.field, .tree = *leaves[leaf], .scope = query.scope}));
    for (const std::int64_t row : rows) {
      if (flat) {
        scores[row] += weights.leaves[leaf];
      } else if (const auto found = scores.find(row); found != scores.end()) {
        found->second += weights.leaves[leaf];
      }
    }
  }
  index::TopRows top{.rows = {}, .complete = true};
  for (const auto& [row, score] : scores) top.rows.push_back({.row = row, .score = score});
  return top;
}

Result<index::TopRows> Fts5Reader::TopK(const index::Query& query, const index::Weights& weights,
                                        std::size_t k) {
  CHECK(weights.leaves.size() == index::Leaves(query.tree).size());
  TRY_ASSIGN(index::TopRows top, query.field == Field::kText ? TopOfText(query, weights, k)
                                                             : TopByPresence(query, weights));
  std::erase_if(top.rows, [&](const index::ScoredRow& row) { return row.score < weights.least; });
  return top;
}

Result<std::vector<std::int64_t>> Fts5Reader::Rows(const index::Query& query) {
  if (query.field != Field::kText) {
    for (const index::Node* leaf : index::Leaves(query.tree)) {
      if (std::holds_alternative<index::Phrase>(leaf->is)) return NeedsText("terms have an order");
    }
  }
  const Fts5Expression expression = ToFts5(query.tree);
  std::vector<std::int64_t> rows;
  if (expression.text.empty()) return rows;
  index::ScopeFilter filter(query.scope);
  sqlite::Statement& select = statements_->rows[static_cast<std::size_t>(query.field)];
  select.BindText(1, expression.text)
      .Bind(2, query.scope.within.first)
      .Bind(3, query.scope.within.last);
  TRY(select.ForEachRow([&](const sqlite::Statement& row) {
    if (filter.Has(row.Int(0))) rows.push_back(row.Int(0));
  }));
  return rows;
}

Result<std::vector<index::RowCounts>> Fts5Reader::Counts(const index::Query& query) {
  if (query.field != Field::kText) return NeedsText("terms are counted");
  const Fts5Expression expression = ToFts5(query.tree);
  if (expression.text.empty()) return std::vector<index::RowCounts>{};
  LeafCounter counter(expression.leaves, index::Leaves(query.tree).size(), query.scope);
  TRY(ShowAll(expression, query.scope, &counter));
  return std::move(counter.rows);
}

}  // namespace arborist::store
