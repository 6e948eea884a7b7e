// SPDX-License-Identifier: AGPL-3.0-only
// Records are found first, then held against what the caller may see. Whoever sees only a part is
// not told how many hidden records begin with the same digits either.
#include "app/record_service.h"

#include "curate/promote.h"

namespace arborist::app {

RecordSummary SummaryOf(store::Record record, const run::RunRecord& run) {
  record.body.clear();
  return {.record = std::move(record),
          .question = run.question,
          .model_id = run.model.model_id,
          .declined = run.declined};
}

Result<bool> RecordService::IsVisible(const store::Record& record) const {
  if (!home_->restricted()) return true;
  store::Records records(home_->store());
  TRY_ASSIGN(const std::vector<DocumentRoot> sources, records.SourcesOf(record.record_id));
  for (const DocumentRoot& root : sources) {
    TRY_ASSIGN(const auto document, home_->corpus().Find(root));
    if (!document) return false;
  }
  return !sources.empty();
}

Result<store::Record> RecordService::Find(std::string_view key) const {
  TRY_ASSIGN(store::Records records, home_->Records());
  auto record = records.Resolve(key);
  const auto absent = [&] {
    return Fail(ErrorCode::kNotFound, "no record has the key " + std::string(key) +
                                          "; arborist providence list shows them");
  };
  // Which of several begin so would tell of those that are hidden.
  if (!record && record.error().code == ErrorCode::kAmbiguous && home_->restricted()) {
    return absent();
  }
  if (!record) return record;
  TRY_ASSIGN(const bool visible, IsVisible(*record));
  if (!visible) return absent();
  return record;
}

Result<curate::LoadedRun> RecordService::Load(std::string_view key) const {
  TRY_ASSIGN(store::Record record, Find(key));
  return curate::LoadRun(home_->corpus(), std::move(record));
}

Result<prove::Named> RecordService::WhatIs(std::string_view name) const {
  if (!home_->restricted()) return prove::WhatIs(home_->store(), home_->corpus(), name);
  return prove::WhatIs(Find(name), home_->corpus(), name);
}

Result<RecordPage> RecordService::List(const Page& page) const {
  store::Records::Filter filter{
      .state = page.state, .label = page.label, .source = {}, .before = page.before};
  if (!page.source.empty()) {
    TRY_ASSIGN(const store::CorpusDocument document, home_->corpus().Resolve(page.source));
    filter.source = document.view.root;
  }
  TRY_ASSIGN(store::Records records, home_->Records());
  RecordPage result;
  TRY(records.ForEach(
      [&](const store::Record& record) -> Result<bool> {
        TRY_ASSIGN(const bool visible, IsVisible(record));
        if (!visible) return true;
        if (result.items.size() == page.limit) {
          result.next = result.items.back().record.record_id;
          return false;
        }
        TRY_ASSIGN(const run::RunRecord run, curate::RunOf(record));
        result.items.push_back(SummaryOf(record, run));
        return true;
      },
      filter));
  return result;
}

Result<RecordDetails> RecordService::Show(std::string_view key) const {
  RecordDetails details;
  TRY_ASSIGN(details.loaded, Load(key));
  const store::Record& record = details.loaded.record;
  store::Records records(home_->store());
  TRY_ASSIGN(details.falsifications, records.ReasonsOf(record));
  TRY_ASSIGN(details.sources, records.SourcesOf(record.record_id));
  TRY_ASSIGN(details.event_hash, records.EventHashOf(record.event_seq));
  details.problem = curate::ProblemOf(details.loaded);
  return details;
}

Result<run::RunRecord> RecordService::Run(std::string_view key) const {
  TRY_ASSIGN(const store::Record record, Find(key));
  return curate::RunOf(record);
}

Result<curate::Explanation> RecordService::Explain(std::string_view key) const {
  TRY_ASSIGN(const curate::LoadedRun run, Load(key));
  store::Records records(home_->store());
  return curate::Explain(run, &records);
}

Result<RecordInspection> RecordService::Inspect(std::string_view key) const {
  RecordInspection result;
  TRY_ASSIGN(result.run, Load(key));
  curate::CorpusLookup lookup(&home_->corpus());
  TRY_ASSIGN(result.inspection, curate::Inspect(result.run, &lookup));
  return result;
}

Result<std::vector<curate::EmergentRecord>> RecordService::Emergent(std::size_t limit) const {
  TRY(home_->RequireWhole());
  store::Records records(home_->store());
  return curate::EmergentRecords(&records, limit);
}

Result<std::vector<curate::EmergentSpan>> RecordService::EmergentSpans(std::size_t limit) const {
  TRY(home_->RequireWhole());
  store::Records records(home_->store());
  TRY_ASSIGN(const auto all, curate::AggregateEmergent(&records));
  curate::CorpusLookup lookup(&home_->corpus());
  return curate::LackingIn(&lookup, all, limit);
}

Result<curate::RecordStatistics> RecordService::Statistics() const {
  TRY(home_->RequireWhole());
  store::Records records(home_->store());
  return curate::Statistics(&records);
}

Result<curate::Falsified> RecordService::Falsify(std::string_view key, store::RecordState to,
                                                 std::string_view reason) {
  TRY_ASSIGN(const store::Record record, Find(key));
  store::Records records(home_->store());
  TRY_ASSIGN(curate::Falsified done, curate::Falsify(&records, home_->whole(), record, to, reason));
  const HomeEnvironment& environment = home_->environment();
  TRY(curate::RetirePromotions({.home = environment.paths,
                                .clock = environment.clock,
                                .random = environment.random,
                                .actor = environment.actor},
                               home_->whole(), home_->store()));
  return done;
}

}  // namespace arborist::app
