// SPDX-License-Identifier: AGPL-3.0-only
// /v1 for OpenAI's clients. A request is read into a QuestionRequest, looked for in memory and
// among the records in the lane of readers, and asked anew in the lane of asks. A Voice says the
// answer in one of two shapes, whole or streamed. A stream begins at once, but no word of the
// answer is sent before all of it was verified.
#include "serve/openai/routes.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/hash256.h"
#include "serve/http/attendant.h"
#include "serve/openai/answer.h"
#include "serve/openai/chat.h"
#include "serve/openai/error.h"
#include "serve/openai/request.h"
#include "serve/openai/responses.h"

namespace arborist::serve::openai {

namespace {

constexpr std::size_t kMaxBodyBytes = std::size_t{1} << 20;
constexpr const char* kCacheHeader = "x-arborist-cache";

std::string Event(std::string_view name, const json::Object& data) {
  std::string text;
  if (!name.empty()) text = "event: " + std::string(name) + "\n";
  return text + "data: " + json::ToValidUtf8(json::DumpLine(data)) + "\n\n";
}

// One way of saying an answer: whole, or as a stream that begins before there is one. A stream is
// First, then Rest or Failed.
class Voice {
 public:
  virtual ~Voice() = default;
  virtual json::Object Whole(const Rendered& answer) = 0;
  virtual std::string First() = 0;
  virtual std::string Rest(const Rendered& answer) = 0;
  virtual std::string Failed(const ApiError& error) = 0;
};

class ChatVoice final : public Voice {
 public:
  ChatVoice(ChatHead head, bool include_usage)
      : head_(std::move(head)), include_usage_(include_usage) {}
  json::Object Whole(const Rendered& answer) override { return Completion(head_, answer); }
  std::string First() override { return Event("", FirstChunk(head_)); }
  std::string Rest(const Rendered& answer) override {
    std::string text;
    for (const json::Object& chunk : AnswerChunks(head_, answer, include_usage_)) {
      text += Event("", chunk);
    }
    return text + "data: [DONE]\n\n";
  }
  std::string Failed(const ApiError& error) override { return Event("", ToJson(error)); }

 private:
  const ChatHead head_;
  const bool include_usage_;
};

class ResponseVoice final : public Voice {
 public:
  explicit ResponseVoice(const ResponseHead& head) : head_(head), events_(head) {}
  json::Object Whole(const Rendered& answer) override { return ResponseObject(head_, answer); }
  std::string First() override { return Said(events_.Begin()); }
  std::string Rest(const Rendered& answer) override { return Said(events_.Finish(answer)); }
  std::string Failed(const ApiError& error) override { return Said({events_.Failed(error)}); }

 private:
  static std::string Said(const std::vector<ResponseEvents::Event>& events) {
    std::string text;
    for (const ResponseEvents::Event& event : events) text += Event(event.name, event.data);
    return text;
  }
  const ResponseHead head_;
  ResponseEvents events_;
};

// Everything that one request needs until it is answered.
struct Pending {
  http::ExchangePtr exchange;
  QuestionRequest asked;
  app::Question question;
  app::View view;
  std::string server;  // http://HOST
  std::unique_ptr<Voice> voice;
};

class Api {
 public:
  Api(app::Service* service, const Clock* clock, Random* random, app::AnswerSeen seen)
      : service_(service), clock_(clock), random_(random), seen_(std::move(seen)) {}

  void Models(const http::ExchangePtr& exchange) const {
    const auto shards = ShardsOf(ViewOf(exchange->request()));
    if (!shards) return Refuse(exchange, FromError(service_->Public(shards.error())));
    json::Array data;
    for (const std::string& name : ModelNames(*shards)) data.emplace_back(ModelJson(name));
    exchange->Respond(
        http::JsonResponse(json::Object{{"object", "list"}, {"data", std::move(data)}}));
  }

  void Model(const http::ExchangePtr& exchange) const {
    const std::string& name = exchange->request().Param("model");
    const auto shards = ShardsOf(ViewOf(exchange->request()));
    if (!shards) return Refuse(exchange, FromError(service_->Public(shards.error())));
    const std::vector<std::string> names = ModelNames(*shards);
    if (std::ranges::find(names, name) == names.end()) return Refuse(exchange, NoModel(name));
    exchange->Respond(http::JsonResponse(ModelJson(name)));
  }

  // OpenAI's API has more than a corpus can do.
  static void Nothing(const http::ExchangePtr& exchange) {
    Refuse(exchange, {.status = 404,
                      .message = "there is no " + exchange->request().path +
                                 " here; there is /v1/models, /v1/chat/completions and "
                                 "/v1/responses",
                      .code = "not_found"});
  }

  using Reader = std::expected<QuestionRequest, ApiError> (*)(const json::Value& body);
  enum class Shape : std::uint8_t { kChat, kResponse };
  void Answer(const http::ExchangePtr& exchange, Reader read, Shape shape) {
    const auto body = exchange->request().JsonBody();
    if (!body) return Refuse(exchange, FromError(body.error()));
    auto asked = read(*body);
    if (!asked) return Refuse(exchange, asked.error());
    auto pending = std::make_shared<Pending>();
    pending->exchange = exchange;
    pending->asked = std::move(*asked);
    if (auto ready = Prepare(pending.get()); !ready) return Refuse(exchange, ready.error());
    const std::int64_t now = clock_->NowSeconds();
    const std::string& model = pending->asked.model_text;
    if (shape == Shape::kResponse) {
      pending->voice =
          std::make_unique<ResponseVoice>(ResponseHead{NewId("resp_"), NewId("msg_"), now, model});
    } else {
      pending->voice = std::make_unique<ChatVoice>(ChatHead{NewId("chatcmpl-"), now, model},
                                                   pending->asked.include_usage);
    }
    Find(pending);
  }

 private:
  static void Refuse(const http::ExchangePtr& exchange, const ApiError& error) {
    exchange->Respond(ErrorResponse(error));
  }
  static ApiError NoModel(const std::string& name) {
    return {
        .status = 404,
        .message = "The model '" + name + "' does not exist; GET /v1/models lists those that do",
        .param = "model",
        .code = "model_not_found"};
  }
  static app::View ViewOf(const http::Request& request) { return {request.caller.shards}; }

  static json::Object ModelJson(const std::string& name) {
    return {{"id", name}, {"object", "model"}, {"created", 0}, {"owned_by", "arborist"}};
  }

  std::string NewId(std::string_view prefix) const {
    constexpr std::size_t kIdBytes = 16;
    return std::string(prefix) + ToHex(AsBytes(random_->Bytes(kIdBytes)));
  }

  Result<std::vector<std::string>> ShardsOf(const app::View& view) const {
    TRY_ASSIGN(const auto home, service_->Take(view));
    return app::DocumentService(&*home).ShardSets();
  }

  // What is looked into, what is asked, and whether the caller may ask it like that.
  std::expected<void, ApiError> Prepare(Pending* pending) const {
    const http::Request& request = pending->exchange->request();
    QuestionRequest& asked = pending->asked;
    if (const std::string* header = request.Header(kCacheHeader)) {
      TRY_ASSIGN(asked.cache, CacheUseFromName(*header, kCacheHeader));
    }
    if (asked.cache == CacheUse::kRefresh && !request.caller.scopes.Has(http::Scope::kWrite)) {
      return std::unexpected(
          ApiError{.status = 403,
                   .message = "refresh deletes the kept answer, which needs a token with write",
                   .code = "forbidden"});
    }
    pending->view = ViewOf(request);
    if (!asked.model.shard.empty()) {
      const auto shards = ShardsOf(pending->view);
      if (!shards) return std::unexpected(FromError(service_->Public(shards.error())));
      if (std::ranges::find(*shards, asked.model.shard) == shards->end()) {
        return std::unexpected(NoModel(asked.model_text));
      }
      pending->view.shards = {asked.model.shard};
    }
    json::Object body{{"question", asked.question}};
    if (!asked.model.answer_mode.empty()) body.emplace("mode", asked.model.answer_mode);
    if (asked.cache == CacheUse::kRefresh) body.emplace("burn", true);
    auto question = service_->asks()->Read(body, app::AskService::Scope::kCorpus);
    if (!question) return std::unexpected(FromError(service_->Public(question.error())));
    pending->question = std::move(*question);
    pending->question.options.conversation = asked.conversation;
    pending->question.text += json::Dump(prompt::ToJson(asked.conversation));
    if (const std::string* host = request.Header("host")) pending->server = "http://" + *host;
    return {};
  }

  // A kept answer is served without a place among those who wait for a model.
  void Find(const std::shared_ptr<Pending>& pending) {
    app::AskService* const asks = service_->asks();
    if (const auto ready = asks->FindReady(pending->question.text, pending->view)) {
      seen_({.from = app::AnswerFrom::kMemory,
             .label = ready->answer->record.audit_mode(),
             .timings_us = {{"lookup", ready->microseconds}, {"total", ready->microseconds}}});
      return Say(*pending, *ready->answer);
    }
    const auto kept = asks->Find(pending->question, pending->view, {});
    if (!kept) {
      return Refuse(pending->exchange, FromError(service_->Public(kept.error())));
    }
    if (*kept) {
      seen_(app::SeenOf(**kept));
      return Say(*pending, **kept);
    }
    if (pending->asked.cache == CacheUse::kOnly) {
      return Refuse(pending->exchange,
                    {.status = 404,
                     .message = "no answer is kept for this question, and none was to be made",
                     .code = "not_cached"});
    }
    pending->exchange->Continue(http::Lane::kAsk, [this, pending] {
      pending->asked.stream ? AskStreaming(pending.get()) : AskWhole(pending.get());
    });
  }

  static http::Response HeadOf(bool cached) {
    http::Response head;
    head.headers.emplace_back(kCacheHeader, cached ? "hit" : "miss");
    return head;
  }

  static void BeginStream(const Pending& pending, bool cached) {
    http::Response head = HeadOf(cached);
    head.content_type = "text/event-stream";
    head.headers.emplace_back("X-Accel-Buffering", "no");
    pending.exchange->Begin(std::move(head));
    pending.exchange->Write(pending.voice->First());
  }

  static void Say(const Pending& pending, const ask::AskResult& answer) {
    const Rendered rendered = Render(answer, pending.asked, pending.server);
    if (pending.asked.stream) {
      BeginStream(pending, rendered.cached);
      pending.exchange->Write(pending.voice->Rest(rendered));
      pending.exchange->End();
      return;
    }
    http::Response response = HeadOf(rendered.cached);
    response.body = json::ToValidUtf8(json::DumpLine(pending.voice->Whole(rendered)));
    pending.exchange->Respond(std::move(response));
  }

  // Until the answer is there, or nobody waits for it any more.
  Result<ask::AskResult> Ask(Pending* pending) const {
    std::atomic<bool> gone = false;
    const http::Attendant attendant(pending->exchange, pending->asked.stream, &gone);
    pending->question.options.stop = &gone;
    auto answer = service_->asks()->Ask(pending->question, pending->view, {});
    if (answer) seen_(app::SeenOf(app::AnswerFrom::kMiss, *answer));
    return answer;
  }

  void AskWhole(Pending* pending) const {
    const auto answer = Ask(pending);
    if (!answer) {
      return Refuse(pending->exchange, FromError(service_->Public(answer.error())));
    }
    Say(*pending, *answer);
  }

  // The head goes out at once; not a word of the answer before all of it was verified.
  void AskStreaming(Pending* pending) const {
    BeginStream(*pending, false);
    const auto answer = Ask(pending);
    if (answer) {
      const Rendered rendered = Render(*answer, pending->asked, pending->server);
      pending->exchange->Write(pending->voice->Rest(rendered));
    } else {
      pending->exchange->Write(pending->voice->Failed(FromError(service_->Public(answer.error()))));
    }
    pending->exchange->End();
  }

  app::Service* service_;
  const Clock* clock_;
  Random* random_;
  app::AnswerSeen seen_;
};

}  // namespace

void AddRoutes(http::Router* router, app::Service* service, const Clock* clock, Random* random,
               app::AnswerSeen seen) {
  const auto api = std::make_shared<Api>(service, clock, random, std::move(seen));
  const http::RouteOptions asks{.scope = http::Scope::kAsk,
                                .lane = http::Lane::kRead,
                                .max_body_bytes = kMaxBodyBytes,
                                .error_shape = ErrorShape};
  const http::RouteOptions reads{.error_shape = ErrorShape};
  router->Add(http::Method::kGet, "/v1/models", reads,
              [api](const http::ExchangePtr& exchange) { api->Models(exchange); });
  router->Add(http::Method::kGet, "/v1/models/{model...}", reads,
              [api](const http::ExchangePtr& exchange) { api->Model(exchange); });
  router->Add(http::Method::kPost, "/v1/chat/completions", asks,
              [api](const http::ExchangePtr& exchange) {
                api->Answer(exchange, ReadChat, Api::Shape::kChat);
              });
  for (const http::Method method : {http::Method::kGet, http::Method::kPost}) {
    router->Add(method, "/v1/{path...}",
                {.scope = http::Scope::kNone,
                 .lane = http::Lane::kInline,
                 .accepts = {},
                 .error_shape = ErrorShape},
                [](const http::ExchangePtr& exchange) { Api::Nothing(exchange); });
  }
  router->Add(http::Method::kPost, "/v1/responses", asks, [api](const http::ExchangePtr& exchange) {
    api->Answer(exchange, ReadResponses, Api::Shape::kResponse);
  });
}

}  // namespace arborist::serve::openai
