// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/preparer.h"

#include <utility>

#include "base/contained.h"
#include "ingest/dispatch.h"
#include "ingest/prepare.h"

namespace arborist::ingest {

KnownSources::KnownSources(store::HomePaths home, store::ShardSet set, unsigned workers)
    : home_(std::move(home)), set_(std::move(set)), readers_(workers) {
  for (auto& mine : readers_) mine.resize(set_.count);
}

void KnownSources::Refresh(unsigned worker) {
  for (const auto& reader : readers_[worker]) {
    if (reader) (void)reader->Renew();
  }
}

void KnownSources::Release(unsigned worker) {
  for (const auto& reader : readers_[worker]) {
    if (reader) reader->Release();
  }
}

void KnownSources::Close() {
  for (auto& mine : readers_) {
    for (auto& reader : mine) reader.reset();
  }
}

bool KnownSources::Has(unsigned worker, std::string_view uri, const SourceHash& source_hash) {
  const std::uint32_t index = set_.IndexFor(uri);
  std::unique_ptr<store::ShardReader>& reader = readers_[worker][index];
  if (!reader) {
    auto opened = store::ShardReader::Open(set_.ShardAt(home_, index));
    if (!opened) return false;
    reader = std::move(*opened);
  }
  const auto known = reader->locations().CurrentSource(uri);
  return known && *known && **known == source_hash;
}

Preparer::Preparer(unsigned workers, const Limits& limits, KnownSources* known,
                   const Packing* packing)
    : limits_(limits), known_(known), packing_(packing), codecs_(workers) {}

bool Preparer::IsKnown(unsigned worker, std::string_view uri, const SourceHash& hash) {
  return known_ != nullptr && known_->Has(worker, uri, hash);
}

void Preparer::Add(unsigned worker, const OriginPtr& origin, SourceDocument document,
                   const std::string& place, Prepared* out) {
  std::string uri = document.uri;
  const SourceHash hash = document.source_hash;
  compress::ChunkCodec* const codec = out->plain ? nullptr : codecs_[worker].get();
  auto prepared = ingest::Prepare(std::move(document), codec, limits_);
  if (!prepared) {
    const bool of_the_system = IsOfTheSystem(prepared.error().code);
    out->left_out.push_back({origin, place, std::move(prepared).error().message, of_the_system});
    return;
  }
  out->items.push_back({origin, std::move(uri), hash, std::move(*prepared)});
}

void Preparer::PrepareDocument(unsigned worker, const OriginPtr& stream, SourceDocument document,
                               Prepared* out) {
  if (IsKnown(worker, document.uri, document.source_hash)) {
    std::string uri = document.uri;
    const SourceHash hash = document.source_hash;
    out->items.push_back({stream, std::move(uri), hash, std::move(document)});
    return;
  }
  const std::string place = stream->name() + ": " + document.uri;
  Add(worker, stream, std::move(document), place, out);
}

// Prepares what stands inside a document, in the thread that read it.
class Preparer::Children final : public OriginSink {
 public:
  Children(Preparer* preparer, unsigned worker, Prepared* out)
      : preparer_(preparer), worker_(worker), out_(out) {}

  Status TakeDocument(OriginPtr origin, const Format& format) override {
    preparer_->PrepareUnread(worker_, {.origin = std::move(origin), .format = &format}, out_);
    return {};
  }
  Status TakeStream(const OriginPtr& origin, StreamReader* reader) override {
    return TransferAll(
        *origin, reader,
        [&](SourceDocument document) -> Result<bool> {
          preparer_->PrepareDocument(worker_, origin, std::move(document), out_);
          return true;
        },
        [&](std::string place, std::string reason) {
          out_->left_out.push_back({origin, std::move(place), std::move(reason)});
        });
  }
  void Refuse(const Origin& origin, const Detected& why) override { Skip(origin, ReasonOf(why)); }
  void Skip(const Origin& origin, std::string reason) override {
    out_->left_out.push_back({outer_, origin.name(), std::move(reason)});
  }
  void EndMembers(const Origin& archive) override { out_->read_anew.push_back(archive.uri()); }
  void SkipInside(const Origin& archive, std::string path, std::string reason) override {
    out_->left_out.push_back({outer_, archive.name() + ": " + path, std::move(reason)});
  }

  Status Take(const OriginPtr& outer, std::vector<OriginPtr> children) {
    outer_ = outer;
    for (OriginPtr& child : children) {
      if (child->depth() > preparer_->limits_.max_depth) {
        Skip(*child,
             "inside " + std::to_string(child->depth()) + " others, which is over the limit");
        continue;
      }
      TRY(Dispatch(std::move(child), {.limits = preparer_->limits_}, this));
    }
    return {};
  }

 private:
  Preparer* const preparer_;
  const unsigned worker_;
  Prepared* const out_;
  OriginPtr outer_;
};

void Preparer::PrepareUnread(unsigned worker, Unread unread, Prepared* out) {
  const OriginPtr origin = unread.origin;
  auto read = ReadDocument(*origin, *unread.format, limits_, [&](const SourceHash& hash) {
    return IsKnown(worker, origin->uri(), hash);
  });
  if (!read) {
    const bool of_the_system = IsOfTheSystem(read.error().code);
    out->left_out.push_back(
        {origin, origin->name(), std::move(read).error().message, of_the_system});
  } else if (!read->document) {
    out->items.push_back({origin, origin->uri(), read->source_hash, std::move(unread)});
  } else {
    Add(worker, origin, std::move(*read->document), origin->name(), out);
    const Status taken = Children(this, worker, out).Take(origin, std::move(read->children));
    if (taken) {
      out->read_anew.push_back(origin->uri());
    } else {
      out->left_out.push_back({origin, origin->name(), taken.error().message});
    }
  }
}

Prepared Preparer::Prepare(unsigned worker, Task task) {
  Prepared out;
  out.mark = std::move(task.mark);
  out.plain = !packing_->decided();
  if (!out.plain && !codecs_[worker])
    codecs_[worker] = std::make_unique<compress::ChunkCodec>(packing_->dictionary());
  if (known_ != nullptr) known_->Refresh(worker);
  const auto contain = [&](const OriginPtr& origin, std::string place, const auto& work) {
    const Status done = Contained([&]() -> Status {
      work();
      return {};
    });
    if (!done) {
      out.left_out.push_back(
          {origin, std::move(place), done.error().message, IsOfTheSystem(done.error().code)});
    }
  };
  for (SourceDocument& document : task.documents) {
    contain(task.stream, task.stream->name() + ": " + document.uri,
            [&] { PrepareDocument(worker, task.stream, std::move(document), &out); });
  }
  for (Unread& unread : task.unread) {
    const OriginPtr origin = unread.origin;
    contain(origin, origin->name(), [&] { PrepareUnread(worker, std::move(unread), &out); });
  }
  if (known_ != nullptr) known_->Release(worker);
  return out;
}

}  // namespace arborist::ingest
