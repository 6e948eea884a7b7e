// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "json/value.h"
#include "llm/chat_client.h"
#include "prompt/prompt.h"
#include "question/question.h"
#include "retrieve/duplicates.h"
#include "retrieve/gather.h"
#include "run/policy.h"
#include "run/run_record.h"
#include "store/corpus.h"
#include "store/home/home.h"
#include "store/home/records.h"

// From a question to a record that can be proved (decision 16).
namespace arborist::ask {

// Which records may be served: those of the policy's own way to tell questions apart, or also those
// of its alternate. A policy whose way is strict has no alternate.
enum class Fidelity : std::uint8_t { kStrict, kEquivalenceClass };
std::string_view Name(Fidelity fidelity);  // strict, equivalence_class
std::optional<Fidelity> FidelityFromName(std::string_view name);

struct AskOptions {
  std::string question;
  run::Policy policy;
  // How passages are looked for: the retrieval plan, no part of the key.
  std::string retrieval_keywords;
  std::size_t top_k = 8;
  std::size_t over_fetch = 32;
  std::string translate_to;              // a language; retrieval only
  std::optional<DocumentRoot> document;  // answer from this one
  Fidelity fidelity = Fidelity::kEquivalenceClass;
  bool burn_existing = false;  // the live record goes once there is a new answer
  bool nine_dimensions = false;
  std::string chain = "private";
  std::vector<prompt::Message> conversation;
  std::optional<std::string> revision;  // overrides what the endpoint last said
  std::string quantization;
  bool stream = false;
  // Set by whoever asked and does not wait any more: the model's answer is not awaited either.
  const std::atomic<bool>* stop = nullptr;
};

// What a run reaches the world through.
struct Services {
  const store::Corpus* corpus = nullptr;
  // All of the corpus, where `corpus` is only a part that the asker may see; records follow this.
  const store::Corpus* whole = nullptr;
  store::HomeStore* home = nullptr;   // none: no record is looked up and none kept
  llm::ChatClient* client = nullptr;  // none: extractive-v2 answers
  std::string endpoint;               // where the client asks
  std::string model_id;               // whom
  retrieve::SoftCache* cache = nullptr;
  std::function<std::int64_t()> microseconds;                 // for timings
  std::function<void(std::string_view stage)> progress = {};  // preflight, retrieval, model, ...
};

struct AskResult {
  run::RunRecord record;  // of the run that answered, now or then
  run::Model asked;       // who would answer now
  std::optional<store::Record> stored;
  std::string lookup_path;  // primary, alternate, miss, preflight
  bool cached = false;
  // What was asked when the answer was made, where it is worded otherwise than what was asked now.
  std::optional<std::string> answered_question;
  bool falsified_before = false;  // somebody has said that this answer is wrong
  std::int64_t burned_existing = 0;
  std::optional<EventHash> audit_event_hash;
  std::optional<std::string> failure_stage;
  json::Object preflight;                        // the question's state
  json::Value frame_detection;                   // null when retrieval was skipped
  std::vector<std::string> notes;                // for people
  std::vector<retrieve::EvictedSource> evicted;  // would have been sources
  std::int64_t cold_documents = 0;               // that were searched by their titles alone
  std::map<std::string, std::int64_t> timings_us;
  json::Object capacity;
};

inline constexpr std::size_t kMaxQuestionBytes = 64 << 10;

// One run. HYBRID, UNGROUNDED and declining are results; errors are a question without words, a
// model that cannot be reached or makes no sense, and a store that cannot be used. A failed run
// leaves no record.
Result<AskResult> Ask(const AskOptions& options, const Services& services);

// The same as far as it goes without an answerer: a kept record, a question that is turned away, or
// that nothing in the corpus speaks of. Nothing when a new answer would have to be made.
Result<std::optional<AskResult>> FindKept(const AskOptions& options, const Services& services);

// The result of query and ask in docs/contract.md.
json::Object ToJson(const AskResult& result);

}  // namespace arborist::ask
