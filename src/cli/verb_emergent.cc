// SPDX-License-Identifier: AGPL-3.0-only
#include <memory>

#include "app/json/record_json.h"
#include "app/record_service.h"
#include "cli/records_access.h"
#include "cli/verbs.h"

namespace arborist::cli {

namespace {

Status Aggregate(Session* session, const app::RecordService& records, std::size_t limit) {
  TRY_ASSIGN(const std::vector<curate::EmergentSpan> spans, records.EmergentSpans(limit));
  for (const curate::EmergentSpan& span : spans) {
    if (session->json()) {
      session->PrintJson(app::ToJson(span));
    } else {
      session->PrintLine(Padded(std::to_string(span.count), 5) + session->Safe(span.text));
    }
  }
  if (spans.empty()) session->Note("no record says anything that the corpus lacks");
  return {};
}

Status Run(Session* session, bool aggregate, std::size_t limit) {
  TRY_ASSIGN(const auto home, OpenRecords(session, app::StoreUse::kRead));
  const app::RecordService records(home.get());
  if (aggregate) return Aggregate(session, records, limit);
  TRY_ASSIGN(const std::vector<curate::EmergentRecord> list, records.Emergent(limit));
  for (const curate::EmergentRecord& record : list) {
    if (session->json()) {
      session->PrintJson(app::ToJson(record));
      continue;
    }
    session->PrintLine(ShortHex(record.cache_key) + "  " + record.audit_mode + "  " +
                       session->Bold(session->Safe(record.question)));
    for (const std::string& span : record.spans) session->PrintLine("    " + session->Safe(span));
  }
  if (list.empty()) session->Note("no answer says anything that its sources do not");
  return {};
}

}  // namespace

void AddEmergent(Command* app, Session* session) {
  auto aggregate = std::make_shared<bool>(false);
  auto limit = std::make_shared<std::size_t>(20);
  Command* verb = app->AddSubcommand(
      "emergent", "What answers say and their sources do not: where the corpus has gaps");
  verb->AddFlag("--aggregate", *aggregate,
                "Over all records, by frequency, without what the corpus holds by now");
  verb->AddOption("--limit", *limit, "At most so many (20)")->Whole(1)->TypeName("N");
  verb->Footer("Examples:\n  arborist emergent\n  arborist emergent --aggregate --limit 50 --json");
  verb->Callback([=] { session->Run([&] { return Run(session, *aggregate, *limit); }); });
}

}  // namespace arborist::cli
