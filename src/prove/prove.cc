// SPDX-License-Identifier: AGPL-3.0-only
// Bundles of a passage or a document: texts and leaves from the store, paths worked out, and the
// log's place of the event that binds most of the document. Checked verifies the bundle as an
// auditor would; one that does not hold means damage in the store and is never given away.
#include "prove/prove.h"

#include <string>
#include <utility>
#include <vector>

#include "bundle/bundle.h"
#include "bundle/verify.h"
#include "document/chunker.h"
#include "merkle/tree.h"
#include "prove/facts.h"
#include "prove/prove_log.h"

namespace arborist::prove {

bundle::DocumentFacts FactsOf(const store::CorpusDocument& document) {
  bundle::DocumentFacts facts{document.view, document.view.source_type, {}};
  // Current places; of a document that is nowhere current, the one that is shown.
  for (const store::LocationView& location : document.view.locations) {
    if (location.current()) facts.locations.push_back({location.uri, location.title});
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
  TRY_ASSIGN(std::vector<Hash256> leaves, document.shard->texts().Leaves(document.view));
  if (leaves.size() != document.view.leaf_count) {
    return Damaged(document, "the store holds " + std::to_string(leaves.size()) + " of " +
                                 std::to_string(document.view.leaf_count) + " leaves");
  }
  return leaves;
}

// As the shard of this text knows the document, whose log binds it so.
Result<bundle::RecordedFacts> RecordedOf(const store::CorpusDocument& document) {
  TRY_ASSIGN(const std::optional<store::DocumentView> here,
             document.shard->documents().Find(document.view.root));
  if (!here) return Damaged(document, "it is not in the shard that has its text");
  return bundle::RecordedFacts{.kind = std::string(Name(here->kind)),
                               .compression_depth = here->compression_depth,
                               .text_bytes = here->text_bytes};
}

}  // namespace

Result<json::Value> Checked(json::Value made, const store::CorpusDocument& document,
                            store::HomeStore* home) {
  if (home != nullptr) {
    auto log = DocumentLogPart(document.text, home);
    if (!log) return Damaged(document, log.error().message);
    made.as_object().emplace("log", ToJson(*log));
  }
  TRY_ASSIGN(const bundle::VerifyReport report, bundle::VerifyBundleValue(made));
  for (const bundle::Check& check : report.checks) {
    if (check.state != bundle::CheckState::kOk) {
      return Damaged(document, check.name + ": " + check.detail);
    }
  }
  return made;
}

Result<json::Value> ProvePassage(const store::Corpus& corpus, std::string_view name,
                                 std::uint64_t chunk_idx, store::HomeStore* home) {
  TRY_ASSIGN(const store::CorpusDocument document, corpus.Resolve(name));
  if (chunk_idx >= document.view.leaf_count) {
    return Fail(ErrorCode::kNotFound, "document " + document.view.root.hex() + " has no chunk " +
                                          std::to_string(chunk_idx) + "; its chunks are 0 to " +
                                          std::to_string(document.view.leaf_count - 1));
  }
  TRY_ASSIGN(const bundle::RecordedFacts recorded, RecordedOf(document));
  // All of it is read: the raw slices have a root of their own.
  TRY_ASSIGN(const std::vector<store::TextChunk> chunks,
             document.shard->texts().Chunks(document.text));
  std::vector<Hash256> leaves, raw_leaves;
  std::vector<std::string_view> slices;
  for (const store::TextChunk& chunk : chunks) {
    leaves.push_back(chunk.leaf);
    raw_leaves.push_back(document::SliceLeafOf(chunk.text));
    slices.push_back(chunk.text);
  }
  const auto index = static_cast<std::size_t>(chunk_idx);
  bundle::PassageRevision revision{.text_hash = document::RevisionOf(slices).text_hash};
  if (chunks.size() > 1) revision.slice = merkle::Prove(raw_leaves, index);
  return Checked(bundle::MakePassageBundle(FactsOf(document), recorded, slices[index],
                                           merkle::Prove(leaves, index), revision),
                 document, home);
}

Result<json::Value> ProveDocument(const store::Corpus& corpus, std::string_view name,
                                  store::HomeStore* home) {
  TRY_ASSIGN(const store::CorpusDocument document, corpus.Resolve(name));
  // A leaf is 64 digits and a line's punctuation; escapes in the text are met by the file's check.
  constexpr std::uint64_t kBytesPerLeaf = 80;
  if (document.text.text_bytes + document.view.leaf_count * kBytesPerLeaf >
      bundle::kMaxBundleBytes) {
    return Fail(ErrorCode::kLimitExceeded,
                "document " + document.view.root.hex() + " has " +
                    std::to_string(document.text.text_bytes) +
                    " bytes of text, more than one bundle holds; prove its chunks one by one");
  }
  TRY_ASSIGN(const std::vector<Hash256> leaves, LeavesOf(document));
  TRY_ASSIGN(const std::string text, store::DocumentText(document));
  TRY_ASSIGN(const bundle::RecordedFacts recorded, RecordedOf(document));
  return Checked(bundle::MakeDocumentBundle(FactsOf(document), recorded, text, leaves), document,
                 home);
}

Result<json::Value> ProveWhole(const store::Corpus& corpus, std::string_view name,
                               store::HomeStore* home) {
  TRY_ASSIGN(const store::CorpusDocument document, corpus.Resolve(name));
  if (document.view.is_core()) return ProveCore(corpus, document, home);
  return ProveDocument(corpus, name, home);
}

}  // namespace arborist::prove
