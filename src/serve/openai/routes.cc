// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/openai/routes.h"

#include <algorithm>
#include <atomic>
#include <functional>
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

// One way of saying an answer: whole, or as a stream that begins before there is one.
struct Voice {
  std::function<json::Object(const Rendered&)> whole;
  std::function<std::string()> first;
  std::function<std::string(const Rendered&)> rest;
  std::function<std::string(const ApiError&)> failed;
};

std::string Event(std::string_view name, const json::Object& data) {
  std::string text;
  if (!name.empty()) text = "event: " + std::string(name) + "\n";
  return text + "data: " + json::ToValidUtf8(json::DumpLine(data)) + "\n\n";
}

Voice ChatVoice(const ChatHead& head, bool include_usage) {
  Voice voice;
  voice.whole = [head](const Rendered& answer) { return Completion(head, answer); };
  voice.first = [head] { return Event("", FirstChunk(head)); };
  voice.rest = [head, include_usage](const Rendered& answer) {
    std::string text;
    for (const json::Object& chunk : AnswerChunks(head, answer, include_usage)) {
      text += Event("", chunk);
    }
    return text + "data: [DONE]\n\n";
  };
  voice.failed = [](const ApiError& error) { return Event("", ToJson(error)); };
  return voice;
}

Voice ResponseVoice(const ResponseHead& head) {
  Voice voice;
  const auto events = std::make_shared<ResponseEvents>(head);
  voice.whole = [head](const Rendered& answer) { return ResponseObject(head, answer); };
  voice.first = [events] {
    std::string text;
    for (const auto& event : events->Begin()) text += Event(event.name, event.data);
    return text;
  };
  voice.rest = [events](const Rendered& answer) {
    std::string text;
    for (const auto& event : events->Finish(answer)) text += Event(event.name, event.data);
    return text;
  };
  voice.failed = [events](const ApiError& error) {
    const auto event = events->Failed(error);
    return Event(event.name, event.data);
  };
  return voice;
}

// Everything that one request needs until it is answered.
struct Conversation {
  http::ExchangePtr exchange;
  Asked asked;
  app::Question question;
  app::View view;
  std::string server;  // http://HOST
  Voice voice;
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

  using Reader = std::expected<Asked, ApiError> (*)(const json::Value& body);
  void Answer(const http::ExchangePtr& exchange, Reader read, bool as_response) {
    const auto body = exchange->request().JsonBody();
    if (!body) return Refuse(exchange, FromError(body.error()));
    auto asked = read(*body);
    if (!asked) return Refuse(exchange, asked.error());
    auto conversation = std::make_shared<Conversation>();
    conversation->exchange = exchange;
    conversation->asked = std::move(*asked);
    if (auto ready = Prepare(conversation.get()); !ready) return Refuse(exchange, ready.error());
    const std::int64_t now = clock_->NowSeconds();
    const std::string& model = conversation->asked.model_text;
    conversation->voice = as_response ? ResponseVoice({NewId("resp_"), NewId("msg_"), now, model})
                                      : ChatVoice({NewId("chatcmpl-"), now, model},
                                                  conversation->asked.include_usage);
    Find(conversation);
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
  std::expected<void, ApiError> Prepare(Conversation* conversation) const {
    const http::Request& request = conversation->exchange->request();
    Asked& asked = conversation->asked;
    if (const std::string* header = request.Header(kCacheHeader)) {
      TRY_ASSIGN(asked.cache, CacheUseFromName(*header, kCacheHeader));
    }
    if (asked.cache == CacheUse::kRefresh && !request.caller.scopes.Has(http::Scope::kWrite)) {
      return std::unexpected(
          ApiError{.status = 403,
                   .message = "refresh deletes the kept answer, which needs a token with write",
                   .code = "forbidden"});
    }
    conversation->view = ViewOf(request);
    if (!asked.model.shard.empty()) {
      const auto shards = ShardsOf(conversation->view);
      if (!shards) return std::unexpected(FromError(service_->Public(shards.error())));
      if (std::ranges::find(*shards, asked.model.shard) == shards->end()) {
        return std::unexpected(NoModel(asked.model_text));
      }
      conversation->view.shards = {asked.model.shard};
    }
    json::Object body{{"question", asked.question}};
    if (!asked.model.answer_mode.empty()) body.emplace("mode", asked.model.answer_mode);
    if (asked.cache == CacheUse::kRefresh) body.emplace("burn", true);
    auto question = service_->ReadQuestion(body, false);
    if (!question) return std::unexpected(FromError(service_->Public(question.error())));
    conversation->question = std::move(*question);
    conversation->question.options.conversation = asked.conversation;
    conversation->question.text += json::Dump(prompt::ToJson(asked.conversation));
    if (const std::string* host = request.Header("host")) conversation->server = "http://" + *host;
    return {};
  }

  // A kept answer is served without a place among those who wait for a model.
  void Find(const std::shared_ptr<Conversation>& conversation) {
    const auto progress = [](std::string_view) {};
    if (const auto ready = service_->FindReady(conversation->question.text, conversation->view)) {
      if (const auto answer = json::Parse(ready->text)) {
        seen_("memory", *answer);
        return Say(*conversation, *answer);
      }
    }
    auto kept = service_->FindAnswer(conversation->question, conversation->view, progress);
    if (!kept) {
      return Refuse(conversation->exchange, FromError(service_->Public(kept.error())));
    }
    if (*kept) {
      const json::Value* const cached = (*kept)->Find("cached");
      seen_(cached != nullptr && cached->as_bool() ? "store" : "none", **kept);
      return Say(*conversation, **kept);
    }
    if (conversation->asked.cache == CacheUse::kOnly) {
      return Refuse(conversation->exchange,
                    {.status = 404,
                     .message = "no answer is kept for this question, and none was to be made",
                     .code = "not_cached"});
    }
    conversation->exchange->Continue(http::Lane::kAsk, [this, conversation] {
      conversation->asked.stream ? AskStreaming(conversation.get()) : AskWhole(conversation.get());
    });
  }

  static http::Response HeadOf(bool cached) {
    http::Response head;
    head.headers.emplace_back(kCacheHeader, cached ? "hit" : "miss");
    return head;
  }

  static void BeginStream(Conversation* conversation, bool cached) {
    http::Response head = HeadOf(cached);
    head.content_type = "text/event-stream";
    head.headers.emplace_back("X-Accel-Buffering", "no");
    conversation->exchange->Begin(std::move(head));
    conversation->exchange->Write(conversation->voice.first());
  }

  static void Say(Conversation& conversation, const json::Value& answer) {
    const Rendered rendered = Render(answer, conversation.asked, conversation.server);
    if (conversation.asked.stream) {
      BeginStream(&conversation, rendered.cached);
      conversation.exchange->Write(conversation.voice.rest(rendered));
      conversation.exchange->End();
      return;
    }
    http::Response response = HeadOf(rendered.cached);
    response.body = json::ToValidUtf8(json::DumpLine(conversation.voice.whole(rendered)));
    conversation.exchange->Respond(std::move(response));
  }

  // Until the answer is there, or nobody waits for it any more.
  Result<json::Value> Ask(Conversation* conversation) const {
    std::atomic<bool> gone = false;
    const http::Attendant attendant(conversation->exchange, conversation->asked.stream, &gone);
    conversation->question.options.stop = &gone;
    auto answer = service_->Ask(conversation->question, conversation->view, {});
    if (answer) seen_("miss", *answer);
    return answer;
  }

  void AskWhole(Conversation* conversation) const {
    const auto answer = Ask(conversation);
    if (!answer) {
      return Refuse(conversation->exchange, FromError(service_->Public(answer.error())));
    }
    Say(*conversation, *answer);
  }

  // The head goes out at once; not a word of the answer before all of it was verified.
  void AskStreaming(Conversation* conversation) const {
    BeginStream(conversation, false);
    const auto answer = Ask(conversation);
    if (answer) {
      const Rendered rendered = Render(*answer, conversation->asked, conversation->server);
      conversation->exchange->Write(conversation->voice.rest(rendered));
    } else {
      conversation->exchange->Write(
          conversation->voice.failed(FromError(service_->Public(answer.error()))));
    }
    conversation->exchange->End();
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
              [api](const http::ExchangePtr& exchange) { api->Answer(exchange, ReadChat, false); });
  for (const http::Method method : {http::Method::kGet, http::Method::kPost}) {
    router->Add(method, "/v1/{path...}",
                {.scope = http::Scope::kNone,
                 .lane = http::Lane::kInline,
                 .accepts = {},
                 .error_shape = ErrorShape},
                [](const http::ExchangePtr& exchange) { Api::Nothing(exchange); });
  }
  router->Add(http::Method::kPost, "/v1/responses", asks, [api](const http::ExchangePtr& exchange) {
    api->Answer(exchange, ReadResponses, true);
  });
}

}  // namespace arborist::serve::openai
