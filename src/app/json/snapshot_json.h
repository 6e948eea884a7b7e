// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>
#include <vector>

#include "json/value.h"
#include "store/corpus.h"
#include "store/home/snapshots.h"

namespace arborist::app {

json::Object ToJson(const store::Snapshot& snapshot);

// The root that a snapshot taken now would have.
Result<store::SnapshotRoot> RootOfCorpus(const store::Corpus& corpus);

// The members of a snapshot, or with "now" of the corpus as it is.
inline constexpr std::string_view kNow = "now";
Result<std::vector<DocumentRoot>> MembersOf(std::string_view name, const store::Corpus& corpus,
                                            store::Snapshots* snapshots);

// A document that came or went: {change, document_root, document_uri, title}, the last two null
// when the store no longer has it.
Result<json::Object> ChangeJson(const store::Corpus& corpus, std::string_view change,
                                const DocumentRoot& root);

// Whether a snapshot made anew is the same.
json::Object VerdictJson(const store::Snapshot& snapshot, const Status& holds,
                         const store::SnapshotRoot& now);

}  // namespace arborist::app
