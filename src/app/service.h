// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/document_service.h"
#include "app/home.h"
#include "app/log_service.h"
#include "app/reader_pool.h"
#include "curate/falsify.h"
#include "curate/record_statistics.h"
#include "json/value.h"
#include "store/home/snapshots.h"

namespace arborist::app {

// Whose eyes a call sees with: the shard sets that may be looked into; none named: all. A record is
// visible when every document it rests on is.
struct View {
  std::vector<std::string> shards;
};

// A question as a request states it. Nothing in it names an endpoint, a credential, a home or a
// file (decision 32).
struct Question {
  ask::AskOptions options;
  std::string document;  // root, prefix or URI; empty: the whole corpus
  std::string text;      // by which FindReady knows it again
};

// An answer as JSON text, by docs/contract.md.
struct KeptAnswer {
  std::string text;
  std::string audit_mode;
};

// Sizes and counts of what a caller sees.
struct StoreStatistics {
  CorpusCounts corpus;
  std::optional<curate::RecordStatistics> records;  // of all records: for whoever sees everything
};

// What a token may do, once it was found to be right.
struct Grant {
  std::string id;
  std::string name;
  std::vector<std::string> scopes;
  std::vector<std::string> shards;
  std::int64_t expires_at = 0;
};

// Is told of an answer, and where it came from: memory, store, none (turned away or declined
// without an answerer), miss.
using AnswerSeen = std::function<void(std::string_view cache, const json::Value& answer)>;

// Everything that a server offers, over one home: thread-safe. What a resource has to say is asked
// of its service over a leased home (document_service.h). Homes are opened once and used again;
// calls that only read never wait for calls that ask a model or write.
class Service {
 public:
  struct Options {
    HomeEnvironment environment;  // its stop also ends ingests under way
    Config config;
    std::size_t concurrent_asks = 4;  // for ConfigJson
  };
  static Result<std::unique_ptr<Service>> Open(Options options);
  ~Service();

  // kUnauthenticated for a token that is unknown, expired or revoked; which, it does not say.
  // Quick.
  Result<Grant> CheckToken(std::string_view token);

  // The home as the caller may see it, at its newest state.
  Result<ReaderPool::Lease> Take(const View& view);

  // An error as others may see it: without the server's folders.
  Error Public(Error error) const;

  // -- asking
  // Reads the fields of docs/api/openapi.yaml's QueryRequest or, with a document, AskRequest.
  // Unknown fields are refused.
  Result<Question> ReadQuestion(const json::Value& body, bool one_document) const;
  // The text of a question by which FindReady knows it again.
  static std::string TextOf(const json::Value& body, bool one_document);
  // An answer that was served before and still counts, from memory. Never waits.
  std::optional<KeptAnswer> FindReady(const std::string& text, const View& view);
  // A kept answer, or one that needs no answerer; nothing when a new one must be made. Never waits
  // for a model.
  Result<std::optional<json::Value>> FindAnswer(const Question& question, const View& view,
                                                const Progress& progress);
  // The same, and if there is none a new one. progress: preflight, retrieval, model, verify, ...
  Result<json::Value> Ask(const Question& question, const View& view, const Progress& progress);

  Result<json::Value> Search(const View& view, std::string_view query, std::size_t limit,
                             std::size_t per_document);
  Result<json::Value> Check(const json::Value& body);

  // -- the rest
  Result<StoreStatistics> Stats(const View& view);
  // Events in every log, by name.
  Result<std::vector<std::pair<std::string, std::int64_t>>> LogSizes(const View& view);
  json::Value ConfigJson() const;  // version, model, limits: nothing secret
  std::optional<std::string> Rpc(std::string_view request) const;

  // -- writing; one at a time
  Result<curate::Falsified> Falsify(const View& view, std::string_view key,
                                    store::RecordState state, std::string_view reason);
  Result<json::Value> Burn(const View& view, std::string_view name, bool force);
  struct Upload {
    std::string_view body;
    std::string media_type;  // one of UploadTypes
    std::string uri;         // not with JSON Lines
    std::string shard = "main";
  };
  static std::vector<std::string> UploadTypes();
  Result<json::Value> Ingest(const View& view, const Upload& upload);
  // Files of this machine, which whoever calls has the right to name, in the folder `beneath`; all
  // are real paths.
  Result<json::Value> IngestFiles(const std::filesystem::path& beneath,
                                  const std::vector<std::filesystem::path>& paths,
                                  const std::string& shard,
                                  const std::function<void(std::string_view)>& progress,
                                  const std::atomic<bool>* cancelled);
  Result<store::Snapshot> TakeSnapshot(const View& view, std::string_view reason);
  Result<SignedCheckpoint> SignCheckpoint(const View& view);  // kNotFound: there is no key
  Result<json::Value> Distill(const View& view, const json::Value& body);
  Result<json::Value> Evict(const View& view, const json::Value& body);
  // Documents only, by root or URI: a path of the server is not to be named.
  Result<json::Value> Rehydrate(const View& view, const json::Value& body);

  static constexpr std::size_t kMaxUploadBytes = std::size_t{64} << 20;

 private:
  class Impl;
  explicit Service(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace arborist::app
