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

#include "ask/locate.h"
#include "base/hash256.h"
#include "base/parallel_for.h"
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

// From a question to a record that can be proved, in the order of decision 16. FindKept is the same
// run, stopped before Answerer::Answer. Threads may run both at once, each with services of its
// own; only `workers` may be shared.
namespace arborist::ask {

// Which kept records may be served: only those whose question is the same in the dedup mode of the
// policy, or also those that are the same in its alternate mode. `strict` has no alternate mode.
enum class Fidelity : std::uint8_t { kStrict, kEquivalenceClass };
std::string_view Name(Fidelity fidelity);  // strict, equivalence_class
std::optional<Fidelity> FidelityFromName(std::string_view name);

struct AskOptions {
  std::string question;
  run::Policy policy;
  // How passages are searched for. These are part of the retrieval plan, not of the cache key.
  std::string retrieval_keywords;
  std::size_t top_k = 8;
  std::size_t over_fetch = 32;
  std::string translate_to;              // a language; the translation is used for retrieval only
  std::optional<DocumentRoot> document;  // answer from this document only
  Fidelity fidelity = Fidelity::kEquivalenceClass;
  bool burn_existing = false;  // burn the live record once a new answer has been made
  bool nine_dimensions = false;
  std::string chain = "private";
  std::vector<prompt::Message> conversation;
  std::optional<std::string> revision;  // overrides the revision that the endpoint last returned
  std::string quantization;
  bool stream = false;
  // Set by the caller to abandon a request to the model (kCancelled). No other stage looks at it.
  const std::atomic<bool>* stop = nullptr;
};

// The only ways by which a run reaches store, network and clock. All pointers are borrowed; corpus
// and microseconds must be set.
struct Services {
  const store::Corpus* corpus = nullptr;
  // The whole corpus, where `corpus` is only the part that the caller may see. Records follow the
  // heads of this one.
  const store::Corpus* whole = nullptr;
  store::HomeStore* home = nullptr;   // null: no record is looked up or kept
  llm::ChatClient* client = nullptr;  // null: extractive-v2 answers
  std::string endpoint;               // the endpoint of the client
  std::string model_id;               // the model asked for
  retrieve::SoftCache* cache = nullptr;
  WorkerPool* workers = nullptr;  // searches shards beside the calling thread; null: none does
  std::function<std::int64_t()> microseconds;  // for timings; events take the home's clock
  // Called when a stage begins: preflight, retrieval, model, ...
  std::function<void(std::string_view stage)> progress = {};
};

// How the answer was found: under the key of the request, under another key that may serve it
// (alternate dedup mode, older policy version), not at all (a new answer), or the question was
// rejected before any key.
enum class LookupPath : std::uint8_t { kPrimary, kAlternate, kMiss, kPreflight };
std::string_view Name(LookupPath path);

struct AskResult {
  run::RunRecord record;  // of the run that made the answer, now or earlier
  run::Model asked;       // the model that would answer now
  std::optional<store::Record> stored;
  LookupPath lookup_path = LookupPath::kMiss;
  bool cached = false;
  // The question that the answer was made for, if its words differ from the question asked now.
  std::optional<std::string> answered_question;
  bool falsified_before = false;  // this answer was falsified by somebody before
  std::int64_t burned_existing = 0;
  std::optional<EventHash> audit_event_hash;
  std::optional<std::string> failure_stage;
  json::Object preflight;          // the state of the question, as docs/contract.md has it
  json::Value frame_detection;     // null if retrieval was skipped
  std::vector<std::string> notes;  // for people
  Places places;                   // of the passages and citations of the record
  std::vector<retrieve::EvictedSource> evicted;  // sources whose text is not there
  std::int64_t cold_documents = 0;  // cold documents, which were searched by title only
  std::map<std::string, std::int64_t> timings_us;
  json::Object capacity;

  // Under which the run is kept, or would be. Nothing for a question that preflight turned away.
  std::optional<CacheKey> cache_key() const;
};

inline constexpr std::size_t kMaxQuestionBytes = 64 << 10;

// Performs one run. HYBRID, UNGROUNDED and a declined answer are results, not errors.
//
// kInvalidArgument: an empty question, text that is not plain, min_confidence with a model or
// translate_to without one. kLimitExceeded: over kMaxQuestionBytes. kCancelled: stop. kEnvironment:
// the model cannot be reached or its reply is unusable.
//
// kConflict: burn_existing, and the record was promoted. Else errors of the store. A failed run
// keeps no new record; with burn_existing the old one may be burned already.
Result<AskResult> Ask(const AskOptions& options, const Services& services);

// Runs Ask up to Answerer::Answer: returns a kept record, a rejected question or one without usable
// sources; nullopt where an answer would have to be made, or a translation for retrieval, for no
// model is asked for anything. Writes as Ask does (catch-up, hits, declined questions).
Result<std::optional<AskResult>> FindKept(const AskOptions& options, const Services& services);

}  // namespace arborist::ask
