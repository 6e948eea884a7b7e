// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "json/value.h"

// What goes into ChatRequest::extra_body.
namespace arborist::llm {

// Holds an answer to a JSON schema (verify::kClaimLatticeJsonSchema is the usual one). Most engines
// know one of these keys and pass over the others, so all three are sent: guided_json (vLLM),
// json_schema (llama.cpp), response_format (OpenAI and newer engines).
json::Object ClaimLatticeStructuredOutputExtras(const json::Value& schema,
                                                std::string_view name = "claim_lattice");

// A way to hold an answer to the schema of claim lattices.
struct StructuredOutput {
  std::string_view name;
  json::Object extras;
};
// In the order to try them when the endpoint refuses the request: "all" (the three keys above),
// "response_format" (OpenAI refuses keys it does not know), "grammar" (llama.cpp cannot join a
// schema with the chat template of some models, such as TinyLlama's, but takes a grammar), "none".
std::vector<StructuredOutput> ClaimLatticeStructuredOutputs(const json::Value& schema);

// The ways to have nothing but pointers out of these ids, at most so many, or the sentence that
// declines: "all" and "response_format" for an object {"ids": [...]}, "grammar" for the ids alone,
// "none".
std::vector<StructuredOutput> SelectionStructuredOutputs(std::span<const std::string> ids,
                                                         std::size_t most,
                                                         std::string_view decline);

// The extras with what a model needs by default: one named like Qwen3 is told not to think aloud
// (chat_template_kwargs.enable_thinking = false), unless the caller said something about it.
json::Object WithModelDefaults(std::string_view model, json::Object extra_body);

// kInvalidArgument for a field that ChatRequest itself decides, by its name.
Status CheckExtraBody(const json::Object& extra_body);

}  // namespace arborist::llm
