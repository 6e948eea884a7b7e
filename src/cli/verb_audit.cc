// SPDX-License-Identifier: AGPL-3.0-only

#include "cli/audit_verbs.h"
#include "cli/session.h"
#include "cli/verbs.h"

namespace arborist::cli {

void AddAudit(Command* app, Session* session) {
  Command* verb = app->AddSubcommand(
      "audit", "The log: show it, check it, sign it, prove from it, hold it against a checkpoint");
  verb->RequireSubcommand();
  verb->Footer(
      "Examples:\n  arborist audit log --since 2026-11-01\n  arborist audit check\n"
      "  arborist audit checkpoint -o 2026-11-15.checkpoint\n"
      "  arborist audit verify --checkpoint 2026-11-15.checkpoint --key log.pub\n"
      "  arborist audit prove home:5 -o event.json\n"
      "  arborist audit consistency 2026-11-15.checkpoint -o since.json");
  AddAuditLog(verb, session);
  AddAuditCheck(verb, session);
  AddAuditCheckpoint(verb, session);
  AddAuditProve(verb, session);
}

}  // namespace arborist::cli
