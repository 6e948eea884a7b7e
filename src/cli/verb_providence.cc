// SPDX-License-Identifier: AGPL-3.0-only
// Lists, shows, counts and promotes records. Listing where there is no home store says so and
// succeeds, showing one record fails.
#include <algorithm>
#include <memory>

#include "app/home_writer.h"
#include "app/json/record_json.h"
#include "app/record_service.h"
#include "cli/records_access.h"
#include "cli/verbs.h"
#include "curate/loaded_run.h"
#include "judge/meanings.h"
#include "text/scan.h"

namespace arborist::cli {

namespace {

struct ListOptions {
  std::string state;
  std::string label;
  std::size_t limit = 50;
};

struct ShowOptions {
  std::string key;
  bool dag = false;
  bool preflight = false;
  bool evidence = false;
};

void PrintSummary(const Session& session, const app::RecordSummary& summary) {
  const store::Record& record = summary.record;
  session.PrintLine(ShortHex(record.cache_key) + "  " +
                    Padded(std::string(Name(record.state)), 12) +
                    Padded(summary.declined ? "no answer" : record.audit_mode, 12) +
                    session.Bold(session.Safe(summary.question)));
  session.PrintLine(
      "    " +
      session.Dim(record.rung + "  " + summary.model_id + "  " + std::to_string(record.hit_count) +
                  " hits" +
                  (record.revision > 1 ? "  revision " + std::to_string(record.revision) : "")));
}

Status List(Session* session, const ListOptions& options) {
  const auto home = OpenRecords(session, app::StoreUse::kExisting);
  if (!home && home.error().code == ErrorCode::kNotFound) {
    session->Note(home.error().message);
    return {};
  }
  if (!home) return std::unexpected(home.error());
  app::RecordService::Page page{.label = options.label, .limit = options.limit};
  if (!options.state.empty()) page.state = store::RecordStateFromName(options.state);
  TRY_ASSIGN(const app::RecordPage records, app::RecordService(home->get()).List(page));
  for (const app::RecordSummary& record : records.items) {
    if (session->json()) {
      session->PrintJson(ToJson(record));
    } else {
      PrintSummary(*session, record);
    }
  }
  if (records.items.empty()) session->Note("no such records; arborist query makes them");
  if (records.next) session->Note("there are more; --limit N shows them");
  return {};
}

void PrintText(const Session& session, std::string_view label, std::string_view text,
               std::size_t width = 16) {
  std::string head = "  " + std::string(label);
  for (const std::string_view line : text::SplitLines(text)) {
    session.PrintLine(Padded(head, width) + session.Safe(line));
    head.clear();
  }
}

void PrintDag(const Session& session, const run::RunRecord& run) {
  session.PrintLine(session.Bold("run-DAG") + "  root " + run.dag.root.hex());
  std::size_t longest = 0;
  for (const run_dag::Node& node : run.dag.nodes) {
    longest = std::max(longest, Name(node.stage).size());
  }
  for (const run_dag::Node& node : run.dag.nodes) {
    PrintText(session, Name(node.stage), node.hash.hex(), longest + 4);
  }
}

Status PrintEvidence(const Session& session, const curate::LoadedRun& loaded) {
  session.PrintLine(session.Bold("evidence"));
  if (!loaded.inputs) session.PrintLine("  texts cannot be shown: " + session.Safe(loaded.missing));
  for (std::size_t i = 0; i < loaded.run.passages.size(); ++i) {
    const run::RecordedPassage& passage = loaded.run.passages[i];
    PrintText(session, "E" + std::to_string(i + 1),
              passage.title.value_or("") + "  " + passage.document_uri + "  chunk " +
                  std::to_string(passage.ref.chunk_idx) + "  root " +
                  ShortHex(passage.ref.document_root));
    if (loaded.inputs) PrintText(session, "", loaded.inputs->passages[i].span);
  }
  return {};
}

Status Show(Session* session, const ShowOptions& options) {
  TRY_ASSIGN(const auto home, OpenRecords(session, app::StoreUse::kExisting));
  TRY_ASSIGN(const app::RecordDetails details, app::RecordService(home.get()).Show(options.key));
  if (session->json()) {
    session->PrintJson(
        ToJson(details, options.evidence ? app::PassageTexts::kAll : app::PassageTexts::kNone));
    return {};
  }
  const curate::LoadedRun& loaded = details.loaded;
  const store::Record& record = loaded.record;
  const run::RunRecord& run = loaded.run;
  const std::string& problem = details.problem;
  session->PrintLine(session->Bold(session->Safe(run.question)));
  if (!problem.empty()) {
    PrintText(*session, "DAMAGED", problem + "; it is not served, arborist fsck --full says more");
  }
  PrintText(*session, "answer", run.answer_text);
  PrintText(*session, "label",
            record.audit_mode + ": " +
                (run.declined ? "the answer says that the sources do not answer"
                              : std::string(judge::LabelMeaning(judge::IsSelectionRung(record.rung)
                                                                    ? record.rung
                                                                    : record.audit_mode))));
  PrintText(*session, "rung", record.rung);
  PrintText(*session, "state",
            std::string(Name(record.state)) + (record.drifted ? ", a source is not current" : ""));
  PrintText(*session, "model", run.model.model_id);
  PrintText(*session, "chain", record.chain);
  PrintText(*session, "key", record.cache_key.hex());
  PrintText(*session, "record", record.record_hash.hex());
  PrintText(*session, "run-DAG", record.run_dag_root.hex());
  PrintText(*session, "event", details.event_hash.hex());
  PrintText(
      *session, "revision",
      std::to_string(record.revision) + ", served " + std::to_string(record.hit_count) + " times");
  for (const run::RecordedSource& source : run.sources) {
    PrintText(*session, "source", source.title + "  " + source.document_uri);
  }
  for (const store::Falsification& one : details.falsifications) {
    PrintText(*session, "falsified",
              std::string(Name(one.from)) + " -> " + std::string(Name(one.to)) + "  " + one.reason);
  }
  if (options.dag) PrintDag(*session, run);
  if (options.preflight) {
    session->PrintLine(session->Bold("preflight"));
    if (run.dag.preflight_payload) session->Print(json::Pretty(*run.dag.preflight_payload) + "\n");
  }
  return options.evidence ? PrintEvidence(*session, loaded) : Status();
}

Status Stats(Session* session) {
  TRY_ASSIGN(const auto home, OpenRecords(session, app::StoreUse::kExisting));
  TRY_ASSIGN(const curate::RecordStatistics counts, app::RecordService(home.get()).Statistics());
  if (session->json()) {
    session->PrintJson(app::ToJson(counts));
    return {};
  }
  PrintText(*session, "records", std::to_string(counts.records));
  PrintText(*session, "hits", std::to_string(counts.hits));
  PrintText(*session, "bytes", std::to_string(counts.bytes));
  for (const auto& [field, kinds] :
       {std::pair("states", &counts.states), std::pair("labels", &counts.labels),
        std::pair("rungs", &counts.rungs), std::pair("models", &counts.models)}) {
    for (const auto& [name, count] : *kinds) {
      PrintText(*session, field, std::to_string(count) + "  " + name);
    }
  }
  return {};
}

Status Promote(Session* session, std::int64_t min_age) {
  TRY_ASSIGN(const curate::PromoteReport report,
             app::HomeWriter(session->environment()).Promote(min_age));
  if (session->json()) {
    session->PrintJson(app::ToJson(report));
    return {};
  }
  session->PrintLine(std::to_string(report.promoted) + " answers promoted, " +
                     std::to_string(report.unchanged) + " were documents already, " +
                     std::to_string(report.retired) + " retired");
  for (const auto& [reason, count] : report.left_out)
    session->PrintLine("left out: " + std::to_string(count) + " " + reason);
  return {};
}

}  // namespace

void AddProvidence(Command* app, Session* session) {
  Command* verb =
      app->AddSubcommand("providence", "Records of answers: list, show, stats, promote");
  verb->RequireSubcommand();
  verb->Footer(
      "Examples:\n  arborist providence list --label HYBRID\n  arborist providence show 3f2a91c0 "
      "--evidence\n  arborist providence stats --json");

  auto listed = std::make_shared<ListOptions>();
  Command* list = verb->AddSubcommand("list", "Records, newest first");
  list->AddOption("--state", listed->state, "Only live, failed, stale or quarantined ones")
      ->OneOf({"live", "failed", "stale", "quarantined"})
      ->TypeName("STATE");
  list->AddOption("--label", listed->label, "Only STRICT, HYBRID or UNGROUNDED ones")
      ->OneOf({"STRICT", "HYBRID", "UNGROUNDED"})
      ->TypeName("LABEL");
  list->AddOption("--limit", listed->limit, "At most so many (50)")->Whole(1)->TypeName("N");
  list->Footer(
      "Examples:\n  arborist providence list\n  arborist providence list --state failed --json");
  list->Callback([=] { session->Run([&] { return List(session, *listed); }); });

  auto shown = std::make_shared<ShowOptions>();
  Command* show = verb->AddSubcommand("show", "Everything kept of one record");
  show->AddOption("key", shown->key, "Key of the record, or 8 or more digits of it")
      ->Required()
      ->TypeName("KEY");
  show->AddFlag("--dag", shown->dag, "The hash of every stage of its run");
  show->AddFlag("--preflight", shown->preflight, "What was seen in the question");
  show->AddFlag("--evidence", shown->evidence, "The passages as the model saw them");
  show->Footer(
      "Examples:\n  arborist providence show 3f2a91c0 --evidence\n  arborist providence show "
      "3f2a91c0 --json");
  show->Callback([=] { session->Run([&] { return Show(session, *shown); }); });

  auto min_age = std::make_shared<std::int64_t>(curate::kMinAgeSeconds);
  Command* promote =
      verb->AddSubcommand("promote", "Make documents of STRICT answers that have stood a while");
  promote->AddOption("--min-age", *min_age, "Only answers this many seconds old (default: 86400)")
      ->Whole(0, std::int64_t{1} << 40)
      ->TypeName("SECONDS");
  promote->Footer(
      "A promoted answer is a source among others, never a primary one. It goes when its record is "
      "falsified,\nstale or burned.\n\n"
      "Examples:\n  arborist providence promote\n  arborist providence promote --min-age 3600");
  promote->Callback([=] { session->Run([&] { return Promote(session, *min_age); }); });

  Command* stats = verb->AddSubcommand("stats", "How many, of which kind, how often served");
  stats->Footer("Examples:\n  arborist providence stats\n  arborist providence stats --json");
  stats->Callback([=] { session->Run([&] { return Stats(session); }); });
}

}  // namespace arborist::cli
