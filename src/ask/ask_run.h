// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ask/answerer.h"
#include "ask/ask.h"
#include "retrieve/gather.h"
#include "run/assess.h"
#include "run/dimensions.h"

namespace arborist::ask {

// One question on its way to an answer. Made for one call of Perform, then discarded; one thread.
// The options and services are borrowed. ask.cc runs the stages, kept.cc looks up, checks and burns
// records.
class AskRun {
 public:
  AskRun(const AskOptions& options, const Services& services, Answerer* answerer)
      : options_(options),
        services_(services),
        answerer_(answerer),
        gatherer_(services.corpus, services.cache, services.workers) {
    if (services.home != nullptr) records_.emplace(services.home);
  }

  // nullopt: a new answer would have to be made and may_answer is false.
  Result<std::optional<AskResult>> Perform(bool may_answer);

 private:
  void Enter(std::string_view stage);
  void Leave();
  Status Preflight();
  Result<bool> Reject();
  Result<bool> ServeFromMemo();
  Result<bool> Serve(const run::Inputs& inputs, LookupPath path);
  // False: not served. The record is unsound (noted in the result), it shows more than its claims,
  // or a source is not current in services_.corpus.
  Result<bool> ServeRecord(store::Record record, LookupPath path);
  Result<run::RunRecord> Sound(const store::Record& record);
  bool AskedFor(const store::Record& record) const;
  Result<std::string> EventProblem(const store::Record& record);
  Result<std::optional<store::RecordState>> RefutedAs(const Hash256& answer_hash,
                                                      std::string_view raw_answer);
  Result<std::optional<store::RecordState>> RefutedUnderOlderPolicy(std::string_view raw_answer);
  std::vector<run::Policy> Policies() const;
  // The cache keys of the request, one per policy version, newest first.
  std::vector<CacheKey> Keys() const;
  Status Take(store::Record record, run::RunRecord run, LookupPath path);
  Result<bool> ShowWhereItStands(run::RunRecord* run);
  Status Gather();
  void ListSentences();
  Status DeclineEvicted();
  void CountUse();
  Status FindWarrants();
  CacheKey Key() const { return question::MakeCacheKey(run::DimensionsOf(inputs_)); }
  Status CheckBurnable(const CacheKey& key);
  Status BurnExisting(const CacheKey& key);
  Result<bool> Lookup();
  Status Answer();
  json::Value WarrantOf(const DocumentRoot& root) const {
    const auto it = warrants_.find(root);
    return it == warrants_.end() ? json::Value() : it->second;
  }
  Status Keep(const run::Assessment& assessment, Reply reply);
  Status Remember();  // the request leads to its own key
  Status NoteDecline(std::string_view type, std::string_view reason);
  void LocateFailure();
  void MeasureCapacity(std::size_t answer_chars);
  // Canonical JSON of the request, policy, model and corpus state; its sha256 is the key of a memo.
  Result<std::string> MemoRequest() const;
  json::Object PlanWanted() const;

  const AskOptions& options_;
  const Services& services_;
  Answerer* const answerer_;
  std::optional<store::Records> records_;  // none: no lookup, no record
  retrieve::Gatherer gatherer_;
  AskResult result_;
  json::Object profile_;
  question::QuestionState state_;
  run::Inputs inputs_;
  retrieve::Gathered gathered_;
  std::map<DocumentRoot, json::Value> warrants_;
  Hash256 corpus_state_;
  bool unsound_ = false;   // an unsound record occupies the key of the request
  bool moved_ = false;     // a source of the record has another URI now than the record says
  std::string rejection_;  // the kind of violation for which preflight rejected the question
  std::string stage_;
  std::int64_t entered_ = 0;
};

}  // namespace arborist::ask
