// SPDX-License-Identifier: AGPL-3.0-only
#include <CLI/CLI.hpp>
#include <memory>

#include "bundle/check_file.h"
#include "bundle/report.h"
#include "cli/session.h"
#include "cli/verbs.h"

namespace arborist::cli {

namespace {

Status Run(Session* session, const bundle::FileToCheck& wanted) {
  TRY_ASSIGN(const bundle::CheckReport report, bundle::CheckFile(wanted));
  session->SetExitCode(bundle::ExitCodeOf(report));
  if (session->json()) {
    session->PrintJson(bundle::ReportToJson(report));
  } else {
    session->Print(bundle::ReportToText(report, session->colour()));
  }
  return {};
}

}  // namespace

void AddVerify(CLI::App* app, Session* session) {
  auto options = std::make_shared<bundle::FileToCheck>();
  CLI::App* verb =
      app->add_subcommand("verify", "Check a proof bundle, with no store and no network");
  verb->add_option("BUNDLE", options->file, "The bundle's file, or - for standard input")
      ->required()
      ->type_name("FILE");
  verb->add_option("--root", options->root,
                   "The bundle must be tied to this root: of a document, of all sources of an "
                   "answer, or of the log")
      ->type_name("HEX");
  verb->add_option("--key", options->key_file,
                   "The log's verifier key: the bundle must hold a checkpoint that it signed")
      ->type_name("FILE");
  verb->footer(
      "Exit code 0: valid; 1: refused; 2: not a bundle, or of a version not known here.\n\n"
      "Examples:\n  arborist verify proof.json\n"
      "  arborist verify answer.json --root $(cat trusted-root)\n"
      "  arborist verify answer.json --key log.pub\n"
      "  arborist prove 3f2a91c0:4 | arborist verify - --json");
  verb->callback([=] { session->Run([&] { return Run(session, *options); }); });
}

}  // namespace arborist::cli
