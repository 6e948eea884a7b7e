// SPDX-License-Identifier: AGPL-3.0-only
// A format may be forced on all origins of an ingest at once, and the servers have said what each
// page is: one ingest for each format.
#include "crawl/batch.h"

#include <algorithm>
#include <utility>

namespace arborist::crawl {
namespace {

constexpr std::uint64_t kBatchBytes = std::uint64_t{32} << 20;
constexpr std::chrono::seconds kLongestHeld{20};

// Adds what one ingest did to what all did.
void Sum(const ingest::IngestReport& part, ingest::IngestReport* total) {
  total->added += part.added;
  total->unchanged += part.unchanged;
  total->evicted += part.evicted;
  total->superseded += part.superseded;
  total->revised += part.revised;
  total->aliases += part.aliases;
  total->documents += part.documents;
  total->chunks += part.chunks;
  total->text_bytes += part.text_bytes;
  total->store_bytes = part.store_bytes;
  total->seconds += part.seconds;
  for (const ingest::ShardReport& shard : part.shards) {
    const auto known = std::ranges::find(total->shards, shard.name, &ingest::ShardReport::name);
    if (known == total->shards.end()) {
      total->shards.push_back(shard);
    } else {
      known->documents += shard.documents;
      known->store_bytes = shard.store_bytes;
    }
  }
}

}  // namespace

void Batch::Add(HeldPage page) {
  if (pages_.empty()) since_ = environment_.sleeper->Elapsed();
  bytes_ += page.origin->size_or_zero();
  pages_.push_back(std::move(page));
}

bool Batch::IsFull() const {
  return pages_.size() >= options_.batch_pages || bytes_ >= kBatchBytes ||
         (!pages_.empty() && environment_.sleeper->Elapsed() - since_ >= kLongestHeld);
}

Result<std::map<std::string, std::string>> Batch::StoreFormat(const ingest::Format* format,
                                                              ingest::IngestReport* report) {
  ingest::IngestOptions ingest;
  for (const HeldPage& page : pages_) {
    if (page.format == format) ingest.origins.push_back(page.origin);
  }
  ingest.format = format;
  ingest.shard = options_.shard;
  // No stop: these were fetched, and are stored before the end.
  TRY_ASSIGN(const ingest::IngestReport part,
             ingest::Ingest(ingest, {.home = environment_.home,
                                     .clock = environment_.clock,
                                     .random = environment_.random,
                                     .actor = environment_.actor,
                                     .stop = nullptr,
                                     .on_progress = {},
                                     .on_note = environment_.on_note}));
  Sum(part, report);
  std::map<std::string, std::string> skipped;
  for (const ingest::SkippedInput& input : part.skipped) skipped.emplace(input.path, input.reason);
  return skipped;
}

Result<std::vector<store::Frontier::Outcome>> Batch::Store(ingest::IngestReport* report) {
  std::vector<const ingest::Format*> formats;  // in the order of the pages
  for (const HeldPage& page : pages_) {
    if (std::ranges::find(formats, page.format) == formats.end()) formats.push_back(page.format);
  }
  std::map<std::string, std::string> skipped;
  for (const ingest::Format* format : formats) {
    TRY_ASSIGN(auto of_format, StoreFormat(format, report));
    skipped.merge(of_format);
  }
  std::vector<store::Frontier::Outcome> outcomes;
  for (HeldPage& page : pages_) {
    const auto left_out = skipped.find(page.origin->name());
    if (left_out != skipped.end()) {
      page.outcome.state = store::FrontierState::kLeftOut;
      page.outcome.detail = left_out->second;
      page.outcome.page.reset();
    }
    outcomes.push_back(std::move(page.outcome));
  }
  pages_.clear();
  bytes_ = 0;
  return outcomes;
}

}  // namespace arborist::crawl
