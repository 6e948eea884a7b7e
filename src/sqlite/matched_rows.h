// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>

struct sqlite3;
struct Fts5Context;
struct Fts5ExtensionApi;

namespace arborist::sqlite {

// The program sees what FTS5 knows of the rows of a MATCH, at no cost but a call for each:
//
//   SELECT arborist_visit(TABLE, ?2) FROM TABLE WHERE TABLE MATCH ?1
//
// shows each row to the RowVisitor that ?2 is bound to, in the order of the rows (BindPointer, with
// kRowVisitorPointer).

class RowVisitor;

// One row, for the time of a visit. Where a call fails, the visitor returns false, and the
// statement ends with the error.
class MatchedRow {
 public:
  std::int64_t id() const;
  int phrases() const;  // of the MATCH expression
  // How often a phrase of the expression stands in the row; needs detail=full.
  [[nodiscard]] bool Count(int phrase, int* places);
  // How many terms the row has, looked up in the index.
  [[nodiscard]] bool Length(int* terms);
  // Shows every row in which a phrase stands, whatever else the expression asks for, in order. To
  // that visitor the phrase is the only one, number 0.
  [[nodiscard]] bool ForEachRowWith(int phrase, RowVisitor* visitor);
  // The row cannot be there: the index is damaged. Always false.
  [[nodiscard]] bool Refuse();

 private:
  friend struct VisitFunction;
  MatchedRow(const Fts5ExtensionApi* api, Fts5Context* context) : api_(api), context_(context) {}
  bool Is(int code);
  int ShowTo(RowVisitor* visitor) noexcept;

  const Fts5ExtensionApi* api_;
  Fts5Context* context_;
  int code_ = 0;  // SQLite's word for what failed
};

class RowVisitor {
 public:
  // False: the row says what failed.
  virtual bool Visit(MatchedRow& row) = 0;

 protected:
  ~RowVisitor() = default;
};
inline constexpr const char* kRowVisitorPointer = "arborist_row_visitor";

// Makes arborist_visit known to a connection. False: there is no FTS5.
bool RegisterVisit(sqlite3* handle);

}  // namespace arborist::sqlite
