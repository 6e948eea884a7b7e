// SPDX-License-Identifier: AGPL-3.0-only
// Each change of the relations runs in one transaction with the event that binds all of them
// (concepts_event.h) and with the deletion of the lookup memos.
#include "store/home/concepts.h"

#include "sqlite/database.h"
#include "store/home/concepts_event.h"
#include "store/inside.h"
#include "store/log/audit_log.h"
#include "store/log/bindings.h"

namespace arborist::store {

Result<std::uint64_t> Concepts::Add(const std::vector<ConceptRelation>& relations) {
  TRY_ASSIGN(sqlite::Transaction transaction, sqlite::Transaction::Begin(DatabaseOf(home_)));
  TRY_ASSIGN(sqlite::Statement insert,
             DatabaseOf(home_)->Prepare(
                 "INSERT OR IGNORE INTO concept_relations(source_root, relation_kind, token, "
                 "target, evidence_kind, derived_at, derived_from) VALUES(?1,?2,?3,?4,?5,?6,?7)"));
  TRY_ASSIGN(AuditLog log, OpenAuditLog(home_));
  const AuditLog::FixedTime moment(&log);
  std::uint64_t added = 0;
  for (const ConceptRelation& relation : relations) {
    TRY(insert.BindText(1, relation.source_root)
            .BindText(2, relation.kind)
            .BindText(3, relation.token)
            .BindText(4, relation.target)
            .BindText(5, relation.evidence_kind)
            .Bind(6, log.Now())
            .BindText(7, relation.derived_from)
            .Run());
    added += static_cast<std::uint64_t>(DatabaseOf(home_)->changes());
  }
  if (added > 0) TRY(BindConcepts(DatabaseOf(home_), &log, home_->random()));
  TRY(DatabaseOf(home_)->Execute("DELETE FROM lookup_memos"));
  TRY(transaction.Commit());
  return added;
}

Status Concepts::Bind() {
  TRY_ASSIGN(AuditLog log, OpenAuditLog(home_));
  return BindConcepts(DatabaseOf(home_), &log, home_->random());
}

Result<std::uint64_t> Concepts::Purge(std::string_view evidence_kind) {
  TRY_ASSIGN(sqlite::Transaction transaction, sqlite::Transaction::Begin(DatabaseOf(home_)));
  TRY_ASSIGN(sqlite::Statement remove,
             DatabaseOf(home_)->Prepare("DELETE FROM concept_relations WHERE evidence_kind=?1"));
  TRY(remove.BindText(1, evidence_kind).Run());
  const auto removed = static_cast<std::uint64_t>(DatabaseOf(home_)->changes());
  if (removed > 0) TRY(Bind());
  TRY(DatabaseOf(home_)->Execute("DELETE FROM lookup_memos"));
  TRY(transaction.Commit());
  return removed;
}

Result<std::uint64_t> Concepts::Forget(const DocumentRoot& root) {
  TRY_ASSIGN(sqlite::Transaction transaction, sqlite::Transaction::Begin(DatabaseOf(home_)));
  TRY_ASSIGN(sqlite::Statement remove,
             DatabaseOf(home_)->Prepare(
                 "DELETE FROM concept_relations WHERE source_root=?1 OR derived_from=?1"));
  TRY(remove.BindText(1, root.hex()).Run());
  const auto removed = static_cast<std::uint64_t>(DatabaseOf(home_)->changes());
  if (removed > 0) {
    TRY(Bind());
    TRY(DatabaseOf(home_)->Execute("DELETE FROM lookup_memos"));
  }
  TRY(transaction.Commit());
  return removed;
}

Result<std::map<std::pair<std::string, std::string>, std::uint64_t>> Concepts::Counts() {
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home_)->Prepare("SELECT evidence_kind, relation_kind, count(*) FROM "
                                        "concept_relations GROUP BY 1, 2"));
  std::map<std::pair<std::string, std::string>, std::uint64_t> counts;
  TRY(select.ForEachRow([&](const sqlite::Statement& row) {
    counts.emplace(std::pair(std::string(row.Text(0)), std::string(row.Text(1))),
                   static_cast<std::uint64_t>(row.Int(2)));
  }));
  return counts;
}

Result<std::vector<std::string>> Concepts::TargetsOf(std::string_view kind, std::string_view token,
                                                     std::size_t limit) {
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home_)->Prepare(
                 "SELECT target FROM concept_relations WHERE relation_kind=?1 AND token=?2 "
                 "GROUP BY target ORDER BY count(*) DESC, target LIMIT ?3"));
  select.BindText(1, kind).BindText(2, token).Bind(3, static_cast<std::int64_t>(limit));
  return select.CollectRows([](const sqlite::Statement& row) { return std::string(row.Text(0)); });
}

}  // namespace arborist::store
