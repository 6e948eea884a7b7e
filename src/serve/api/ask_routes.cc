// SPDX-License-Identifier: AGPL-3.0-only
// query and ask. An answer that is kept comes from memory or from the lane of readers; only one
// that must be made goes to the lane that waits for models.
#include <atomic>
#include <set>
#include <string>

#include "app/json/answer_json.h"
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
    const auto found = context_->service->asks()->Find(question_, view_, Progress());
    if (!found) return Refuse(found.error());
    if (*found) return Finish(**found, app::SeenOf(**found));
    exchange_->Continue(http::Lane::kAsk, [self = shared_from_this()] {
      if (self->exchange_->Abandoned()) return;
      const auto made = self->Make();
      if (!made) return self->Refuse(made.error());
      self->Finish(*made, app::SeenOf(app::AnswerFrom::kMiss, *made));
    });
  }

  // A new answer; the model is not awaited for a client that has gone.
  Result<ask::AskResult> Make() {
    std::atomic<bool> gone = false;
    if (streams()) Begin();
    const http::Attendant attendant(exchange_, streams(), &gone);
    question_.options.stop = &gone;
    return context_->service->asks()->Ask(question_, view_, Progress());
  }

  void Finish(const ask::AskResult& answer, const app::SeenAnswer& seen) {
    CountAnswer(context_->metrics, seen);
    const json::Value shown = app::ToJson(answer);
    if (!streams()) return exchange_->Respond(http::JsonResponse(shown));
    Begin();
    http::EventStream events(exchange_);
    events.Send("answer", shown);
    events.End();
  }
  void Refuse(const Error& error) {
    const http::Response response = http::ErrorResponse(context_->service->Public(error));
    if (!begun_) return exchange_->Respond(response);
    http::EventStream events(exchange_);
    events.Send("error", *json::Parse(response.body));
    events.End();
  }

  const ExchangePtr exchange_;
  Context* const context_;
  app::Question question_;
  const app::View view_;
  bool begun_ = false;
  std::set<std::string, std::less<>> told_;
};

void Take(const ExchangePtr& exchange, Context* context, app::AskService::Scope scope) {
  const http::Request& request = exchange->request();
  const auto body = request.JsonBody();
  if (!body) return exchange->Respond(http::ErrorResponse(body.error()));
  app::AskService* const asks = context->service->asks();
  if (auto ready = asks->FindReady(app::AskService::TextOf(*body, scope), ViewOf(request))) {
    context->metrics->Count("arborist_answers_total",
                            {{"cache", "memory"}, {"label", ready->answer->record.audit_mode()}});
    return SendReady(exchange, std::move(ready->text));
  }
  auto question = asks->Read(*body, scope);
  if (!question) return exchange->Respond(http::ErrorResponse(question.error()));
  if (question->options.burn_existing && !request.caller.scopes.Has(http::Scope::kWrite)) {
    return exchange->Respond(http::ErrorResponse(
        Error{request.caller.token_id.empty() ? ErrorCode::kUnauthenticated : ErrorCode::kForbidden,
              "field burn deletes a record and needs the scope write"}));
  }
  std::make_shared<Asking>(exchange, context, std::move(*question))->Start();
}

}  // namespace

void CountAnswer(http::Metrics* metrics, const app::SeenAnswer& seen) {
  metrics->Count("arborist_answers_total", {{"cache", Name(seen.from)}, {"label", seen.label}});
  for (const auto& [stage, microseconds] : seen.timings_us) {
    metrics->Observe("arborist_stage_seconds", static_cast<double>(microseconds) / 1e6,
                     {{"stage", stage}});
  }
}

void AddAskRoutes(http::Router* router, Context* context) {
  const http::RouteOptions options{
      .scope = http::Scope::kAsk, .lane = http::Lane::kInline, .max_body_bytes = kMaxBody};
  router->Add(http::Method::kPost, "/api/v1/query", options,
              [context](const ExchangePtr& exchange) {
                Take(exchange, context, app::AskService::Scope::kCorpus);
              });
  router->Add(http::Method::kPost, "/api/v1/ask", options, [context](const ExchangePtr& exchange) {
    Take(exchange, context, app::AskService::Scope::kDocument);
  });
}

}  // namespace arborist::serve::api
