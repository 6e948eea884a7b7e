// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "bundle/checker.h"
#include "bundle/record_bundle.h"
#include "run/assess.h"

namespace arborist::bundle {

// Event types that say more about a record than that it was kept.
inline constexpr std::string_view kRefutedEvent = "providence_insert_refuted";
inline constexpr std::string_view kJudgedAgainEvent = "providence_reclassify";

// Checks a record bundle, each part under its own name. Nothing in it is believed: texts are tied
// to roots, and the whole run is repeated from the texts and compared. Borrows the bundle; one use.
class RecordChecker : public ReportWriter {
 public:
  explicit RecordChecker(const RecordBundle& bundle);

  void CheckAll(const json::Value& given, const VerifyOptions& options);

 private:
  // check_record.cc: the file and its chunks
  void CheckFormat(const json::Value& given);
  void CheckVersions();
  void CheckChunkProofs();
  void CheckChunkRule();
  void CheckSpans();
  void CheckSources();
  void CheckParts();
  void SayHowItWasJudged();
  std::string PartsProblem() const;
  std::string AnchorsProblem() const;
  std::string SentencesProblem() const;
  void CheckConsistency();
  void Describe();
  std::string SourcesProblem() const;
  const run::RecordedSource* SourceOf(const run::EvidenceRef& ref) const;

  // check_record_run.cc: the run, made again
  void Repeat();
  void CheckQuestion();
  void CheckPolicy();
  void CheckModel();
  void CheckMessages();
  std::string MessageProblem(const std::vector<prompt::Message>& made) const;
  void CheckCacheKey();
  void CheckAnswer();
  void CheckVerdict();
  void CheckCitations();
  void MarkUncited();
  std::set<DocumentRoot> Cited() const;
  void CheckRunDag();
  std::string DagProblem(const run_dag::RunDag& computed) const;
  std::string RedactedDagProblem() const;
  Hash256 EvidenceStage(const Hash256& map_root) const;
  // True if the check of that name can be made; otherwise records why not.
  bool CanRepeat(std::string_view name);

  // check_record_log.cc: record-v1 and its event
  void CheckRecord();
  void CheckEvent();
  std::string EventProblem() const;

  const RecordBundle& bundle_;
  const run::RunRecord& run_;
  std::optional<run::Policy> policy_;
  json::Object resolved_;  // as this program writes it
  std::string why_not_;    // why the run cannot be repeated
  std::vector<std::string> spans_;
  std::optional<run::Inputs> inputs_;
  std::optional<run::Assessment> assessment_;
  std::optional<run::Finished> finished_;
};

}  // namespace arborist::bundle
