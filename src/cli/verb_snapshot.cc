// SPDX-License-Identifier: AGPL-3.0-only
// Snapshots: create, list, show, compare, verify, and burn the reason of one. Looking at them never
// makes a home store.
#include <algorithm>
#include <memory>

#include "app/json/snapshot_json.h"
#include "app/snapshot_service.h"
#include "base/utc_time.h"
#include "cli/records_access.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "store/home/snapshots.h"

namespace arborist::cli {

namespace {

using store::Snapshot;

std::string Counted(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " document" : " documents");
}

void Print(const Session& session, const Snapshot& snapshot) {
  session.PrintLine(Padded(std::to_string(snapshot.id), 5) + session.Bold(ShortHex(snapshot.root)) +
                    "  " + FormatUtc(snapshot.taken_at) + " UTC" + "  " +
                    Counted(snapshot.doc_count) +
                    (snapshot.reason.empty() ? "" : "  " + session.Safe(snapshot.reason)));
}

// For looking: nothing is made where there is nothing.
Result<std::unique_ptr<app::Home>> OpenToLook(Session* session) {
  TRY_ASSIGN(std::unique_ptr<app::Home> home, app::Home::Open(session->environment()));
  TRY(OpenSnapshots(home.get()));
  return home;
}

Status Create(Session* session, const std::string& reason) {
  TRY_ASSIGN(const auto home, app::Home::Open(session->environment()));
  TRY(home->OpenStore(app::StoreUse::kMake));
  TRY_ASSIGN(const Snapshot made, app::SnapshotService(home.get()).Take(reason));
  if (session->json()) {
    session->PrintJson(app::ToJson(made));
    return {};
  }
  session->PrintLine("snapshot " + std::to_string(made.id) + ": " + Counted(made.doc_count));
  session->PrintLine("  root    " + session->Bold(made.root.hex()));
  if (made.parent_root) {
    session->PrintLine("  parent  " + made.parent_root->hex() +
                       (*made.parent_root == made.root ? "  (nothing has changed since)" : ""));
  }
  session->PrintLine("  event   " + made.event_hash.hex());
  return {};
}

Status BurnReason(Session* session, const std::string& name) {
  TRY_ASSIGN(const auto home, app::Home::Open(session->environment()));
  TRY(home->OpenStore(app::StoreUse::kMake));
  store::Snapshots snapshots(home->store());
  TRY_ASSIGN(const Snapshot snapshot, snapshots.Resolve(name));
  TRY(snapshots.BurnReason(snapshot));
  if (session->json()) {
    session->PrintJson(
        json::Object{{"snapshot", snapshot.id}, {"event_hash", snapshot.event_hash.hex()}});
    return {};
  }
  session->PrintLine("burned the reason of snapshot " + std::to_string(snapshot.id));
  return {};
}

Status List(Session* session) {
  const auto home = OpenToLook(session);
  if (!home && home.error().code == ErrorCode::kNotFound) {
    session->Note(home.error().message);
    return {};
  }
  if (!home) return std::unexpected(home.error());
  TRY_ASSIGN(const std::vector<Snapshot> snapshots, app::SnapshotService(home->get()).List());
  for (const Snapshot& snapshot : snapshots) {
    if (session->json()) {
      session->PrintJson(app::ToJson(snapshot));
    } else {
      Print(*session, snapshot);
    }
  }
  if (snapshots.empty()) {
    session->Note("there is no snapshot yet; make one with: arborist snapshot create");
  }
  return {};
}

Status Show(Session* session, const std::string& name, bool members) {
  TRY_ASSIGN(const auto home, OpenToLook(session));
  const app::SnapshotService snapshots(home.get());
  TRY_ASSIGN(const app::SnapshotState state, snapshots.Show(name));
  const Snapshot& snapshot = state.snapshot;
  app::MemberPage page;
  if (members) {
    TRY_ASSIGN(page, snapshots.Members(name, 0, app::SnapshotService::kAll));
  }
  if (session->json()) {
    session->PrintJson(members ? app::WithMembers(state, page.items) : app::ToJson(state));
    return {};
  }
  session->PrintLine(session->Bold("snapshot " + std::to_string(snapshot.id)));
  const auto line = [&](std::string_view label, const std::string& value) {
    session->PrintLine("  " + Padded(std::string(label), 12) + value);
  };
  line("root", snapshot.root.hex());
  line("documents", std::to_string(snapshot.doc_count));
  line("taken", FormatUtc(snapshot.taken_at) + " UTC");
  line("parent", snapshot.parent_root ? snapshot.parent_root->hex() : "none, it is the first");
  if (!snapshot.reason.empty()) line("reason", session->Safe(snapshot.reason));
  line("event", snapshot.event_hash.hex());
  line("corpus", state.matches_corpus() ? "still the same"
                                        : "has changed since; its root is " + state.now.hex());
  for (const DocumentRoot& root : page.items) line("member", root.hex());
  return {};
}

Status Diff(Session* session, const std::string& from, const std::string& to) {
  TRY_ASSIGN(const auto home, OpenToLook(session));
  TRY_ASSIGN(const app::DifferencePage changes,
             app::SnapshotService(home.get()).Compare(from, to, 0, app::SnapshotService::kAll));
  for (const app::DocumentChange& change : changes.items) {
    if (session->json()) {
      session->PrintJson(app::ToJson(change));
      continue;
    }
    session->PrintLine((change.kind == app::DocumentChange::Kind::kAdded ? "+ " : "- ") +
                       ShortHex(change.root) + "  " +
                       (change.uri ? session->Safe(*change.uri) : "(no longer in the store)"));
  }
  if (!session->json()) {
    session->PrintLine(std::to_string(changes.added) + " added, " +
                       std::to_string(changes.removed) + " removed, " +
                       std::to_string(changes.same) + " the same");
  }
  return {};
}

Status Verify(Session* session, const std::vector<std::string>& names) {
  TRY_ASSIGN(const auto home, OpenToLook(session));
  const app::SnapshotService service(home.get());
  std::vector<Snapshot> wanted;
  for (const std::string& name : names) {
    TRY_ASSIGN(Snapshot snapshot, store::Snapshots(home->store()).Resolve(name));
    wanted.push_back(std::move(snapshot));
  }
  if (names.empty()) {
    TRY_ASSIGN(wanted, service.List());
    if (wanted.empty()) TRY(service.Show("latest"));  // says that there is none
  }
  TRY_ASSIGN(const store::SnapshotRoot now, service.RootNow());
  std::vector<app::SnapshotVerdict> verdicts;
  for (const Snapshot& snapshot : wanted) {
    TRY_ASSIGN(app::SnapshotVerdict verdict, service.Verify(snapshot, now));
    if (!session->json()) {
      session->PrintLine((verdict.holds ? "ok      " : "FAILED  ") + std::to_string(snapshot.id) +
                         "  " + ShortHex(snapshot.root) + "  " + session->Safe(verdict.detail) +
                         (verdict.state.matches_corpus() ? "; the corpus is still so" : ""));
    }
    verdicts.push_back(std::move(verdict));
  }
  if (session->json()) session->PrintJson(app::VerdictsJson(verdicts));
  session->SetExitCode(std::ranges::all_of(verdicts, &app::SnapshotVerdict::holds) ? 0 : 1);
  return {};
}

constexpr const char* kNameHelp = "Its number, 8 or more digits of its root, or latest";

}  // namespace

void AddSnapshot(Command* app, Session* session) {
  Command* verb = app->AddSubcommand(
      "snapshot",
      "What the corpus holds, as one root: create, list, show, diff, verify, burn-reason");
  verb->RequireSubcommand();
  verb->Footer(
      "The root is the Merkle root over the sorted roots of all current documents. Two stores with "
      "the\nsame documents have the same, whatever their shards and the order of reading.\n\n"
      "Examples:\n  arborist snapshot create --reason \"before the move\"\n"
      "  arborist snapshot diff 1 latest\n  arborist prove ROOT --snapshot -o member.json");

  auto reason = std::make_shared<std::string>();
  Command* create = verb->AddSubcommand("create", "Take a snapshot of the corpus as it is");
  create->AddOption("--reason", *reason, "Why; kept with it and bound by its event")
      ->TypeName("TEXT");
  create->Footer(
      "Examples:\n  arborist snapshot create\n  arborist snapshot create --reason \"release 4\" "
      "--json");
  create->Callback([=] { session->Run([&] { return Create(session, *reason); }); });

  Command* list = verb->AddSubcommand("list", "All snapshots, newest first");
  list->Footer("Examples:\n  arborist snapshot list\n  arborist snapshot list --json");
  list->Callback([=] { session->Run([&] { return List(session); }); });

  auto name = std::make_shared<std::string>("latest");
  auto members = std::make_shared<bool>(false);
  Command* show = verb->AddSubcommand("show", "One snapshot, and whether the corpus is still so");
  show->AddOption("snapshot", *name, kNameHelp)->TypeName("NAME");
  show->AddFlag("--members", *members, "The root of every document in it too");
  show->Footer("Examples:\n  arborist snapshot show\n  arborist snapshot show 1 --members");
  show->Callback([=] { session->Run([&] { return Show(session, *name, *members); }); });

  auto from = std::make_shared<std::string>();
  auto to = std::make_shared<std::string>(app::SnapshotService::kNow);
  Command* diff = verb->AddSubcommand("diff", "What came and what went between two snapshots");
  diff->AddOption("from", *from, kNameHelp)->Required()->TypeName("A");
  diff->AddOption("to", *to, "Likewise; now, the corpus as it is, if left out")->TypeName("B");
  diff->Footer("Examples:\n  arborist snapshot diff 1 2\n  arborist snapshot diff latest --json");
  diff->Callback([=] { session->Run([&] { return Diff(session, *from, *to); }); });

  auto names = std::make_shared<std::vector<std::string>>();
  Command* verify =
      verb->AddSubcommand("verify", "Make snapshots anew from their members and compare");
  verify->AddOption("snapshot", *names, "Which; all of them if left out")->TypeName("NAME...");
  verify->Footer(
      "Exit code 0: all hold; 1: one does not, and what is wrong.\n\n"
      "Examples:\n  arborist snapshot verify\n  arborist snapshot verify latest --json");
  verify->Callback([=] { session->Run([&] { return Verify(session, *names); }); });

  auto burned = std::make_shared<std::string>();
  Command* burn =
      verb->AddSubcommand("burn-reason", "Erase the reason of a snapshot; the snapshot stays");
  burn->AddOption("snapshot", *burned, kNameHelp)->Required()->TypeName("NAME");
  burn->Footer(
      "An event says that it was erased; the file is written anew without it.\n\n"
      "Examples:\n  arborist snapshot burn-reason 1");
  burn->Callback([=] { session->Run([&] { return BurnReason(session, *burned); }); });
}

}  // namespace arborist::cli
