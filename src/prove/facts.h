// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>

#include "bundle/bundle.h"
#include "json/value.h"
#include "store/corpus.h"
#include "store/home/home.h"

namespace arborist::prove {

// What a bundle says of a document.
bundle::DocumentFacts FactsOf(const store::CorpusDocument& document);

// The bundle, when an auditor's check of it holds; else kCorrupt. With what the log says of the
// document, where there is a home store.
Result<json::Value> Checked(json::Value made, const store::CorpusDocument& document,
                            store::HomeStore* home = nullptr);

}  // namespace arborist::prove
