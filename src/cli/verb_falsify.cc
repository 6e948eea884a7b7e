// SPDX-License-Identifier: AGPL-3.0-only
#include <memory>

#include "app/json/record_json.h"
#include "app/record_service.h"
#include "cli/records_access.h"
#include "cli/verbs.h"
#include "text/scan.h"

namespace arborist::cli {

namespace {

struct Options {
  std::string key;
  std::string reason;
  std::string state = "failed";
};

Status Run(Session* session, const Options& options) {
  if (text::Strip(options.reason).empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "a reason is needed, for whoever reads this later: --reason \"...\"");
  }
  TRY_ASSIGN(const auto home, OpenRecords(session, app::StoreUse::kExisting));
  const auto state = store::RecordStateFromName(options.state);
  if (!state) return Fail(ErrorCode::kInvalidArgument, "no state is called " + options.state);
  TRY_ASSIGN(const curate::Falsified done,
             app::RecordService(home.get()).Falsify(options.key, *state, options.reason));
  if (session->json()) {
    session->PrintJson(app::ToJson(done));
    return {};
  }
  session->PrintLine("record " + ShortHex(done.cache_key) + ": " + std::string(Name(done.from)) +
                     " -> " + std::string(Name(done.to)) + "  (event " + ShortHex(done.event_hash) +
                     ")");
  if (done.state != done.to) {
    session->PrintLine("it is " + std::string(Name(done.state)) +
                       ": a source of this answer is no longer current; when that document is, it "
                       "is live again");
  }
  return {};
}

}  // namespace

void AddFalsify(Command* app, Session* session) {
  auto options = std::make_shared<Options>();
  Command* verb = app->AddSubcommand(
      "falsify", "Say that a record is wrong, stale or to be looked at: it is not served then");
  verb->AddOption("key", options->key, "Key of the record, or 8 or more digits of it")
      ->Required()
      ->TypeName("KEY");
  verb->AddOption("--reason", options->reason, "Why; kept with the record and bound by its event")
      ->Required()
      ->TypeName("TEXT");
  verb->AddOption("--state", options->state, "failed (default), stale, quarantined, or live again")
      ->OneOf({"failed", "stale", "quarantined", "live"})
      ->TypeName("STATE");
  verb->Footer(
      "The record stays, with its history. Every change is an event of the log.\n\n"
      "Examples:\n  arborist falsify 3f2a91c0 --reason \"names the wrong year\"\n"
      "  arborist falsify 3f2a91c0 --state quarantined --reason \"to be checked by Ada\"\n"
      "  arborist falsify 3f2a91c0 --state live --reason \"checked, it holds\"");
  verb->Callback([=] { session->Run([&] { return Run(session, *options); }); });
}

}  // namespace arborist::cli
