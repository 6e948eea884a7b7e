// SPDX-License-Identifier: AGPL-3.0-only
#include "store/web/web_pages.h"

#include <limits>

#include "sqlite/database.h"

namespace arborist::store {

namespace {

constexpr std::string_view kPageColumns =
    "url, shard, etag, last_modified, source_hash, fetched_at, checked_at, due_at, "
    "interval_seconds, state, missing_since";

Result<sqlite::Statement> SelectPages(sqlite::Database* database, std::string_view where) {
  return database->Prepare("SELECT " + std::string(kPageColumns) + " FROM web_pages WHERE " +
                           std::string(where));
}

Result<WebPage> ReadPage(const sqlite::Statement& row) {
  TRY_ASSIGN(const Hash256 hash, row.Hash(4));
  const std::int64_t state = row.Int(9);
  if (state < 0 || state > static_cast<std::int64_t>(WebPageState::kUnreachable))
    return Fail(ErrorCode::kCorrupt, "web_pages has a page in state " + std::to_string(state));
  WebPage page{.url = std::string(row.Text(0)),
               .shard = std::string(row.Text(1)),
               .etag = std::string(row.Text(2)),
               .last_modified = std::string(row.Text(3)),
               .source_hash = SourceHash(hash),
               .fetched_at = row.Int(5),
               .checked_at = row.Int(6),
               .due_at = row.Int(7),
               .interval_seconds = row.Int(8),
               .state = static_cast<WebPageState>(state),
               .missing_since = {}};
  if (!row.IsNull(10)) page.missing_since = row.Int(10);
  return page;
}

}  // namespace

Result<std::optional<WebPage>> WebPages::Find(std::string_view url) {
  TRY_ASSIGN(sqlite::Statement select, SelectPages(store_->database_.get(), "url=?1"));
  TRY_ASSIGN(const bool row, select.BindText(1, url).Step());
  if (!row) return std::nullopt;
  TRY_ASSIGN(WebPage page, ReadPage(select));
  return page;
}

Status WebPages::Put(const WebPage& page) {
  TRY_ASSIGN(
      sqlite::Statement put,
      store_->database_->Prepare("INSERT OR REPLACE INTO web_pages(" + std::string(kPageColumns) +
                                 ") VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11)"));
  put.BindText(1, page.url)
      .BindText(2, page.shard)
      .BindText(3, page.etag)
      .BindText(4, page.last_modified)
      .BindHash(5, page.source_hash)
      .Bind(6, page.fetched_at)
      .Bind(7, page.checked_at)
      .Bind(8, page.due_at)
      .Bind(9, page.interval_seconds)
      .Bind(10, static_cast<std::int64_t>(page.state));
  return (page.missing_since ? put.Bind(11, *page.missing_since) : put.BindNull(11)).Run();
}

Result<std::vector<WebPage>> WebPages::Due(std::int64_t by) {
  TRY_ASSIGN(sqlite::Statement select,
             SelectPages(store_->database_.get(), "due_at<=?1 ORDER BY due_at, url"));
  select.Bind(1, by);
  std::vector<WebPage> pages;
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) return pages;
    TRY_ASSIGN(WebPage page, ReadPage(select));
    pages.push_back(std::move(page));
  }
}

Result<std::vector<WebPage>> WebPages::All() {
  return Due(std::numeric_limits<std::int64_t>::max());
}

}  // namespace arborist::store
