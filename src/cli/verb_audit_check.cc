// SPDX-License-Identifier: AGPL-3.0-only
// arborist audit check, and the same against checkpoints: arborist audit verify.
#include <filesystem>
#include <memory>
#include <optional>

#include "base/files.h"
#include "cli/audit_verbs.h"
#include "cli/records_access.h"
#include "notary/logs_check.h"
#include "notary/rotate.h"
#include "notary/sign.h"
#include "notary/signing_keys.h"

namespace arborist::cli {

namespace {

struct Options {
  std::vector<std::string> checkpoints;
  std::vector<std::string> keys;
  std::vector<std::string> handovers;
  unsigned threads = 0;
};

constexpr std::string_view kUnanchored =
    "UNANCHORED: no checkpoint from outside was given. The chain shows that nobody changed the "
    "log\n"
    "without hashing it anew; whoever can write to these files can do just that, from the first\n"
    "event on, or put an older copy back, and every check here still holds. To be able to tell:\n"
    "arborist audit checkpoint -o FILE, keep the file where that person cannot reach it, and then\n"
    "arborist audit verify --checkpoint FILE --key log.pub";

json::Object ToJson(const notary::LogsReport& report, bool anchored) {
  json::Array logs, findings, notes;
  for (const notary::LogState& log : report.logs) {
    logs.emplace_back(json::Object{{"name", log.name},
                                   {"log", log.id.hex()},
                                   {"events", static_cast<std::int64_t>(log.events)},
                                   {"head", log.head.hex()},
                                   {"root", log.root.hex()},
                                   {"anchored", static_cast<std::int64_t>(log.anchored)}});
  }
  for (const notary::Finding& finding : report.findings) {
    findings.emplace_back(
        json::Object{{"kind", finding.kind}, {"log", finding.log}, {"detail", finding.detail}});
  }
  json::Array not_checked;
  for (const notary::Unchecked& log : report.not_checked) {
    not_checked.emplace_back(json::Object{{"log", log.log}, {"detail", log.error.message}});
  }
  for (const std::string& note : report.notes) notes.emplace_back(note);
  return {{"ok", report.ok()},
          {"anchored", anchored},
          {"logs", std::move(logs)},
          {"findings", std::move(findings)},
          {"not_checked", std::move(not_checked)},
          {"notes", std::move(notes)}};
}

void Show(Session* session, const notary::LogsReport& report, bool anchored) {
  session->SetExitCode(report.ok() ? 0 : report.findings.empty() ? 4 : 1);
  if (session->json()) return session->PrintJson(ToJson(report, anchored));
  for (const notary::LogState& log : report.logs) {
    session->PrintLine(Padded(session->Safe(log.name), 14) + "  " +
                       Padded(std::to_string(log.events) + " events", 16) + "  root " +
                       ShortHex(log.root) +
                       (anchored ? "  " + std::to_string(log.anchored) + " signed" : ""));
  }
  for (const notary::Finding& finding : report.findings) {
    session->PrintLine(session->Bold(finding.kind) + "  " + session->Safe(finding.log) + "\n    " +
                       session->Safe(finding.detail));
  }
  for (const notary::Unchecked& log : report.not_checked) {
    session->PrintLine(session->Bold("not checked") + "  " + session->Safe(log.log) + "\n    " +
                       session->Safe(log.error.message));
  }
  for (const std::string& note : report.notes) session->PrintLine("note: " + session->Safe(note));
  session->PrintLine(report.ok() ? (anchored ? "HOLDS: every log is what was signed, as far as the "
                                               "checkpoint reaches"
                                             : "chain and tree hold")
                     : report.findings.empty()
                         ? "NOT CHECKED: nothing wrong was found in what could be read"
                         : "DOES NOT HOLD: " + std::to_string(report.findings.size()) + " found");
  if (!anchored) session->PrintLine(kUnanchored);
}

// The keys given, and those that one of them handed over to by a handover that was given.
Result<std::vector<audit::VerifierKey>> ReadKeys(const Options& options) {
  std::vector<audit::VerifierKey> keys;
  for (const std::string& file : options.keys) {
    TRY_ASSIGN(audit::VerifierKey key, notary::ReadVerifierKey(file));
    keys.push_back(std::move(key));
  }
  std::vector<std::pair<std::string, audit::Handover>> left;
  for (const std::string& file : options.handovers) {
    TRY_ASSIGN(const std::string note, ReadFile(file, audit::kMaxNoteBytes));
    auto handover = audit::VerifyHandover(note);
    if (!handover) return std::unexpected(std::move(handover).error().In(file));
    left.emplace_back(file, std::move(*handover));
  }
  for (std::size_t i = 0; i < keys.size(); ++i) {
    std::erase_if(left, [&](const auto& entry) {
      if (entry.second.older.ToText() != keys[i].ToText()) return false;
      keys.push_back(entry.second.newer);
      return true;
    });
  }
  if (!left.empty()) {
    return Fail(ErrorCode::kDoesNotHold,
                left[0].first + ": other_signer: no key that was given has handed over here");
  }
  return keys;
}

Result<std::vector<audit::Checkpoint>> ReadAnchors(const Options& options,
                                                   const store::HomePaths& home,
                                                   const std::vector<audit::VerifierKey>& keys) {
  std::vector<audit::Checkpoint> anchors;
  for (const std::string& file : options.checkpoints) {
    TRY_ASSIGN(const std::string note, ReadFile(file, audit::kMaxNoteBytes));
    std::optional<Error> refused;
    for (const audit::VerifierKey& key : keys) {
      auto checkpoint = audit::VerifyCheckpoint(note, key);
      if (checkpoint) {
        anchors.push_back(std::move(*checkpoint));
        refused.reset();
        break;
      }
      // A signature that does not hold says more than one that is not there.
      if (!refused || checkpoint.error().refusal != "other_signer")
        refused = std::move(checkpoint).error();
    }
    if (!refused) continue;
    if (refused->refusal == "other_signer")
      refused->message += notary::AdviceOnSigner(home, note, keys);
    return std::unexpected(std::move(*refused).In(file));
  }
  return anchors;
}

Status Run(Session* session, const Options& options) {
  notary::LogsCheck check{.home = session->home(), .threads = options.threads};
  if (options.checkpoints.empty() != options.keys.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "--checkpoint and --key go together: a checkpoint counts under the key that signed "
                "it, which must come from outside this store too");
  }
  if (!options.keys.empty()) {
    TRY_ASSIGN(check.keys, ReadKeys(options));
    TRY_ASSIGN(check.anchors, ReadAnchors(options, check.home, check.keys));
  }
  TRY_ASSIGN(const notary::LogsReport report, notary::CheckLogs(check));
  Show(session, report, !check.anchors.empty());
  return {};
}

}  // namespace

void AddAuditCheck(Command* audit, Session* session) {
  auto checking = std::make_shared<Options>();
  Command* check = audit->AddSubcommand(
      "check", "Hash every event again: each chain, its tree, and the shards against the home log");
  check->AddOption("--threads", checking->threads, "Threads (default: one a core)")
      ->Whole(0, 256)
      ->TypeName("N");
  check->Footer(
      "Exit code 0: everything holds; 1: something does not, and is named; 4: a log could not be\n"
      "read (a failing disk, for example). Rows and texts beside the logs are "
      "fsck's.\n\nExamples:\n  arborist audit check\n  arborist audit check --json");
  check->Callback([=] { session->Run([&] { return Run(session, *checking); }); });

  auto options = std::make_shared<Options>();
  Command* verify = audit->AddSubcommand(
      "verify", "The same, and hold the logs against checkpoints that were kept elsewhere");
  verify
      ->AddOption("--checkpoint", options->checkpoints,
                  "A checkpoint kept elsewhere; several tell a fork from a rewrite")
      ->TypeName("FILE");
  verify
      ->AddOption("--key", options->keys,
                  "The verifier key that arborist key printed; several where it was rotated")
      ->TypeName("FILE");
  verify
      ->AddOption("--handover", options->handovers,
                  "What a key signed when it handed over: its successor counts too")
      ->TypeName("FILE");
  verify->AddOption("--threads", options->threads, "Threads (default: one a core)")
      ->Whole(0, 256)
      ->TypeName("N");
  verify->Footer(
      "Exit code 0: everything holds; 1: a log was truncated, rewritten, rechained, forked, "
      "rolled\n"
      "back, replaced or swapped, or a signature is not good: each is named; 4: nothing of that,\n"
      "but a log could not be read.\n\n"
      "Examples:\n  arborist audit verify --checkpoint /mnt/usb/log.checkpoint --key "
      "/mnt/usb/log.pub\n"
      "  arborist audit verify --checkpoint may.note --checkpoint june.note --key log.pub --json");
  verify->Callback([=] { session->Run([&] { return Run(session, *options); }); });
}

}  // namespace arborist::cli
