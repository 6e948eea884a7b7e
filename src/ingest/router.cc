// SPDX-License-Identifier: AGPL-3.0-only
// A dictionary makes small chunks a good deal smaller, but it must be trained on texts of the same
// kind before the first chunk is compressed. So the first 2 MiB of text are held back plain, the
// dictionary is trained on them and goes to every shard, then they follow. An input that ends
// earlier is stored without a dictionary.
#include "ingest/router.h"

#include <optional>

namespace arborist::ingest {

namespace {

constexpr std::uint64_t kSampleBytes = std::uint64_t{2} << 20;
constexpr std::uint64_t kMaxSampleBytes = std::uint64_t{8} << 20;  // of one large document
constexpr std::size_t kDictionaryBytes = std::size_t{64} << 10;

std::uint64_t TextBytes(const Prepared& prepared) {
  std::uint64_t sum = 0;
  for (const WriteItem& item : prepared.items) {
    if (const auto* document = std::get_if<store::PreparedDocument>(&item.content)) {
      sum += document->text_bytes;
    } else if (const auto* source = std::get_if<SourceDocument>(&item.content)) {
      sum += source->text.size();
    }
  }
  return sum;
}

void AddSamples(const Prepared& prepared, std::uint64_t* sampled,
                std::vector<std::string>* samples) {
  for (const WriteItem& item : prepared.items) {
    const auto* document = std::get_if<store::PreparedDocument>(&item.content);
    if (document == nullptr) continue;
    for (const store::PreparedChunk& chunk : document->chunks) {
      if (*sampled >= kMaxSampleBytes) break;
      *sampled += chunk.content.size();
      samples->push_back(chunk.content);
    }
  }
}

void Compress(Prepared* prepared, compress::ChunkCodec* codec) {
  for (WriteItem& item : prepared->items) {
    auto* document = std::get_if<store::PreparedDocument>(&item.content);
    if (document == nullptr) continue;
    for (store::PreparedChunk& chunk : document->chunks)
      chunk.content = codec->Compress(chunk.content);
  }
}

}  // namespace

ShardRouter::ShardRouter(store::ShardSet set, Writers writers, const IngestOptions& options,
                         Packing* packing, RunReport* report,
                         const std::function<void()>& on_failure)
    : set_(std::move(set)), packing_(packing), report_(report) {
  for (std::size_t i = 0; i < writers.size(); ++i) {
    report_->AddShard(writers[i]->name());
    sinks_.push_back(std::make_unique<ShardSink>(
        std::move(writers[i]),
        ShardSink::Options{
            .limits = options.limits,
            .reextract = options.reextract,
            .commit_text_bytes = options.commit_text_bytes,
            .on_commit = [this, i](const SinkCounts& counts) { report_->Commit(i, counts); },
            .on_failure = on_failure}));
  }
}

void ShardRouter::Skip(const Origin*, std::string place, std::string reason) {
  report_->Skip(std::move(place), std::move(reason));
}

void ShardRouter::Take(Prepared prepared, std::shared_ptr<void> ticket) {
  for (const WriteItem& item : prepared.items) {
    const bool of_repository = item.origin && item.origin->object();
    if (of_repository || !ParentUri(item.uri).empty()) inside_.insert(item.uri);
  }
  read_anew_.insert(prepared.read_anew.begin(), prepared.read_anew.end());
  for (LeftOut& one : prepared.left_out) {
    if (one.of_the_system && one.origin) failed_.insert(one.origin->uri());
    report_->Skip(std::move(one.place), std::move(one.reason));
  }
  if (!packing_->decided()) {
    Hold(std::move(prepared), std::move(ticket));
  } else {
    if (prepared.plain) Compress(&prepared, codec_.get());
    Deliver(std::move(prepared), ticket);
  }
}

void ShardRouter::End() {
  if (!packing_->decided()) EndSampling();
}

void ShardRouter::Hold(Prepared prepared, std::shared_ptr<void> ticket) {
  held_bytes_ += TextBytes(prepared);
  // What is held gives its share of the pool back at once: the next input may be too large to be
  // pushed beside it, and without an input the samples never suffice. It is little besides.
  const bool enough = held_bytes_ >= kSampleBytes;
  held_.emplace_back(std::move(prepared), enough ? std::move(ticket) : nullptr);
  if (enough) EndSampling();
}

// Trains the dictionary if there is enough to train on, then lets everything held go its way.
void ShardRouter::EndSampling() {
  std::optional<compress::Dictionary> dictionary;
  if (held_bytes_ >= kSampleBytes) {
    std::vector<std::string> samples;
    std::uint64_t sampled = 0;
    for (const auto& [prepared, ticket] : held_) AddSamples(prepared, &sampled, &samples);
    if (const auto trained = compress::TrainDictionary(samples, kDictionaryBytes)) {
      if (auto loaded = compress::Dictionary::Load(*trained)) {
        dictionary = std::move(*loaded);
        for (const auto& sink : sinks_) {
          sink->Deliver(
              {.items = {}, .mark = std::nullopt, .dictionary = *trained, .ticket = nullptr});
        }
      }
    }
  }
  packing_->Decide(std::move(dictionary));
  codec_ = std::make_unique<compress::ChunkCodec>(packing_->dictionary());
  for (auto& [prepared, ticket] : held_) {
    Compress(&prepared, codec_.get());
    Deliver(std::move(prepared), ticket);
  }
  held_.clear();
}

void ShardRouter::Deliver(Prepared prepared, const std::shared_ptr<void>& ticket) {
  std::vector<Delivery> deliveries(sinks_.size());
  for (WriteItem& item : prepared.items) {
    deliveries[set_.IndexFor(item.uri)].items.push_back(std::move(item));
  }
  for (std::size_t i = 0; i < sinks_.size(); ++i) {
    if (deliveries[i].items.empty() && !prepared.mark) continue;
    deliveries[i].mark = prepared.mark;
    deliveries[i].ticket = ticket;
    sinks_[i]->Deliver(std::move(deliveries[i]));
  }
}

Result<ShardRouter::Writers> ShardRouter::Finish() {
  held_.clear();
  Writers writers;
  for (const auto& sink : sinks_) {
    TRY_ASSIGN(std::unique_ptr<store::ShardWriter> writer, sink->Finish());
    writers.push_back(std::move(writer));
  }
  sinks_.clear();
  return writers;
}

}  // namespace arborist::ingest
