// SPDX-License-Identifier: AGPL-3.0-only
// Proofs of the log itself: an event's place, and that a log continues an older checkpoint.
#include <charconv>
#include <memory>

#include "app/home.h"
#include "audit/checkpoint.h"
#include "base/files.h"
#include "cli/audit_verbs.h"
#include "cli/bundle_output.h"
#include "cli/session.h"
#include "notary/event_list.h"
#include "prove/prove_log.h"
#include "store/log/checkpoints.h"

namespace arborist::cli {

namespace {

struct Options {
  std::string name;
  std::string newer;
  std::string output = "-";
};

Status ProveEvent(Session* session, const Options& options) {
  TRY_ASSIGN(const notary::EventName event, notary::FindEvent(session->home(), options.name));
  TRY_ASSIGN(const json::Value made, prove::ProveEvent(session->home(), event.log, event.seq));
  if (made.Find("log")->Find("checkpoint") == nullptr) {
    session->Note(
        "no checkpoint covers this event, so the proof is unanchored; arborist audit checkpoint "
        "signs one");
  }
  return DeliverBundle(
      session, options.output, made,
      {.text = "event " + event.log + ":" + std::to_string(event.seq), .fields = {}});
}

// A file, or the number of events of a checkpoint whose copy is in the home store.
Result<std::string> ReadNote(store::HomeStore* home, const std::string& name) {
  std::uint64_t size = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), size);
  if (error != std::errc() || end != name.data() + name.size()) {
    TRY_ASSIGN(std::string note, ReadFile(name, audit::kMaxNoteBytes));
    if (auto read = audit::ReadCheckpoint(note); !read) {
      Error refused = std::move(read).error().In(name);
      refused.message += "; give a file that arborist audit checkpoint wrote";
      return std::unexpected(std::move(refused));
    }
    return note;
  }
  TRY_ASSIGN(const auto kept, store::Checkpoints(home).At(size));
  if (!kept) {
    return Fail(ErrorCode::kNotFound,
                "no checkpoint of " + name + " events was signed here; give the file of one");
  }
  return kept->note;
}

Status ProveConsistency(Session* session, const Options& options) {
  TRY_ASSIGN(const auto home, app::OpenHomeStore(session->environment(), app::StoreUse::kRead));
  TRY_ASSIGN(const std::string older, ReadNote(home.get(), options.name));
  std::string newer;
  if (!options.newer.empty()) {
    TRY_ASSIGN(newer, ReadNote(home.get(), options.newer));
  } else {
    TRY_ASSIGN(const auto newest, store::Checkpoints(home.get()).Newest());
    if (!newest) {
      return Fail(ErrorCode::kNotFound,
                  "nothing was signed here yet; arborist audit checkpoint does");
    }
    newer = newest->note;
  }
  TRY_ASSIGN(const json::Value made, prove::ProveConsistency(home.get(), older, newer));
  return DeliverBundle(session, options.output, made,
                       {.text = "the newer log begins with the older", .fields = {}});
}

}  // namespace

void AddAuditProve(Command* audit, Session* session) {
  auto proving = std::make_shared<Options>();
  Command* prove =
      audit->AddSubcommand("prove", "Write a bundle that proves that an event stands in the log");
  prove
      ->AddOption("EVENT", proving->name,
                  "LOG:NUMBER, such as home:5 or main:12, or 8 or more digits of its hash")
      ->Required();
  AddBundleOutput(prove, &proving->output);
  prove->Footer(
      "Examples:\n  arborist audit prove home:5 -o event.json\n"
      "  arborist audit prove 9c41d0aa | arborist-verify - --key log.pub");
  prove->Callback([=] { session->Run([&] { return ProveEvent(session, *proving); }); });

  auto options = std::make_shared<Options>();
  Command* consistency = audit->AddSubcommand(
      "consistency", "Write a bundle that proves that the log continues an older checkpoint");
  consistency
      ->AddOption("OLD", options->name,
                  "The file of a checkpoint, or the number of events of one signed here")
      ->Required()
      ->TypeName("FILE|N");
  consistency->AddOption("--to", options->newer, "The newer one (default: the newest signed here)")
      ->TypeName("FILE|N");
  AddBundleOutput(consistency, &options->output);
  consistency->Footer(
      "Examples:\n  arborist audit consistency may.checkpoint -o since-may.json\n"
      "  arborist-verify since-may.json --key log.pub");
  consistency->Callback([=] { session->Run([&] { return ProveConsistency(session, *options); }); });
}

}  // namespace arborist::cli
