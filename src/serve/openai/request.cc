// SPDX-License-Identifier: AGPL-3.0-only
// Reads the bodies of chat completions and responses. Parameters fall into three lists: those with
// a meaning here, those that are known elsewhere and are ignored and named in the answer, and all
// others, which are refused by name. Of the messages the last is the question and the earlier ones
// the conversation, which is part of the cache key.
#include "serve/openai/request.h"

#include <algorithm>
#include <span>
#include <utility>

#include "ask/ask.h"

namespace arborist::serve::openai {

namespace {

template <typename T>
using Read = std::expected<T, ApiError>;
using Refusal = std::unexpected<ApiError>;

Refusal Refuse(std::string message, std::string param, std::string code = "invalid_value") {
  return Refusal(
      ApiError{.message = std::move(message), .param = std::move(param), .code = std::move(code)});
}

// Known to clients, without effect on an answer whose making is policy.
constexpr std::string_view kChatIgnored[] = {"temperature",
                                             "top_p",
                                             "max_tokens",
                                             "max_completion_tokens",
                                             "presence_penalty",
                                             "frequency_penalty",
                                             "seed",
                                             "stop",
                                             "user",
                                             "metadata",
                                             "store",
                                             "logit_bias",
                                             "logprobs",
                                             "top_logprobs",
                                             "service_tier",
                                             "reasoning_effort",
                                             "verbosity",
                                             "parallel_tool_calls",
                                             "prompt_cache_key",
                                             "prompt_cache_retention",
                                             "safety_identifier",
                                             "modalities",
                                             "tools",
                                             "tool_choice",
                                             "functions",
                                             "function_call",
                                             "web_search_options",
                                             "response_format"};
constexpr std::string_view kResponsesIgnored[] = {"temperature",
                                                  "top_p",
                                                  "max_output_tokens",
                                                  "max_tool_calls",
                                                  "metadata",
                                                  "store",
                                                  "user",
                                                  "service_tier",
                                                  "reasoning",
                                                  "text",
                                                  "truncation",
                                                  "include",
                                                  "tools",
                                                  "tool_choice",
                                                  "parallel_tool_calls",
                                                  "prompt_cache_key",
                                                  "prompt_cache_retention",
                                                  "safety_identifier",
                                                  "top_logprobs",
                                                  "stream_options"};

// What other engines take beside OpenAI's parameters, and chat programs therefore send.
constexpr std::string_view kEnginesIgnored[] = {
    "top_k",          "min_p",          "top_a",           "typical_p",
    "tfs_z",          "mirostat",       "mirostat_tau",    "mirostat_eta",
    "repeat_penalty", "repeat_last_n",  "num_ctx",         "num_predict",
    "keep_alive",     "think",          "enable_thinking", "include_reasoning",
    "cache_prompt",   "ignore_eos",     "min_tokens",      "repetition_penalty",
    "stop_token_ids", "length_penalty", "best_of",         "chat_template_kwargs",
    "thinking",       "reasoning",      "n_predict",       "skip_special_tokens"};

bool Holds(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

Read<bool> ReadBool(const json::Value& body, std::string_view name) {
  const json::Value* value = body.Find(name);
  if (value == nullptr || value->is_null()) return false;
  if (!value->is_bool()) return Refuse(std::string(name) + " must be a boolean", std::string(name));
  return value->as_bool();
}

// A text, or a list of parts that are texts.
Read<std::string> ReadContent(const json::Value* content, const std::string& place) {
  if (content == nullptr) return Refuse(place + " is missing", place);
  if (content->is_string()) return content->as_string();
  if (!content->is_array()) return Refuse(place + " must be a string or a list of parts", place);
  std::string text;
  for (const json::Value& part : content->as_array()) {
    const json::Value* type = part.Find("type");
    const bool refusal = type != nullptr && *type == json::Value("refusal");
    const json::Value* words = part.Find(refusal ? "refusal" : "text");
    const bool is_text = type != nullptr && (refusal || *type == json::Value("text") ||
                                             *type == json::Value("input_text") ||
                                             *type == json::Value("output_text"));
    if (!is_text || words == nullptr || !words->is_string()) {
      return Refuse(place + " may hold text only: this corpus is asked in words", place,
                    "unsupported_content");
    }
    if (!text.empty()) text += "\n";
    text += words->as_string();
  }
  return text;
}

Read<prompt::Message> ReadMessage(const json::Value& message, const std::string& place) {
  if (!message.is_object()) return Refuse(place + " must be an object", place);
  const json::Value* type = message.Find("type");
  if (type != nullptr && *type != json::Value("message")) {
    return Refuse(place + " must be a message", place, "unsupported_content");
  }
  const json::Value* role = message.Find("role");
  if (role == nullptr || !role->is_string()) {
    return Refuse(place + ".role must be a string", place + ".role");
  }
  std::string name = role->as_string() == "developer" ? "system" : role->as_string();
  if (name != "system" && name != "user" && name != "assistant") {
    return Refuse(place +
                      ".role must be system, developer, user or assistant: no tool is called "
                      "here",
                  place + ".role");
  }
  const json::Value* content = message.Find("content");
  // A turn of another model that only called tools.
  if (name == "assistant" && (content == nullptr || content->is_null())) {
    return prompt::Message{std::move(name), std::string()};
  }
  TRY_ASSIGN(std::string text, ReadContent(content, place + ".content"));
  return prompt::Message{std::move(name), std::move(text)};
}

// The last one is the question, those before it are the conversation.
Read<void> ReadMessages(const json::Value* messages, const std::string& place,
                        QuestionRequest* asked) {
  if (messages == nullptr || !messages->is_array() || messages->as_array().empty()) {
    return Refuse(place + " must be a list with at least one message", place);
  }
  const json::Array& list = messages->as_array();
  if (list.size() > kMaxMessages) {
    return Refuse(place + " must have at most " + std::to_string(kMaxMessages) + " entries", place,
                  "limit_exceeded");
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    TRY_ASSIGN(prompt::Message message,
               ReadMessage(list[i], place + "[" + std::to_string(i) + "]"));
    const bool empty = message.role != "user" && message.content.empty();
    if (!empty) asked->conversation.push_back(std::move(message));
  }
  if (asked->conversation.empty() || asked->conversation.back().role != "user") {
    return Refuse("the last message must be the user's: it is the question", place);
  }
  asked->question = std::move(asked->conversation.back().content);
  asked->conversation.pop_back();
  return {};
}

Read<void> CheckSizes(const QuestionRequest& asked) {
  if (asked.question.find_first_not_of(" \t\r\n") == std::string::npos) {
    return Refuse("the question is empty", "messages");
  }
  std::size_t bytes = 0;
  for (const prompt::Message& message : asked.conversation) bytes += message.content.size();
  if (asked.question.size() > ask::kMaxQuestionBytes || bytes > kMaxConversationBytes) {
    return Refusal(ApiError{.status = 413,
                            .message = "a question has at most 64 KiB and the turns before it "
                                       "256 KiB; leave out the oldest turns",
                            .param = "messages",
                            .code = "limit_exceeded"});
  }
  return {};
}

Read<void> ReadOurs(const json::Value* ours, QuestionRequest* asked) {
  if (ours == nullptr || ours->is_null()) return {};
  if (!ours->is_object()) return Refuse("x_arborist must be an object", "x_arborist");
  for (const auto& [name, value] : ours->as_object()) {
    if (name != "cache") {
      return Refuse("x_arborist has no field " + name + "; there is: cache", "x_arborist." + name,
                    "unknown_parameter");
    }
    if (!value.is_string()) return Refuse("x_arborist.cache must be a string", "x_arborist.cache");
    TRY_ASSIGN(asked->cache, CacheUseFromName(value.as_string(), "x_arborist.cache"));
  }
  return {};
}

// What both have, and what neither knows.
Read<QuestionRequest> ReadCommon(const json::Value& body, std::span<const std::string_view> known,
                                 std::span<const std::string_view> ignored) {
  QuestionRequest asked;
  if (!body.is_object()) return Refuse("the body must be a JSON object", "");
  for (const auto& [name, value] : body.as_object()) {
    if (Holds(known, name)) continue;
    if (!Holds(ignored, name) && !Holds(kEnginesIgnored, name)) {
      return Refuse("Unknown parameter: '" + name + "'.", name, "unknown_parameter");
    }
    if (!value.is_null()) asked.ignored.push_back(name);
  }
  const json::Value* model = body.Find("model");
  if (model == nullptr || !model->is_string()) return Refuse("model must be a string", "model");
  const auto named = ReadModelName(model->as_string());
  if (!named) {
    return Refusal(ApiError{.status = 404,
                            .message = "The model '" + model->as_string() +
                                       "' does not exist; GET /v1/models lists those that do",
                            .param = "model",
                            .code = "model_not_found"});
  }
  asked.model_text = model->as_string();
  asked.model = *named;
  TRY_ASSIGN(asked.stream, ReadBool(body, "stream"));
  TRY(ReadOurs(body.Find("x_arborist"), &asked));
  return asked;
}

}  // namespace

std::expected<CacheUse, ApiError> CacheUseFromName(std::string_view name, std::string_view param) {
  if (name == "use") return CacheUse::kUse;
  if (name == "only") return CacheUse::kOnly;
  if (name == "refresh") return CacheUse::kRefresh;
  return Refuse(std::string(param) + " must be use, only or refresh", std::string(param));
}

std::expected<QuestionRequest, ApiError> ReadChat(const json::Value& body) {
  constexpr std::string_view kKnown[] = {"model",          "messages", "stream",
                                         "stream_options", "n",        "x_arborist"};
  TRY_ASSIGN(QuestionRequest asked, ReadCommon(body, kKnown, kChatIgnored));
  if (const json::Value* count = body.Find("n");
      count != nullptr && !count->is_null() && *count != json::Value(1)) {
    return Refuse("n must be 1: a question has one answer", "n");
  }
  if (const json::Value* options = body.Find("stream_options");
      options != nullptr && !options->is_null()) {
    if (!options->is_object()) return Refuse("stream_options must be an object", "stream_options");
    TRY_ASSIGN(asked.include_usage, ReadBool(*options, "include_usage"));
  }
  TRY(ReadMessages(body.Find("messages"), "messages", &asked));
  TRY(CheckSizes(asked));
  return asked;
}

std::expected<QuestionRequest, ApiError> ReadResponses(const json::Value& body) {
  constexpr std::string_view kKnown[] = {"model",        "input",      "instructions",
                                         "stream",       "background", "previous_response_id",
                                         "conversation", "x_arborist"};
  TRY_ASSIGN(QuestionRequest asked, ReadCommon(body, kKnown, kResponsesIgnored));
  for (const char* name : {"previous_response_id", "conversation"}) {
    if (const json::Value* given = body.Find(name); given != nullptr && !given->is_null()) {
      return Refuse("responses are not kept as conversations here; send the earlier turns in input",
                    name, "unsupported_parameter");
    }
  }
  TRY_ASSIGN(const bool background, ReadBool(body, "background"));
  if (background) {
    return Refuse("background is not supported here", "background", "unsupported_parameter");
  }
  if (const json::Value* instructions = body.Find("instructions");
      instructions != nullptr && !instructions->is_null()) {
    if (!instructions->is_string()) {
      return Refuse("instructions must be a string", "instructions");
    }
    asked.conversation.push_back({"system", instructions->as_string()});
  }
  const json::Value* input = body.Find("input");
  if (input != nullptr && input->is_string()) {
    asked.question = input->as_string();
  } else {
    TRY(ReadMessages(input, "input", &asked));
  }
  TRY(CheckSizes(asked));
  return asked;
}

}  // namespace arborist::serve::openai
