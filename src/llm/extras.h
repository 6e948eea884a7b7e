// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

#include "base/result.h"
#include "json/value.h"

// What goes into ChatRequest::extra_body.
namespace arborist::llm {

// Holds an answer to a JSON schema (verify::kClaimLatticeJsonSchema is the usual one). Every engine
// knows one of these keys and passes over the others, so all three are sent: guided_json (vLLM),
// json_schema (llama.cpp), response_format (OpenAI and newer engines).
json::Object ClaimLatticeStructuredOutputExtras(const json::Value& schema,
                                                std::string_view name = "claim_lattice");

// The extras with what a model needs by default: one named like Qwen3 is told not to think aloud
// (chat_template_kwargs.enable_thinking = false), unless the caller said something about it.
json::Object WithModelDefaults(std::string_view model, json::Object extra_body);

// kInvalidArgument for a field that ChatRequest itself decides, by its name.
Status CheckExtraBody(const json::Object& extra_body);

}  // namespace arborist::llm
