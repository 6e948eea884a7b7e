// SPDX-License-Identifier: AGPL-3.0-only
// Bundles about a log alone: an event with its way to a checkpoint, and two checkpoints with a
// consistency proof (RFC 6962). The second shows that the newer log begins with the older one, so
// that nothing before was changed. Both checkpoints must name the same log.
#include "bundle/log_bundle.h"

#include "audit/checkpoint.h"
#include "base/utc_time.h"
#include "json/fields.h"
#include "merkle/log_proof.h"

namespace arborist::bundle {

json::Value MakeEventBundle(const LogPart& log) {
  return json::Object{{"format", kEventFormat}, {"log", ToJson(log)}};
}

Result<VerifyReport> VerifyEventBundle(const json::Value& bundle, const VerifyOptions& options) {
  TRY_ASSIGN(const json::Object* fields, bundle.Map("log"));
  TRY_ASSIGN(const LogPart log, ReadLogPart(*fields));
  ReportWriter writer;
  VerifyReport& report = writer.report();
  report.format = kEventFormat;
  report.subject = "event " + std::to_string(log.event.seq) + " of log " + log.event.log.hex();
  report.claim = "this event stands in that log at that place";
  report.shown = {"type: " + log.event.type, "subject: " + log.event.subject,
                  "time: " + FormatUtc(log.event.time)};
  writer.Judge("format",
               MakeEventBundle(log) == bundle
                   ? ""
                   : "unknown_field: a member that arborist-event-v1 does not have",
               std::string(kEventFormat));
  writer.Judge("event", EventHashProblem(log), "its hash is " + log.hash.hex());
  CheckLogPart(log, options, &writer);
  report.not_proved.emplace_back(
      "That what the event says is so: it shows that it was written, not that it is true.");
  return std::move(report);
}

json::Value ToJson(const ConsistencyBundle& bundle) {
  json::Array path;
  for (const Hash256& hash : bundle.path) path.emplace_back(hash.hex());
  return json::Object{{"format", kConsistencyFormat},
                      {"old", bundle.older},
                      {"new", bundle.newer},
                      {"path", std::move(path)}};
}

namespace {

// The checkpoint, if it can be read and, where a key was given, is signed by it.
std::optional<audit::Checkpoint> CheckNote(std::string_view name, const std::string& note,
                                           const VerifyOptions& options, ReportWriter* writer) {
  auto checkpoint =
      options.key ? audit::VerifyCheckpoint(note, *options.key) : audit::ReadCheckpoint(note);
  if (!checkpoint) {
    const Error& error = checkpoint.error();
    writer->Failed(name, (error.code == ErrorCode::kDoesNotHold ? "" : "malformed_checkpoint: ") +
                             error.message);
    return std::nullopt;
  }
  writer->Ok(name, (options.key ? "signed by " + options.key->name + ": "
                                : std::string("stated, its signature not checked for want of a "
                                              "key: ")) +
                       std::to_string(checkpoint->size) + " events, root " +
                       checkpoint->root.hex());
  writer->report().roots.push_back({"the root of the log's tree", checkpoint->root.hex()});
  return std::move(*checkpoint);
}

}  // namespace

Result<VerifyReport> VerifyConsistencyBundle(const json::Value& bundle,
                                             const VerifyOptions& options) {
  ConsistencyBundle read;
  TRY_ASSIGN(read.older, bundle.String("old"));
  TRY_ASSIGN(read.newer, bundle.String("new"));
  TRY_ASSIGN(read.path, json::HashesField(bundle, "path"));
  ReportWriter writer;
  VerifyReport& report = writer.report();
  report.format = kConsistencyFormat;
  report.subject = "two checkpoints of a log";
  report.claim = "the log of the newer checkpoint begins with the log of the older";
  writer.Judge("format",
               ToJson(read) == bundle
                   ? ""
                   : "unknown_field: a member that arborist-consistency-v1 does not have",
               std::string(kConsistencyFormat));
  const auto older = CheckNote("old_checkpoint", read.older, options, &writer);
  const auto newer = CheckNote("new_checkpoint", read.newer, options, &writer);
  if (!older || !newer) {
    writer.NotChecked("consistency", "a checkpoint cannot be read");
  } else if (older->origin != newer->origin) {
    writer.Failed("consistency",
                  "other_log: the checkpoints are of " + older->origin + " and " + newer->origin);
  } else {
    report.subject = "from " + std::to_string(older->size) + " to " + std::to_string(newer->size) +
                     " events of " + older->origin;
    const Status status = merkle::VerifyConsistency({older->size, older->root},
                                                    {newer->size, newer->root}, read.path);
    writer.Judge(
        "consistency", status ? "" : status.error().message,
        "nothing before was changed; events added: " + std::to_string(newer->size - older->size));
  }
  report.not_proved.emplace_back("What the events are: the checkpoints hold their hashes alone.");
  if (!options.key) {
    report.not_proved.emplace_back(
        "Who signed the checkpoints: give the key of the log (--key) to check it.");
  }
  return std::move(report);
}

}  // namespace arborist::bundle
