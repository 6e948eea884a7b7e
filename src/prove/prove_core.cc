// SPDX-License-Identifier: AGPL-3.0-only
// Follows derivations breadth first from a core down to documents that were read from sources.
// Sources are put behind the cores that use them; one that two cores use keeps the chunks of both
// and moves behind the later. The size is counted on the way, so that a large core ends in
// kLimitExceeded and not in memory.
#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "bundle/core_bundle.h"
#include "core/derivation.h"
#include "prove/facts.h"
#include "prove/prove.h"
#include "prove/prove_log.h"

namespace arborist::prove {

namespace {

struct ShownDerivation {
  store::DerivationView view;
  store::ShardReader* shard = nullptr;
};

// The way in which a core was derived that is shown.
Result<ShownDerivation> DerivationOf(const store::Corpus& corpus, const DocumentRoot& core) {
  std::vector<ShownDerivation> all;
  for (const auto& shard : corpus.shards()) {
    TRY_ASSIGN(std::vector<store::DerivationView> some, shard->derivations().Of(core));
    for (store::DerivationView& view : some) all.push_back({std::move(view), shard.get()});
  }
  std::ranges::stable_sort(all, {}, [](const ShownDerivation& one) { return one.view.uri; });
  std::ranges::stable_partition(all, [](const ShownDerivation& one) { return one.view.current(); });
  if (all.empty()) {
    return Fail(ErrorCode::kCorrupt,
                "core " + core.hex() + " has no derivation; run arborist fsck");
  }
  return std::move(all[0]);
}

class Gathering {
 public:
  Gathering(const store::Corpus& corpus, store::HomeStore* home) : corpus_(corpus), home_(home) {}

  Result<bundle::CoreBundle> Run(const store::CorpusDocument& core);

 private:
  Status AddChunk(const store::CorpusDocument& document, std::uint64_t chunk_idx,
                  bundle::CoreBundle::Document* out);
  Status AddCore(const store::CorpusDocument& core);
  Status AddSource(const document::DerivationSource& source);

  const store::Corpus& corpus_;
  store::HomeStore* home_;  // nullptr: no log
  bundle::CoreBundle bundle_;
  std::deque<DocumentRoot> cores_;  // whose derivation is still to be followed
  std::uint64_t bytes_ = 0;
};

Status Gathering::AddChunk(const store::CorpusDocument& document, std::uint64_t chunk_idx,
                           bundle::CoreBundle::Document* out) {
  if (std::ranges::find(out->chunks, chunk_idx, &bundle::CoreBundle::Chunk::chunk_idx) !=
      out->chunks.end())
    return {};
  if (chunk_idx >= document.view.leaf_count)
    return Fail(ErrorCode::kCorrupt, "a derivation names a chunk that its source does not have");
  TRY_ASSIGN(std::string text, store::ChunkText(document, chunk_idx));
  bytes_ += text.size();
  if (bytes_ > bundle::kMaxBundleBytes) {
    return Fail(ErrorCode::kLimitExceeded,
                "the sources of this core are larger than one bundle holds; prove the core and "
                "its source chunk by chunk");
  }
  out->chunks.push_back({.chunk_idx = chunk_idx, .text = std::move(text)});
  return {};
}

bundle::CoreBundle::Document Described(const store::CorpusDocument& document) {
  return {.facts = FactsOf(document),
          .kind = std::string(Name(document.view.kind)),
          .compression_depth = document.view.compression_depth,
          .chunks = {}};
}

Status Gathering::AddCore(const store::CorpusDocument& core) {
  bundle::CoreBundle::Document out = Described(core);
  for (std::uint64_t i = 0; i < core.view.leaf_count; ++i) TRY(AddChunk(core, i, &out));
  bundle_.documents.push_back(std::move(out));
  cores_.push_back(core.view.root);
  return {};
}

Status Gathering::AddSource(const document::DerivationSource& source) {
  TRY_ASSIGN(const std::optional<store::CorpusDocument> document, corpus_.Find(source.root));
  if (!document) {
    return Fail(ErrorCode::kCorrupt,
                "source " + source.root.hex() + " of a core is not in the corpus");
  }
  if (document->view.is_core()) return AddCore(*document);
  // A source of two cores stands behind both, with what either used.
  bundle::CoreBundle::Document out = Described(*document);
  const auto known = std::ranges::find_if(
      bundle_.documents, [&](const auto& other) { return other.facts.root == source.root; });
  if (known != bundle_.documents.end()) {
    out = std::move(*known);
    bundle_.documents.erase(known);
  }
  TRY_ASSIGN(const core::SourceProof proof, core::ParseSourceProof(source.proof));
  for (const std::uint64_t chunk : proof.Chunks()) TRY(AddChunk(*document, chunk, &out));
  bundle_.documents.push_back(std::move(out));
  return {};
}

Result<bundle::CoreBundle> Gathering::Run(const store::CorpusDocument& core) {
  TRY(AddCore(core));
  while (!cores_.empty()) {
    const DocumentRoot root = cores_.front();
    cores_.pop_front();
    TRY_ASSIGN(ShownDerivation shown, DerivationOf(corpus_, root));
    document::Derivation& derivation = shown.view.derivation;
    for (const document::DerivationSource& source : derivation.sources) TRY(AddSource(source));
    bundle_.derivations.push_back({.core = root, .derivation = std::move(derivation)});
    if (home_ != nullptr && !bundle_.log) {
      TRY_ASSIGN(bundle_.log, ShardLogPart(shown.shard, home_, shown.view.event_seq));
    }
  }
  return std::move(bundle_);
}

}  // namespace

Result<json::Value> ProveCore(const store::Corpus& corpus, const store::CorpusDocument& core,
                              store::HomeStore* home) {
  if (!core.view.is_core()) {
    return Fail(ErrorCode::kInvalidArgument,
                "document " + core.view.root.hex() + " is no core but was read from a source");
  }
  auto gathered = Gathering(corpus, home).Run(core);
  if (!gathered) return std::unexpected(std::move(gathered).error());
  return Checked(bundle::MakeCoreBundle(std::move(*gathered)), core);
}

}  // namespace arborist::prove
