// SPDX-License-Identifier: AGPL-3.0-only
#include "store/log/burned.h"

#include <set>

#include "crypto/sha256.h"
#include "json/value.h"

namespace arborist::store {

Result<std::optional<std::string>> FindBurned(const LogView& log, std::string_view hex_prefix) {
  std::set<std::string> found;
  TRY(log.ReadEvents(0, kNewestEvent, [&](const StoredEvent& event) {
    const std::string_view type = event.body.type;
    if ((IsDocumentBurn(type) || type == kRecordBurn || type == kRecordBurnForced ||
         type == kQuestionBurn) &&
        event.body.subject.starts_with(hex_prefix)) {
      found.insert(event.body.subject);
    }
    return true;
  }));
  if (found.size() != 1) return std::nullopt;
  return *found.begin();
}

Hash256 HashDependants(std::span<const std::string> names) {
  return crypto::Sha256(json::Dump(json::Array(names.begin(), names.end())));
}

Result<std::optional<std::string>> LastBurnedDocument(const LogView& log) {
  std::optional<std::string> last;
  TRY(log.ReadEvents(0, kNewestEvent, [&](const StoredEvent& event) {
    if (IsDocumentBurn(event.body.type)) last = event.body.subject;
    return true;
  }));
  return last;
}

}  // namespace arborist::store
