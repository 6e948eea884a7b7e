// SPDX-License-Identifier: AGPL-3.0-only
#include "curate/falsify.h"

#include <algorithm>

namespace arborist::curate {

Result<Falsified> Falsify(store::Records* records, const store::Corpus& corpus,
                          const store::Record& record, store::RecordState to,
                          std::string_view reason) {
  TRY(records->SetState(record.record_id, to, reason));
  TRY_ASSIGN(const auto falsifications, records->FalsificationsOf(record.record_id));
  if (falsifications.empty()) return Fail(ErrorCode::kNotFound, "the record was burned just now");
  TRY_ASSIGN(const EventHash event, records->EventHashOf(falsifications.back().event_seq));
  TRY(records->CatchUp(corpus));
  TRY_ASSIGN(const std::vector<store::Record> same_key, records->WithKey(record.cache_key));
  const auto now = std::ranges::find(same_key, record.record_id, &store::Record::record_id);
  return Falsified{.cache_key = record.cache_key,
                   .from = record.state,
                   .to = to,
                   .state = now != same_key.end() ? now->state : to,
                   .reason = std::string(reason),
                   .event_hash = event};
}

}  // namespace arborist::curate
