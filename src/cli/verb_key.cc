// SPDX-License-Identifier: AGPL-3.0-only
#include <CLI/CLI.hpp>

#include "cli/session.h"
#include "cli/verbs.h"
#include "notary/keys.h"
#include "store/home.h"

namespace arborist::cli {

namespace {

Status Run(Session* session) {
  TRY_ASSIGN(const auto home,
             store::HomeStore::Open(session->home(), {.clock = &session->clock(),
                                                      .random = &session->random(),
                                                      .actor = std::string(kActor)}));
  TRY_ASSIGN(const store::LogHead head, store::ReadHead(home->database()));
  TRY_ASSIGN(const notary::HomeKey key, notary::MakeKey(session->home(), head.log));
  const std::string secret = notary::SecretKeyFile(session->home()).string();
  const std::string shown = notary::PublicKeyFile(session->home()).string();
  if (session->json()) {
    session->PrintJson(json::Object{{"made", key.made},
                                    {"verifier_key", key.verifier.ToText()},
                                    {"origin", key.verifier.name},
                                    {"key_id", ToHex(Bytes(key.verifier.id))},
                                    {"secret_file", secret},
                                    {"public_file", shown}});
    return {};
  }
  session->Note(key.made ? "made a key: the secret is in " + session->Safe(secret) +
                               ", for you alone; give away what follows (also in " +
                               session->Safe(shown) + ")"
                         : "the key of this home, which was there:");
  session->PrintLine(key.verifier.ToText());
  return {};
}

}  // namespace

void AddKey(CLI::App* app, Session* session) {
  CLI::App* verb =
      app->add_subcommand("key", "Make the key that signs the log, or show its public half");
  verb->footer(
      "The secret stays in $ARBORIST_HOME/keys/log.key and is never printed. Auditors need the "
      "line\n"
      "that is printed.\n\n"
      "Examples:\n  arborist key > log.pub\n  arborist audit checkpoint -o today.checkpoint");
  verb->callback([=] { session->Run([&] { return Run(session); }); });
}

}  // namespace arborist::cli
