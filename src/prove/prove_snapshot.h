// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

#include "json/value.h"
#include "store/corpus.h"
#include "store/home/home.h"

namespace arborist::prove {

// That a document is in a snapshot (arborist-snapshot-v1). The document is named as Corpus::Resolve
// takes it, or by its whole root when the store no longer has it; the snapshot as
// Snapshots::Resolve does. No text is needed, so what was evicted is proved like the rest.
// kDoesNotHold: it is not in that snapshot.
Result<json::Value> ProveMember(store::HomeStore* home, const store::Corpus& corpus,
                                std::string_view document, std::string_view snapshot);

}  // namespace arborist::prove
