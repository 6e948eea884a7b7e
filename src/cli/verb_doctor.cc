// SPDX-License-Identifier: AGPL-3.0-only
#include <utility>

#include "cli/session.h"
#include "cli/verbs.h"
#include "ingest/readers.h"

namespace arborist::cli {

namespace {

using ingest::FormatState;
using ingest::JailPartState;
using ingest::ReadersState;

json::Object ToJson(const ReadersState& state) {
  json::Array formats;
  for (const FormatState& format : state.formats) {
    formats.emplace_back(json::Object{{"name", format.name},
                                      {"label", format.label},
                                      {"read", format.state == FormatState::State::kRead},
                                      {"detail", format.detail}});
  }
  json::Array jail;
  for (const JailPartState& part : state.jail) {
    jail.emplace_back(json::Object{{"name", part.name},
                                   {"in_force", part.state == JailPartState::State::kInForce},
                                   {"detail", part.detail}});
  }
  return json::Object{{"ok", state.whole()},
                      {"reader", state.program},
                      {"error", state.error},
                      {"formats", std::move(formats)},
                      {"jail", std::move(jail)}};
}

void Print(Session* session, const ReadersState& state) {
  session->PrintLine(session->Bold("Formats"));
  for (const FormatState& format : state.formats) {
    const bool read = format.state == FormatState::State::kRead;
    session->PrintLine("  " + format.label + ": " +
                       (read ? "read" : "not read: " + session->Safe(format.detail)));
  }
  session->PrintLine(session->Bold("Jail of the readers that meet hostile files"));
  session->PrintLine(
      "  " + (state.error.empty() ? session->Safe(state.program) : session->Safe(state.error)));
  for (const JailPartState& part : state.jail) {
    const bool in_force = part.state == JailPartState::State::kInForce;
    session->PrintLine("  " + part.name + (in_force ? ": in force" : ": absent") +
                       (part.detail.empty() ? "" : ", " + session->Safe(part.detail)));
  }
}

Status Run(Session* session) {
  const ReadersState state = ingest::LookAtReaders();
  session->SetExitCode(state.whole() ? 0 : 4);
  if (session->json()) {
    session->PrintJson(ToJson(state));
  } else {
    Print(session, state);
  }
  return {};
}

}  // namespace

void AddDoctor(Command* app, Session* session) {
  Command* verb = app->AddSubcommand(
      "doctor", "Say which formats this installation reads, and how it guards itself from files");
  verb->Footer(
      "Exit code 0: every format is read and every part of the jail is in force; 4: something is\n"
      "absent, which is named. What is read is safe to a lesser degree then.\n\n"
      "Examples:\n  arborist doctor\n  arborist doctor --json");
  verb->Callback([=] { session->Run([&] { return Run(session); }); });
}

}  // namespace arborist::cli
