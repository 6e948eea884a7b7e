// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <vector>

#include "json/value.h"
#include "store/corpus.h"
#include "store/home/hits.h"

// Documents and their sizes as JSON: what the command line prints and the server sends.
namespace arborist::app {

// Null where it is not known: the location is from before there were revisions.
json::Value TextHashJson(const store::LocationView& location);

// Its current URIs; of a superseded document, those it had.
std::vector<std::string> UrisOf(const store::CorpusDocument& document);

// In a list: {document_root, document_uri, uris, title, kind, leaf_count, ...}.
json::Object Summary(const store::CorpusDocument& document);

// The summary, versions, sizes, locations and links. unsaid: uses that the shards have not been
// told of.
json::Object Whole(const store::CorpusDocument& document, const std::vector<std::string>& links,
                   const store::DocumentHits& unsaid);

// Where its current texts link to, each once, in order.
Result<std::vector<std::string>> LinksOf(const store::Corpus& corpus,
                                         const store::CorpusDocument& document);

// Counts of the whole corpus and of each shard.
struct CorpusCounts {
  store::ShardCounts total;
  std::vector<std::pair<std::string, store::ShardCounts>> shards;
  std::int64_t in_several_shards = 0;  // documents that the total holds more than once
};
Result<CorpusCounts> CountsOf(const store::Corpus& corpus);
double StoreOverText(const store::ShardCounts& counts);
json::Object ToJson(const CorpusCounts& counts);

}  // namespace arborist::app
