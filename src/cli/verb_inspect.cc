// SPDX-License-Identifier: AGPL-3.0-only
// Prints why parts of an answer did not verify. The home store is opened to read, so that looking
// changes no record.
#include <cstdio>
#include <memory>

#include "app/json/record_json.h"
#include "app/record_service.h"
#include "cli/records_access.h"
#include "cli/verbs.h"

namespace arborist::cli {

namespace {

std::string Percent(double share) {
  char text[16];
  std::snprintf(text, sizeof text, "%.0f %%", share * 100);
  return text;
}

void PrintSpan(const Session& session, const curate::InspectedSpan& span) {
  session.PrintLine(session.Bold(std::string(Name(span.labelled.label))) + "  " +
                    session.Safe(span.text));
  std::string line = "    " + Percent(span.labelled.coverage) + " of its words";
  if (span.labelled.passage) line += " stand in E" + std::to_string(*span.labelled.passage);
  if (!span.diagnosis.empty()) line += "; " + span.diagnosis;
  session.PrintLine(line);
  if (!span.labelled.tail.empty()) {
    session.PrintLine("    the tail that stands nowhere: " + session.Safe(span.labelled.tail));
  }
  if (span.nearest) {
    session.PrintLine("    nearest, E" + std::to_string(span.nearest->passage + 1) + ": " +
                      session.Safe(span.nearest->text));
  }
  for (const curate::CorpusPlace& place : span.elsewhere) {
    session.PrintLine(
        "    " +
        session.Dim((place.verbatim ? "in the corpus, word for word: " : "in the corpus: ") +
                    session.Safe(place.title) + "  " + session.Safe(place.snippet)));
  }
}

Status Run(Session* session, const std::string& key) {
  TRY_ASSIGN(const auto home, OpenRecords(session, app::StoreUse::kRead));
  TRY_ASSIGN(const app::RecordInspection inspected, app::RecordService(home.get()).Inspect(key));
  const auto& [run, inspection] = inspected;
  if (session->json()) {
    session->PrintJson(ToJson(inspected));
    return {};
  }
  session->PrintLine(session->Bold(session->Safe(run.run.question)) + "  " +
                     (inspection.declined ? "no answer" : run.record.audit_mode));
  if (inspection.declined) {
    session->PrintLine(
        "the answer says that the sources do not answer; there is nothing to inspect");
    return {};
  }
  if (inspection.spans.empty()) session->PrintLine("every unit of the answer is verified");
  for (const curate::InspectedSpan& span : inspection.spans) PrintSpan(*session, span);
  if (inspection.deflection.detected) {
    session->PrintLine("deflection: the answer never says \"" +
                       session->Safe(inspection.deflection.subject_anchor) +
                       "\", which the question is about");
  }
  for (const curate::TitleRelevance& title : inspection.titles) {
    session->PrintLine("no source's title shares a word with: " + session->Safe(title.claim));
  }
  const curate::TopicShift& topic = inspection.topic;
  session->PrintLine("topic: " + Percent(topic.from_sources) + " of " +
                     std::to_string(topic.words) + " content words stand in the passages, " +
                     Percent(topic.from_question) + " in the question" +
                     (topic.detected ? "; the answer speaks of something else" : ""));
  for (const curate::MetaphorMarker& metaphor : inspection.metaphors) {
    session->PrintLine("a picture (\"" + metaphor.marker + "\"" +
                       (metaphor.in_source ? ", the source's own" : "") +
                       "): " + session->Safe(metaphor.sentence));
  }
  return {};
}

}  // namespace

void AddInspect(Command* app, Session* session) {
  auto key = std::make_shared<std::string>();
  Command* verb = app->AddSubcommand(
      "inspect",
      "Why units of a record did not verify, and what comes near; never changes a label");
  verb->AddOption("key", *key, "Key of the record, or 8 or more digits of it")
      ->Required()
      ->TypeName("KEY");
  verb->Footer(
      "Labels: verbatim_in_base, verbatim_in_raw_only, trailing_artifact, paraphrase,\n"
      "partial_paraphrase, no_overlap. Reads only: the store is opened so that it cannot write.\n\n"
      "Examples:\n  arborist inspect 3f2a91c0\n  arborist inspect 3f2a91c0 --json");
  verb->Callback([=] { session->Run([&] { return Run(session, *key); }); });
}

}  // namespace arborist::cli
