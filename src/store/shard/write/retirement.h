// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

#include "base/hash256.h"
#include "store/shard/prepared_document.h"
#include "store/shard/write/connection.h"
#include "store/shard/write/derivation_rows.h"
#include "store/shard/write/document_rows.h"
#include "store/shard/write/index_rows.h"
#include "store/shard/write/location_rows.h"
#include "store/shard/write/revision_rows.h"

namespace arborist::store {

// How a location stops being current, and what goes with it: a text that is nowhere current any
// more leaves the index, and the cores that were derived from it are retired in turn. For the files
// of write/ only; within the writer's transaction, on its thread.
class Retirement {
 public:
  Retirement(WriterConnection* connection, DocumentRows* documents, RevisionRows* revisions,
             IndexRows* index, LocationRows* locations, DerivationRows* derivations)
      : connection_(connection),
        documents_(documents),
        revisions_(revisions),
        index_(index),
        locations_(locations),
        derivations_(derivations) {}

  // With an event. False: the URI had no text.
  Result<bool> MarkGone(std::string_view uri);
  // Without one: whoever retires a location appends the event that says why.
  Status Retire(const LocationRow& location, LocationState state);
  // A text that was known as a core only has come from a source: it is a surface from now on, and
  // all that it was as a core is gone.
  Status MakeSurface(DocumentRow* row, const PreparedDocument& document);

 private:
  Status RetireCoresOf(const DocumentRoot& root);

  WriterConnection* connection_;
  DocumentRows* documents_;
  RevisionRows* revisions_;
  IndexRows* index_;
  LocationRows* locations_;
  DerivationRows* derivations_;
};

}  // namespace arborist::store
