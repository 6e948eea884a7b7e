// SPDX-License-Identifier: AGPL-3.0-only
// Judges one record again, or all live ones that are not STRICT, and prints what became of each.
#include <map>
#include <memory>
#include <optional>

#include "app/json/record_json.h"

#include "cli/records_access.h"
#include "cli/verbs.h"
#include "curate/reclassify.h"

namespace arborist::cli {

namespace {

void Print(const Session& session, const curate::Reclassified& result, bool dry_run) {
  using curate::Outcome;
  std::string line = ShortHex(result.cache_key) + "  ";
  if (result.outcome == Outcome::kRaised) {
    line += result.from + " -> " + result.to + (dry_run ? " (not written)" : "");
    if (result.passages_added > 0) {
      line += " with " + std::to_string(result.passages_added) +
              (result.passages_added == 1 ? " passage" : " passages") + " that the corpus has now";
    }
  } else if (result.outcome == Outcome::kWouldFall) {
    line += result.from + " stays; today's verifier says " + result.to;
  } else if (result.outcome == Outcome::kNotChecked) {
    line += "not checked: " + session.Safe(result.why_not);
  } else {
    line += result.from + " as before";
  }
  session.PrintLine(line + "  " + session.Safe(result.question));
  for (const auto& [text, place] : result.now_in_corpus) {
    if (result.passages_added > 0) break;
    session.PrintLine("    now in the corpus (" + session.Safe(place.title) +
                      "), so ask again: " + session.Safe(text));
  }
}

Status Run(Session* session, const std::optional<std::string>& key, bool dry_run) {
  TRY_ASSIGN(const auto home, OpenRecords(session, app::StoreUse::kExisting));
  TRY_ASSIGN(store::Records kept, home->Records());
  std::vector<store::Record> records;
  if (key) {
    TRY_ASSIGN(store::Record record, kept.Resolve(*key));
    if (record.state != store::RecordState::kLive) {
      return Fail(ErrorCode::kConflict, "record " + record.cache_key.hex() + " is " +
                                            std::string(Name(record.state)) +
                                            "; only live records are judged again");
    }
    records.push_back(std::move(record));
  } else {
    TRY(kept.ForEach([&](const store::Record& record) -> Result<bool> {
      if (record.state == store::RecordState::kLive && record.audit_mode != "STRICT") {
        records.push_back(record);
      }
      return true;
    }));
  }
  curate::CorpusLookup lookup(&home->corpus());
  std::map<std::string_view, std::int64_t> counts;
  for (store::Record& record : records) {
    TRY_ASSIGN(const curate::LoadedRun run, curate::LoadRun(home->corpus(), std::move(record)));
    TRY_ASSIGN(const curate::Reclassified result, curate::Reclassify(run, &lookup, &kept, dry_run));
    ++counts[Name(result.outcome)];
    if (session->json()) {
      session->PrintJson(app::ToJson(result));
    } else {
      Print(*session, result, dry_run);
    }
  }
  if (!session->json()) {
    std::string line = std::to_string(records.size()) + " judged";
    for (const auto& [outcome, count] : counts) {
      line += ", " + std::to_string(count) + " " + std::string(outcome);
    }
    session->PrintLine(line);
  }
  return {};
}

}  // namespace

void AddReclassify(Command* app, Session* session) {
  auto key = std::make_shared<std::string>();
  auto dry_run = std::make_shared<bool>(false);
  Command* verb = app->AddSubcommand(
      "reclassify", "Judge stored answers again, without a model; labels only rise");
  const Option* given =
      verb->AddOption("key", *key, "Only this record; else all live ones that are not STRICT")
          ->TypeName("KEY");
  verb->AddFlag("--dry-run", *dry_run, "Say what would change");
  verb->Footer(
      "Each answer by today's verifier, against its own passages; quotes that failed also against\n"
      "what the corpus holds of them by now. A label that rises makes a new revision with one\n"
      "event, and passages that raised it belong to its proof; one that would fall is reported "
      "and\n"
      "stays. Claims with pointers keep to the passages they name: ask again to have others.\n\n"
      "Examples:\n  arborist reclassify --dry-run\n  arborist reclassify 3f2a91c0");
  verb->Callback([=] {
    // An empty key is a mistake, such as a variable that was not set, and not all records.
    const auto only = given->given() ? std::optional(*key) : std::nullopt;
    session->Run([&] { return Run(session, only, *dry_run); });
  });
}

}  // namespace arborist::cli
