// SPDX-License-Identifier: AGPL-3.0-only
#include "sqlite/rank_function.h"

#include <sqlite3.h>

#include <cstring>

namespace arborist::sqlite {

namespace {

// The length of the row, from the table if it has it.
int RowLength(const Fts5ExtensionApi* api, Fts5Context* fts, sqlite3_value* table, int* length) {
  const auto* lengths =
      table == nullptr
          ? nullptr
          : static_cast<const RowLengths*>(sqlite3_value_pointer(table, kRowLengthsPointer));
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

// arborist_rank(fts, weights, lengths): sum over the phrases of a row. Higher is better.
void Rank(const Fts5ExtensionApi* api, Fts5Context* fts, sqlite3_context* context, int count,
          sqlite3_value** values) {
  const auto* blob = count >= 1 ? static_cast<const char*>(sqlite3_value_blob(values[0])) : nullptr;
  const auto bytes = static_cast<std::size_t>(count >= 1 ? sqlite3_value_bytes(values[0]) : 0);
  const int phrases = api->xPhraseCount(fts);
  if (blob == nullptr || bytes != (static_cast<std::size_t>(phrases) + 1) * sizeof(double)) {
    sqlite3_result_error(context, "arborist_rank: weights do not fit the query", -1);
    return;
  }
  const auto number = [&](int i) {
    double value;
    std::memcpy(&value, blob + static_cast<std::size_t>(i) * sizeof(double), sizeof value);
    return value;
  };
  int length = 0;
  if (const int code = RowLength(api, fts, count > 1 ? values[1] : nullptr, &length);
      code != SQLITE_OK) {
    sqlite3_result_error_code(context, code);
    return;
  }
  const double average = number(0);
  double score = 0;
  for (int phrase = 0; phrase < phrases; ++phrase) {
    int frequency = 0;
    if (const int code = CountPhrase(api, fts, phrase, &frequency); code != SQLITE_OK) {
      sqlite3_result_error_code(context, code);
      return;
    }
    if (frequency > 0) score += Bm25Part(number(phrase + 1), frequency, length, average);
  }
  sqlite3_result_double(context, score);
}

}  // namespace

std::vector<int> DecodePhraseCounts(std::string_view blob) {
  std::vector<int> counts(blob.size() / sizeof(int));
  if (!counts.empty()) std::memcpy(counts.data(), blob.data(), counts.size() * sizeof(int));
  return counts;
}

double Bm25Part(double idf, double term_frequency, double length, double average_length) {
  constexpr double kK1 = 1.2;
  constexpr double kB = 0.75;
  return idf * (term_frequency * (kK1 + 1)) /
         (term_frequency + kK1 * (1 - kB + kB * length / average_length));
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
         api->xCreateFunction(api, "arborist_counts", nullptr, Counts, nullptr) == SQLITE_OK;
}

}  // namespace arborist::sqlite
