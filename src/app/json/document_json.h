// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "app/document_service.h"
#include "json/value.h"
#include "store/corpus.h"

// Documents as docs/contract.md and docs/api/openapi.yaml have them.
namespace arborist::app {

json::Object ToJson(const DocumentSummary& document);
json::Object ToJson(const DocumentDetails& document);
json::Object ToJson(const DocumentPage& page);  // {items, next}
json::Object ToJson(const DocumentText& text);
json::Object ToJson(const ChunkPage& page);
// The same for agents: with what a reader wants to know of the document beside it.
json::Object ReadJson(const ChunkPage& page);
json::Object ToJson(const ProvedChunk& chunk);
json::Object ToJson(const DocumentVersions& versions);
json::Object ToJson(const CorpusCounts& counts);

}  // namespace arborist::app
