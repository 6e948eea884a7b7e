// SPDX-License-Identifier: AGPL-3.0-only
// arborist_visit is an auxiliary function of FTS5: it is called for each row of a MATCH and reaches
// into the cursor (phrases and their places, length of the row). It hands this over to a visitor
// that the statement has as a bound pointer, so that what is counted and how it scores is the
// caller's. xQueryPhrase walks the list of a single phrase; it calls back here with a cursor of its
// own, which is shown to another visitor the same way.
#include "sqlite/matched_rows.h"

#include <sqlite3.h>

namespace arborist::sqlite {

std::int64_t MatchedRow::id() const { return api_->xRowid(context_); }

int MatchedRow::phrases() const { return api_->xPhraseCount(context_); }

bool MatchedRow::Is(int code) {
  code_ = code;
  return code == SQLITE_OK;
}

bool MatchedRow::Count(int phrase, int* places) {
  Fts5PhraseIter iterator;
  int column = 0;
  int offset = 0;
  *places = 0;
  if (!Is(api_->xPhraseFirst(context_, phrase, &iterator, &column, &offset))) return false;
  for (; column >= 0; api_->xPhraseNext(context_, &iterator, &column, &offset)) ++*places;
  return true;
}

bool MatchedRow::Length(int* terms) { return Is(api_->xColumnSize(context_, -1, terms)); }

bool MatchedRow::Refuse() { return Is(SQLITE_CORRUPT_VTAB); }

int MatchedRow::ShowTo(RowVisitor* visitor) noexcept {
  try {
    if (visitor->Visit(*this)) return SQLITE_OK;
  } catch (...) {
    return SQLITE_NOMEM;  // nothing else throws, and nothing may pass through SQLite
  }
  return code_ != SQLITE_OK ? code_ : SQLITE_ERROR;
}

struct VisitFunction {
  static int Nested(const Fts5ExtensionApi* api, Fts5Context* context, void* visitor) {
    return MatchedRow(api, context).ShowTo(static_cast<RowVisitor*>(visitor));
  }

  static void Call(const Fts5ExtensionApi* api, Fts5Context* context, sqlite3_context* result,
                   int count, sqlite3_value** values) {
    auto* const visitor =
        count == 1 ? static_cast<RowVisitor*>(sqlite3_value_pointer(values[0], kRowVisitorPointer))
                   : nullptr;
    if (visitor == nullptr) {
      sqlite3_result_error(result, "arborist_visit: nobody to show rows to", -1);
      return;
    }
    if (const int code = MatchedRow(api, context).ShowTo(visitor); code != SQLITE_OK)
      sqlite3_result_error_code(result, code);
  }
};

bool MatchedRow::ForEachRowWith(int phrase, RowVisitor* visitor) {
  return Is(api_->xQueryPhrase(context_, phrase, visitor, VisitFunction::Nested));
}

bool RegisterVisit(sqlite3* handle) {
  fts5_api* api = nullptr;
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(handle, "SELECT fts5(?1)", -1, &statement, nullptr) != SQLITE_OK)
    return false;
  sqlite3_bind_pointer(statement, 1, static_cast<void*>(&api), "fts5_api_ptr", nullptr);
  sqlite3_step(statement);
  sqlite3_finalize(statement);
  return api != nullptr && api->xCreateFunction(api, "arborist_visit", nullptr, VisitFunction::Call,
                                                nullptr) == SQLITE_OK;
}

}  // namespace arborist::sqlite
