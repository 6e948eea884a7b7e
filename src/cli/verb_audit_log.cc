// SPDX-License-Identifier: AGPL-3.0-only
// Prints events of the logs that fit a filter. A day as --until means the end of that day.
#include <memory>

#include "base/utc_time.h"
#include "cli/audit_verbs.h"
#include "cli/records_access.h"
#include "notary/event_list.h"

namespace arborist::cli {

namespace {

struct Options {
  notary::EventFilter filter;
  std::string since;
  std::string until;
  std::optional<std::size_t> limit;
};

constexpr std::size_t kShownEvents = 50;

// Roots, keys and ids by their first digits; words as they are.
std::string ShortSubject(const std::string& subject) {
  return Hash256::FromHexString(subject) ? subject.substr(0, 12) : subject;
}

void PrintEvent(const Session& session, const notary::ListedEvent& listed) {
  const audit::EventBody& body = listed.event.body;
  session.PrintLine(FormatUtc(body.time) + "  " +
                    Padded(listed.log + ":" + std::to_string(body.seq), 14) + "  " +
                    session.Bold(Padded(session.Safe(body.type), 22)) + "  " +
                    Padded(session.Safe(ShortSubject(body.subject)), 14) +
                    session.Dim("  event " + listed.event.hash.hex().substr(0, 12)));
  for (const auto& [name, text] : listed.texts) {
    session.PrintLine("    " + session.Safe(name) + ": " + session.Safe(text));
  }
}

Status Run(Session* session, Options options) {
  notary::EventFilter& filter = options.filter;
  if (!options.since.empty()) {
    TRY_ASSIGN(filter.since, ParseUtc(options.since));
  }
  if (!options.until.empty()) {
    TRY_ASSIGN(filter.until, ParseUtc(options.until));
    // A day alone means all of it.
    if (options.until.size() == 10 && options.until[4] == '-') *filter.until += 86399;
  }
  filter.newest = options.limit.value_or(session->json() ? 0 : kShownEvents);
  std::map<std::string, std::size_t> shown;
  TRY(notary::ListEvents(session->home(), filter, [&](const notary::ListedEvent& listed) {
    ++shown[listed.log];
    if (session->json()) {
      session->PrintJson(notary::ToJson(listed));
    } else {
      PrintEvent(*session, listed);
    }
  }));
  if (shown.empty()) session->Note("no such events");
  for (const auto& [log, count] : shown) {
    if (!session->json() && !options.limit && count == kShownEvents) {
      session->Note("the newest " + std::to_string(count) + " of log " + log +
                    "; --limit 0 shows all");
    }
  }
  return {};
}

}  // namespace

void AddAuditLog(Command* audit, Session* session) {
  auto options = std::make_shared<Options>();
  Command* verb = audit->AddSubcommand("log", "Show the events of the logs, the oldest first");
  verb->AddOption("--log", options->filter.log, "Only this log: home, or the name of a shard")
      ->TypeName("NAME");
  verb->AddOption("--type", options->filter.type,
                  "Only events of this type; a final * stands for the rest")
      ->TypeName("TYPE");
  verb->AddOption("--subject", options->filter.subject,
                  "Only events whose subject (root, key, shard) begins so")
      ->TypeName("TEXT");
  verb->AddOption("--since", options->since, "Not before: a day or time in UTC, or Unix seconds")
      ->TypeName("TIME");
  verb->AddOption("--until", options->until, "Not after; a day counts whole")->TypeName("TIME");
  verb->AddOption("--limit", options->limit,
                  "The newest N of each log (default: 50; all with --json; 0: all)")
      ->Whole(0)
      ->TypeName("N");
  verb->AddFlag("--texts", options->filter.texts,
                "With the URIs, titles and reasons that are kept beside the log");
  verb->Footer(
      "Shows what is written there and checks nothing: arborist audit check does.\n\n"
      "Examples:\n  arborist audit log\n  arborist audit log --log main --type 'document_*' "
      "--texts\n"
      "  arborist audit log --subject 3f2a91c0 --since 2026-11-01 --json > events.jsonl");
  verb->Callback([=] { session->Run([&] { return Run(session, *options); }); });
}

}  // namespace arborist::cli
