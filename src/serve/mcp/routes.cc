// SPDX-License-Identifier: AGPL-3.0-only
// MCP over HTTP. A POST is one message: notifications are answered 202, reading happens in the lane
// of readers, the rest in that of asks or writes. With a progress token the answer is an event
// stream. A session is needed by the older era only; its requests can be cancelled by their ids,
// and Call frees the id however it ends.
#include "serve/mcp/routes.h"

#include <atomic>
#include <memory>
#include <string>
#include <utility>

#include "serve/http/attendant.h"
#include "serve/mcp/headers.h"
#include "serve/mcp/in_flight.h"
#include "serve/mcp/sessions.h"

namespace arborist::serve::mcp {

namespace {

constexpr const char* kSessionHeader = "mcp-session-id";

std::string EventOf(const json::Value& message) {
  return "event: message\ndata: " + json::ToValidUtf8(json::DumpLine(message)) + "\n\n";
}

http::Response JsonAnswer(const json::Value& message, int status) {
  http::Response response;
  response.status = status;
  response.body = json::ToValidUtf8(json::DumpLine(message));
  return response;
}

// Stateless clients tell by the status what kind of server they met; the others take a status that
// is not 200 for a broken transport.
int StatusOf(Era era, const json::Value& answer) {
  const json::Value* error = answer.Find("error");
  if (era != Era::kModern || error == nullptr) return 200;
  return *error->Find("code") == json::Value(kMethodNotFound) ? 404 : 200;
}

// One request until it is answered.
struct Call {
  http::ExchangePtr exchange;
  Message message;
  Era era = Era::kLegacy;
  std::shared_ptr<InFlight> session;  // none: the request is cancelled by going away only
  InFlight::Flag cancelled;
  std::string new_session;  // its id, when this request begins one

  // Also when a full lane lets it drop: the id must be free again.
  ~Call() { (void)EndInSession(); }
  bool EndInSession() {
    const std::shared_ptr<InFlight> of = std::exchange(session, nullptr);
    return of != nullptr && cancelled != nullptr && of->Remove(message.id);
  }
};

class Endpoint {
 public:
  Endpoint(const Protocol* protocol, Random* random, bool allow_write)
      : protocol_(protocol), allow_write_(allow_write), sessions_(random) {}

  void Post(const http::ExchangePtr& exchange) {
    const http::Request& request = exchange->request();
    auto message = ReadMessage(request.body);
    if (!message) {
      const BadMessage& bad = message.error();
      return exchange->Respond(JsonAnswer(ErrorMessage(bad.id, bad.error), 400));
    }
    std::shared_ptr<InFlight> session;
    if (const std::string* id = request.Header(kSessionHeader)) {
      session = sessions_.Find(*id, request.caller.token_id);
      if (session == nullptr && message->method != "initialize") {
        const RpcError error{kInvalidRequest, "this session is unknown or has ended"};
        return exchange->Respond(JsonAnswer(ErrorMessage(message->id, error), 404));
      }
    }
    if (message->kind != MessageKind::kRequest) {
      TakeNotification(*message, session.get());
      http::Response accepted;
      accepted.status = 202;
      return exchange->Respond(std::move(accepted));
    }
    const auto era = EraOfPost(request, *message);
    if (!era) {
      return exchange->Respond(JsonAnswer(ErrorMessage(message->id, era.error()), 400));
    }
    auto call = std::make_shared<Call>();
    call->exchange = exchange;
    call->message = std::move(*message);
    call->era = *era;
    if (*era == Era::kLegacy) call->session = std::move(session);
    Start(call);
  }

  void Delete(const http::ExchangePtr& exchange) {
    const http::Request& request = exchange->request();
    const std::string* id = request.Header(kSessionHeader);
    const bool ended = id != nullptr && sessions_.End(*id, request.caller.token_id);
    http::Response response;
    response.status = ended ? 204 : 404;
    exchange->Respond(std::move(response));
  }

 private:
  static void TakeNotification(const Message& message, InFlight* session) {
    if (session == nullptr || message.method != "notifications/cancelled") return;
    if (const json::Value* id = message.params.Find("requestId")) session->Cancel(*id);
  }

  void Start(const std::shared_ptr<Call>& call) {
    if (call->message.method == "initialize" && call->era == Era::kLegacy) {
      call->new_session = sessions_.Begin(call->exchange->request().caller.token_id);
    }
    call->cancelled = call->session != nullptr ? call->session->Add(call->message.id)
                                               : std::make_shared<std::atomic<bool>>(false);
    if (call->cancelled == nullptr) {
      const RpcError error{kInvalidRequest, "a request with this id is still being worked on"};
      return call->exchange->Respond(JsonAnswer(ErrorMessage(call->message.id, error), 400));
    }
    const auto need = protocol_->NeedOf(call->message);
    if (!need || *need == Need::kRead) return Work(call.get());
    if (const auto answer = protocol_->AnswerAtOnce(call->message, call->era, ContextOf(*call))) {
      return Respond(call.get(), *answer);
    }
    const http::Lane lane = *need == Need::kAsk ? http::Lane::kAsk : http::Lane::kWrite;
    call->exchange->Continue(lane, [this, call] { Work(call.get()); });
  }

  CallContext ContextOf(const Call& call) const {
    const http::Caller& caller = call.exchange->request().caller;
    return {.view = {caller.shards},
            .may_ask = caller.scopes.Has(http::Scope::kAsk),
            .may_write = allow_write_ && caller.scopes.Has(http::Scope::kWrite),
            .cancelled = call.cancelled.get()};
  }

  void Work(Call* call) const {
    const bool streams = (call->message.Meta("progressToken") != nullptr ||
                          call->message.method == "subscriptions/listen") &&
                         call->exchange->request().Accepts("text/event-stream");
    if (streams) {
      http::Response head;
      head.content_type = "text/event-stream";
      head.headers.emplace_back("X-Accel-Buffering", "no");
      call->exchange->Begin(std::move(head));
    }
    Protocol::Notify notify;
    if (streams) {
      notify = [call](const json::Value& notification) {
        if (!call->cancelled->load()) call->exchange->Write(EventOf(notification));
      };
    }
    const json::Value answer = [&] {
      const http::Attendant attendant(call->exchange, streams, call->cancelled.get());
      return protocol_->Answer(call->message, call->era, ContextOf(*call), notify);
    }();
    if (!streams) return Respond(call, answer);
    if (Wanted(call)) call->exchange->Write(EventOf(answer));
    call->exchange->End();
  }

  static bool Wanted(Call* call) {
    return call->session == nullptr ? !call->cancelled->load() : call->EndInSession();
  }

  static void Respond(Call* call, const json::Value& answer) {
    if (!Wanted(call)) {
      http::Response nothing;
      nothing.status = 202;
      return call->exchange->Respond(std::move(nothing));
    }
    http::Response response = JsonAnswer(answer, StatusOf(call->era, answer));
    if (!call->new_session.empty())
      response.headers.emplace_back(kSessionHeader, call->new_session);
    call->exchange->Respond(std::move(response));
  }

  const Protocol* protocol_;
  bool allow_write_;
  Sessions sessions_;
};

}  // namespace

void AddRoutes(http::Router* router, const Protocol* protocol, Random* random, bool allow_write) {
  const auto endpoint = std::make_shared<Endpoint>(protocol, random, allow_write);
  // Each tool says what it needs; reading is what all of them need.
  const http::RouteOptions posts{
      .scope = http::Scope::kRead, .lane = http::Lane::kRead, .max_body_bytes = kMaxMessageBytes};
  router->Add(http::Method::kPost, "/mcp", posts,
              [endpoint](const http::ExchangePtr& exchange) { endpoint->Post(exchange); });
  router->Add(http::Method::kDelete, "/mcp", {.lane = http::Lane::kInline},
              [endpoint](const http::ExchangePtr& exchange) { endpoint->Delete(exchange); });
}

}  // namespace arborist::serve::mcp
