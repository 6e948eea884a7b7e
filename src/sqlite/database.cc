// SPDX-License-Identifier: AGPL-3.0-only
#include "sqlite/database.h"

#include <sqlite3.h>

#include <charconv>

#include "base/check.h"
#include "base/contained.h"
#include "sqlite/matched_rows.h"
#include "sqlite/pinned_sqlite.h"

namespace arborist::sqlite {

std::string LibraryVersion() { return sqlite3_libversion(); }

namespace {

ErrorCode CodeFor(int sqlite_code) {
  // The file ends too early, or its file system says that it is damaged.
  if (sqlite_code == SQLITE_IOERR_SHORT_READ || sqlite_code == SQLITE_IOERR_CORRUPTFS) {
    return ErrorCode::kCorrupt;
  }
  switch (sqlite_code & 0xFF) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_ERROR:  // our SQL does not fit the tables: they are not those that we made
      return ErrorCode::kCorrupt;
    case SQLITE_PERM:
    case SQLITE_READONLY:
    case SQLITE_AUTH:
      return ErrorCode::kPermission;
    case SQLITE_CONSTRAINT:
      return ErrorCode::kConflict;
    default:
      return ErrorCode::kEnvironment;
  }
}

// SQLite's word for it names neither the folder, where a write-ahead log must be made even to read,
// nor a remedy.
std::string MessageOf(sqlite3* handle) {
  const int code = sqlite3_extended_errcode(handle);
  if ((code & 0xFF) != SQLITE_READONLY || code == SQLITE_READONLY_DBMOVED) {
    return sqlite3_errmsg(handle);
  }
  return "the file and its folder must be writable for you, also to be read, and are not; use a "
         "copy of the store that is";
}

}  // namespace

namespace {

// A binding keeps what it is given where it is. SQLite may lack memory all the same; any other code
// means that our SQL has no such parameter.
void CheckBound(int code) {
  DemandMemory(code != SQLITE_NOMEM);
  CHECK(code == SQLITE_OK);
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
void Database::Close::operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }

Statement& Statement::Bind(int index, std::int64_t value) {
  CheckBound(sqlite3_bind_int64(statement_.get(), index, value));
  return *this;
}
Statement& Statement::BindText(int index, std::string_view value) {
  // An empty view may hold a null pointer, which SQLite would take for NULL.
  CheckBound(sqlite3_bind_text64(statement_.get(), index,
                                 value.data() == nullptr ? "" : value.data(), value.size(),
                                 SQLITE_STATIC, SQLITE_UTF8));
  return *this;
}
Statement& Statement::BindBlob(int index, std::string_view value) {
  CheckBound(sqlite3_bind_blob64(statement_.get(), index,
                                 value.data() == nullptr ? "" : value.data(), value.size(),
                                 SQLITE_STATIC));
  return *this;
}
Statement& Statement::BindHash(int index, const Hash256& value) {
  return BindBlob(index, AsText(value.view()));
}
Statement& Statement::BindOptionalHash(int index, const Hash256* value) {
  return value != nullptr ? BindHash(index, *value) : BindNull(index);
}
Statement& Statement::BindNull(int index) {
  CheckBound(sqlite3_bind_null(statement_.get(), index));
  return *this;
}
Statement& Statement::BindPointer(int index, const void* pointer, const char* kind) {
  sqlite3_bind_pointer(statement_.get(), index, const_cast<void*>(pointer), kind, nullptr);
  return *this;
}

Error Statement::Failure() const {
  sqlite3* const handle = sqlite3_db_handle(statement_.get());
  return {CodeFor(sqlite3_extended_errcode(handle)), MessageOf(handle)};
}

Result<bool> Statement::Step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  Error error = Failure();
  sqlite3_reset(statement_.get());
  return std::unexpected(std::move(error));
}

Status Statement::Run() {
  while (true) {
    TRY_ASSIGN(const bool row, Step());
    if (!row) break;
  }
  Reset();
  return {};
}

void Statement::Reset() { sqlite3_reset(statement_.get()); }

std::int64_t Statement::Int(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}
double Statement::Double(int column) const {
  return sqlite3_column_double(statement_.get(), column);
}
// SQLite gives null for NULL, for a blob of no bytes, and for want of memory to end a text with 0.
std::string_view Statement::Nothing() const {
  DemandMemory(sqlite3_errcode(sqlite3_db_handle(statement_.get())) != SQLITE_NOMEM);
  return {};
}
std::string_view Statement::Text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  if (text == nullptr) return Nothing();
  return {text, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}
std::string_view Statement::Blob(int column) const {
  const auto* blob = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
  if (blob == nullptr) return Nothing();
  return {blob, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}
bool Statement::IsNull(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}
Result<Hash256> Statement::Hash(int column) const {
  auto hash = Hash256::FromBytes(AsBytes(Blob(column)));
  if (!hash) return Fail(ErrorCode::kCorrupt, "stored hash: " + hash.error().message);
  return hash;
}

Error Database::Failure(std::string_view doing) const {
  return {CodeFor(sqlite3_extended_errcode(handle_.get())),
          std::string(doing) + ": " + MessageOf(handle_.get())};
}

Result<Database> Database::Open(const std::filesystem::path& path, const OpenOptions& options) {
  auto database = OpenOnce(path, options);
  if (database || options.mode != OpenMode::kReadOnly ||
      database.error().code != ErrorCode::kPermission)
    return database;
  // A writer was killed while it made the file: its journal has to be rolled back, which takes one
  // that may write.
  {
    const auto writer = OpenOnce(path, {.mode = OpenMode::kReadWrite});
    if (!writer) return database;
  }
  return OpenOnce(path, options);
}

Result<Database> Database::OpenOnce(const std::filesystem::path& path, const OpenOptions& options) {
  int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE;
  flags |= options.mode == OpenMode::kReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
  if (options.mode == OpenMode::kCreate) flags |= SQLITE_OPEN_CREATE;
  std::error_code ignored;
  // NOFOLLOW looks at every part of the path, so resolve the folder first: only the file itself
  // must not be a link.
  const auto folder = std::filesystem::weakly_canonical(path.parent_path(), ignored);
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2((folder / path.filename()).c_str(), &handle, flags, nullptr);
  Database database(handle);
  if (code != SQLITE_OK) {
    if (handle == nullptr) return Fail(ErrorCode::kEnvironment, "out of memory");
    return std::unexpected(database.Failure("open"));
  }
  sqlite3_busy_timeout(handle, options.busy_timeout_ms);
  // A hostile file must not reach functions or tables through its own schema.
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1, nullptr);
  // Before the cache's size: SQLite counts it in pages and does not count again when they grow.
  TRY(database.Execute("PRAGMA page_size=" + std::to_string(options.page_bytes)));
  TRY(database.Execute("PRAGMA cell_size_check=ON; PRAGMA temp_store=MEMORY; PRAGMA cache_size=-" +
                       std::to_string(options.cache_kib) +
                       "; PRAGMA mmap_size=" + std::to_string(options.mmap_bytes) + ";"));
  if (options.mode != OpenMode::kReadOnly) {
    TRY(database.Execute("PRAGMA foreign_keys=ON; PRAGMA synchronous=FULL;"));
  }
  TRY(database.QueryInt(
      "SELECT count(*) FROM sqlite_schema"));  // reads the file for the first time
  if (!RegisterVisit(handle)) {
    return Fail(ErrorCode::kEnvironment, "this SQLite has no FTS5");
  }
#ifdef ARBORIST_PINNED_SQLITE
  DemandMemory(ArboristRegisterTermTokenizer(handle) != 0);  // that it has FTS5 is known by now
#endif
  return database;
}

Status Database::Execute(std::string_view sql) {
  if (sqlite3_exec(handle_.get(), std::string(sql).c_str(), nullptr, nullptr, nullptr) !=
      SQLITE_OK) {
    return std::unexpected(Failure("sql"));
  }
  return {};
}

Result<Statement> Database::Prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v3(handle_.get(), sql.data(), static_cast<int>(sql.size()),
                         SQLITE_PREPARE_PERSISTENT, &statement, nullptr) != SQLITE_OK) {
    return std::unexpected(Failure("prepare"));
  }
  return Statement(statement);
}

Result<std::int64_t> Database::QueryInt(std::string_view sql) {
  TRY_ASSIGN(Statement statement, Prepare(sql));
  TRY_ASSIGN(const bool row, statement.Step());
  if (!row) return Fail(ErrorCode::kNotFound, "no row");
  return statement.Int(0);
}

Result<std::vector<std::string>> Database::CheckIntegrity() {
  // integrity_check tells of a page that it could not read in words, among those on damage. These
  // are all it has: one with the code, one without.
  constexpr std::string_view kWithCode = "unable to get the page. error code=";
  constexpr std::string_view kWithout = "failed to get page ";
  TRY_ASSIGN(Statement check, Prepare("PRAGMA integrity_check(100)"));
  std::vector<std::string> problems;
  while (true) {
    TRY_ASSIGN(const bool row, check.Step());
    if (!row) return problems;
    const std::string_view text = check.Text(0);
    if (text == "ok") continue;
    int code = text.contains(kWithout) ? SQLITE_IOERR_READ : SQLITE_OK;
    if (const std::size_t at = text.find(kWithCode); at != std::string_view::npos) {
      const std::string_view digits = text.substr(at + kWithCode.size());
      (void)std::from_chars(digits.data(), digits.data() + digits.size(), code);
    }
    if (code != SQLITE_OK && CodeFor(code) != ErrorCode::kCorrupt) {
      return Fail(CodeFor(code), "a page could not be read: " + std::string(sqlite3_errstr(code)));
    }
    problems.emplace_back(text);
  }
}

std::int64_t Database::last_insert_rowid() const {
  return sqlite3_last_insert_rowid(handle_.get());
}
std::int64_t Database::changes() const { return sqlite3_changes64(handle_.get()); }
bool Database::in_transaction() const { return sqlite3_get_autocommit(handle_.get()) == 0; }

Result<Transaction> Transaction::Begin(Database* database) {
  TRY(database->Execute("BEGIN IMMEDIATE"));
  return Transaction(database);
}

Transaction::~Transaction() {
  if (database_ == nullptr) return;
  // A failed rollback means that SQLite has rolled back already.
  (void)database_->Execute("ROLLBACK");
}

Status Transaction::Commit() {
  TRY(database_->Execute("COMMIT"));
  database_ = nullptr;
  return {};
}

}  // namespace arborist::sqlite
