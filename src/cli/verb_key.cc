// SPDX-License-Identifier: AGPL-3.0-only
// Makes or shows the key of the home, or rotates it. Only the public half is printed.

#include "app/home.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "notary/rotate.h"
#include "notary/signing_keys.h"
#include "store/home/home.h"

namespace arborist::cli {

namespace {

Status Run(Session* session) {
  TRY_ASSIGN(const auto home, app::OpenHomeStore(session->environment(), app::StoreUse::kMake));
  TRY_ASSIGN(const store::LogHead head, home->log().Head());
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

json::Object ToJson(const store::KeptCheckpoint& checkpoint) {
  return {{"size", static_cast<std::int64_t>(checkpoint.size)},
          {"root", checkpoint.root.hex()},
          {"note", checkpoint.note}};
}

Status Rotate(Session* session) {
  TRY_ASSIGN(const auto home, app::Home::Open(session->environment()));
  TRY(home->OpenStore(app::StoreUse::kMake));
  TRY_ASSIGN(const notary::Rotation made,
             notary::RotateKey(session->home(), home->store(), home->corpus()));
  const auto& [older, newer] = made.handover;
  if (session->json()) {
    session->PrintJson(json::Object{{"verifier_key", newer.ToText()},
                                    {"older_key", older.ToText()},
                                    {"key_id", ToHex(Bytes(newer.id))},
                                    {"handover_file", made.file.string()},
                                    {"last_checkpoint", ToJson(made.last)},
                                    {"first_checkpoint", ToJson(made.first)}});
    return {};
  }
  session->Note("key " + ToHex(Bytes(older.id)) + " signed a last checkpoint (" +
                std::to_string(made.last.size) + " events) and handed over to key " +
                ToHex(Bytes(newer.id)) + "; its secret is gone");
  session->Note("give away " + session->Safe(made.file.string()) +
                ", which both have signed, and what follows; what was signed before is checked "
                "with the older key, as ever");
  session->PrintLine(newer.ToText());
  return {};
}

}  // namespace

void AddKey(Command* app, Session* session) {
  Command* verb =
      app->AddSubcommand("key", "Make the key that signs the log, or show its public half");
  verb->Footer(
      "The secret stays in $ARBORIST_HOME/keys/log.key and is never printed. Auditors need the "
      "line\n"
      "that is printed.\n\n"
      "Examples:\n  arborist key > log.pub\n  arborist audit checkpoint -o today.checkpoint\n"
      "  arborist key rotate > log-2.pub");
  Command* rotate = verb->AddSubcommand(
      "rotate", "Make a new key, let the old one sign that it takes over, and use it from now on");
  rotate->Footer(
      "The handover stands in $ARBORIST_HOME/keys and as an event in the log. Whoever knows the "
      "old key\nknows the new one by it. It does not help against somebody who has the old "
      "secret.\n\n"
      "Example:\n  arborist key rotate > log-2.pub");
  rotate->Callback([=] { session->Run([&] { return Rotate(session); }); });
  verb->Callback([=] {
    if (!verb->subcommand_given()) session->Run([&] { return Run(session); });
  });
}

}  // namespace arborist::cli
