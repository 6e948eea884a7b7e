// SPDX-License-Identifier: AGPL-3.0-only
#include "curate/record_statistics.h"

#include "curate/loaded_run.h"

namespace arborist::curate {

Result<RecordStatistics> Statistics(store::Records* records) {
  RecordStatistics counts;
  TRY(records->ForEach([&](const store::Record& record) -> Result<bool> {
    ++counts.records;
    ++counts.states[std::string(Name(record.state))];
    ++counts.labels[record.audit_mode];
    ++counts.rungs[record.rung];
    counts.hits += record.hit_count;
    counts.bytes += static_cast<std::int64_t>(record.body.size());
    TRY_ASSIGN(const run::RunRecord run, RunOf(record));
    ++counts.models[run.model.model_id];
    if (run.declined) ++counts.declined;
    return true;
  }));
  return counts;
}

}  // namespace arborist::curate
