// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>

#include "json/value.h"
#include "judge/check_answer.h"

namespace arborist::app {

// A passage that nobody gave roots for: one chunk, which is its own document.
evidence::SourceChunk PassageOf(std::string uri, std::string text);

// {"span" or "text", and if known: document_uri or uri, title, source_root, chunk_root, chunk_idx,
// source_role}. number: from 1, its name where it has none.
Result<evidence::SourceChunk> PassageFromJson(const json::Value& value, std::size_t number);

// {"answer", "context": text or list of texts, "evidence": list, "question", "mode"} over what the
// request says already.
Result<judge::CheckRequest> CheckRequestFromJson(const json::Value& value,
                                                 judge::CheckRequest request);

// The same of a request that says all by itself, {"verifier", "entity_policy", "wikitext"} too, by
// docs/api/openapi.yaml. A field that is not known is refused.
Result<judge::CheckRequest> ReadCheckRequest(const json::Value& body);

// Takes the markup off every passage.
void TakeWikitextBase(judge::CheckRequest* request);

}  // namespace arborist::app
