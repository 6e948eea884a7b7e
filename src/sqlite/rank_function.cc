// SPDX-License-Identifier: AGPL-3.0-only
#include "sqlite/rank_function.h"

#include <sqlite3.h>

#include <cstring>

namespace arborist::sqlite {

namespace {

// The length of the row, from the table if it has it.
int RowLength(const Fts5ExtensionApi* api, Fts5Context* fts, const RowLengths* lengths,
              int* length) {
  if (lengths != nullptr) {
    const auto rowid = static_cast<std::size_t>(api->xRowid(fts));
    if (rowid < lengths->size() && (*lengths)[rowid] != 0) {
      *length = static_cast<int>((*lengths)[rowid]);
      return SQLITE_OK;
    }
  }
  return api->xColumnSize(fts, -1, length);
}

// The number of places of a phrase in the row, or an SQLite error.
int CountPhrase(const Fts5ExtensionApi* api, Fts5Context* fts, int phrase, int* frequency) {
  Fts5PhraseIter iterator;
  int column = 0;
  int offset = 0;
  *frequency = 0;
  if (const int code = api->xPhraseFirst(fts, phrase, &iterator, &column, &offset);
      code != SQLITE_OK) {
    return code;
  }
  for (; column >= 0; api->xPhraseNext(fts, &iterator, &column, &offset)) ++*frequency;
  return SQLITE_OK;
}

// arborist_counts(fts): one int per phrase.
void Counts(const Fts5ExtensionApi* api, Fts5Context* fts, sqlite3_context* context, int,
            sqlite3_value**) {
  const auto phrases = static_cast<std::size_t>(api->xPhraseCount(fts));
  auto* const counts = static_cast<int*>(sqlite3_malloc64(phrases * sizeof(int)));
  if (counts == nullptr && phrases > 0) {
    sqlite3_result_error_nomem(context);
    return;
  }
  for (std::size_t phrase = 0; phrase < phrases; ++phrase) {
    if (const int code = CountPhrase(api, fts, static_cast<int>(phrase), &counts[phrase]);
        code != SQLITE_OK) {
      sqlite3_free(counts);
      sqlite3_result_error_code(context, code);
      return;
    }
  }
  sqlite3_result_blob64(context, counts, phrases * sizeof(int), sqlite3_free);
}

// The blob of EncodeRankWeights, when it fits the expression.
class Weights {
 public:
  Weights(sqlite3_value* blob, int phrases)
      : bytes_(static_cast<const char*>(sqlite3_value_blob(blob))) {
    const auto wanted = (static_cast<std::size_t>(phrases) + 1) * sizeof(double);
    if (static_cast<std::size_t>(sqlite3_value_bytes(blob)) != wanted) bytes_ = nullptr;
  }
  bool fit() const { return bytes_ != nullptr; }
  double average_length() const { return Number(0); }
  double idf(int phrase) const { return Number(phrase + 1); }

 private:
  double Number(int i) const {
    double value;
    std::memcpy(&value, bytes_ + static_cast<std::size_t>(i) * sizeof(double), sizeof value);
    return value;
  }
  const char* bytes_;
};

// arborist_rank(fts, weights, lengths): sum over the phrases of a row. Higher is better.
void Rank(const Fts5ExtensionApi* api, Fts5Context* fts, sqlite3_context* context, int count,
          sqlite3_value** values) {
  const int phrases = api->xPhraseCount(fts);
  if (count < 1 || !Weights(values[0], phrases).fit()) {
    sqlite3_result_error(context, "arborist_rank: weights do not fit the query", -1);
    return;
  }
  const Weights weights(values[0], phrases);
  const auto* lengths =
      count > 1
          ? static_cast<const RowLengths*>(sqlite3_value_pointer(values[1], kRowLengthsPointer))
          : nullptr;
  int length = 0;
  if (const int code = RowLength(api, fts, lengths, &length); code != SQLITE_OK) {
    sqlite3_result_error_code(context, code);
    return;
  }
  double score = 0;
  for (int phrase = 0; phrase < phrases; ++phrase) {
    int frequency = 0;
    if (const int code = CountPhrase(api, fts, phrase, &frequency); code != SQLITE_OK) {
      sqlite3_result_error_code(context, code);
      return;
    }
    if (frequency > 0)
      score += Bm25Part(weights.idf(phrase), frequency, length, weights.average_length());
  }
  sqlite3_result_double(context, score);
}

// One phrase of arborist_add, in every row that holds it.
struct Addition {
  RowSums* rows = nullptr;
  double idf = 0;
  double average_length = 1;
};

int AddRow(const Fts5ExtensionApi* api, Fts5Context* fts, void* data) {
  const Addition& addition = *static_cast<const Addition*>(data);
  const auto rowid = static_cast<std::size_t>(api->xRowid(fts));
  if (rowid >= addition.rows->sums.size()) return SQLITE_CORRUPT_VTAB;
  int length = 0;
  if (const int code = RowLength(api, fts, &addition.rows->lengths, &length); code != SQLITE_OK)
    return code;
  int frequency = 0;
  if (const int code = CountPhrase(api, fts, 0, &frequency); code != SQLITE_OK) return code;
  addition.rows->sums[rowid] += Bm25Part(addition.idf, frequency, length, addition.average_length);
  return SQLITE_OK;
}

// arborist_add(fts, weights, rows): what arborist_rank gives for every row that matches an OR of
// phrases, whichever row this is called for. Phrase by phrase, so no row needs a step of the
// virtual machine or of the OR; the parts of a row are added in the same order.
void Add(const Fts5ExtensionApi* api, Fts5Context* fts, sqlite3_context* context, int count,
         sqlite3_value** values) {
  const int phrases = api->xPhraseCount(fts);
  auto* const rows = count == 2
                         ? static_cast<RowSums*>(sqlite3_value_pointer(values[1], kRowSumsPointer))
                         : nullptr;
  if (rows == nullptr || !Weights(values[0], phrases).fit()) {
    sqlite3_result_error(context, "arborist_add: weights or rows do not fit the query", -1);
    return;
  }
  const Weights weights(values[0], phrases);
  for (int phrase = 0; phrase < phrases; ++phrase) {
    Addition addition{rows, weights.idf(phrase), weights.average_length()};
    if (const int code = api->xQueryPhrase(fts, phrase, &addition, AddRow); code != SQLITE_OK) {
      sqlite3_result_error_code(context, code);
      return;
    }
  }
}

struct Tallied {
  RowTally* tally = nullptr;
  std::size_t range = 0;  // rows come in order
};

int TallyRow(const Fts5ExtensionApi* api, Fts5Context* fts, void* data) {
  Tallied& tallied = *static_cast<Tallied*>(data);
  const std::int64_t rowid = api->xRowid(fts);
  const std::span<const RowRange> skipped = tallied.tally->skipped;
  while (tallied.range < skipped.size() && skipped[tallied.range].last < rowid) ++tallied.range;
  if (tallied.range == skipped.size() || rowid < skipped[tallied.range].first)
    ++tallied.tally->rows;
  return SQLITE_OK;
}

// arborist_tally(fts, tally)
void Tally(const Fts5ExtensionApi* api, Fts5Context* fts, sqlite3_context* context, int count,
           sqlite3_value** values) {
  auto* const tally =
      count == 1 ? static_cast<RowTally*>(sqlite3_value_pointer(values[0], kRowTallyPointer))
                 : nullptr;
  if (tally == nullptr) {
    sqlite3_result_error(context, "arborist_tally: nothing to count in", -1);
    return;
  }
  for (int phrase = 0; phrase < api->xPhraseCount(fts); ++phrase) {
    Tallied tallied{tally};
    if (const int code = api->xQueryPhrase(fts, phrase, &tallied, TallyRow); code != SQLITE_OK) {
      sqlite3_result_error_code(context, code);
      return;
    }
  }
}

}  // namespace

std::vector<int> DecodePhraseCounts(std::string_view blob) {
  std::vector<int> counts(blob.size() / sizeof(int));
  if (!counts.empty()) std::memcpy(counts.data(), blob.data(), counts.size() * sizeof(int));
  return counts;
}

std::string EncodeRankWeights(const RankWeights& weights) {
  std::string blob((weights.idf.size() + 1) * sizeof(double), '\0');
  std::memcpy(blob.data(), &weights.average_length, sizeof(double));
  std::memcpy(blob.data() + sizeof(double), weights.idf.data(),
              weights.idf.size() * sizeof(double));
  return blob;
}

bool RegisterRankFunction(sqlite3* handle) {
  fts5_api* api = nullptr;
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(handle, "SELECT fts5(?1)", -1, &statement, nullptr) != SQLITE_OK)
    return false;
  sqlite3_bind_pointer(statement, 1, static_cast<void*>(&api), "fts5_api_ptr", nullptr);
  sqlite3_step(statement);
  sqlite3_finalize(statement);
  return api != nullptr &&
         api->xCreateFunction(api, "arborist_rank", nullptr, Rank, nullptr) == SQLITE_OK &&
         api->xCreateFunction(api, "arborist_counts", nullptr, Counts, nullptr) == SQLITE_OK &&
         api->xCreateFunction(api, "arborist_add", nullptr, Add, nullptr) == SQLITE_OK &&
         api->xCreateFunction(api, "arborist_tally", nullptr, Tally, nullptr) == SQLITE_OK;
}

}  // namespace arborist::sqlite
