// SPDX-License-Identifier: AGPL-3.0-only
// Notes the newest burn of each subject, so that "erased after event n" is one look. The burn of a
// record names question and record, for the question's other records stay.
#include "store/fsck/erasures.h"

#include "store/log/audit_log.h"
#include "store/log/burned.h"

namespace arborist::store {

namespace {

std::string RecordKey(const audit::EventBody& event) {
  const auto record = event.hashes.find("record");
  return event.subject + (record == event.hashes.end() ? "" : record->second.hex());
}

}  // namespace

void LoggedErasures::Note(const StoredEvent& event) {
  const std::string_view type = event.body.type;
  if (type == kSchemaMigrated) migrated_ = event.body.seq;
  if (type == kTextBurn) texts_.insert(event.body.subject);
  if (IsDocumentBurn(type) || type == kQuestionBurn) burned_[event.body.subject] = event.body.seq;
  if (type == kRecordBurn || type == kRecordBurnForced) {
    burned_[RecordKey(event.body)] = event.body.seq;
  }
}

bool LoggedErasures::IsBurnedAfter(std::string_view subject, std::uint64_t seq) const {
  const auto burned = burned_.find(std::string(subject));
  return burned != burned_.end() && burned->second > seq;
}

bool LoggedErasures::Covers(const StoredEvent& event) const {
  const audit::EventBody& body = event.body;
  if (texts_.contains(event.hash.hex())) return true;
  if (IsBurnedAfter(body.type.starts_with("falsify_") ? RecordKey(body) : body.subject, body.seq))
    return true;
  // A burned redirect left no word of its own then.
  return body.subject == "alias" && IsBeforeMigration(body.seq);
}

}  // namespace arborist::store
