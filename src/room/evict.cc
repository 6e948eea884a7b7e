// SPDX-License-Identifier: AGPL-3.0-only
// Evicts texts to make room. In rounds: survey all shards (a root in several shards is one
// document), order the candidates by last use, then hits, then root, plan steps until the estimate
// suffices, apply them shard by shard, and survey again, because files shrink only approximately as
// estimated. Texts go first (warm), index terms only if that is not enough (cold). Every eviction
// is an event and is committed in batches, so a killed run can be repeated. Our own reader is
// closed before writing: its snapshot would keep the files from shrinking.
#include "room/evict.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "store/corpus.h"
#include "store/home/hits.h"
#include "store/home/home.h"
#include "store/shard/shard_writer.h"

namespace arborist::room {

namespace {

using store::Tier;

// The size of the event and row of an eviction: a shorter text is not worth evicting.
constexpr std::uint64_t kCostOfEvicting = 192;
constexpr std::size_t kCommitEvery = 2000;
// Files do not shrink exactly as estimated; then another round follows.
constexpr int kMaxRounds = 4;

// A document that may be evicted, summed over its shards.
using Candidate = store::RoomRow;

struct Step {
  const Candidate* candidate = nullptr;
  Tier to = Tier::kWarm;
  std::uint64_t bytes = 0;
};

class Eviction {
 public:
  Eviction(const EvictOptions& options, const Environment& environment)
      : options_(options), environment_(environment) {}

  Result<EvictReport> Run();

 private:
  Status HandHitsOn();
  Status Survey();
  Result<std::vector<Step>> PlanNamed();
  std::vector<Step> PlanForRoom() const;
  Status Apply(const std::vector<Step>& steps);
  Status Describe(const std::vector<Step>& steps);
  bool Reached() const { return !options_.max_bytes || bytes_ <= *options_.max_bytes; }

  const EvictOptions& options_;
  const Environment& environment_;
  std::unique_ptr<store::HomeStore> home_;
  std::map<DocumentRoot, store::DocumentHits> unsaid_;  // hits that the shards do not have yet
  std::optional<store::Corpus> corpus_;
  std::vector<store::ShardAddress> shards_;
  std::vector<Candidate> candidates_;              // in the order of eviction
  std::uint64_t bytes_ = 0;                        // of all shards at present
  std::set<DocumentRoot> damaged_;                 // kept, because their rows are damaged
  std::map<DocumentRoot, std::size_t> described_;  // index in the report
  EvictReport report_;
};

// Passes hits on to the shards that were noted in the home store, while nothing was to be written
// to the shards.
Status Eviction::HandHitsOn() {
  TRY_ASSIGN(const bool exists, store::HomeStore::Exists(environment_.home));
  if (!exists && options_.dry_run) return {};
  TRY_ASSIGN(home_, store::HomeStore::Open(environment_.home, {.clock = environment_.clock,
                                                               .random = environment_.random,
                                                               .actor = environment_.actor}));
  store::Hits hits(home_.get());
  TRY_ASSIGN(unsaid_, hits.All());
  if (options_.dry_run || unsaid_.empty()) return {};
  // One shard per document gets them, for the uses of all shards are summed. Burned documents are
  // forgotten.
  std::map<store::ShardAddress, std::vector<DocumentRoot>> holders;
  {
    TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(environment_.home));
    for (const auto& [root, hit] : unsaid_) {
      TRY_ASSIGN(const std::optional<store::CorpusDocument> document, corpus.Find(root));
      if (document) holders[document->shard->address()].push_back(root);
    }
  }
  for (const auto& [shard, roots] : holders) {
    TRY_ASSIGN(const auto writer, store::ShardWriter::Open(shard, {.clock = environment_.clock,
                                                                   .random = environment_.random,
                                                                   .actor = environment_.actor}));
    TRY(writer->Begin());
    for (const DocumentRoot& root : roots) {
      const store::DocumentHits& hit = unsaid_.at(root);
      TRY(writer->evictions().AddHits(root, hit.count, hit.last));
    }
    TRY(writer->Commit());
  }
  TRY(hits.Forget(unsaid_));
  unsaid_.clear();
  return {};
}

Status Eviction::Survey() {
  candidates_.clear();
  bytes_ = 0;
  TRY_ASSIGN(corpus_, store::Corpus::Open(environment_.home));
  for (const auto& shard : corpus_->shards()) {
    TRY_ASSIGN(const std::uint64_t bytes, shard->room().BytesInUse());
    bytes_ += bytes;
    TRY_ASSIGN(const std::vector<Candidate> some, shard->room().Rows());
    candidates_.insert(candidates_.end(), some.begin(), some.end());
  }
  // The same root in several shards is one document.
  std::sort(candidates_.begin(), candidates_.end(),
            [](const Candidate& a, const Candidate& b) { return a.root < b.root; });
  std::vector<Candidate> merged;
  for (const Candidate& candidate : candidates_) {
    if (merged.empty() || merged.back().root != candidate.root) {
      merged.push_back(candidate);
      continue;
    }
    Candidate& known = merged.back();
    known.tier = std::min(known.tier, candidate.tier);
    known.current = known.current || candidate.current;
    known.last_use = std::max(known.last_use, candidate.last_use);
    known.hits += candidate.hits;
    known.text_bytes += candidate.text_bytes;
    known.index_bytes += candidate.index_bytes;
  }
  for (Candidate& candidate : merged) {
    const auto more = unsaid_.find(candidate.root);
    if (more == unsaid_.end()) continue;
    candidate.hits += more->second.count;
    candidate.last_use = std::max(candidate.last_use, more->second.last);
  }
  std::sort(merged.begin(), merged.end(), [](const Candidate& a, const Candidate& b) {
    return std::tie(a.last_use, a.hits, a.root) < std::tie(b.last_use, b.hits, b.root);
  });
  candidates_ = std::move(merged);
  return {};
}

Result<std::vector<Step>> Eviction::PlanNamed() {
  std::vector<Step> steps;
  std::set<DocumentRoot> seen;
  for (const std::string& name : options_.names) {
    TRY_ASSIGN(const store::CorpusDocument document, corpus_->Resolve(name));
    if (!seen.insert(document.view.root).second) continue;
    if (document.view.is_core()) {
      return Fail(ErrorCode::kConflict, "document " + document.view.root.hex() +
                                            " is a core, and cores are never evicted: they cannot "
                                            "be read again");
    }
    const auto candidate =
        std::find_if(candidates_.begin(), candidates_.end(),
                     [&](const Candidate& one) { return one.root == document.view.root; });
    const Tier to = options_.tier.value_or(Tier::kWarm);
    if (candidate == candidates_.end() || candidate->tier >= to) {
      report_.notes.push_back(name + " is evicted already");
      continue;
    }
    steps.push_back({&*candidate, to,
                     candidate->text_bytes + (to == Tier::kCold ? candidate->index_bytes : 0)});
  }
  return steps;
}

std::vector<Step> Eviction::PlanForRoom() const {
  std::vector<Step> steps;
  std::uint64_t wanted = bytes_ - std::min(bytes_, *options_.max_bytes);
  std::map<const Candidate*, std::size_t> planned;  // index of the step that it has already
  const auto pass = [&](Tier to) {
    for (const Candidate& candidate : candidates_) {
      if (wanted == 0) return;
      if (candidate.tier >= to || (!candidate.current && !options_.superseded)) continue;
      if (damaged_.contains(candidate.root)) continue;
      const auto known = planned.find(&candidate);
      std::uint64_t bytes = known == planned.end() ? candidate.text_bytes : 0;
      if (to == Tier::kCold) bytes += candidate.index_bytes;
      if (bytes <= kCostOfEvicting) continue;
      if (known != planned.end()) {
        steps[known->second].to = to;
        steps[known->second].bytes += bytes;
      } else {
        planned.emplace(&candidate, steps.size());
        steps.push_back({&candidate, to, bytes});
      }
      wanted -= std::min(wanted, bytes - kCostOfEvicting);
    }
  };
  if (!options_.tier || *options_.tier == Tier::kWarm) pass(Tier::kWarm);
  if (!options_.tier || *options_.tier == Tier::kCold) pass(Tier::kCold);
  return steps;
}

Status Eviction::Describe(const std::vector<Step>& steps) {
  for (const Step& step : steps) {
    // A second round may evict what the first left warm.
    if (const auto known = described_.find(step.candidate->root); known != described_.end()) {
      report_.documents[known->second].to = step.to;
      report_.documents[known->second].bytes += step.bytes;
      continue;
    }
    described_.emplace(step.candidate->root, report_.documents.size());
    TRY_ASSIGN(const std::optional<store::CorpusDocument> document,
               corpus_->Find(step.candidate->root));
    report_.documents.push_back({.root = step.candidate->root,
                                 .uri = document ? document->shown().uri : "",
                                 .from = step.candidate->tier,
                                 .to = step.to,
                                 .bytes = step.bytes,
                                 .last_use = step.candidate->last_use,
                                 .hits = step.candidate->hits});
  }
  return {};
}

Status Eviction::Apply(const std::vector<Step>& steps) {
  corpus_.reset();  // our own reader would keep the files from shrinking
  for (const store::ShardAddress& shard : shards_) {
    TRY_ASSIGN(const auto writer, store::ShardWriter::Open(shard, {.clock = environment_.clock,
                                                                   .random = environment_.random,
                                                                   .actor = environment_.actor}));
    bool changed = false;
    for (std::size_t begin = 0; begin < steps.size(); begin += kCommitEvery) {
      TRY(writer->Begin());
      const std::size_t end = std::min(begin + kCommitEvery, steps.size());
      for (std::size_t i = begin; i < end; ++i) {
        auto evicted = writer->evictions().Evict(steps[i].candidate->root, steps[i].to);
        // A damaged document keeps its text; the others continue.
        if (!evicted && evicted.error().code == ErrorCode::kCorrupt) {
          if (damaged_.insert(steps[i].candidate->root).second) {
            report_.notes.push_back(evicted.error().message);
          }
          continue;
        }
        if (!evicted) return std::unexpected(std::move(evicted).error());
        changed = changed || *evicted;
      }
      TRY(writer->Commit());
    }
    if (!changed) continue;
    const Status compacted = writer->evictions().Compact();
    if (!compacted && compacted.error().code != ErrorCode::kEnvironment) return compacted;
    if (!compacted) report_.notes.push_back(compacted.error().message);
  }
  return {};
}

Result<EvictReport> Eviction::Run() {
  report_.dry_run = options_.dry_run;
  {
    TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(environment_.home));
    for (const auto& shard : corpus.shards()) shards_.push_back(shard->address());
  }
  if (shards_.empty()) {
    return Fail(ErrorCode::kNotFound, "there are no shards in " + environment_.home.root.string() +
                                          "; nothing can be evicted");
  }
  TRY(HandHitsOn());
  TRY(Survey());
  report_.bytes_before = bytes_;
  for (int round = 0; round < kMaxRounds; ++round) {
    std::vector<Step> steps;
    if (!options_.names.empty()) {
      TRY_ASSIGN(steps, PlanNamed());
    } else if (!Reached()) {
      steps = PlanForRoom();
    }
    if (steps.empty()) break;
    TRY(Describe(steps));
    if (options_.dry_run) {
      std::uint64_t gone = 0;
      for (const Step& step : steps) gone += step.bytes - std::min(step.bytes, kCostOfEvicting);
      bytes_ -= std::min(bytes_, gone);
      break;
    }
    TRY(Apply(steps));
    TRY(Survey());
    if (!options_.names.empty()) break;
  }
  std::erase_if(report_.documents, [&](const Evicted& one) { return damaged_.contains(one.root); });
  report_.bytes_after = bytes_;
  report_.reached = Reached();
  if (!options_.dry_run && !report_.documents.empty()) TRY(home_->CatchUp(corpus_->shards()));
  return std::move(report_);
}

}  // namespace

Result<EvictReport> Evict(const EvictOptions& options, const Environment& environment) {
  if (options.names.empty() == !options.max_bytes.has_value()) {
    return Fail(ErrorCode::kInvalidArgument,
                "say how much room the shards may take (--max-bytes), or name documents to evict");
  }
  return Eviction(options, environment).Run();
}

}  // namespace arborist::room
