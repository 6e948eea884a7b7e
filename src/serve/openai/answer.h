// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ask/ask.h"
#include "json/value.h"
#include "serve/openai/request.h"

namespace arborist::serve::openai {

// A part of the answer that was verified, and where it stands. Offsets count code points of the
// answer's text; the end is behind the last one.
struct Citation {
  std::int64_t start = 0;
  std::int64_t end = 0;
  std::string url;
  std::string title;
};

// Tokens as the endpoint counted them for this answer; we count none ourselves.
struct Usage {
  std::int64_t prompt_tokens = 0;
  std::int64_t completion_tokens = 0;
};

// An answer as both shapes show it.
struct Rendered {
  std::string text;
  std::vector<Citation> citations;
  std::optional<Usage> usage;  // none: an endpoint answered and did not say
  json::Object x_arborist;     // docs/api/openai.md
  bool cached = false;
  bool cut = false;  // the model was cut off at its limit
};

// server: http://HOST of this server, for links to what has no address on the web.
Rendered Render(const ask::AskResult& answer, const QuestionRequest& asked,
                std::string_view server);

// The text in pieces that are whole code points, for a stream.
std::vector<std::string_view> Pieces(std::string_view text);

}  // namespace arborist::serve::openai
