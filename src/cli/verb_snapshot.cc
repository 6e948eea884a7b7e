// SPDX-License-Identifier: AGPL-3.0-only
#include <memory>

#include "app/json/snapshot_json.h"
#include "base/files.h"
#include "base/utc_time.h"
#include "cli/records_access.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "store/home/snapshots.h"

namespace arborist::cli {

namespace {

using store::Snapshot;
using store::SnapshotRoot;

std::string Counted(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " document" : " documents");
}

void Print(const Session& session, const Snapshot& snapshot) {
  session.PrintLine(Padded(std::to_string(snapshot.id), 5) + session.Bold(ShortHex(snapshot.root)) +
                    "  " + FormatUtc(snapshot.taken_at) + " UTC" + "  " +
                    Counted(snapshot.doc_count) +
                    (snapshot.reason.empty() ? "" : "  " + session.Safe(snapshot.reason)));
}

Result<std::unique_ptr<store::HomeStore>> OpenHome(Session* session) {
  return store::HomeStore::Open(session->home(), {.clock = &session->clock(),
                                                  .random = &session->random(),
                                                  .actor = std::string(kProgramActor)});
}

// For looking: nothing is made where there is nothing.
Result<std::unique_ptr<store::HomeStore>> OpenToLook(Session* session) {
  TRY_ASSIGN(const bool exists, Exists(session->home().home_store()));
  if (!exists) {
    return Fail(ErrorCode::kNotFound,
                "there is no snapshot yet; make one with: arborist snapshot create");
  }
  return OpenHome(session);
}

Status Create(Session* session, const std::string& reason) {
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(session->home()));
  TRY_ASSIGN(const auto home, OpenHome(session));
  TRY_ASSIGN(const Snapshot made, store::Snapshots(home.get()).Create(corpus, reason));
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
  TRY_ASSIGN(const auto home, OpenHome(session));
  store::Snapshots snapshots(home.get());
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
  auto home = OpenToLook(session);
  if (!home && home.error().code == ErrorCode::kNotFound) {
    session->Note(home.error().message);
    return {};
  }
  if (!home) return std::unexpected(std::move(home).error());
  TRY_ASSIGN(const std::vector<Snapshot> snapshots, store::Snapshots(home->get()).List());
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

Result<SnapshotRoot> RootNow(Session* session) {
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(session->home()));
  return app::RootOfCorpus(corpus);
}

Status Show(Session* session, const std::string& name, bool members) {
  TRY_ASSIGN(const auto home, OpenToLook(session));
  store::Snapshots snapshots(home.get());
  TRY_ASSIGN(const Snapshot snapshot, snapshots.Resolve(name));
  TRY_ASSIGN(const SnapshotRoot now, RootNow(session));
  std::vector<DocumentRoot> roots;
  if (members) {
    TRY_ASSIGN(roots, snapshots.Members(snapshot.id));
  }
  if (session->json()) {
    json::Object object = app::ToJson(snapshot);
    object.emplace("matches_corpus", now == snapshot.root);
    if (members) {
      json::Array list;
      for (const DocumentRoot& root : roots) list.emplace_back(root.hex());
      object.emplace("document_roots", std::move(list));
    }
    session->PrintJson(object);
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
  line("corpus",
       now == snapshot.root ? "still the same" : "has changed since; its root is " + now.hex());
  for (const DocumentRoot& root : roots) line("member", root.hex());
  return {};
}

Status PrintChange(Session* session, const store::Corpus& corpus, std::string_view change,
                   const DocumentRoot& root) {
  if (session->json()) {
    TRY_ASSIGN(const json::Object line, app::ChangeJson(corpus, change, root));
    session->PrintJson(line);
    return {};
  }
  TRY_ASSIGN(const std::optional<store::CorpusDocument> document, corpus.Find(root));
  session->PrintLine(
      (change == "added" ? "+ " : "- ") + ShortHex(root) + "  " +
      (document ? session->Safe(document->shown().uri) : "(no longer in the store)"));
  return {};
}

Status Diff(Session* session, const std::string& from, const std::string& to) {
  TRY_ASSIGN(const auto home, OpenToLook(session));
  store::Snapshots snapshots(home.get());
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(session->home()));
  TRY_ASSIGN(const std::vector<DocumentRoot> before, app::MembersOf(from, corpus, &snapshots));
  TRY_ASSIGN(const std::vector<DocumentRoot> after, app::MembersOf(to, corpus, &snapshots));
  const store::SnapshotDifference change = store::Difference(before, after);
  for (const DocumentRoot& root : change.removed) {
    TRY(PrintChange(session, corpus, "removed", root));
  }
  for (const DocumentRoot& root : change.added) TRY(PrintChange(session, corpus, "added", root));
  if (!session->json()) {
    session->PrintLine(std::to_string(change.added.size()) + " added, " +
                       std::to_string(change.removed.size()) + " removed, " +
                       std::to_string(after.size() - change.added.size()) + " the same");
  }
  return {};
}

Status Verify(Session* session, const std::vector<std::string>& names) {
  TRY_ASSIGN(const auto home, OpenToLook(session));
  store::Snapshots snapshots(home.get());
  std::vector<Snapshot> wanted;
  for (const std::string& name : names) {
    TRY_ASSIGN(Snapshot snapshot, snapshots.Resolve(name));
    wanted.push_back(std::move(snapshot));
  }
  if (names.empty()) {
    TRY_ASSIGN(wanted, snapshots.List());
    if (wanted.empty()) TRY(snapshots.Resolve("latest"));
  }
  TRY_ASSIGN(const SnapshotRoot now, RootNow(session));
  bool ok = true;
  json::Array list;
  for (const Snapshot& snapshot : wanted) {
    const Status holds = snapshots.Verify(snapshot);
    if (!holds && IsOfTheSystem(holds.error().code)) return holds;
    ok = ok && holds;
    const json::Object verdict = app::VerdictJson(snapshot, holds, now);
    if (session->json()) {
      list.emplace_back(verdict);
    } else {
      session->PrintLine((holds ? "ok      " : "FAILED  ") + std::to_string(snapshot.id) + "  " +
                         ShortHex(snapshot.root) + "  " +
                         session->Safe(verdict.at("detail").as_string()) +
                         (snapshot.root == now ? "; the corpus is still so" : ""));
    }
  }
  if (session->json()) {
    session->PrintJson(
        json::Object{{"ok", ok}, {"corpus_root", now.hex()}, {"snapshots", std::move(list)}});
  }
  session->SetExitCode(ok ? 0 : 1);
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
  auto to = std::make_shared<std::string>(app::kNow);
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
