// SPDX-License-Identifier: AGPL-3.0-only
#include <memory>

#include "bundle/report.h"
#include "bundle/verify_file.h"
#include "cli/session.h"
#include "cli/verbs.h"

namespace arborist::cli {

namespace {

Status Run(Session* session, const bundle::FileToVerify& wanted) {
  TRY_ASSIGN(const bundle::VerifyReport report, bundle::VerifyFile(wanted));
  session->SetExitCode(bundle::ExitCodeOf(report));
  if (session->json()) {
    session->PrintJson(bundle::ReportToJson(report));
  } else {
    session->Print(bundle::ReportToText(report, session->colour()));
  }
  return {};
}

}  // namespace

void AddVerify(Command* app, Session* session) {
  auto options = std::make_shared<bundle::FileToVerify>();
  Command* verb =
      app->AddSubcommand("verify", "Check a proof bundle, with no store and no network");
  verb->AddOption("BUNDLE", options->file, "The bundle's file, or - for standard input")
      ->Required()
      ->TypeName("FILE");
  verb->AddOption("--root", options->root,
                  "The bundle must be tied to this root: of a document, of all sources of an "
                  "answer, or of the log")
      ->TypeName("HEX");
  verb->AddOption("--key", options->key_file,
                  "The log's verifier key: the bundle must hold a checkpoint that it signed")
      ->TypeName("FILE");
  verb->Footer(
      "Exit code 0: valid; 1: refused; 2: not a bundle, or of a version not known here.\n\n"
      "Examples:\n  arborist verify proof.json\n"
      "  arborist verify answer.json --root $(cat trusted-root)\n"
      "  arborist verify answer.json --key log.pub\n"
      "  arborist prove 3f2a91c0:4 | arborist verify - --json");
  verb->Callback([=] { session->Run([&] { return Run(session, *options); }); });
}

}  // namespace arborist::cli
