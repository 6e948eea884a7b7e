// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "json/value.h"
#include "store/corpus.h"

namespace arborist::ask {

// What preflight knows of the corpus: corpus_latest_timestamp, the date of the newest page that a
// dump said it holds. From content alone: when something was ingested would make the same corpus
// give different runs. Empty when no source tells a date.
Result<json::Object> CorpusProfile(const store::Corpus& corpus);

}  // namespace arborist::ask
