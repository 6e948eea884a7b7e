// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <vector>

#include "base/hash256.h"
#include "store/fsck/checked_shard.h"
#include "store/fsck/log.h"
#include "store/shard/views.h"

namespace arborist::store {

// The raw forms of documents: what is in the shard must be what the events of their locations
// bind, white space and all.

// Every revision of this document that has its text here, hashed again. leaves: of the document.
// first: the slices of revision 0; empty where they do not hold, which its caller has reported.
Status CheckRevisionTexts(const CheckedShard& shard, const DocumentView& document,
                          const std::vector<Hash256>& leaves, std::vector<std::string> first);

// Each location's revision against its newest event, each row of a revision against the locations
// that have it.
Status CheckRevisionRows(const CheckedShard& shard, const LoggedShard& logged);

}  // namespace arborist::store
