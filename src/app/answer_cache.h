// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "app/json/answer_json.h"
#include "ask/ask.h"
#include "base/mutex.h"
#include "store/home/change_watch.h"

namespace arborist::app {

// Answers that were served before, ready to be sent again while they still count: until a shard
// changes, the record is no longer live, or the model goes by another revision. Every look asks
// the store whether anything was committed since, so another process's burn or ingest counts at
// once.
// Thread-safe; a hit costs microseconds and never waits.
class AnswerCache {
 public:
  static Result<std::unique_ptr<AnswerCache>> Open(const store::HomePaths& home,
                                                   std::string endpoint, std::string model);

  struct Hit {
    std::string text;  // a line of docs/contract.md, with this hit's timings
    std::shared_ptr<const ask::AskResult> answer;  // with those of the time when it was put here
    std::int64_t microseconds = 0;
  };
  std::optional<Hit> Find(const std::string& key);

  // The state that an answer is about to be found in; Put forgets it when that has passed.
  store::ChangeWatch::Versions Now();
  // result: of a kept record.
  void Put(const std::string& key, const ask::AskResult& result,
           const store::ChangeWatch::Versions& found_in);

  // Lets go of what does not count any more, and of everything.
  void Sweep();
  void Clear();

  // How often each record was served from here since the last call.
  std::map<std::int64_t, std::int64_t> TakeHits();

 private:
  static constexpr std::size_t kMaxBytes = std::size_t{64} << 20;
  static constexpr std::size_t kStructBytes = 4;  // of an answer as a struct, by those of its line
  struct Entry {
    std::string key;
    AnswerLine line;
    std::shared_ptr<const ask::AskResult> answer;
    std::int64_t record_id = 0;
    std::int64_t revision = 0;
    std::string model_revision;
    std::int64_t home_version = 0;  // at which it was found to count
    std::size_t bytes() const { return 2 * key.size() + (1 + kStructBytes) * line.bytes() + 256; }
  };
  using Entries = std::list<Entry>;  // the last used first

  AnswerCache(std::unique_ptr<store::ChangeWatch> watch, std::string endpoint,
              std::string model_id);
  void Look() REQUIRES(mutex_);
  bool Counts(Entry* entry) REQUIRES(mutex_);
  void Remove(Entries::iterator entry) REQUIRES(mutex_);

  Mutex mutex_;
  const std::unique_ptr<store::ChangeWatch> watch_ PT_GUARDED_BY(mutex_);
  const std::string endpoint_, model_id_;
  store::ChangeWatch::Versions versions_ GUARDED_BY(mutex_);
  Entries entries_ GUARDED_BY(mutex_);
  std::unordered_map<std::string, Entries::iterator> index_ GUARDED_BY(mutex_);
  std::size_t bytes_ GUARDED_BY(mutex_) = 0;
  std::map<std::int64_t, std::int64_t> hits_ GUARDED_BY(mutex_);
};

}  // namespace arborist::app
