// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/sleeper.h"
#include "llm/chat_client.h"
#include "net/http.h"

namespace arborist::llm {

struct OpenAiOptions {
  // "https://host/v1"; a bare host means its /v1. http and https only.
  std::string base_url = {};
  std::string api_key = {};                   // empty: none is sent
  std::chrono::milliseconds timeout{60'000};  // for one attempt
  int max_retries = 3;                        // after the first attempt
  std::chrono::milliseconds backoff_base{500};
  // An endpoint that asks for a longer pause is not asked again.
  std::chrono::milliseconds max_retry_after{60'000};
  std::chrono::milliseconds total_timeout{300'000};  // for all attempts and pauses
  std::size_t max_reply_bytes = std::size_t{8} << 20;
  // The prompt contains the user's documents, so by default it goes only to the origin of base_url.
  // The key never goes elsewhere.
  net::Redirects redirects = net::Redirects::kSameOrigin;
  bool allow_private_redirects = false;
  const std::atomic<bool>* stop = nullptr;  // set by Ctrl-C
};

// Any OpenAI-compatible endpoint: vLLM, llama.cpp, Ollama, hosted ones. Retries only on 429, 502,
// 503 and 504. Complete may run in several threads if the sleeper allows it.
class OpenAiClient final : public ChatClient {
 public:
  // clock and sleeper are borrowed and must outlive the client.
  static Result<OpenAiClient> Open(OpenAiOptions options, const Clock& clock, Sleeper& sleeper);

  // kEnvironment: unreachable, cut off, too slow or failing; kPermission: the key or a redirect was
  // refused; kInvalidData: an unusable reply; kLimitExceeded; kCancelled.
  Result<ChatReply> Complete(const ChatRequest& request) override;

 private:
  OpenAiClient(OpenAiOptions options, net::Url url, const Clock& clock, Sleeper& sleeper)
      : options_(std::move(options)), url_(std::move(url)), clock_(&clock), sleeper_(&sleeper) {}

  Result<ChatReply> CompleteWithRetries(const ChatRequest& chat);
  // How long to wait before the next attempt, or why there is none.
  Result<std::chrono::milliseconds> PauseAfter(const net::Response& response, int attempt) const;
  Error StatusError(const net::Response& response) const;

  OpenAiOptions options_;
  net::Url url_;
  const Clock* clock_;
  Sleeper* sleeper_;
};

}  // namespace arborist::llm
