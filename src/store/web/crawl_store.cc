// SPDX-License-Identifier: AGPL-3.0-only
#include "store/web/crawl_store.h"

#include "sqlite/database.h"
#include "store/schema/schema.h"

namespace arborist::store {

CrawlStore::CrawlStore(FileLock lock, sqlite::Database database)
    : lock_(std::move(lock)), database_(std::make_unique<sqlite::Database>(std::move(database))) {}
CrawlStore::~CrawlStore() = default;

Result<std::unique_ptr<CrawlStore>> CrawlStore::Open(const HomePaths& home) {
  TRY(MakeDirectories(home.root, 0700));
  auto lock = FileLock::TryAcquire(home.root / "crawl.lock");
  if (!lock && lock.error().code == ErrorCode::kConflict) {
    return Fail(ErrorCode::kBusy, "another crawl is at work in " + home.root.string() +
                                      "; two would ask one host at a time twice as often");
  }
  if (!lock) return std::unexpected(std::move(lock).error());
  const auto open = [&]() -> Result<std::unique_ptr<CrawlStore>> {
    TRY_ASSIGN(sqlite::Database database,
               sqlite::Database::Open(home.crawl_store(), {.mode = sqlite::OpenMode::kCreate}));
    TRY(database.Execute("PRAGMA journal_mode=WAL"));
    TRY(CreateOrMigrate(&database, CrawlSchemaKind()));
    return std::unique_ptr<CrawlStore>(new CrawlStore(*std::move(lock), std::move(database)));
  };
  auto store = open();
  if (store) return store;
  Error error = std::move(store).error().In(home.crawl_store().string());
  if (error.code == ErrorCode::kCorrupt)
    error.message += "; nothing is proved by it: delete it, and crawls begin anew";
  return std::unexpected(std::move(error));
}

Result<std::unique_ptr<CrawlStore>> CrawlStore::OpenExisting(const HomePaths& home) {
  TRY_ASSIGN(const bool exists, Exists(home.crawl_store()));
  if (!exists) {
    return Fail(ErrorCode::kNotFound, "nothing was crawled into " + home.root.string() +
                                          " yet; arborist crawl URL does so");
  }
  return Open(home);
}

Status CrawlStore::PauseHost(const Pause& pause) {
  TRY_ASSIGN(sqlite::Statement put,
             database_->Prepare("INSERT OR REPLACE INTO paused_hosts VALUES(?1,?2,?3)"));
  return put.BindText(1, pause.host).Bind(2, pause.not_before).BindText(3, pause.reason).Run();
}

Result<std::vector<CrawlStore::Pause>> CrawlStore::PausedHosts(std::int64_t now) {
  TRY_ASSIGN(sqlite::Statement forget,
             database_->Prepare("DELETE FROM paused_hosts WHERE not_before<=?1"));
  TRY(forget.Bind(1, now).Run());
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare("SELECT host, not_before, reason FROM paused_hosts ORDER BY host"));
  std::vector<Pause> pauses;
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) return pauses;
    pauses.push_back({.host = std::string(select.Text(0)),
                      .not_before = select.Int(1),
                      .reason = std::string(select.Text(2))});
  }
}

}  // namespace arborist::store
