// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "json/value.h"
#include "store/corpus.h"
#include "store/home/home.h"

namespace arborist::prove {

// From the store to a bundle that stands alone. The document is named as Corpus::Resolve takes it:
// a root, a prefix of 8 or more digits, or a URI. Every bundle is checked before it is returned, by
// the same code that an auditor runs, so damage in the store never becomes a proof: it is kCorrupt.
// home: the home store, for the log's part of the bundle; nullptr leaves that out.

// One chunk (arborist-passage-v2). kNotFound when the document has no such chunk.
Result<json::Value> ProvePassage(const store::Corpus& corpus, std::string_view name,
                                 std::uint64_t chunk_idx, store::HomeStore* home = nullptr);

// The whole text with all its leaves (arborist-document-v2). kLimitExceeded when the text is larger
// than a bundle may be; its chunks can be proved one by one.
Result<json::Value> ProveDocument(const store::Corpus& corpus, std::string_view name,
                                  store::HomeStore* home = nullptr);

// A core with its sources, through every depth down to the surfaces (arborist-core-v1). Of several
// ways in which it was derived, the first that is current. kInvalidArgument for what is no core.
Result<json::Value> ProveCore(const store::Corpus& corpus, const store::CorpusDocument& core,
                              store::HomeStore* home = nullptr);

// The whole text: a core's with what it was made from, any other by ProveDocument.
Result<json::Value> ProveWhole(const store::Corpus& corpus, std::string_view name,
                               store::HomeStore* home = nullptr);

}  // namespace arborist::prove
