// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/dry_run.h"

#include <algorithm>
#include <cmath>

namespace arborist::ingest {

namespace {

// A larger file is worth a look of its own: it may be a dump.
constexpr std::uint64_t kSmallFileBytes = std::uint64_t{1} << 20;
// Opening a file costs something even if it is tiny.
constexpr std::uint64_t kMaxSampledFiles = 20'000;
// Of the sample, what the smallest dump still gets.
constexpr std::uint64_t kLeastShare = 32;
// What the index, rows and log add to the compressed text, as measured on wiki22k: a store of 59.0
// MB for 49.8 MB of text whose chunks take 25.7 MB without a dictionary.
constexpr double kIndexShareOfText = 0.67;
// Writing costs about as much again as reading and preparing.
constexpr double kWholeTimeOverReading = 2;

std::uint64_t CeilingOf(std::uint64_t value, std::uint64_t divisor) {
  return value / divisor + (value % divisor != 0 ? 1 : 0);
}

double Ratio(std::uint64_t whole, std::uint64_t part) {
  return part == 0 ? 1 : static_cast<double>(whole) / static_cast<double>(part);
}

void AddScaled(std::uint64_t* sum, std::uint64_t count, double scale) {
  *sum += static_cast<std::uint64_t>(std::llround(static_cast<double>(count) * scale));
}

}  // namespace

Result<std::unique_ptr<DryRun>> DryRun::Open(const store::ShardSet& set,
                                             const store::HomePaths& home,
                                             std::uint64_t sample_bytes) {
  std::unique_ptr<DryRun> run(new DryRun(set, std::max<std::uint64_t>(sample_bytes, 1)));
  for (std::uint32_t i = 0; i < set.count; ++i) {
    std::error_code ignored;
    const auto path = set.PathOf(home, i);
    run->readers_.emplace_back();
    if (!std::filesystem::exists(path, ignored)) continue;
    TRY_ASSIGN(run->readers_.back(), store::ShardReader::Open(path));
  }
  return run;
}

bool DryRun::IsSmall(std::uint64_t file_bytes) { return file_bytes < kSmallFileBytes; }

void DryRun::Expect(std::uint64_t file_bytes) {
  Counts& group = expected_[GroupOf(file_bytes)];
  ++group.files;
  group.bytes += file_bytes;
  expected_bytes_ += file_bytes;
}

// The part of the sample that bytes of the input get, when all get the same.
std::uint64_t DryRun::ShareOfSample(std::uint64_t bytes) const {
  if (expected_bytes_ <= sample_bytes_) return std::max(bytes, sample_bytes_);
  const auto share = static_cast<std::uint64_t>(static_cast<double>(sample_bytes_) *
                                                Ratio(bytes, expected_bytes_));
  return std::max(share, std::max<std::uint64_t>(sample_bytes_ / kLeastShare, 1));
}

void DryRun::ChooseSample() {
  chosen_ = true;
  for (const Group group : {kSmall, kLarge}) {
    const Counts& all = expected_[group];
    every_[group] = std::max({std::uint64_t{1}, CeilingOf(all.bytes, ShareOfSample(all.bytes)),
                              CeilingOf(all.files, kMaxSampledFiles)});
  }
}

bool DryRun::Takes(std::uint64_t file_bytes) {
  const Group group = GroupOf(file_bytes);
  const MutexLock lock(mutex_);
  Counts& counts = groups_[group];
  const bool taken = counts.files % every_[group] == 0;
  ++counts.files;
  counts.bytes += file_bytes;
  if (taken) {
    ++counts.read_files;
    counts.read_bytes += file_bytes;
  }
  return taken;
}

void DryRun::AddWhole(std::uint64_t file_bytes) {
  const MutexLock lock(mutex_);
  Counts& exact = groups_[kExact];
  ++exact.files;
  ++exact.read_files;
  exact.bytes += file_bytes;
  exact.read_bytes += file_bytes;
}

DryRun::Group DryRun::AddStream(std::uint64_t file_bytes) {
  const MutexLock lock(mutex_);
  Counts& stream = groups_.emplace_back();
  stream.files = stream.read_files = 1;
  stream.bytes = stream.read_bytes = file_bytes;  // until EndStream knows better
  return groups_.size() - 1;
}

std::uint64_t DryRun::TextWanted(std::uint64_t file_bytes) const {
  return chosen_ && expected_bytes_ > 0 ? ShareOfSample(file_bytes) : ~std::uint64_t{0};
}

void DryRun::EndStream(Group stream, std::uint64_t read_bytes) {
  const MutexLock lock(mutex_);
  groups_[stream].read_bytes = std::min(read_bytes, groups_[stream].bytes);
}

void DryRun::Count(Group group, const std::vector<WriteItem>& items) {
  for (const WriteItem& item : items) {
    const auto* document = std::get_if<store::PreparedDocument>(&item.content);
    if (document == nullptr) continue;
    const auto& reader = readers_[set_.IndexFor(item.uri)];
    // The text that the URI has now.
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
    const bool same_words = known && known->root == document->root;
    const bool same_text = same_words && known->location.text.text_hash &&
                           *known->location.text.text_hash == document->revision.text_hash;
    const MutexLock lock(mutex_);
    Counts& counts = groups_[group];
    counts.text_bytes += document->text_bytes;
    if (same_text || (source && *source == item.source_hash)) {
      ++counts.unchanged;
    } else if (document->is_alias()) {
      ++counts.aliases;
    } else {
      ++(same_words ? counts.revised : known ? counts.superseded : counts.added);
      counts.chunks += document->chunks.size();
      for (const store::PreparedChunk& chunk : document->chunks)
        counts.stored_bytes += chunk.content.size();
      counts.stored_bytes +=
          static_cast<std::uint64_t>(kIndexShareOfText * static_cast<double>(document->text_bytes));
    }
  }
}

void DryRun::CountSkipped(Group group) {
  const MutexLock lock(mutex_);
  ++groups_[group].skipped;
}

void DryRun::CountOtherNamespaces(Group group, std::uint64_t pages) {
  const MutexLock lock(mutex_);
  groups_[group].other_namespaces += pages;
}

std::uint64_t DryRun::documents() const {
  const MutexLock lock(mutex_);
  std::uint64_t sum = 0;
  for (const Counts& group : groups_)
    sum += group.added + group.unchanged + group.superseded + group.revised + group.aliases;
  return sum;
}

std::uint64_t DryRun::text_bytes() const {
  const MutexLock lock(mutex_);
  std::uint64_t sum = 0;
  for (const Counts& group : groups_) sum += group.text_bytes;
  return sum;
}

void DryRun::Report(double seconds, bool all_seen, IngestReport* report) const {
  DryRunReport dry;
  std::uint64_t stored_bytes = 0;
  std::uint64_t other_namespaces = 0;
  std::uint64_t text_read = 0;
  const MutexLock lock(mutex_);
  for (Group i = 0; i < groups_.size(); ++i) {
    const Counts& group = groups_[i];
    const double by_bytes = all_seen ? Ratio(group.bytes, group.read_bytes) : 1;
    // Files are counted, the items of a dump only guessed from how much of it was read.
    const double by_files =
        !all_seen || i > kLarge ? by_bytes : Ratio(group.files, group.read_files);
    dry.input_files += group.files;
    dry.input_bytes += group.bytes;
    dry.read_files += group.read_files;
    dry.read_bytes += group.read_bytes;
    text_read += group.text_bytes;
    AddScaled(&report->added, group.added, by_files);
    AddScaled(&report->unchanged, group.unchanged, by_files);
    AddScaled(&report->superseded, group.superseded, by_files);
    AddScaled(&report->revised, group.revised, by_files);
    AddScaled(&report->aliases, group.aliases, by_files);
    AddScaled(&report->skipped_count, group.skipped, by_files);
    AddScaled(&other_namespaces, group.other_namespaces, by_files);
    AddScaled(&report->chunks, group.chunks, by_bytes);
    AddScaled(&report->text_bytes, group.text_bytes, by_bytes);
    AddScaled(&stored_bytes, group.stored_bytes, by_bytes);
  }
  dry.is_estimate = all_seen && dry.read_bytes < dry.input_bytes;
  dry.estimated_seconds = seconds * kWholeTimeOverReading * Ratio(report->text_bytes, text_read);
  dry.estimated_bytes = static_cast<std::int64_t>(stored_bytes);
  if (other_namespaces > 0) report->passed_over[std::string(kOtherNamespaces)] += other_namespaces;
  report->dry_run = dry;
}

}  // namespace arborist::ingest
