// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/reader.h"
#include "sqlite/database.h"
#include "store/index/fts5_expression.h"
#include "store/index/fts5_visitors.h"

namespace arborist::store {

// The index of a shard by FTS5. FTS5 cannot skip rows by score: TopK reads all rows of a query, so
// whoever asks it bounds their number.
class Fts5Reader final : public index::Reader {
 public:
  // Over the connection of a shard reader, which it borrows.
  static Result<std::unique_ptr<Fts5Reader>> Open(sqlite::Database* database);
  ~Fts5Reader() override;

  // The connection looks at another state of the file: what was kept of the last one goes.
  void Forget() { lengths_.clear(); }

  Result<index::TextStats> Stats() override;
  Result<std::uint64_t> TextBytes() override;
  Result<bool> HasRows(index::Field field) override;
  Result<std::vector<std::int64_t>> Frequencies(std::span<const index::Term> terms,
                                                const index::Scope& scope) override;
  Result<std::vector<index::TermRows>> TermsWith(std::string_view prefix) override;
  Result<std::int64_t> TermsIn(const index::RowRange& chunks) override;

  Result<index::TopRows> TopK(const index::Query& query, const index::Weights& weights,
                              std::size_t k) override;
  Result<std::vector<std::int64_t>> Rows(const index::Query& query) override;
  Result<std::vector<index::RowCounts>> Counts(const index::Query& query) override;

 private:
  struct Statements;
  explicit Fts5Reader(sqlite::Database* database);

  // Shows a visitor every row of an expression of the text, or its first.
  Status ShowAll(const Fts5Expression& expression, const index::Scope& scope,
                 sqlite::RowVisitor* visitor);
  Status ShowOne(const Fts5Expression& expression, sqlite::RowVisitor* visitor);
  Result<std::int64_t> VocabularyCount(std::string_view term);
  Result<std::vector<std::int64_t>> CountLists(std::span<const index::Term> terms,
                                               const index::Scope& scope);
  Status LoadLengths();
  Status LoadLengthsFor(std::int64_t expected_rows);
  Result<std::vector<index::ScoredRow>> ScoreRows(const Fts5Expression& expression,
                                                  const PhraseWeights& weights,
                                                  const index::Scope& scope);
  Result<index::TopRows> AddLists(const Fts5Expression& expression, const PhraseWeights& weights,
                                  const index::Scope& scope, std::size_t k);
  Result<index::TopRows> TopOfText(const index::Query& query, const index::Weights& weights,
                                   std::size_t k);
  Result<index::TopRows> TopByPresence(const index::Query& query, const index::Weights& weights);

  sqlite::Database* database_;
  std::unique_ptr<Statements> statements_;
  std::vector<std::uint32_t> lengths_;  // terms by chunk, of this state; empty until wanted
};

}  // namespace arborist::store
