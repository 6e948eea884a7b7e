// SPDX-License-Identifier: AGPL-3.0-only
// Signs only a log that was just checked against everything signed before: the checkpoints kept in
// the store, and the last one, which is kept beside the key. The latter is what finds an older copy
// of the store that was put back, for its checkpoints went back with it. A new note is written
// beside the key before it is kept in the store, and the log is made durable before that: killed in
// between, the next signature still knows what was given away.
#include "notary/sign.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "crypto/sha256.h"
#include "notary/last_signed.h"
#include "notary/logs_check.h"
#include "notary/rotate.h"
#include "notary/signing_keys.h"

namespace arborist::notary {

Result<std::vector<audit::Checkpoint>> SignedCopies(store::HomeStore* home,
                                                    const std::vector<audit::VerifierKey>& keys) {
  TRY_ASSIGN(const std::vector<store::KeptCheckpoint> kept, store::Checkpoints(home).All());
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

namespace {

constexpr std::string_view kForkAccepted = "fork_accepted";

Error NotSigned(const Finding& finding) {
  return {ErrorCode::kDoesNotHold,
          finding.kind + ": " + finding.log + ": " + finding.detail + "; nothing was signed"};
}

// Of a log that could not be read to its end nothing is known, and so nothing is a fork.
Result<LogsReport> CheckWhole(const LogsCheck& check) {
  TRY_ASSIGN(LogsReport report, CheckLogs(check));
  if (report.findings.empty() && !report.not_checked.empty()) {
    Error error = report.not_checked[0].error;
    error.message += "; nothing was signed";
    return std::unexpected(std::move(error).In(report.not_checked[0].log));
  }
  return report;
}

// The log holds and goes on from every checkpoint kept in the store, and yet not from the last one.
Error NotContinued(const Finding& finding, const store::HomePaths& paths,
                   const audit::Checkpoint& last) {
  Error error = NotSigned(finding);
  error.message += ". " + LastSignedFile(paths, last.origin).string() + " was signed last, of " +
                   std::to_string(last.size) +
                   " events that this log does not continue: was an older copy of the store put "
                   "back? Bring the newer one back, or, if it is lost, see --accept-fork";
  return error;
}

Status RecordFork(store::HomeStore* home, const LastSigned& last) {
  const store::PlainEvent event{.type = kForkAccepted,
                                .subject = last.checkpoint.root.hex(),
                                .hashes = {{"checkpoint", crypto::Sha256(last.note)}}};
  return home->AppendEvents({&event, 1});
}

}  // namespace

Result<SignedLog> SignLog(const store::HomePaths& paths, store::HomeStore* home,
                          const store::Corpus& corpus, const audit::SigningKey& key, Fork fork) {
  // Two that sign at once must each see what the other signed.
  TRY_ASSIGN(const FileLock lock, LockKeys(paths));
  return SignLogLocked(paths, home, corpus, key, fork);
}

Result<SignedLog> SignLogLocked(const store::HomePaths& paths, store::HomeStore* home,
                                const store::Corpus& corpus, const audit::SigningKey& key,
                                Fork fork) {
  TRY(home->CatchUp(corpus.shards()));
  TRY_ASSIGN(const store::LogHead head, home->log().Head());
  const std::string origin = audit::OriginOf(head.log);
  if (key.verifier().name != origin) {
    return Fail(ErrorCode::kDoesNotHold, "replaced: the key signs for " + key.verifier().name +
                                             ", and the log of this home is " + origin +
                                             "; nothing was signed");
  }
  LogsCheck check{.home = paths};
  TRY_ASSIGN(check.anchors, SignedCopies(home, WithPredecessors(paths, key.verifier())));
  TRY_ASSIGN(const LogsReport report, CheckWhole(check));
  if (!report.ok()) return std::unexpected(NotSigned(report.findings[0]));
  TRY_ASSIGN(const std::optional<LastSigned> last, ReadLastSigned(paths, origin));
  if (last && std::ranges::find(check.anchors, last->checkpoint) == check.anchors.end()) {
    check.anchors.push_back(last->checkpoint);
    TRY_ASSIGN(const LogsReport with_last, CheckWhole(check));
    if (!with_last.ok()) {
      if (fork == Fork::kRefused) {
        return std::unexpected(NotContinued(with_last.findings[0], paths, last->checkpoint));
      }
      // In this order: killed between the two, the next one finds the fork again.
      TRY(RecordFork(home, *last));
      TRY_ASSIGN(std::filesystem::path aside, SetAsideLastSigned(paths, origin, *last));
      TRY_ASSIGN(SignedLog made, SignLogLocked(paths, home, corpus, key, Fork::kRefused));
      made.forked_from = std::move(aside);
      return made;
    }
  }
  const LogState& log = report.logs[0];
  TRY_ASSIGN(std::optional<store::KeptCheckpoint> same, store::Checkpoints(home).At(log.events));
  if (same && audit::VerifyCheckpoint(same->note, key.verifier())) {
    if (!last || last->checkpoint.size < same->size)
      TRY(WriteLastSigned(paths, origin, same->note));
    return SignedLog{std::move(*same), false};
  }
  SignedLog made{
      {.size = log.events,
       .root = log.root,
       .note = audit::SignCheckpoint(
           {.origin = origin, .size = log.events, .root = log.root, .extensions = {}}, key),
       .signed_at = home->clock().NowSeconds()},
      true};
  // What is signed must outlast a power cut, or the log that remains is another one.
  TRY(home->MakeDurable());
  TRY(WriteLastSigned(paths, origin, made.checkpoint.note));
  TRY(store::Checkpoints(home).Keep(made.checkpoint));
  return made;
}

}  // namespace arborist::notary
