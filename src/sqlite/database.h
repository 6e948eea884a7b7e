// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/hash256.h"

struct sqlite3;
struct sqlite3_stmt;

namespace arborist::sqlite {

std::string LibraryVersion();  // of the SQLite that runs

// SQLite behind values. A Database and its Statements belong to one thread at a time; any number of
// Databases may be open on one file.

class Statement {
  // What Read makes of a row, whether it may fail (Result<T>) or not (T).
  template <typename T>
  struct Unwrapped {
    using Type = T;
  };
  template <typename T>
  struct Unwrapped<Result<T>> {
    using Type = T;
  };
  template <typename Read>
  using Made = Unwrapped<std::invoke_result_t<Read&, const Statement&>>::Type;

 public:
  Statement(Statement&&) noexcept = default;
  Statement& operator=(Statement&&) noexcept = default;

  // Parameters count from 1. Text and blobs must outlive the next Step.
  Statement& Bind(int index, std::int64_t value);
  Statement& BindText(int index, std::string_view value);
  Statement& BindBlob(int index, std::string_view value);
  Statement& BindHash(int index, const Hash256& value);
  Statement& BindOptionalHash(int index, const Hash256* value);  // nullptr: NULL
  Statement& BindNull(int index);
  // Reaches a function of ours that asks for this kind; SQL sees NULL. Must outlive the next Step.
  Statement& BindPointer(int index, const void* pointer, const char* kind);

  Result<bool> Step();  // true: a row is there
  Status Run();         // steps to the end and resets
  void Reset();

  // Three ways to read what is bound. Each calls `read` with this statement while it stands on a
  // row, passes on the first error, of SQLite or of `read`, and resets whatever happens: the
  // statement can be bound again and holds no lock.
  //
  // Every row, for a `read` that returns void, Status, or Result<bool>, where false ends the loop.
  template <typename Read>
  Status ForEachRow(Read&& read);
  // What `read` makes of each row, for a `read` that returns T or Result<T>.
  template <typename Read>
  Result<std::vector<Made<Read>>> CollectRows(Read&& read);
  // What `read` makes of the first row; no value where there is no row.
  template <typename Read>
  Result<std::optional<Made<Read>>> FirstRow(Read&& read);

  // Columns count from 0. Views are valid until the next Step or Reset.
  std::int64_t Int(int column) const;
  double Double(int column) const;
  std::string_view Text(int column) const;
  std::string_view Blob(int column) const;
  bool IsNull(int column) const;
  Result<Hash256> Hash(int column) const;

 private:
  friend class Database;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  // Resets at the end of a scope.
  class Resetting {
   public:
    explicit Resetting(Statement* statement) : statement_(statement) {}
    Resetting(const Resetting&) = delete;
    Resetting& operator=(const Resetting&) = delete;
    ~Resetting() { statement_->Reset(); }

   private:
    Statement* statement_;
  };
  explicit Statement(sqlite3_stmt* statement) : statement_(statement) {}
  Error Failure() const;
  std::string_view Nothing() const;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

template <typename Read>
Status Statement::ForEachRow(Read&& read) {
  using Returned = std::invoke_result_t<Read&, const Statement&>;
  const Resetting reset(this);
  while (true) {
    TRY_ASSIGN(const bool row, Step());
    if (!row) return {};
    if constexpr (std::is_same_v<Returned, Result<bool>>) {
      TRY_ASSIGN(const bool more, read(std::as_const(*this)));
      if (!more) return {};
    } else if constexpr (std::is_same_v<Returned, Status>) {
      TRY(read(std::as_const(*this)));
    } else {
      static_assert(std::is_void_v<Returned>);
      read(std::as_const(*this));
    }
  }
}

template <typename Read>
Result<std::vector<Statement::Made<Read>>> Statement::CollectRows(Read&& read) {
  std::vector<Made<Read>> made;
  TRY(ForEachRow([&](const Statement& row) -> Status {
    Result<Made<Read>> value = read(row);
    if (!value) return std::unexpected(std::move(value).error());
    made.push_back(std::move(*value));
    return {};
  }));
  return made;
}

template <typename Read>
Result<std::optional<Statement::Made<Read>>> Statement::FirstRow(Read&& read) {
  const Resetting reset(this);
  TRY_ASSIGN(const bool row, Step());
  if (!row) return std::nullopt;
  Result<Made<Read>> made = read(std::as_const(*this));
  if (!made) return std::unexpected(std::move(made).error());
  return std::optional(std::move(*made));
}

enum class OpenMode : std::uint8_t { kReadOnly, kReadWrite, kCreate };

struct OpenOptions {
  OpenMode mode = OpenMode::kReadOnly;
  int busy_timeout_ms = 30000;
  std::int64_t cache_kib = 65536;
  std::int64_t mmap_bytes = std::int64_t{256} << 20;
  int page_bytes = 4096;  // of a file that is made now; an existing one keeps its own
};

class Database {
 public:
  static Result<Database> Open(const std::filesystem::path& path, const OpenOptions& options);

  Database(Database&&) noexcept = default;
  Database& operator=(Database&&) noexcept = default;

  Status Execute(std::string_view sql);  // any number of statements, no results
  Result<Statement> Prepare(std::string_view sql);
  Result<std::int64_t> QueryInt(std::string_view sql);  // first column of the first row
  // What SQLite finds wrong with the file's own structure, at most a hundred things. An error when
  // a page could not be read: then nothing is known.
  Result<std::vector<std::string>> CheckIntegrity();
  std::int64_t last_insert_rowid() const;
  std::int64_t changes() const;
  bool in_transaction() const;

 private:
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  explicit Database(sqlite3* handle) : handle_(handle) {}
  static Result<Database> OpenOnce(const std::filesystem::path& path, const OpenOptions& options);
  Error Failure(std::string_view doing) const;
  std::unique_ptr<sqlite3, Close> handle_;
};

// BEGIN IMMEDIATE ... COMMIT; rolls back unless committed.
class Transaction {
 public:
  static Result<Transaction> Begin(Database* database);
  Transaction(Transaction&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
  Transaction& operator=(Transaction&& other) noexcept {
    std::swap(database_, other.database_);
    return *this;
  }
  ~Transaction();
  Status Commit();

 private:
  explicit Transaction(Database* database) : database_(database) {}
  Database* database_;
};

}  // namespace arborist::sqlite
