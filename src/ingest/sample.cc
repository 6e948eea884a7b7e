// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/sample.h"

#include <algorithm>
#include <cmath>
#include <map>

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

Sample::Sample(std::uint64_t wanted_bytes)
    : wanted_bytes_(std::max<std::uint64_t>(wanted_bytes, 1)),
      expected_(3),
      every_(3, 1),
      groups_(3) {}

bool Sample::IsSmall(const Origin& origin) { return origin.size_or_zero() < kSmallFileBytes; }

void Sample::Expect(std::uint64_t bytes) {
  Counts& group = expected_[bytes < kSmallFileBytes ? kSmall : kLarge];
  ++group.files;
  group.bytes += bytes;
  expected_bytes_ += bytes;
}

// The part of the sample that bytes of the input get, when all get the same.
std::uint64_t Sample::ShareOf(std::uint64_t bytes) const {
  if (expected_bytes_ <= wanted_bytes_) return std::max(bytes, wanted_bytes_);
  const auto share = static_cast<std::uint64_t>(static_cast<double>(wanted_bytes_) *
                                                Ratio(bytes, expected_bytes_));
  return std::max(share, std::max<std::uint64_t>(wanted_bytes_ / kLeastShare, 1));
}

void Sample::Choose() {
  chosen_ = true;
  for (const Group group : {kSmall, kLarge}) {
    const Counts& all = expected_[group];
    every_[group] = std::max({std::uint64_t{1}, CeilingOf(all.bytes, ShareOf(all.bytes)),
                              CeilingOf(all.files, kMaxSampledFiles)});
  }
}

Sample::Group Sample::GroupOf(const Origin* origin) const {
  if (origin == nullptr || origin->size_or_zero() == 0) return kExact;
  if (IsSmall(*origin)) return kSmall;
  const auto known = large_.find(origin->name());
  return known == large_.end() ? kExact : known->second;
}

void Sample::AddWhole(const Origin& origin) {
  const MutexLock lock(mutex_);
  Counts& exact = groups_[kExact];
  ++exact.files;
  ++exact.read_files;
  exact.bytes += origin.size_or_zero();
  exact.read_bytes += origin.size_or_zero();
}

bool Sample::Takes(const Origin& origin) {
  const std::uint64_t bytes = origin.size_or_zero();
  const Group group = IsSmall(origin) ? kSmall : kLarge;
  const MutexLock lock(mutex_);
  Counts& counts = groups_[group];
  const bool taken = counts.files % every_[group] == 0;
  ++counts.files;
  counts.bytes += bytes;
  if (taken) {
    ++counts.read_files;
    counts.read_bytes += bytes;
    if (group == kLarge) large_[origin.name()] = kLarge;
  }
  return taken;
}

std::uint64_t Sample::AddStream(const Origin& origin) {
  const std::uint64_t bytes = origin.size_or_zero();
  const MutexLock lock(mutex_);
  large_[origin.name()] = groups_.size();
  Counts& stream = groups_.emplace_back();
  stream.files = stream.read_files = 1;
  stream.bytes = stream.read_bytes = bytes;  // until EndStream knows better
  return chosen_ && expected_bytes_ > 0 ? ShareOf(bytes) : ~std::uint64_t{0};
}

void Sample::EndStream(const Origin& origin, std::uint64_t read_bytes) {
  const MutexLock lock(mutex_);
  Counts& stream = groups_[GroupOf(&origin)];
  stream.read_bytes = std::min(read_bytes, stream.bytes);
}

void Sample::Count(const Origin& origin, const store::PreparedDocument& document, Fate fate) {
  const MutexLock lock(mutex_);
  Counts& counts = groups_[GroupOf(&origin)];
  counts.text_bytes += document.text_bytes;
  switch (fate) {
    case Fate::kUnchanged:
      ++counts.unchanged;
      return;
    case Fate::kAlias:
      ++counts.aliases;
      return;
    case Fate::kAdded:
      ++counts.added;
      break;
    case Fate::kSuperseded:
      ++counts.superseded;
      break;
    case Fate::kRevised:
      ++counts.revised;
      break;
  }
  counts.chunks += document.chunks.size();
  for (const store::PreparedChunk& chunk : document.chunks)
    counts.stored_bytes += chunk.content.size();
  counts.stored_bytes +=
      static_cast<std::uint64_t>(kIndexShareOfText * static_cast<double>(document.text_bytes));
}

void Sample::CountSkipped(const Origin* origin) {
  const MutexLock lock(mutex_);
  ++groups_[GroupOf(origin)].skipped;
}

void Sample::CountPassedOver(const Origin& origin, const StreamReader::PassedOver& over) {
  const MutexLock lock(mutex_);
  StreamReader::PassedOver& known = groups_[GroupOf(&origin)].passed_over;
  known = {over.reason, known.count + over.count};
}

DocumentSink::Done Sample::done() const {
  const MutexLock lock(mutex_);
  DocumentSink::Done done;
  for (const Counts& group : groups_) {
    done.documents +=
        group.added + group.unchanged + group.superseded + group.revised + group.aliases;
    done.text_bytes += group.text_bytes;
  }
  return done;
}

void Sample::Report(double seconds, bool all_seen, IngestReport* report) const {
  DryRunReport dry;
  std::uint64_t stored_bytes = 0;
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
    if (group.passed_over.count > 0) {
      AddScaled(&report->passed_over[std::string(group.passed_over.reason)],
                group.passed_over.count, by_files);
    }
    AddScaled(&report->chunks, group.chunks, by_bytes);
    AddScaled(&report->text_bytes, group.text_bytes, by_bytes);
    AddScaled(&stored_bytes, group.stored_bytes, by_bytes);
  }
  dry.is_estimate = all_seen && dry.read_bytes < dry.input_bytes;
  dry.estimated_seconds = seconds * kWholeTimeOverReading * Ratio(report->text_bytes, text_read);
  dry.estimated_bytes = static_cast<std::int64_t>(stored_bytes);
  report->dry_run = dry;
}

}  // namespace arborist::ingest
