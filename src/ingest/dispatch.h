// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/result.h"
#include "ingest/formats/detect.h"
#include "ingest/formats/format.h"
#include "ingest/origin.h"
#include "ingest/source_document.h"

namespace arborist::ingest {

// Takes what Dispatch finds. Called in the thread of Dispatch.
class OriginSink {
 public:
  virtual ~OriginSink() = default;

  // Asked before anything is opened. IsFull ends the run, a no of Wants passes over this origin.
  virtual bool IsFull() const { return false; }
  virtual bool Wants(const Origin&) { return true; }

  // One document, which ReadDocument reads, now or later, here or in another thread.
  virtual Status TakeDocument(OriginPtr origin, const Format& format) = 0;
  // Many; TransferAll reads them. The reader goes when this returns.
  virtual Status TakeStream(const OriginPtr& origin, StreamReader* reader) = 0;
  // None: no format reads it, or it could not be opened.
  virtual void Refuse(const Origin& origin, const Detected& why) = 0;
  virtual void Skip(const Origin& origin, std::string reason) = 0;
  // Members of an archive were left out by design.
  virtual void PassOver(std::string_view, std::uint64_t) {}
  // All members of an archive were dispatched.
  virtual void EndMembers(const Origin& archive) = 0;
  // Something inside an archive, by its path there.
  virtual void SkipInside(const Origin& archive, std::string path, std::string reason) = 0;
};

// Looks what an origin is and gives it to the sink. Ingest, its dry run, uploads and rehydrate all
// go through here. The members of an archive are dispatched in its place, each as an origin that
// the sink is asked about, and archives in archives to the depth of the limits. An error is one of
// the sink, or kCancelled when that is full.
Status Dispatch(OriginPtr origin, const ReadOptions& options, OriginSink* sink);

// Reads, decompresses and decodes an origin that is one document. Text and hash come from one
// reading, whatever happens to the origin meanwhile. The hash is over the bytes as they are stored,
// so that a change is seen without decoding.
struct DocumentRead {
  SourceHash source_hash;
  std::optional<SourceDocument> document;  // none: is_known said that these bytes are there already
  std::vector<OriginPtr> children;         // documents inside, for Dispatch
};
Result<DocumentRead> ReadDocument(const Origin& origin, const Format& format, const Limits& limits,
                                  const std::function<bool(const SourceHash&)>& is_known);
// The same whether the bytes are known or not: there is a document.
Result<DocumentRead> ReadDocument(const Origin& origin, const Format& format, const Limits& limits);

// Hands on the documents of a stream until its end or until `take` returns false. What the reader
// leaves out goes to `skip` as a place for people and a reason, damage at the end included. An
// error is one of `take`.
Status TransferAll(const Origin& origin, StreamReader* reader,
                   const std::function<Result<bool>(SourceDocument)>& take,
                   const std::function<void(std::string place, std::string reason)>& skip);

}  // namespace arborist::ingest
