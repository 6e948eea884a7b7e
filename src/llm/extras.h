// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "json/value.h"

// Contents of ChatRequest::extra_body.
namespace arborist::llm {

// Demands an answer by a JSON schema (usually judge::kClaimLatticeJsonSchema). Most engines know
// one of these keys and ignore the others, so all three are sent: guided_json (vLLM), json_schema
// (llama.cpp), response_format (OpenAI and newer engines).
json::Object ClaimLatticeStructuredOutputExtras(const json::Value& schema,
                                                std::string_view name = "claim_lattice");

// A way to demand the schema.
struct StructuredOutput {
  std::string_view name;
  json::Object extras;
};
// The ways for claim lattices, in the order in which they are tried when the endpoint refuses the
// request: "all" (the three keys above), "response_format" (OpenAI refuses unknown keys), "grammar"
// (llama.cpp cannot join a schema with the chat template of some models, such as TinyLlama's, but
// accepts a grammar), "none".
std::vector<StructuredOutput> ClaimLatticeStructuredOutputs(const json::Value& schema);

// The ways to get nothing but pointers among these ids, at most `most`, or the sentence that
// declines: "all" and "response_format" for an object {"ids": [...]}, "grammar" for the ids alone,
// "none".
std::vector<StructuredOutput> SelectionStructuredOutputs(std::span<const std::string> ids,
                                                         std::size_t most,
                                                         std::string_view decline);

// The extras with the defaults of a model: models named like Qwen3 are told not to think aloud
// (chat_template_kwargs.enable_thinking = false), unless the caller set that.
json::Object WithModelDefaults(std::string_view model, json::Object extra_body);

// kInvalidArgument if the extras have a field that ChatRequest itself sets.
Status CheckExtraBody(const json::Object& extra_body);

}  // namespace arborist::llm
