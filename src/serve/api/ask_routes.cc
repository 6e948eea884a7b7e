// SPDX-License-Identifier: AGPL-3.0-only
// query and ask. An answer that is kept comes from memory or from the lane of readers; only one
// that must be made goes to the lane that waits for models.
#include <atomic>
#include <set>
#include <string>

#include "ask/ask.h"
#include "serve/api/routes.h"
#include "serve/http/attendant.h"

namespace arborist::serve::api {

namespace {

using http::ExchangePtr;

// JSON escapes may make a question a few times as long.
constexpr std::size_t kMaxBody = 8 * ask::kMaxQuestionBytes;

bool Streams(const ExchangePtr& exchange) {
  return exchange->request().Accepts("text/event-stream");
}

// The text is one line that ends with a line feed.
void SendReady(const ExchangePtr& exchange, std::string text) {
  if (!Streams(exchange)) {
    http::Response response;
    response.body = std::move(text);
    exchange->Respond(std::move(response));
    return;
  }
  http::EventStream events(exchange);
  events.Begin();
  exchange->Write("event: answer\ndata: " + text + "\n");
  events.End();
}

// One question on its way through the lanes.
class Asking : public std::enable_shared_from_this<Asking> {
 public:
  Asking(ExchangePtr exchange, Context* context, app::Question question)
      : exchange_(std::move(exchange)),
        context_(context),
        question_(std::move(question)),
        view_(ViewOf(exchange_->request())) {}

  void Start() {
    exchange_->Continue(http::Lane::kRead, [self = shared_from_this()] { self->Look(); });
  }

 private:
  bool streams() const { return Streams(exchange_); }

  app::Progress Progress() {
    if (!streams()) return {};
    return [self = shared_from_this()](std::string_view stage) {
      // A run in the lane of asks goes through the first stages once more.
      if (!self->told_.emplace(stage).second) return;
      self->Begin();
      http::EventStream(self->exchange_).Send("stage", json::Object{{"stage", stage}});
    };
  }
  void Begin() {
    if (!begun_) http::EventStream(exchange_).Begin();
    begun_ = true;
  }

  void Look() {
    auto found = context_->service->FindAnswer(question_, view_, Progress());
    if (!found) return Finish(std::unexpected(found.error()), "none");
    if (*found) {
      const json::Value* const cached = (*found)->Find("cached");
      return Finish(**found, cached != nullptr && cached->as_bool() ? "store" : "none");
    }
    exchange_->Continue(http::Lane::kAsk, [self = shared_from_this()] {
      if (self->exchange_->Abandoned()) return;
      self->Finish(self->Make(), "miss");
    });
  }

  // A new answer; the model is not awaited for a client that has gone.
  Result<json::Value> Make() {
    std::atomic<bool> gone = false;
    if (streams()) Begin();
    const http::Attendant attendant(exchange_, streams(), &gone);
    question_.options.stop = &gone;
    return context_->service->Ask(question_, view_, Progress());
  }

  void Finish(const Result<json::Value>& result, std::string_view cache) {
    if (result) CountAnswer(context_->metrics, cache, *result);
    if (!streams()) return Respond(exchange_, *context_->service, result);
    if (!begun_ && !result) return Respond(exchange_, *context_->service, result);
    Begin();
    http::EventStream events(exchange_);
    if (result) {
      events.Send("answer", *result);
    } else {
      const auto error =
          json::Parse(http::ErrorResponse(context_->service->Public(result.error())).body);
      events.Send("error", *error);
    }
    events.End();
  }

  const ExchangePtr exchange_;
  Context* const context_;
  app::Question question_;
  const app::View view_;
  bool begun_ = false;
  std::set<std::string, std::less<>> told_;
};

void Take(const ExchangePtr& exchange, Context* context, bool one_document) {
  const http::Request& request = exchange->request();
  const auto body = request.JsonBody();
  if (!body) return exchange->Respond(http::ErrorResponse(body.error()));
  if (auto ready =
          context->service->FindReady(app::Service::TextOf(*body, one_document), ViewOf(request))) {
    context->metrics->Count("arborist_answers_total",
                            {{"cache", "memory"}, {"label", ready->audit_mode}});
    return SendReady(exchange, std::move(ready->text));
  }
  auto question = context->service->ReadQuestion(*body, one_document);
  if (!question) return exchange->Respond(http::ErrorResponse(question.error()));
  if (question->options.burn_existing && !request.caller.scopes.Has(http::Scope::kWrite)) {
    return exchange->Respond(http::ErrorResponse(
        Error{request.caller.token_id.empty() ? ErrorCode::kUnauthenticated : ErrorCode::kForbidden,
              "field burn deletes a record and needs the scope write"}));
  }
  std::make_shared<Asking>(exchange, context, std::move(*question))->Start();
}

}  // namespace

void CountAnswer(http::Metrics* metrics, std::string_view cache, const json::Value& answer) {
  const json::Value* const label = answer.Find("audit_mode");
  const json::Value* const timings = answer.Find("timings_ms");
  if (label == nullptr || timings == nullptr) return;
  metrics->Count("arborist_answers_total", {{"cache", cache}, {"label", label->as_string()}});
  for (const auto& [stage, milliseconds] : timings->as_object()) {
    metrics->Observe("arborist_stage_seconds", milliseconds.as_double() / 1000, {{"stage", stage}});
  }
}

void AddAskRoutes(http::Router* router, Context* context) {
  const http::RouteOptions options{
      .scope = http::Scope::kAsk, .lane = http::Lane::kInline, .max_body_bytes = kMaxBody};
  router->Add(http::Method::kPost, "/api/v1/query", options,
              [context](const ExchangePtr& exchange) { Take(exchange, context, false); });
  router->Add(http::Method::kPost, "/api/v1/ask", options,
              [context](const ExchangePtr& exchange) { Take(exchange, context, true); });
}

}  // namespace arborist::serve::api
