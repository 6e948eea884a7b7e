// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/ordered_pool.h"
#include "compress/chunk_codec.h"
#include "ingest/formats/format.h"
#include "ingest/origin.h"
#include "ingest/resume_mark.h"
#include "ingest/source_document.h"
#include "store/shard/prepared_document.h"

namespace arborist::ingest {

// What goes through a run of Ingest, and the stages that it goes through:
//
//   Reader -> Dispatch -> Feeder -> | Pipeline: Preparer | -> DocumentSink
//   the caller's thread              the pool's threads      the router's thread
//
// A DocumentSink is a ShardRouter, which hands on to one ShardSink (a thread) per shard, or the
// counter of a dry run.

// An origin that is one document and is still to be read.
struct Unread {
  OriginPtr origin;
  const Format* format = nullptr;
};

// What the feeder gives to the pool at once: documents of one stream, or origins.
struct Task {
  OriginPtr stream;  // null: of none
  std::vector<SourceDocument> documents;
  std::vector<Unread> unread;
  std::optional<ResumeMark> mark;  // how far the stream is with this task
};

// A document on its way to the writer: prepared, or known by its bytes to be there already, with
// what is needed to prepare it should that turn out wrong.
struct WriteItem {
  OriginPtr origin;  // that it came out of
  std::string uri;
  SourceHash source_hash;
  using Content = std::variant<store::PreparedDocument, SourceDocument, Unread>;
  Content content;
};

// A document that could not be prepared.
struct LeftOut {
  OriginPtr origin;
  std::string place;  // for people
  std::string reason;
  bool of_the_system = false;  // IsOfTheSystem: another time it may go well
};

// What became of a task.
struct Prepared {
  std::vector<WriteItem> items;
  std::vector<LeftOut> left_out;
  std::vector<std::string> read_anew;  // URIs of what was read with all that is inside
  std::optional<ResumeMark> mark;
  bool plain = false;  // chunks are not compressed yet
};

// How the chunks of a run are compressed. Undecided while the router collects samples to train a
// dictionary on; workers then leave them plain. Decided once, by one thread, and read by all.
class Packing {
 public:
  Packing() = default;                                         // undecided
  explicit Packing(std::optional<compress::Dictionary> known)  // decided; nothing: no dictionary
      : dictionary_(std::move(known)), decided_(true) {}

  bool decided() const { return decided_; }
  // Null: none, or not decided.
  const compress::Dictionary* dictionary() const {
    return decided_ && dictionary_ ? &*dictionary_ : nullptr;
  }
  void Decide(std::optional<compress::Dictionary> dictionary) {
    dictionary_ = std::move(dictionary);
    decided_ = true;
  }

 private:
  std::optional<compress::Dictionary> dictionary_;  // constant from decided_ on
  std::atomic<bool> decided_ = false;
};

// Where prepared documents end.
class DocumentSink {
 public:
  virtual ~DocumentSink() = default;

  // -- in the router's thread
  // In the order of the inputs. The ticket gives the share of the pipeline's memory back when it
  // goes; it must not outlive the pipeline.
  virtual void Take(Prepared prepared, std::shared_ptr<void> ticket) = 0;
  // Everything was taken. Not called after Cancel.
  virtual void End() = 0;

  // -- in any thread
  // Something was left out, of an origin or (null) on the way to one.
  virtual void Skip(const Origin* origin, std::string place, std::string reason) = 0;
  // So far, for progress.
  struct Done {
    std::uint64_t documents = 0;
    std::uint64_t text_bytes = 0;
  };
  virtual Done done() const = 0;
};

class Preparer;

// The pool that prepares tasks and hands them on in their order. Memory is bounded by the text
// inside, whatever the input. Any thread may cancel. The preparer outlives it.
class Pipeline {
 public:
  explicit Pipeline(Preparer* preparer);

  // Runs `read` in this thread, which pushes tasks, and hands what becomes of them to the sink in
  // another one. Returns when both are done, with the error of either; what is thrown is one. An
  // error cancels.
  Status Run(const std::function<Status()>& read, DocumentSink* sink);

  // Only within `read`. Waits while there is too much inside. False: cancelled.
  bool Push(Task task, std::uint64_t cost);

  void Cancel();
  bool cancelled() const { return cancelled_; }

 private:
  Status Route(DocumentSink* sink);

  std::atomic<bool> cancelled_ = false;
  OrderedPool<Task, Prepared> pool_;
};

}  // namespace arborist::ingest
