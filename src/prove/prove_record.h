// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "bundle/record_bundle.h"
#include "json/value.h"
#include "store/corpus.h"
#include "store/home/home.h"
#include "store/home/records.h"

namespace arborist::prove {

// An answer with all that it was made from (arborist-record-v2, or -v1 of an older one), by its key
// or a prefix of 8 or more digits. Catches up with the shards first. Redacted: without texts. Like
// every bundle it is checked before it is returned: kCorrupt when the store does not hold what the
// record says, kNotFound when a document or chunk is no longer there.
Result<json::Value> ProveRecord(store::HomeStore* home, const store::Corpus& corpus,
                                std::string_view key, bool redact);

// The same for a record that was read, unchecked: whoever calls this judges it.
Result<bundle::RecordBundle> GatherRecord(store::HomeStore* home, const store::Corpus& corpus,
                                          const store::Record& record);

// What a name means: digits may begin a record's key or a document's root, and kAmbiguous says so
// when they begin both. home: nullptr when there is no home store yet.
enum class Named : std::uint8_t { kRecord, kDocument };
Result<Named> WhatIs(store::HomeStore* home, const store::Corpus& corpus, std::string_view name);
// The same where the caller has looked for the record, as one who sees only some of them must.
Result<Named> WhatIs(const Result<store::Record>& record, const store::Corpus& corpus,
                     std::string_view name);

}  // namespace arborist::prove
