// SPDX-License-Identifier: AGPL-3.0-only
#include "app/service.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "app/check_request.h"
#include "app/fields.h"
#include "app/json/search_json.h"
#include "app/service_impl.h"
#include "app/versions.h"
#include "base/contained.h"
#include "base/version.h"
#include "bundle/bundle.h"
#include "crypto/sha256.h"
#include "extractive/extractive.h"
#include "retrieve/cold.h"
#include "store/home/tokens.h"
#include "text/escape.h"

namespace arborist::app {

namespace {

constexpr std::chrono::seconds kKeepEvery{2};
constexpr std::size_t kMaxReadyKeyBytes = 16 << 10;

std::string CacheKeyOf(const std::string& text, const View& view) {
  std::string key;
  for (const std::string& shard : view.shards) key += shard + "\n";
  return key + "\n" + text;
}

}  // namespace

Service::Impl::Impl(Options given)
    : options(std::move(given)), readers(options.environment, options.config) {}

Service::Impl::~Impl() {
  if (!keeper_.joinable()) return;
  {
    const MutexLock lock(keeper_mutex_);
    ending_ = true;
  }
  keeper_wake_.NotifyAll();
  keeper_.join();
}

Status Service::Impl::Start() {
  // Also makes the home store where there is none, and shows at once that the model can be named.
  TRY(readers.Take({}));
  TRY_ASSIGN(tokens, store::HomeStore::OpenReadOnly(options.environment.paths,
                                                    options.environment.store()));
  const bool asks = !options.config.endpoint.empty();
  TRY_ASSIGN(answers, AnswerCache::Open(options.environment.paths, options.config.endpoint,
                                        asks ? options.config.model : std::string()));
  keeper_ = std::thread([this] { Keep(); });
  return {};
}

void Service::Impl::Keep() {
  MutexLock lock(keeper_mutex_);
  while (!ending_) {
    const auto until = std::chrono::steady_clock::now() + kKeepEvery;
    while (!ending_ && keeper_wake_.WaitUntil(keeper_mutex_, until)) {
    }
    lock.Unlock();
    (void)Contained([this]() -> Status {
      WriteHits();
      answers->Sweep();
      return {};
    });
    lock.Lock();
  }
  lock.Unlock();
  (void)Contained([this]() -> Status {
    WriteHits();
    return {};
  });
}

void Service::Impl::WriteHits() {
  const std::map<std::int64_t, std::int64_t> hits = answers->TakeHits();
  if (hits.empty()) return;
  auto reader = readers.Take({});
  if (!reader) return;  // soft: a count, no more
  store::Records records((*reader)->store());
  for (const auto& [record, times] : hits) (void)records.CountHit(record, times);
}

Result<ReaderPool::Lease> Service::Impl::TakeWhole(const View& view) {
  TRY_ASSIGN(ReaderPool::Lease reader, Take(view));
  TRY(reader->RequireWhole());
  return reader;
}

Service::Service(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Service::~Service() = default;

Result<std::unique_ptr<Service>> Service::Open(Options options) {
  auto impl = std::make_unique<Impl>(std::move(options));
  TRY(impl->Start());
  return std::unique_ptr<Service>(new Service(std::move(impl)));
}

Result<ReaderPool::Lease> Service::Take(const View& view) { return impl_->Take(view); }

Result<Grant> Service::CheckToken(std::string_view token) {
  const auto refuse = [] {
    return Fail(ErrorCode::kUnauthenticated,
                "this token is not known here, has expired or was revoked");
  };
  const std::string_view id = store::TokenId(token);
  if (id.empty()) return refuse();
  std::optional<store::Token> found;
  {
    const MutexLock lock(impl_->tokens_mutex);
    TRY_ASSIGN(found, store::Tokens(impl_->tokens.get()).Find(id));
  }
  // An unknown id takes as long as a wrong secret.
  const bool equal =
      crypto::EqualInConstantTime(store::HashToken(token), found ? found->hash : Hash256());
  if (!found || !equal || found->revoked_at != 0 ||
      (found->expires_at != 0 &&
       found->expires_at <= impl_->options.environment.clock->NowSeconds())) {
    return refuse();
  }
  return Grant{found->id, found->name, found->scopes, found->shards, found->expires_at};
}

Error Service::Public(Error error) const {
  const std::string root = impl_->options.environment.paths.root.string();
  for (std::size_t at = error.message.find(root); !root.empty() && at != std::string::npos;
       at = error.message.find(root, at)) {
    error.message.replace(at, root.size(), "HOME");
    at += 4;
  }
  return error;
}

Result<Question> Service::ReadQuestion(const json::Value& body, bool one_document) const {
  constexpr std::array<std::string_view, 16> kFields = {
      "question",     "mode",          "verifier",       "dedup", "fidelity", "max_context_chars",
      "reject_broad", "bind_verifier", "chain",          "burn",  "top_k",    "over_fetch",
      "keywords",     "translate_to",  "min_confidence", "cite"};
  Question question;
  question.text = TextOf(body, one_document);
  ask::AskOptions& options = question.options;
  TRY_ASSIGN(options.question, body.String("question"));
  if (one_document) {
    TRY_ASSIGN(question.document, body.String("document"));
    if (question.document.empty()) {
      return Fail(ErrorCode::kInvalidArgument, "field document is empty; give a root or a URI");
    }
  }
  json::Object policy = impl_->options.config.policy;
  const auto bad = [](const std::string& name, std::string_view wanted) {
    return Fail(ErrorCode::kInvalidArgument, "field " + name + " must be " + std::string(wanted));
  };
  const auto number = [&](const std::string& name, std::int64_t least,
                          std::int64_t most) -> Result<std::int64_t> {
    TRY_ASSIGN(const std::int64_t value, body.Int(name));
    if (value < least || value > most) {
      return bad(name, "from " + std::to_string(least) + " to " + std::to_string(most));
    }
    return value;
  };
  for (const auto& [name, value] : body.as_object()) {
    if (name == "document" && one_document) continue;
    if (std::ranges::find(kFields, name) == kFields.end()) {
      return Fail(ErrorCode::kInvalidArgument,
                  "there is no field " + text::EscapeForTerminal(name, false) + " here");
    }
    if (name == "mode" || name == "verifier" || name == "dedup" || name == "cite") {
      TRY_ASSIGN(const std::string word, body.String(name));
      policy[name == "mode"    ? "answer_mode"
             : name == "dedup" ? "question_dedup"
             : name == "cite"  ? "claim_lattice_citation_tags"
                               : "verifier"] = word;
    } else if (name == "max_context_chars") {
      TRY_ASSIGN(policy["context_chars"], number(name, 200, 200000));
    } else if (name == "min_confidence") {
      if (!value.is_number()) return bad(name, "a number from 0 to 1");
      policy["min_confidence"] = value;
    } else if (name == "reject_broad") {
      TRY_ASSIGN(policy["reject_broad"], body.Bool(name));
    } else if (name == "fidelity") {
      TRY_ASSIGN(const std::string word, body.String(name));
      const auto fidelity = ask::FidelityFromName(word);
      if (!fidelity) return bad(name, "strict or equivalence_class");
      options.fidelity = *fidelity;
    } else if (name == "chain") {
      TRY_ASSIGN(options.chain, body.String(name));
      if (options.chain != "private" && options.chain != "public") {
        return bad(name, "private or public");
      }
    } else if (name == "bind_verifier") {
      TRY_ASSIGN(options.nine_dimensions, body.Bool(name));
    } else if (name == "burn") {
      TRY_ASSIGN(options.burn_existing, body.Bool(name));
    } else if (name == "top_k") {
      TRY_ASSIGN(const std::int64_t count, number(name, 1, 64));
      options.top_k = static_cast<std::size_t>(count);
    } else if (name == "over_fetch") {
      TRY_ASSIGN(const std::int64_t count, number(name, 1, 1024));
      options.over_fetch = static_cast<std::size_t>(count);
    } else if (name == "keywords") {
      TRY_ASSIGN(options.retrieval_keywords, body.String(name));
    } else if (name == "translate_to") {
      TRY_ASSIGN(options.translate_to, body.String(name));
    }
  }
  options.over_fetch = std::max(options.over_fetch, options.top_k);
  TRY_ASSIGN(options.policy, WantedPolicy(impl_->options.config, std::move(policy)));
  options.quantization = impl_->options.config.quantization;
  return question;
}

std::string Service::TextOf(const json::Value& body, bool one_document) {
  return (one_document ? "ask " : "query ") + json::Dump(body);
}

// What was refused, or asked for a new answer, was never put there.
std::optional<KeptAnswer> Service::FindReady(const std::string& text, const View& view) {
  std::optional<AnswerCache::Hit> hit = impl_->answers->Find(CacheKeyOf(text, view));
  if (!hit) return std::nullopt;
  return KeptAnswer{std::move(hit->text), std::move(hit->audit_mode)};
}

namespace {

Result<ask::AskOptions> OptionsFor(const Question& question, const Home& reader) {
  TRY_ASSIGN(const bool any, reader.HasDocuments());
  if (!any) {
    return Fail(ErrorCode::kNotFound, "there are no documents here");
  }
  ask::AskOptions options = question.options;
  if (!question.document.empty()) {
    TRY_ASSIGN(const store::CorpusDocument document, reader.corpus().Resolve(question.document));
    options.document = document.view.root;
  }
  return options;
}

}  // namespace

Result<std::optional<json::Value>> Service::FindAnswer(const Question& question, const View& view,
                                                       const Progress& progress) {
  if (question.options.burn_existing) return std::nullopt;  // a new one is wanted
  const store::ChangeWatch::Versions now = impl_->answers->Now();
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  TRY_ASSIGN(const ask::AskOptions options, OptionsFor(question, *reader));
  TRY_ASSIGN(const std::optional<ask::AskResult> result, reader->FindKept(options, progress));
  if (!result) return std::nullopt;
  // An answer of the other key is asked for again: the record of this one may be refuted meanwhile.
  if (question.text.size() <= kMaxReadyKeyBytes &&
      result->lookup_path == ask::LookupPath::kPrimary) {
    impl_->answers->Put(CacheKeyOf(question.text, view), *result, now);
  }
  return json::Value(ask::ToJson(*result));
}

Result<json::Value> Service::Ask(const Question& question, const View& view,
                                 const Progress& progress) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  TRY_ASSIGN(const ask::AskOptions options, OptionsFor(question, *reader));
  TRY_ASSIGN(const ask::AskResult result, reader->Ask(options, progress));
  return json::Value(ask::ToJson(result));
}

Result<json::Value> Service::Search(const View& view, std::string_view query, std::size_t limit,
                                    std::size_t per_document) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  if (reader->corpus().shards().empty()) {
    return Fail(ErrorCode::kNotFound, "there are no documents here yet");
  }
  retrieve::SearchOptions options;
  options.query = query;
  options.limit = limit;
  options.per_document = per_document;
  TRY_ASSIGN(const std::vector<retrieve::SearchHit> hits, reader->Search(options));
  json::Array items;
  for (const retrieve::SearchHit& hit : hits) items.emplace_back(HitJson(items.size() + 1, hit));
  TRY_ASSIGN(const std::int64_t cold, retrieve::ColdDocuments(reader->corpus()));
  return json::Value(json::Object{{"items", std::move(items)}, {"cold_documents", cold}});
}

Result<json::Value> Service::Check(const json::Value& body) {
  TRY(OnlyFields(body, {"answer", "context", "evidence", "question", "mode", "verifier",
                        "entity_policy", "wikitext"}));
  verify::CheckRequest request;
  request.mode = body.Find("evidence") != nullptr ? verify::AnswerMode::kClaimLatticePointer
                                                  : verify::AnswerMode::kQuote;
  TRY_ASSIGN(const std::string verifier, body.StringOr("verifier", verify::Name(request.verifier)));
  const auto known = verify::VerifierFromName(verifier);
  TRY_ASSIGN(const std::string entities, body.StringOr("entity_policy", "proximity"));
  const auto policy = verify::EntityPolicyFromName(entities);
  if (!known || !policy) {
    return Fail(ErrorCode::kInvalidArgument,
                known ? "field entity_policy must be strict, hybrid, drop or proximity"
                      : "field verifier must be lexical-v3, lexical-v2 or reference-v9.8");
  }
  request.verifier = *known;
  request.quote_policy.entity_policy = *policy;
  TRY_ASSIGN(request, CheckRequestFromJson(body, std::move(request)));
  if (body.Find("wikitext") != nullptr) {
    TRY_ASSIGN(const bool wikitext, body.Bool("wikitext"));
    if (wikitext) TakeWikitextBase(&request);
  }
  return verify::ToJson(verify::Check(request), request);
}

Result<StoreStatistics> Service::Stats(const View& view) {
  const store::ChangeWatch::Versions now = impl_->answers->Now();
  if (view.shards.empty()) {
    const MutexLock lock(impl_->stats_mutex);
    if (impl_->stats && impl_->stats_of == now) return *impl_->stats;
  }
  TRY_ASSIGN(const ReaderPool::Lease home, impl_->Take(view));
  StoreStatistics statistics;
  TRY_ASSIGN(statistics.corpus, DocumentService(&*home).Counts());
  if (!home->restricted()) {
    store::Records records(home->store());
    TRY_ASSIGN(statistics.records, curate::Statistics(&records));
    const MutexLock lock(impl_->stats_mutex);
    impl_->stats = statistics;
    impl_->stats_of = now;
  }
  return statistics;
}

json::Value Service::ConfigJson() const {
  const Config& config = impl_->options.config;
  const auto policy = WantedPolicy(config, config.policy);
  const run::Policy shown = policy ? *policy : run::Policy();
  const auto number = [](std::size_t value) { return static_cast<std::int64_t>(value); };
  return json::Object{
      {"version", kProgramVersion},
      {"versions", app::Versions()},
      {"model", config.endpoint.empty() ? std::string(extractive::kModelName) : config.model},
      {"has_endpoint", !config.endpoint.empty()},
      {"answer_mode", verify::Name(shown.answer_mode)},
      {"verifier", verify::Name(shown.verifier)},
      {"limits", json::Object{{"question_bytes", number(ask::kMaxQuestionBytes)},
                              {"upload_bytes", number(kMaxUploadBytes)},
                              {"bundle_bytes", number(bundle::kMaxBundleBytes)},
                              {"concurrent_asks", number(impl_->options.concurrent_asks)}}}};
}

std::optional<std::string> Service::Rpc(std::string_view request) const {
  return impl_->rpc.Handle(request);
}

}  // namespace arborist::app
