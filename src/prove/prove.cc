// SPDX-License-Identifier: AGPL-3.0-only
#include "prove/prove.h"

#include <string>
#include <utility>
#include <vector>

#include "bundle/bundle.h"
#include "bundle/check.h"
#include "merkle/tree.h"
#include "prove/facts.h"
#include "prove/prove_log.h"

namespace arborist::prove {

bundle::DocumentFacts FactsOf(const store::CorpusDocument& document) {
  bundle::DocumentFacts facts{.root = document.view.root,
                              .leaf_count = document.view.leaf_count,
                              .schema_version = document.view.schema_version,
                              .canonicalization_version = document.view.canonicalization_version,
                              .chunking_version = document.view.chunking_version,
                              .source_type = document.view.source_type,
                              .locations = {}};
  // Current places; of a document that is nowhere current, the one that is shown.
  for (const store::LocationView& location : document.view.locations) {
    if (location.state == "current") facts.locations.push_back({location.uri, location.title});
  }
  if (facts.locations.empty()) {
    facts.locations.push_back({document.shown().uri, document.shown().title});
  }
  return facts;
}

namespace {

std::unexpected<Error> Damaged(const store::CorpusDocument& document, const std::string& what) {
  return Fail(ErrorCode::kCorrupt,
              "document " + document.view.root.hex() + ": " + what +
                  "; no proof was made, arborist fsck --full shows the damage");
}

Result<std::vector<Hash256>> LeavesOf(const store::CorpusDocument& document) {
  TRY_ASSIGN(std::vector<Hash256> leaves, document.shard->Leaves(document.view));
  if (leaves.size() != document.view.leaf_count) {
    return Damaged(document, "the store holds " + std::to_string(leaves.size()) + " of " +
                                 std::to_string(document.view.leaf_count) + " leaves");
  }
  return leaves;
}

}  // namespace

Result<json::Value> Checked(json::Value made, const store::CorpusDocument& document,
                            sqlite::Database* home) {
  if (home != nullptr) {
    auto log = DocumentLogPart(document.shard, home, document.view.root);
    if (!log) return Damaged(document, log.error().message);
    made.as_object().emplace("log", ToJson(*log));
  }
  TRY_ASSIGN(const bundle::CheckReport report, bundle::CheckBundleValue(made));
  for (const bundle::Check& check : report.checks) {
    if (check.state != bundle::CheckState::kOk) {
      return Damaged(document, check.name + ": " + check.detail);
    }
  }
  return made;
}

Result<json::Value> ProvePassage(const store::Corpus& corpus, std::string_view name,
                                 std::uint64_t chunk_idx, sqlite::Database* home) {
  TRY_ASSIGN(const store::CorpusDocument document, corpus.Resolve(name));
  if (chunk_idx >= document.view.leaf_count) {
    return Fail(ErrorCode::kNotFound, "document " + document.view.root.hex() + " has no chunk " +
                                          std::to_string(chunk_idx) + "; its chunks are 0 to " +
                                          std::to_string(document.view.leaf_count - 1));
  }
  TRY_ASSIGN(const std::vector<Hash256> leaves, LeavesOf(document));
  TRY_ASSIGN(const std::string text,
             document.shard->ChunkText(document.view.first_chunk_id +
                                       static_cast<std::int64_t>(chunk_idx)));
  return Checked(
      bundle::MakePassageBundle(FactsOf(document), text,
                                merkle::Prove(leaves, static_cast<std::size_t>(chunk_idx))),
      document, home);
}

Result<json::Value> ProveDocument(const store::Corpus& corpus, std::string_view name,
                                  sqlite::Database* home) {
  TRY_ASSIGN(const store::CorpusDocument document, corpus.Resolve(name));
  // A leaf is 64 digits and a line's punctuation; escapes in the text are met by the file's check.
  constexpr std::uint64_t kBytesPerLeaf = 80;
  if (document.view.text_bytes + document.view.leaf_count * kBytesPerLeaf >
      bundle::kMaxBundleBytes) {
    return Fail(ErrorCode::kLimitExceeded,
                "document " + document.view.root.hex() + " has " +
                    std::to_string(document.view.text_bytes) +
                    " bytes of text, more than one bundle holds; prove its chunks one by one");
  }
  TRY_ASSIGN(const std::vector<Hash256> leaves, LeavesOf(document));
  TRY_ASSIGN(const std::string text, document.shard->DocumentText(document.view));
  return Checked(bundle::MakeDocumentBundle(FactsOf(document), text, leaves), document, home);
}

Result<json::Value> ProveWhole(const store::Corpus& corpus, std::string_view name,
                               sqlite::Database* home) {
  TRY_ASSIGN(const store::CorpusDocument document, corpus.Resolve(name));
  if (document.view.is_core()) return ProveCore(corpus, document, home);
  return ProveDocument(corpus, name, home);
}

}  // namespace arborist::prove
