// SPDX-License-Identifier: AGPL-3.0-only
// Put decides by two questions: what stands at the URI now, and whether the text is known. The same
// bytes again change nothing; the same words in another form are a revision (Revise); another text
// supersedes the one that stood there (PutText).
#include "store/shard/write/putting.h"

#include <string>
#include <utility>

#include "base/check.h"
#include "store/log/bindings.h"
#include "text/utf8.h"

namespace arborist::store {

namespace {

// Readers refuse a name that is not text, and with it every list it stands in: what they would not
// give back is not taken.
Status CheckNames(const PreparedDocument& document) {
  const std::pair<std::string_view, std::string_view> names[] = {
      {"URI", document.uri}, {"title", document.title}, {"target", document.alias_of}};
  for (const auto& [what, name] : names) {
    const std::size_t bad = text::FindInvalidUtf8(name, true);
    if (bad == std::string_view::npos) continue;
    return Fail(ErrorCode::kInvalidData,
                "its " + std::string(what) + " is not UTF-8 at byte " + std::to_string(bad));
  }
  return {};
}

// White space alone can make a chunk too long for the rule by which a document was cut, so that one
// root has two ways to be cut.
Status CheckSameCut(const PreparedDocument& document, const DocumentRow& row,
                    const DocumentFormat& format) {
  if (row.leaf_count != static_cast<std::int64_t>(document.chunks.size())) {
    return Refuse("ambiguous_root",
                  document.root.hex() + " is known with " + std::to_string(row.leaf_count) +
                      " chunks, this text has " + std::to_string(document.chunks.size()),
                  ErrorCode::kAmbiguous);
  }
  if (format.chunking_version != document::Name(document.chunking)) {
    return Refuse("ambiguous_root",
                  document.root.hex() + " is known with chunks by " + format.chunking_version +
                      ", this text is cut by " + std::string(document::Name(document.chunking)),
                  ErrorCode::kAmbiguous);
  }
  return {};
}

NewEvent EventOf(std::string_view type, const std::string& subject,
                 const PreparedDocument& document, std::int64_t location_id) {
  return {.type = type,
          .subject = subject,
          .hashes = HashesBesideText(document),
          .texts = {{"location", LocationText(document), location_id}}};
}

void MarkDerived(const PreparedDocument& core, NewEvent* event) {
  event->type = kCoreDerived;
  event->hashes.emplace("derivation", document::HashDerivation(core.root, *core.derivation));
}

}  // namespace

Result<PutOutcome> Putting::Put(const PreparedDocument& document, SameBytes same) {
  CHECK(parts_.connection->in_transaction());
  TRY(CheckNames(document));
  const AuditLog::FixedTime moment(&parts_.connection->log());
  TRY_ASSIGN(const std::optional<LocationRow> current, parts_.locations->Current(document.uri));
  if (current && current->IsOf(document.source_hash) && same == SameBytes::kSkip) {
    TRY(parts_.locations->Touch(document.uri));
    return PutOutcome::kUnchanged;
  }
  if (document.is_alias()) return PutAlias(current, document);
  TRY_ASSIGN(const bool stale, parts_.derivations->HasStaleSource(document));
  if (stale) return RefuseCore(current, document.uri);
  TRY_ASSIGN(const std::optional<Target> target, TargetOf(document));
  if (!target) return RefuseCore(current, document.uri);
  if (!current || !current->root || *current->root != document.root)
    return PutText(current, document, *target);
  // Where it is not known which form the location had, the first is what was shown, and stays.
  return current->revision.value_or(0) == target->revision ? Refresh(*current, document, &*target)
                                                           : Revise(*current, document, *target);
}

Result<std::optional<Putting::Target>> Putting::TargetOf(const PreparedDocument& document) {
  TRY_ASSIGN(std::optional<DocumentRow> row, parts_.documents->Find(document.root));
  if (!row) {
    TRY_ASSIGN(row, parts_.documents->Insert(document));
    TRY(parts_.revisions->InsertFirst(*row, document));
    return Target{.row = *row, .revision = 0, .is_new = true};
  }
  TRY_ASSIGN(const DocumentFormat format, parts_.documents->FormatOf(*row));
  TRY(CheckSameCut(document, *row, format));
  if (document.is_core() &&
      (!format.is_core() || format.compression_depth != document.compression_depth ||
       format.source_type != document.source_type)) {
    return std::nullopt;
  }
  const bool becomes_surface = format.is_core() && !document.is_core();
  if (becomes_surface) TRY(parts_.retirement->MakeSurface(&*row, document));
  TRY_ASSIGN(const RevisionRows::Found found, parts_.revisions->FindOrAdd(*row, document));
  if (found.added) TRY(parts_.evictions->LeaveCold(*row, document, found.revision));
  return Target{.row = *row, .revision = found.revision, .is_new = becomes_surface};
}

Result<PutOutcome> Putting::PutText(const std::optional<LocationRow>& current,
                                    const PreparedDocument& document, const Target& target) {
  const DocumentRow& row = target.row;
  // A text that is read at a new place is wanted: it comes back if it was evicted.
  TRY(parts_.evictions->Fill(row, target.revision, document));
  TRY_ASSIGN(const Tier tier, parts_.eviction_rows->TierOf(row.doc_id));
  if (row.current_locations == 0 && tier != Tier::kCold)
    TRY(parts_.index->Add(row, document, target.revision));
  if (current) TRY(parts_.retirement->Retire(*current, LocationState::kSuperseded));
  if (!target.is_new) TRY(parts_.documents->AddLocations(row.doc_id, 1));
  TRY_ASSIGN(const std::int64_t location_id,
             parts_.locations->MakeCurrent(document, row.doc_id, target.revision));
  if (document.is_core()) TRY(parts_.derivations->Put(location_id, row.doc_id, document));
  NewEvent event = EventOf(target.is_new                ? "document_added"
                           : row.current_locations == 0 ? "document_restored"
                                                        : "location_added",
                           document.root.hex(), document, location_id);
  TRY(parts_.revisions->Bind(document.root, row, target.revision, &event));
  if (current && current->root) {
    TRY(parts_.locations->AddSuperseded(location_id, *current->root));
    if (target.is_new) event.type = "document_superseded";
    event.hashes.emplace("previous", *current->root);
  }
  if (document.is_core()) MarkDerived(document, &event);
  TRY(parts_.meta->NoteDate(document));
  TRY(parts_.connection->log().Append(event));
  return current ? PutOutcome::kSuperseded : PutOutcome::kAdded;
}

Result<PutOutcome> Putting::PutAlias(const std::optional<LocationRow>& current,
                                     const PreparedDocument& document) {
  if (current && !current->doc_id) {
    TRY(Refresh(*current, document, nullptr));
    return PutOutcome::kAlias;
  }
  if (current) TRY(parts_.retirement->Retire(*current, LocationState::kSuperseded));
  TRY_ASSIGN(const std::int64_t location_id,
             parts_.locations->MakeCurrent(document, std::nullopt, std::nullopt));
  NewEvent event = EventOf("alias_added", "alias", document, location_id);
  event.texts.push_back({"target", document.alias_of, std::nullopt});
  if (current) event.hashes.emplace("previous", *current->root);
  TRY(parts_.connection->log().Append(event));
  return PutOutcome::kAlias;
}

Result<PutOutcome> Putting::RefuseCore(const std::optional<LocationRow>& current,
                                       std::string_view uri) {
  if (current) TRY(parts_.retirement->MarkGone(uri));
  return PutOutcome::kRefused;
}

Result<PutOutcome> Putting::Refresh(const LocationRow& location, const PreparedDocument& document,
                                    const Target* target) {
  std::optional<std::int64_t> revision;
  if (target != nullptr) revision = target->revision;
  TRY(parts_.locations->Refresh(location, document, revision));
  NewEvent event = EventOf("location_updated", location.root ? location.root->hex() : "alias",
                           document, location.location_id);
  if (document.is_alias()) event.texts.push_back({"target", document.alias_of, std::nullopt});
  if (document.is_core()) {
    MarkDerived(document, &event);
    TRY(parts_.derivations->Put(location.location_id, *location.doc_id, document));
  }
  if (target != nullptr) TRY(parts_.revisions->Bind(document.root, target->row, revision, &event));
  TRY(parts_.connection->log().Append(event));
  return PutOutcome::kUnchanged;
}

// The location of the older form stays as it is in the log, superseded, and keeps that form here.
Result<PutOutcome> Putting::Revise(const LocationRow& location, const PreparedDocument& document,
                                   const Target& target) {
  const DocumentRow& row = target.row;
  TRY(parts_.locations->Retire(location, LocationState::kSuperseded));
  TRY(parts_.evictions->Fill(row, target.revision, document));
  TRY_ASSIGN(const std::int64_t location_id,
             parts_.locations->MakeCurrent(document, row.doc_id, target.revision));
  NewEvent event = EventOf("location_updated", document.root.hex(), document, location_id);
  TRY(parts_.revisions->Bind(document.root, row, target.revision, &event));
  if (document.is_core()) {
    MarkDerived(document, &event);
    TRY(parts_.derivations->Put(location_id, row.doc_id, document));
  }
  TRY(parts_.meta->NoteDate(document));
  TRY(parts_.connection->log().Append(event));
  return PutOutcome::kRevised;
}

}  // namespace arborist::store
