// SPDX-License-Identifier: AGPL-3.0-only
#include "notary/sign.h"

#include "notary/logs_check.h"
#include "notary/rotate.h"

namespace arborist::notary {

Result<std::vector<audit::Checkpoint>> SignedCopies(sqlite::Database* home,
                                                    const std::vector<audit::VerifierKey>& keys) {
  TRY_ASSIGN(const std::vector<store::KeptCheckpoint> kept, store::AllCheckpoints(home));
  std::vector<audit::Checkpoint> copies;
  for (const store::KeptCheckpoint& checkpoint : kept) {
    for (const audit::VerifierKey& key : keys) {
      auto read = audit::VerifyCheckpoint(checkpoint.note, key);
      if (!read) continue;
      copies.push_back(std::move(*read));
      break;
    }
  }
  return copies;
}

Result<SignedLog> SignLog(const store::HomePaths& paths, store::HomeStore* home,
                          const store::Corpus& corpus, const audit::SigningKey& key) {
  TRY(home->CatchUp(corpus.shards()));
  TRY_ASSIGN(const store::LogHead head, store::ReadHead(home->database()));
  const std::string origin = audit::OriginOf(head.log);
  if (key.verifier().name != origin) {
    return Fail(ErrorCode::kDoesNotHold, "replaced: the key signs for " + key.verifier().name +
                                             ", and the log of this home is " + origin +
                                             "; nothing was signed");
  }
  LogsCheck check{.home = paths};
  TRY_ASSIGN(check.anchors,
             SignedCopies(home->database(), WithPredecessors(paths, key.verifier())));
  TRY_ASSIGN(const LogsReport report, CheckLogs(check));
  if (!report.ok()) {
    const Finding& finding = report.findings[0];
    return Fail(ErrorCode::kDoesNotHold,
                finding.kind + ": " + finding.log + ": " + finding.detail + "; nothing was signed");
  }
  const LogState& log = report.logs[0];
  TRY_ASSIGN(std::optional<store::KeptCheckpoint> same,
             store::CheckpointAt(home->database(), log.events));
  if (same && audit::VerifyCheckpoint(same->note, key.verifier())) {
    return SignedLog{std::move(*same), false};
  }
  SignedLog made{
      {.size = log.events,
       .root = log.root,
       .note = audit::SignCheckpoint(
           {.origin = origin, .size = log.events, .root = log.root, .extensions = {}}, key),
       .signed_at = home->clock().NowSeconds()},
      true};
  TRY(store::KeepCheckpoint(home->database(), made.checkpoint));
  return made;
}

}  // namespace arborist::notary
