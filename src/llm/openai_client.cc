// SPDX-License-Identifier: AGPL-3.0-only
// A chat request over HTTP, with retries for states of an endpoint that pass (429, 502, 503, 504)
// and within a total time. A retry never asks for a second answer: these states mean that there was
// none. The API key must not leak: it is sent as a secret header, which net keeps at its origin,
// and removed from every error message, because an endpoint may repeat it.
#include "llm/openai_client.h"

#include <algorithm>
#include <utility>

#include "llm/excerpt.h"
#include "llm/reply.h"
#include "llm/request_json.h"
#include "llm/retry.h"
#include "llm/stream_reply.h"
#include "net/http_date.h"

namespace arborist::llm {
namespace {

using std::chrono::milliseconds;

Result<net::Url> EndpointUrl(std::string base) {
  TRY_ASSIGN(const net::Url parsed, net::ParseUrl(base));
  if (!parsed.query.empty() || base.contains('#'))
    return Fail(ErrorCode::kInvalidArgument, "leave out what follows \"?\" or \"#\"");
  while (base.ends_with('/')) base.pop_back();
  if (parsed.path == "/") base += "/v1";
  return net::ParseUrl(base + "/chat/completions");
}

std::string Seconds(milliseconds duration) {
  const auto count = duration.count();
  return count % 1000 == 0 ? std::to_string(count / 1000) + " s" : std::to_string(count) + " ms";
}

// What a reader should do about a status.
struct Advice {
  ErrorCode code;
  std::string_view text;
};

Advice AdviceFor(int status) {
  if (status == 401 || status == 403)
    return {ErrorCode::kPermission, "the endpoint refused the key; check ARBORIST_API_KEY"};
  if (status == 404)
    return {ErrorCode::kNotFound, "check the endpoint's address and the model's name"};
  if (status == 408 || status == 429)
    return {ErrorCode::kEnvironment, "the endpoint is busy; try later"};
  if (status >= 400 && status < 500)
    return {ErrorCode::kInvalidArgument,
            "the endpoint refused the request; check the model, max_tokens and extra_body"};
  return {ErrorCode::kEnvironment, "the endpoint failed; see its log, or try later"};
}

}  // namespace

Result<OpenAiClient> OpenAiClient::Open(OpenAiOptions options, const Clock& clock,
                                        Sleeper& sleeper) {
  if (options.base_url.empty())
    return Fail(ErrorCode::kInvalidArgument, "no endpoint is configured");
  auto url = EndpointUrl(options.base_url);
  if (!url) {
    // A URL with a password or key is not repeated.
    const bool shown = options.base_url.find_first_of("@?") == std::string::npos;
    return std::unexpected(std::move(url).error().In(
        shown ? "endpoint " + Excerpt(options.base_url, options.api_key) : "endpoint"));
  }
  // White space in the key comes from a carelessly read file, and would not reach the server
  // unchanged.
  if (std::ranges::any_of(options.api_key, [](char c) { return c <= ' ' || c > '~'; }))
    return Fail(ErrorCode::kInvalidArgument,
                "the API key holds white space or characters that are not ASCII");
  if (options.max_retries < 0 || options.timeout <= milliseconds(0) ||
      options.total_timeout <= milliseconds(0) || options.backoff_base < milliseconds(0))
    return Fail(ErrorCode::kInvalidArgument, "timeouts and retries must not be negative");
  return OpenAiClient(std::move(options), *std::move(url), clock, sleeper);
}

Result<ChatReply> OpenAiClient::Complete(const ChatRequest& request) {
  auto reply = CompleteWithRetries(request);
  if (reply) return reply;
  Error error = std::move(reply).error();
  error.message = WithoutKey(error.message, options_.api_key);
  return std::unexpected(std::move(error));
}

Result<ChatReply> OpenAiClient::CompleteWithRetries(const ChatRequest& chat) {
  net::Request request;
  request.url = url_;
  TRY_ASSIGN(request.body, RequestBody(chat));
  request.headers = {{"Content-Type", "application/json"},
                     {"Accept", chat.stream ? "text/event-stream" : "application/json"}};
  if (!options_.api_key.empty())
    request.headers.push_back({"Authorization", "Bearer " + options_.api_key, true});
  const std::atomic<bool>* stop = chat.stop != nullptr ? chat.stop : options_.stop;
  request.stop = stop;

  const milliseconds end = sleeper_->Elapsed() + options_.total_timeout;
  for (int attempt = 1;; ++attempt) {
    const milliseconds left = end - sleeper_->Elapsed();
    if (left <= milliseconds(0))
      return Fail(ErrorCode::kEnvironment, url_.origin + ": no answer within " +
                                               Seconds(options_.total_timeout) + ", after " +
                                               std::to_string(attempt - 1) + " attempts");
    StreamReader stream(options_.api_key);
    if (chat.stream) request.on_body = [&](std::string_view piece) { return stream.Take(piece); };
    TRY_ASSIGN(const net::Response response,
               net::Send(request, {.timeout = std::min(options_.timeout, left),
                                   .max_body_bytes = options_.max_reply_bytes,
                                   .redirects = options_.redirects,
                                   .allow_private_redirects = options_.allow_private_redirects}));
    if (response.status >= 200 && response.status < 300) {
      auto reply =
          chat.stream ? std::move(stream).Finish() : ReadReply(response.body, options_.api_key);
      if (!reply) return std::unexpected(std::move(reply).error().In(url_.origin));
      reply->attempts = attempt;
      return reply;
    }
    if (!IsTransient(response.status) || attempt > options_.max_retries) {
      Error error = StatusError(response);
      if (attempt > 1) error.message += " (after " + std::to_string(attempt) + " attempts)";
      return std::unexpected(std::move(error));
    }
    TRY_ASSIGN(const milliseconds pause, PauseAfter(response, attempt));
    if (!sleeper_->Sleep(pause, stop)) return Fail(ErrorCode::kCancelled, "stopped");
  }
}

Result<milliseconds> OpenAiClient::PauseAfter(const net::Response& response, int attempt) const {
  const std::string* header = response.Find("retry-after");
  const auto asked = header != nullptr ? net::ParseRetryAfter(*header, clock_->NowSeconds())
                                       : std::optional<milliseconds>();
  if (!asked) return std::min(Backoff(options_.backoff_base, attempt), options_.max_retry_after);
  if (*asked <= options_.max_retry_after) return *asked;
  Error error = StatusError(response);
  error.message += "; it asks to wait " + Seconds(*asked) + ", and we wait " +
                   Seconds(options_.max_retry_after) + " at most";
  return std::unexpected(std::move(error));
}

Error OpenAiClient::StatusError(const net::Response& response) const {
  Advice advice = AdviceFor(response.status);
  std::string message = url_.origin + ": HTTP " + std::to_string(response.status);
  const std::string detail = ErrorDetail(response.body, options_.api_key);
  if (!detail.empty()) message += ": " + detail;
  // Engines word it differently: "exceeds the available context size", "maximum context length".
  if (response.status < 500 && detail.contains("context")) {
    advice.text =
        "the prompt is too long for this model: ask with --max-context-chars and a smaller "
        "number, or give the server a larger context";
  }
  return {advice.code, message + "; " + std::string(advice.text)};
}

}  // namespace arborist::llm
