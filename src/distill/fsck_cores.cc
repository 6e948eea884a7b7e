// SPDX-License-Identifier: AGPL-3.0-only
// Checks cores against their sources, for fsck. Per derivation: the proof parses and leads to the
// root of the source; the source is in the corpus with that number of chunks; a compression is one
// depth below it. With `full`, every compression is made again from the text of its source and must
// have the same root, and every claim is judged again with its passage.
//
// Keywords depend on the statistics of the whole corpus at the time. They can be made again only
// while the scope root of the derivation is the root of today's surfaces; the words are counted
// once, at the first such core. A corpus whose texts were partly evicted cannot be counted: these
// cores are reported as not checked, which is no damage.
//
// Without `full` at most 1000 cores, evenly spaced in the order of roots, are checked.
#include "distill/fsck_cores.h"

#include <optional>
#include <string>
#include <vector>

#include "base/parallel_for.h"
#include "core/claim.h"
#include "core/derivation.h"
#include "core/distiller.h"
#include "distill/scope.h"
#include "distill/source_text.h"
#include "document/chunker.h"
#include "store/corpus.h"
#include "store/home/snapshot_root.h"

namespace arborist::distill {

namespace {

constexpr std::uint64_t kSample = 1000;

class CoreCheck {
 public:
  CoreCheck(const store::HomePaths& home, bool full, store::FsckReport* report)
      : home_(home), full_(full), report_(report) {}

  Status Run();

 private:
  Status CheckCore(const store::CorpusDocument& core);
  Status CheckSource(const store::CorpusDocument& core, const store::DerivationView& derivation,
                     const document::DerivationSource& source);
  Status MakeAgain(const store::CorpusDocument& core, const store::DerivationView& derivation,
                   const store::CorpusDocument& source);
  void CheckClaim(const store::CorpusDocument& core, const core::SourceProof& proof,
                  const store::DerivationView& derivation, const SourceText& text);
  Result<std::optional<SourceText>> TextOf(const store::DerivationView& derivation,
                                           const store::CorpusDocument& source);
  void Problem(std::string kind, std::string subject, std::string detail) {
    report_->problems.push_back({.kind = std::move(kind),
                                 .shard = shard_,
                                 .subject = std::move(subject),
                                 .detail = std::move(detail)});
  }

  const store::HomePaths& home_;
  const bool full_;
  store::FsckReport* report_;
  std::optional<store::Corpus> corpus_;
  Hash256 today_;
  std::vector<DocumentRoot> surfaces_;
  Result<CountedScope> scope_ = CountedScope();
  bool counted_ = false;
  std::string shard_;
};

// nullopt: it was evicted, which is no damage, or is damaged. That is reported, and the other cores
// are checked all the same.
Result<std::optional<SourceText>> CoreCheck::TextOf(const store::DerivationView& derivation,
                                                    const store::CorpusDocument& source) {
  auto text = ReadSource(source);
  if (text) return std::move(*text);
  if (text.error().code == ErrorCode::kCorrupt) {
    Problem("core_source_damage", derivation.uri, text.error().message);
  } else if (text.error().code != ErrorCode::kNotFound) {
    return std::unexpected(std::move(text).error());
  }
  return std::nullopt;
}

// Applies the distiller to the text of the source again. Its result must have the root of the core.
Status CoreCheck::MakeAgain(const store::CorpusDocument& core,
                            const store::DerivationView& derivation,
                            const store::CorpusDocument& source) {
  const std::string& distiller = derivation.derivation.distiller_id;
  const std::optional<Hash256>& scope_root = derivation.derivation.scope_root;
  if (scope_root && *scope_root != today_) {
    ++report_->checked["keywords_of_other_scopes"];
    return {};
  }
  if (scope_root && !counted_) {
    WorkerPool pool(ThreadsFor(0));
    scope_ = CountScope(home_, surfaces_, &pool, 0);
    counted_ = true;
    if (!scope_ && scope_.error().code == ErrorCode::kCorrupt) {
      Problem("core_source_damage", derivation.uri,
              "the words of the corpus cannot be counted: " + scope_.error().message);
    }
  }
  if (scope_root && !scope_ &&
      (scope_.error().code == ErrorCode::kConflict || scope_.error().code == ErrorCode::kCorrupt)) {
    // The text of a surface was evicted, or an ingest runs, which is no damage; or a text is
    // damaged, which was reported.
    ++report_->checked["keywords_not_made_again"];
    return {};
  }
  if (scope_root && !scope_) return std::unexpected(scope_.error());
  TRY_ASSIGN(const std::optional<SourceText> text, TextOf(derivation, source));
  if (!text) return {};
  const auto made = core::Compress(distiller, core.view.compression_depth, text->spans,
                                   scope_root ? &scope_->scope : nullptr);
  ++report_->checked["cores_made_again"];
  if (!made || document::Identify(*made).root != core.view.root) {
    Problem("core_mismatch", derivation.uri,
            "its source, distilled again, has another core than this");
  }
  return {};
}

void CoreCheck::CheckClaim(const store::CorpusDocument& core, const core::SourceProof& proof,
                           const store::DerivationView& derivation, const SourceText& text) {
  const auto claim = store::DocumentText(core);
  const auto passage = json::Value(proof.detail).String("passage");
  std::string problem = "its passage is missing";
  if (claim && passage) {
    std::vector<std::string> spans;
    for (const std::uint64_t chunk : proof.Chunks())
      spans.push_back(text.spans[static_cast<std::size_t>(chunk)]);
    problem = core::ClaimProblem(*claim, *passage, core::JoinSpans(proof.base, spans));
  }
  if (!problem.empty()) Problem("core_mismatch", derivation.uri, problem);
}

Status CoreCheck::CheckSource(const store::CorpusDocument& core,
                              const store::DerivationView& derivation,
                              const document::DerivationSource& source) {
  const auto proof = core::ParseSourceProof(source.proof);
  if (!proof) {
    Problem("derivation_damage", derivation.uri, "proof: " + proof.error().message);
    return {};
  }
  if (const Status holds = core::Verify(*proof, source.root); !holds) {
    Problem("derivation_proof", derivation.uri, holds.error().message);
    return {};
  }
  TRY_ASSIGN(const std::optional<store::CorpusDocument> found, corpus_->Find(source.root));
  if (!found) {
    Problem("core_source_missing", derivation.uri,
            "its source " + source.root.hex() + " is not in the corpus");
    return {};
  }
  if (found->view.leaf_count != proof->leaf_count) {
    Problem("derivation_proof", derivation.uri, "its source has another number of chunks");
    return {};
  }
  const std::string& distiller = derivation.derivation.distiller_id;
  if (core::IsCompression(distiller)) {
    if (found->view.compression_depth + 1 != core.view.compression_depth) {
      Problem("core_depth", derivation.uri, "its source is not one depth above it");
      return {};
    }
    if (full_) return MakeAgain(core, derivation, *found);
  } else if (full_ && distiller == core::kClaimPack) {
    TRY_ASSIGN(const std::optional<SourceText> text, TextOf(derivation, *found));
    if (text) CheckClaim(core, *proof, derivation, *text);
  }
  return {};
}

Status CoreCheck::CheckCore(const store::CorpusDocument& core) {
  ++report_->checked["cores"];
  for (const auto& shard : corpus_->shards()) {
    TRY_ASSIGN(const std::vector<store::DerivationView> derivations,
               shard->derivations().Of(core.view.root));
    shard_ = shard->name();
    for (const store::DerivationView& derivation : derivations) {
      for (const document::DerivationSource& source : derivation.derivation.sources) {
        // What is past may have lost its source to a burn.
        if (!derivation.current() && !full_) continue;
        TRY(CheckSource(core, derivation, source));
      }
    }
  }
  return {};
}

Status CoreCheck::Run() {
  TRY_ASSIGN(corpus_, store::Corpus::Open(home_));
  TRY_ASSIGN(surfaces_, store::CurrentSurfaceRoots(*corpus_));
  today_ = store::RootOf(surfaces_);
  std::uint64_t cores = 0;
  for (const auto& shard : corpus_->shards()) {
    TRY_ASSIGN(const store::ShardCounts counts, shard->Counts());
    cores += static_cast<std::uint64_t>(counts.cores);
  }
  const std::uint64_t step = full_ ? 1 : cores / kSample + 1;
  std::uint64_t number = 0;
  return corpus_->ForEachDocument(full_,
                                  [&](const store::CorpusDocument& document) -> Result<bool> {
                                    if (!document.view.is_core() || number++ % step != 0)
                                      return true;
                                    TRY(CheckCore(document));
                                    return true;
                                  });
}

}  // namespace

void CheckCores(const store::HomePaths& home, bool full, store::FsckReport* report) {
  report->Take("core_check_failed", "", CoreCheck(home, full, report).Run());
}

}  // namespace arborist::distill
