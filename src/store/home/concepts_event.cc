// SPDX-License-Identifier: AGPL-3.0-only
// One hash over all rows in a fixed order, each as a line of canonical JSON, behind a salt: a
// reader of the log cannot test guesses about the words. When a new event comes, the salt of the
// one before goes.
#include "store/home/concepts_event.h"

#include <string>

#include "audit/event.h"
#include "crypto/sha256.h"
#include "json/value.h"

namespace arborist::store {

Result<Hash256> HashConcepts(sqlite::Database* home, std::string_view salt) {
  TRY_ASSIGN(sqlite::Statement select,
             home->Prepare("SELECT source_root, relation_kind, token, target, evidence_kind, "
                           "derived_from, confidence, derived_at FROM concept_relations "
                           "ORDER BY 1, 2, 3, 4, 5"));
  crypto::Sha256Hasher hasher;
  hasher.Update(salt);
  TRY(select.ForEachRow([&](const sqlite::Statement& row) -> Status {
    json::Array columns;
    for (int column = 0; column < 6; ++column) {
      columns.push_back(row.IsNull(column) ? json::Value()
                                           : json::Value(std::string(row.Text(column))));
    }
    columns.emplace_back(row.Double(6));
    columns.emplace_back(row.Int(7));
    TRY_ASSIGN(const std::string line, json::Canonical(columns));
    hasher.Update(line + "\n");
    return {};
  }));
  return hasher.Finish();
}

Status BindConcepts(sqlite::Database* home, AuditLog* log, Random* random) {
  TRY_ASSIGN(const std::int64_t any,
             home->QueryInt("SELECT EXISTS(SELECT 1 FROM concept_relations) OR "
                            "EXISTS(SELECT 1 FROM audit_texts WHERE name='relations')"));
  if (any == 0) return {};
  const std::string salt = random->Bytes(audit::kSaltBytes);
  TRY_ASSIGN(const Hash256 hash, HashConcepts(home, salt));
  TRY(home->Execute("DELETE FROM audit_texts WHERE name='relations'"));
  const auto seq = static_cast<std::int64_t>(log->size());
  TRY(log->Append({.type = kConceptsChanged,
                   .subject = "concepts",
                   .hashes = {{"relations", hash}},
                   .texts = {}}));
  TRY_ASSIGN(sqlite::Statement keep,
             home->Prepare("INSERT INTO audit_texts(seq,name,salt) VALUES(?1,'relations',?2)"));
  return keep.Bind(1, seq).BindBlob(2, salt).Run();
}

}  // namespace arborist::store
