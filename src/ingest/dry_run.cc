// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/dry_run.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/parallel_for.h"
#include "ingest/feeder.h"
#include "ingest/opened_shards.h"
#include "ingest/preparer.h"
#include "ingest/reader.h"
#include "ingest/repositories.h"
#include "ingest/sample.h"
#include "store/shard/shard_reader.h"

namespace arborist::ingest {

namespace {

// The start of a stream.
class StartOfStream final : public StreamReader {
 public:
  StartOfStream(StreamReader* whole, std::uint64_t text_wanted)
      : whole_(whole), text_wanted_(text_wanted) {}

  Result<std::optional<SourceDocument>> Next() override {
    if (text_bytes_ >= text_wanted_) return std::nullopt;
    auto next = whole_->Next();
    at_end_ = !next || !*next;
    if (!at_end_) text_bytes_ += (*next)->text.size();
    return next;
  }
  std::uint64_t ordinal() const override { return whole_->ordinal(); }
  void SkipUntil(std::uint64_t ordinal) override { whole_->SkipUntil(ordinal); }
  std::vector<Skipped> TakeSkipped() override { return whole_->TakeSkipped(); }
  std::uint64_t consumed() const override { return whole_->consumed(); }
  // passed_over() is none: it is scaled like all that is counted.

  bool at_end() const { return at_end_; }  // of the whole stream

 private:
  StreamReader* const whole_;
  const std::uint64_t text_wanted_;
  std::uint64_t text_bytes_ = 0;
  bool at_end_ = false;
};

// Lets through to another sink what is in the sample.
class SampledOrigins final : public OriginSink {
 public:
  SampledOrigins(Sample* sample, OriginSink* inner) : sample_(sample), inner_(inner) {}

  bool IsFull() const override { return inner_->IsFull(); }

  bool Wants(const Origin& origin) override {
    if (!inner_->Wants(origin)) return false;
    if (origin.size_or_zero() == 0) {
      sample_->AddWhole(origin);
      return true;
    }
    // A large one may be a stream, or nothing that is read: Dispatch has a look first.
    return !Sample::IsSmall(origin) || sample_->Takes(origin);
  }

  Status TakeDocument(OriginPtr origin, const Format& format) override {
    if (!Sample::IsSmall(*origin) && !sample_->Takes(*origin)) return {};
    return inner_->TakeDocument(std::move(origin), format);
  }

  Status TakeStream(const OriginPtr& origin, StreamReader* reader) override {
    const bool small = Sample::IsSmall(*origin);
    StartOfStream start(reader, small ? ~std::uint64_t{0} : sample_->AddStream(*origin));
    TRY(inner_->TakeStream(origin, &start));
    if (!small) {
      sample_->EndStream(*origin, start.at_end() ? origin->size_or_zero() : reader->consumed());
    }
    sample_->CountPassedOver(*origin, reader->passed_over());
    return {};
  }

  void Refuse(const Origin& origin, const Detected& why) override {
    if (!Sample::IsSmall(origin)) sample_->AddWhole(origin);
    inner_->Refuse(origin, why);
  }

  void Skip(const Origin& origin, std::string reason) override {
    if (!Sample::IsSmall(origin)) sample_->AddWhole(origin);
    inner_->Skip(origin, std::move(reason));
  }

  void PassOver(std::string_view reason, std::uint64_t count) override {
    inner_->PassOver(reason, count);
  }
  void EndMembers(const Origin& archive) override { inner_->EndMembers(archive); }
  void SkipInside(const Origin& archive, std::string path, std::string reason) override {
    inner_->SkipInside(archive, std::move(path), std::move(reason));
  }

 private:
  Sample* const sample_;
  OriginSink* const inner_;
};

// Counts what the writers would do.
class Counter final : public DocumentSink {
 public:
  static Result<std::unique_ptr<Counter>> Open(const store::ShardSet& set,
                                               const store::HomePaths& home, Sample* sample,
                                               RunReport* report) {
    std::unique_ptr<Counter> counter(new Counter(set, sample, report));
    for (std::uint32_t i = 0; i < set.count; ++i) {
      const store::ShardAddress shard = set.ShardAt(home, i);
      counter->readers_.emplace_back();
      if (!shard.Exists().value_or(false)) continue;
      TRY_ASSIGN(counter->readers_.back(), store::ShardReader::Open(shard));
    }
    return counter;
  }

  void Take(Prepared prepared, std::shared_ptr<void>) override {
    for (LeftOut& one : prepared.left_out)
      Skip(one.origin.get(), std::move(one.place), std::move(one.reason));
    for (const WriteItem& item : prepared.items) {
      const auto* document = std::get_if<store::PreparedDocument>(&item.content);
      if (document != nullptr) sample_->Count(*item.origin, *document, FateOf(item, *document));
    }
  }

  void End() override {}

  void Skip(const Origin* origin, std::string place, std::string reason) override {
    sample_->CountSkipped(origin);
    report_->List(std::move(place), std::move(reason));
  }

  Done done() const override { return sample_->done(); }

 private:
  Counter(store::ShardSet set, Sample* sample, RunReport* report)
      : set_(std::move(set)), sample_(sample), report_(report) {}

  // By the text that the URI has now.
  Sample::Fate FateOf(const WriteItem& item, const store::PreparedDocument& document) const {
    const auto& reader = readers_[set_.IndexFor(item.uri)];
    std::optional<store::UriVersion> known;
    std::optional<SourceHash> source;
    if (reader) {
      if (const auto bytes = reader->locations().CurrentSource(item.uri)) source = *bytes;
      if (auto versions = reader->locations().VersionsOf(item.uri)) {
        const auto now = std::ranges::find_if(
            *versions, [](const auto& version) { return version.location.current(); });
        if (now != versions->end()) known = std::move(*now);
      }
    }
    const bool same_words = known && known->root == document.root;
    const bool same_text = same_words && known->location.text.text_hash &&
                           *known->location.text.text_hash == document.revision.text_hash;
    if (same_text || (source && *source == item.source_hash)) return Sample::Fate::kUnchanged;
    if (document.is_alias()) return Sample::Fate::kAlias;
    if (same_words) return Sample::Fate::kRevised;
    return known ? Sample::Fate::kSuperseded : Sample::Fate::kAdded;
  }

  const store::ShardSet set_;
  Sample* const sample_;
  RunReport* const report_;
  std::vector<std::unique_ptr<store::ShardReader>> readers_;  // null: no such shard yet
};

}  // namespace

Result<IngestReport> DryRun(const IngestOptions& options, const IngestEnvironment& environment) {
  TRY_ASSIGN(Repositories repositories, Repositories::Open(options));
  TRY_ASSIGN(const store::ShardSet set, ChooseSet(options, environment.home));
  Sample sample(options.dry_run_sample_bytes);
  RunReport counts;
  TRY_ASSIGN(const std::unique_ptr<Counter> counter,
             Counter::Open(set, environment.home, &sample, &counts));
  std::uint64_t input_bytes = 0;
  ForEachInputSize(options, [&](std::uint64_t bytes) {
    sample.Expect(bytes);
    input_bytes += bytes;
  });
  // A limit is a sample already, and the user's own.
  if (options.limit == 0) sample.Choose();

  const auto begin = std::chrono::steady_clock::now();
  const Packing packing(std::nullopt);
  Preparer preparer(ThreadsFor(options.jobs), options.limits, nullptr, &packing);
  Pipeline pipeline(&preparer);
  Feeder feeder({.ingest = options, .environment = environment, .input_bytes = input_bytes},
                &pipeline, counter.get(), &counts);
  SampledOrigins sampled(&sample, &feeder);
  Reader reader(options, preparer.workers(), &sampled, counter.get(), &counts);
  TRY(pipeline.Run(
      [&]() -> Status {
        TRY(reader.ReadAll());
        TRY(repositories.ReadAll(&sampled, counter.get(), &counts));
        return feeder.End();
      },
      counter.get()));
  const std::chrono::duration<double> reading = std::chrono::steady_clock::now() - begin;

  IngestReport report = counts.Take();
  report.repositories = repositories.reports();
  report.interrupted = feeder.stopped();
  sample.Report(reading.count(), !feeder.IsFull(), &report);
  report.documents = DocumentsOf(report);
  return report;
}

}  // namespace arborist::ingest
