// SPDX-License-Identifier: AGPL-3.0-only
// The queue is a table, so that a kill costs no more than what was being fetched. An entry is taken
// by a write of its own; its links are added once they are known; what became of a batch of entries
// (states, validators) is one transaction, made after their documents were committed. A kill in
// between fetches them again, which adds nothing.
#include "store/web/frontier.h"

#include "sqlite/database.h"

namespace arborist::store {

Result<Frontier> Frontier::Open(CrawlStore* store, std::string_view name, std::int64_t now,
                                const std::function<bool(const Progress&)>& again) {
  sqlite::Database* const database = store->database_.get();
  TRY_ASSIGN(sqlite::Statement insert,
             database->Prepare("INSERT OR IGNORE INTO crawls(name, begun_at) VALUES(?1,?2)"));
  TRY(insert.BindText(1, name).Bind(2, now).Run());
  const bool made = database->changes() > 0;
  TRY_ASSIGN(sqlite::Statement select,
             database->Prepare("SELECT crawl_id, ended_at FROM crawls WHERE name=?1"));
  TRY(select.BindText(1, name).Step());
  Frontier frontier(store, select.Int(0));
  if (made) return frontier;
  const bool ended = !select.IsNull(1);
  select.Reset();
  TRY(frontier.Restart("state=1"));  // taken when the process ended
  TRY_ASSIGN(const Progress progress, frontier.progress());
  if (ended && again(progress)) {
    TRY(frontier.Restart("state<>0"));
    TRY_ASSIGN(sqlite::Statement begin,
               database->Prepare("UPDATE crawls SET begun_at=?2 WHERE crawl_id=?1"));
    TRY(begin.Bind(1, frontier.crawl_).Bind(2, now).Run());
  } else {
    frontier.resumed_ = true;
  }
  TRY_ASSIGN(sqlite::Statement open,
             database->Prepare("UPDATE crawls SET ended_at=NULL WHERE crawl_id=?1"));
  TRY(open.Bind(1, frontier.crawl_).Run());
  return frontier;
}

Status Frontier::Restart(std::string_view where) {
  TRY_ASSIGN(sqlite::Statement update,
             store_->database_->Prepare(
                 "UPDATE frontier SET state=0, fails=0, not_before=0, detail='' WHERE crawl_id=?1 "
                 "AND " +
                 std::string(where)));
  return update.Bind(1, crawl_).Run();
}

Result<std::uint64_t> Frontier::Add(std::span<const FrontierUrl> urls) {
  TRY_ASSIGN(sqlite::Transaction transaction, sqlite::Transaction::Begin(store_->database_.get()));
  TRY_ASSIGN(sqlite::Statement insert,
             store_->database_->Prepare("INSERT OR IGNORE INTO frontier(crawl_id, url, host, "
                                        "depth, kind, hops) VALUES(?1,?2,?3,?4,?5,?6)"));
  std::uint64_t added = 0;
  for (const FrontierUrl& url : urls) {
    TRY(insert.Bind(1, crawl_)
            .BindText(2, url.url)
            .BindText(3, url.host)
            .Bind(4, url.depth)
            .Bind(5, static_cast<std::int64_t>(url.kind))
            .Bind(6, url.hops)
            .Run());
    if (store_->database_->changes() > 0) ++added;
  }
  TRY(transaction.Commit());
  return added;
}

Result<std::optional<FrontierEntry>> Frontier::Take(std::string_view host, std::int64_t now) {
  TRY_ASSIGN(sqlite::Statement select,
             store_->database_->Prepare(
                 "SELECT entry_id, url, depth, kind, hops, fails, expanded FROM frontier WHERE "
                 "crawl_id=?1 AND state=0 AND host=?2 AND not_before<=?3 ORDER BY depth, entry_id "
                 "LIMIT 1"));
  TRY_ASSIGN(const bool row, select.Bind(1, crawl_).BindText(2, host).Bind(3, now).Step());
  if (!row) return std::nullopt;
  FrontierEntry entry{.id = select.Int(0),
                      .at = {.url = std::string(select.Text(1)),
                             .host = std::string(host),
                             .depth = static_cast<int>(select.Int(2)),
                             .kind = static_cast<FrontierKind>(select.Int(3)),
                             .hops = static_cast<int>(select.Int(4))},
                      .fails = static_cast<int>(select.Int(5)),
                      .expanded = select.Int(6) != 0};
  select.Reset();
  TRY_ASSIGN(sqlite::Statement take,
             store_->database_->Prepare("UPDATE frontier SET state=1 WHERE entry_id=?1"));
  TRY(take.Bind(1, entry.id).Run());
  return entry;
}

Result<std::optional<std::int64_t>> Frontier::NextAt(std::string_view host) {
  TRY_ASSIGN(sqlite::Statement select,
             store_->database_->Prepare("SELECT min(not_before) FROM frontier WHERE crawl_id=?1 "
                                        "AND state=0 AND host=?2"));
  TRY(select.Bind(1, crawl_).BindText(2, host).Step());
  if (select.IsNull(0)) return std::nullopt;
  return select.Int(0);
}

Result<std::vector<std::string>> Frontier::Hosts() {
  TRY_ASSIGN(sqlite::Statement select,
             store_->database_->Prepare("SELECT DISTINCT host FROM frontier WHERE crawl_id=?1 AND "
                                        "state=0 ORDER BY host"));
  select.Bind(1, crawl_);
  std::vector<std::string> hosts;
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) return hosts;
    hosts.emplace_back(select.Text(0));
  }
}

Status Frontier::FinishOne(const Outcome& outcome) {
  TRY_ASSIGN(sqlite::Statement update,
             store_->database_->Prepare("UPDATE frontier SET state=?2, detail=?3, "
                                        "expanded=max(expanded, ?4) WHERE entry_id=?1"));
  TRY(update.Bind(1, outcome.id)
          .Bind(2, static_cast<std::int64_t>(outcome.state))
          .BindText(3, outcome.detail)
          .Bind(4, outcome.state == FrontierState::kDone ? 1 : 0)
          .Run());
  return outcome.page ? WebPages(store_).Put(*outcome.page) : Status();
}

Status Frontier::Finish(std::span<const Outcome> outcomes) {
  if (outcomes.empty()) return {};
  TRY_ASSIGN(sqlite::Transaction transaction, sqlite::Transaction::Begin(store_->database_.get()));
  for (const Outcome& outcome : outcomes) TRY(FinishOne(outcome));
  return transaction.Commit();
}

Status Frontier::PutBack(std::int64_t id, std::int64_t not_before, Failed failed) {
  TRY_ASSIGN(sqlite::Statement update,
             store_->database_->Prepare("UPDATE frontier SET state=0, not_before=?2, "
                                        "fails=fails+?3 WHERE entry_id=?1"));
  return update.Bind(1, id).Bind(2, not_before).Bind(3, failed == Failed::kYes ? 1 : 0).Run();
}

Status Frontier::End(std::int64_t now) {
  TRY_ASSIGN(sqlite::Statement update,
             store_->database_->Prepare("UPDATE crawls SET ended_at=?2 WHERE crawl_id=?1"));
  return update.Bind(1, crawl_).Bind(2, now).Run();
}

Result<Frontier::Progress> Frontier::progress() {
  TRY_ASSIGN(sqlite::Statement select,
             store_->database_->Prepare(
                 "SELECT count(*) FILTER(WHERE state IN (2,3,4) AND kind=0), "
                 "count(*) FILTER(WHERE state IN (0,1)) FROM frontier WHERE crawl_id=?1"));
  TRY(select.Bind(1, crawl_).Step());
  return Progress{.asked = static_cast<std::uint64_t>(select.Int(0)),
                  .pending = static_cast<std::uint64_t>(select.Int(1))};
}

Status Frontier::ForEachUrl(const std::function<void(std::string_view url)>& visit) {
  TRY_ASSIGN(sqlite::Statement select,
             store_->database_->Prepare(
                 "SELECT url FROM frontier WHERE crawl_id=?1 AND kind=0 ORDER BY entry_id"));
  select.Bind(1, crawl_);
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) return {};
    visit(select.Text(0));
  }
}

}  // namespace arborist::store
