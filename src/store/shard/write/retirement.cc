// SPDX-License-Identifier: AGPL-3.0-only
// Retiring recurses over derivations: a core of a core goes with the first source. It ends, because
// a location that is retired is not current any more.
#include "store/shard/write/retirement.h"

#include <optional>
#include <string>
#include <vector>

#include "base/check.h"
#include "store/log/bindings.h"

namespace arborist::store {

Result<bool> Retirement::MarkGone(std::string_view uri) {
  CHECK(connection_->in_transaction());
  const AuditLog::FixedTime moment(&connection_->log());
  TRY_ASSIGN(const std::optional<LocationRow> current, locations_->Current(uri));
  if (!current) return false;
  TRY(locations_->Freeze(current->location_id));
  TRY(Retire(*current, LocationState::kGone));
  TRY(locations_->SetLastEvent(current->location_id));
  NewEvent event{.type = "location_gone",
                 .subject = current->root ? current->root->hex() : "alias",
                 .hashes = {},
                 .texts = {{"location",
                            LocationText(uri, current->title, current->extraction_version,
                                         current->source_hash),
                            current->location_id}}};
  if (current->root) {
    TRY_ASSIGN(const std::optional<DocumentRow> row, documents_->Find(*current->root));
    if (row) TRY(revisions_->Bind(*current->root, *row, current->revision, &event));
  }
  TRY(connection_->log().Append(event));
  return true;
}

Status Retirement::Retire(const LocationRow& location, LocationState state) {
  TRY(locations_->Retire(location, state));
  if (!location.doc_id) return {};
  TRY(documents_->AddLocations(*location.doc_id, -1));
  TRY_ASSIGN(const std::optional<DocumentRow> row, documents_->Find(*location.root));
  if (!row)
    return Fail(ErrorCode::kCorrupt,
                "document " + location.root->hex() + " is not found; run arborist fsck");
  if (row->current_locations > 0) return {};
  TRY(index_->Remove(*row));
  return RetireCoresOf(*location.root);
}

// Each of them is a location of its own, which may be all that keeps another core current.
Status Retirement::RetireCoresOf(const DocumentRoot& root) {
  TRY_ASSIGN(const std::vector<std::string> uris, derivations_->CurrentUrisFrom(root));
  for (const std::string& uri : uris) TRY(MarkGone(uri));
  return {};
}

Status Retirement::MakeSurface(DocumentRow* row, const PreparedDocument& document) {
  TRY_ASSIGN(const std::vector<std::string> uris, locations_->CurrentUrisOf(row->doc_id));
  for (const std::string& uri : uris) TRY(MarkGone(uri));
  return documents_->MakeSurface(row, document);
}

}  // namespace arborist::store
