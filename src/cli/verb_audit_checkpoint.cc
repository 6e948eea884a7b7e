// SPDX-License-Identifier: AGPL-3.0-only
// Signs the log. The key is loaded first, so that without one no home store is made.
#include <memory>

#include "app/json/log_json.h"
#include "app/log_service.h"
#include "base/output_file.h"
#include "base/utc_time.h"
#include "cli/audit_verbs.h"
#include "cli/session.h"
#include "notary/signing_keys.h"

namespace arborist::cli {

namespace {

struct Flags {
  std::string output = "-";
  bool accept_fork = false;
};

Status Run(Session* session, const Flags& flags) {
  const std::string& output = flags.output;
  TRY(notary::LoadKey(session->home()));  // before a home store is made
  TRY_ASSIGN(const auto home, app::Home::Open(session->environment()));
  TRY(home->OpenStore(app::StoreUse::kMake));
  TRY_ASSIGN(const app::SignedCheckpoint signed_log,
             app::LogService(home.get())
                 .Sign(flags.accept_fork ? notary::Fork::kAccepted : notary::Fork::kRefused));
  const notary::SignedLog& made = signed_log.log;
  const store::KeptCheckpoint& checkpoint = made.checkpoint;
  if (output != "-") TRY(WriteOutputFile(output, checkpoint.note));
  if (session->json()) {
    json::Object object = app::ToJson(signed_log);
    if (output != "-") object.emplace("file", output);
    session->PrintJson(object);
    return {};
  }
  if (output == "-") {
    session->Print(checkpoint.note);
  } else {
    session->PrintLine("wrote " + session->Safe(output) + ": " + std::to_string(checkpoint.size) +
                       " events, root " + checkpoint.root.hex());
  }
  if (made.forked_from) {
    session->Note("this log does not continue " + session->Safe(made.forked_from->string()) +
                  ", which was signed before; the event fork_accepted says so, and whoever holds "
                  "that checkpoint will find the log forked");
  }
  session->Note(std::string(made.made ? "signed" : "nothing happened since this was signed, ") +
                (made.made ? "" : FormatUtc(checkpoint.signed_at)) +
                "; keep it where nobody who can write to this store can reach it");
  return {};
}

}  // namespace

void AddAuditCheckpoint(Command* audit, Session* session) {
  auto flags = std::make_shared<Flags>();
  Command* verb = audit->AddSubcommand(
      "checkpoint", "Check every log, sign the home log's tree, print the signed note");
  verb->AddOption("-o,--output", flags->output, "Write there instead of to standard output")
      ->TypeName("FILE");
  verb->AddFlag("--accept-fork", flags->accept_fork,
                "Sign a log that does not continue what was signed last, as after a restore");
  verb->Footer(
      "A log that does not hold, or does not continue what was signed before, gets no "
      "signature.\n\n"
      "Examples:\n  arborist key > log.pub\n  arborist audit checkpoint -o 2026-11-15.checkpoint\n"
      "  arborist audit checkpoint | ssh elsewhere 'cat >> checkpoints'");
  verb->Callback([=] { session->Run([&] { return Run(session, *flags); }); });
}

}  // namespace arborist::cli
