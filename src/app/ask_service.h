// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/answer_cache.h"
#include "app/config.h"
#include "app/home.h"
#include "app/reader_pool.h"
#include "ask/ask.h"
#include "base/mutex.h"
#include "json/value.h"

namespace arborist::app {

// A question as a request states it. Nothing in it names an endpoint, a credential, a home or a
// file (decision 32).
struct Question {
  ask::AskOptions options;
  std::string document;  // root, prefix or URI; empty: the whole corpus
  std::string text;      // by which FindReady knows it again
};

// Where an answer came from.
enum class AnswerFrom : std::uint8_t {
  kMemory,
  kStore,
  kNone,  // turned away, or declined without an answerer
  kMiss,  // made now
};
std::string_view Name(AnswerFrom from);  // memory, store, none, miss

// What is counted of an answer.
struct SeenAnswer {
  AnswerFrom from = AnswerFrom::kMiss;
  std::string label;
  std::map<std::string, std::int64_t> timings_us;
};
SeenAnswer SeenOf(AnswerFrom from, const ask::AskResult& answer);
// Of one that Find gave: kept, or one that needed no answerer.
SeenAnswer SeenOf(const ask::AskResult& found);
using AnswerSeen = std::function<void(const SeenAnswer& seen)>;

// Questions and searches over the homes of a pool, and the answers that are ready in memory. All of
// them must outlive it. Thread-safe.
class AskService {
 public:
  AskService(const Config* config, ReaderPool* homes, AnswerCache* ready)
      : config_(config), homes_(homes), ready_(ready) {}

  // Reads the fields of docs/api/openapi.yaml's QueryRequest or, with a document, AskRequest
  // (question_fields.h). Unknown fields are refused.
  enum class Scope : std::uint8_t { kCorpus, kDocument };
  Result<Question> Read(const json::Value& body, Scope scope) const;
  // The text of a question by which FindReady knows it again.
  static std::string TextOf(const json::Value& body, Scope scope);

  // An answer that was served before and still counts, from memory. Never waits.
  std::optional<AnswerCache::Hit> FindReady(const std::string& text, const View& view);
  // A kept answer, or one that needs no answerer; nothing when a new one must be made. Never waits
  // for a model.
  Result<std::optional<ask::AskResult>> Find(const Question& question, const View& view,
                                             const Progress& progress);
  // The same, and if there is none a new one. progress: preflight, retrieval, model, verify, ...
  Result<ask::AskResult> Ask(const Question& question, const View& view, const Progress& progress);

  Result<SearchResult> Search(const retrieve::SearchOptions& options, const View& view);

  // Writes down how often records were served from memory, and which documents searches found,
  // since the last call. Soft: counts, no more. A search does not wait for it.
  void WriteUses();

 private:
  static constexpr std::size_t kMaxUses = 100'000;

  const Config* config_;
  ReaderPool* homes_;
  AnswerCache* ready_;
  Mutex uses_mutex_;
  std::vector<DocumentRoot> uses_ GUARDED_BY(uses_mutex_);
};

}  // namespace arborist::app
