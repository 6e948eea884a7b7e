// SPDX-License-Identifier: AGPL-3.0-only
#include <memory>

#include "cli/records_access.h"
#include "cli/verbs.h"
#include "curate/promote.h"
#include "curate/record_json.h"
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
  TRY_ASSIGN(RecordsAccess access, OpenRecords(session));
  TRY_ASSIGN(const store::Record record, access.records.Resolve(options.key));
  const auto state = store::RecordStateFromName(options.state);
  if (!state) return Fail(ErrorCode::kInvalidArgument, "no state is called " + options.state);
  TRY_ASSIGN(const json::Value done,
             curate::Falsify(&access.records, access.corpus, record, *state, options.reason));
  // A document that was made of this answer goes when it leaves live.
  TRY(curate::RetirePromotions({.home = session->home(),
                                .clock = &session->clock(),
                                .random = &session->random(),
                                .actor = std::string(kProgramActor)},
                               access.corpus, access.home.get()));
  if (session->json()) {
    session->PrintJson(done);
    return {};
  }
  session->PrintLine("record " + ShortHex(record.cache_key) + ": " +
                     std::string(Name(record.state)) + " -> " + std::string(Name(*state)) +
                     "  (event " + done.Find("audit_event_hash")->as_string().substr(0, 12) + ")");
  if (const std::string now = done.Find("state")->as_string(); now != Name(*state)) {
    session->PrintLine("it is " + now +
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
