// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "json/value.h"
#include "store/corpus.h"

namespace arborist::ask {

// The facts about the corpus that preflight judges a question with: corpus_latest_timestamp, the
// newest content date that a dump declares. Times of ingestion are not used: with them the same
// corpus would give different runs. Empty when no source declares a date.
Result<json::Object> CorpusProfile(const store::Corpus& corpus);

}  // namespace arborist::ask
