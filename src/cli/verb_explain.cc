// SPDX-License-Identifier: AGPL-3.0-only
#include <memory>

#include "app/json/record_json.h"
#include "app/record_service.h"
#include "cli/records_access.h"
#include "cli/verbs.h"
#include "text/scan.h"

namespace arborist::cli {

namespace {

void PrintFacts(const Session& session, const std::vector<curate::Fact>& facts) {
  constexpr std::size_t kWidth = 22;
  for (const curate::Fact& fact : facts) {
    std::string label = "  " + fact.label;
    for (const std::string_view line : text::SplitLines(fact.text)) {
      session.PrintLine(Padded(session.Safe(label), kWidth) + session.Safe(line));
      label.clear();
    }
  }
}

Status Run(Session* session, const std::string& key) {
  TRY_ASSIGN(const auto home, OpenRecords(session, app::StoreUse::kRead));
  TRY_ASSIGN(const curate::Explanation explanation, app::RecordService(home.get()).Explain(key));
  if (!explanation.holds()) session->SetExitCode(1);
  if (session->json()) {
    session->PrintJson(app::ToJson(explanation));
    return {};
  }
  int number = 0;
  for (const curate::StageView& stage : explanation.stages) {
    session->PrintLine(session->Bold(std::to_string(++number) + " " + std::string(stage.name)) +
                       "  " + stage.hash.hex() + "  recomputed: " +
                       (!stage.recomputed ? "no"
                        : stage.equal()   ? "equal"
                                          : "DIFFERS, " + stage.recomputed->hex()));
    PrintFacts(*session, stage.facts);
  }
  session->PrintLine(session->Bold("record"));
  PrintFacts(*session, explanation.facts);
  session->PrintLine(explanation.root_holds ? "the stages have the root that the record names"
                                            : "the stages do NOT have the root of the record");
  session->PrintLine(explanation.record_holds
                         ? "the record has the hash that was logged"
                         : "the record does NOT have the hash that was logged");
  if (!explanation.missing.empty()) {
    session->PrintLine("nothing was worked out again: " + session->Safe(explanation.missing));
  }
  return {};
}

}  // namespace

void AddExplain(Command* app, Session* session) {
  auto key = std::make_shared<std::string>();
  Command* verb = app->AddSubcommand(
      "explain", "A record's run from question to label, each stage worked out again");
  verb->AddOption("key", *key, "Key of the record, or 8 or more digits of it")
      ->Required()
      ->TypeName("KEY");
  verb->Footer(
      "Exit code 1 when a stage does not come out as the record says. Reads only.\n\n"
      "Examples:\n  arborist explain 3f2a91c0\n  arborist explain 3f2a91c0 --json");
  verb->Callback([=] { session->Run([&] { return Run(session, *key); }); });
}

}  // namespace arborist::cli
