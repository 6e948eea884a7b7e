// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "ingest/dispatch.h"
#include "ingest/ingest.h"
#include "ingest/pipeline.h"
#include "ingest/resume_mark.h"
#include "ingest/run_report.h"

namespace arborist::ingest {

// Makes tasks of origins: batches of those that are one document, and of the documents of streams,
// which it reads. It keeps to the limit, goes on where an earlier run left a stream, and shows
// progress. One thread; what it is made of outlives it.
class Feeder final : public OriginSink {
 public:
  struct Options {
    const IngestOptions& ingest;
    const IngestEnvironment& environment;
    std::uint64_t input_bytes = 0;       // of all inputs, for progress; 0: not known
    const ResumeMarks* marks = nullptr;  // null: streams are read from the start and leave no mark
  };
  Feeder(const Options& options, Pipeline* pipeline, DocumentSink* documents, RunReport* report)
      : options_(options), pipeline_(pipeline), documents_(documents), report_(report) {}

  bool IsFull() const override;
  bool Wants(const Origin& origin) override;
  Status TakeDocument(OriginPtr origin, const Format& format) override;
  Status TakeStream(const OriginPtr& origin, StreamReader* reader) override;
  void Refuse(const Origin& origin, const Detected& why) override;
  void Skip(const Origin& origin, std::string reason) override;
  void PassOver(std::string_view reason, std::uint64_t count) override {
    report_->PassOver(reason, count);
  }
  void EndMembers(const Origin& archive) override { expanded_.insert(archive.uri()); }
  void SkipInside(const Origin& archive, std::string path, std::string reason) override;

  // No more origins come.
  Status End();

  // Whether the user stopped the run.
  bool stopped() const;
  // Whether an origin of this URI came.
  bool HasSeen(const std::string& uri) const { return seen_.contains(uri); }
  // Whether this is an archive of which every member came.
  bool HasExpanded(const std::string& uri) const { return expanded_.contains(uri); }
  std::vector<std::string> expanded() const { return {expanded_.begin(), expanded_.end()}; }

 private:
  bool LimitReached() const;
  bool PushUnread();
  void ShowProgress(const std::string& current, std::uint64_t input_bytes);

  const Options options_;
  Pipeline* const pipeline_;
  DocumentSink* const documents_;
  RunReport* const report_;
  std::unordered_set<std::string> seen_;      // URIs
  std::unordered_set<std::string> expanded_;  // likewise
  std::vector<Unread> batch_;
  std::uint64_t batch_bytes_ = 0;
  std::uint64_t taken_ = 0;       // documents
  std::uint64_t bytes_done_ = 0;  // of the origins that came
  std::chrono::steady_clock::time_point shown_{};
};

}  // namespace arborist::ingest
