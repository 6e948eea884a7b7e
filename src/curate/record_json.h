// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "json/value.h"
#include "run/run_record.h"
#include "store/home/records.h"

namespace arborist::curate {

// The run that a record holds; kCorrupt when it cannot be read.
Result<run::RunRecord> RunOf(const store::Record& record);

// A record in a list: {cache_key, question, audit_mode, rung, state, model, chain, created_at,
// hits, revision, declined, ...}.
json::Object Summary(const store::Record& record, const run::RunRecord& run);

// The summary, the run and every falsification.
json::Object Whole(const store::Record& record, const run::RunRecord& run,
                   const std::vector<store::Falsification>& falsifications);

// Changes the state of a record and writes the event: {cache_key, from, to, state, reason,
// audit_event_hash}. `state` is the state that results: a record that is set to live is stale where
// a source of it is not current.
Result<json::Value> Falsify(store::Records* records, const store::Corpus& corpus,
                            const store::Record& record, store::RecordState to,
                            std::string_view reason);

}  // namespace arborist::curate
