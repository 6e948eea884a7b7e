// SPDX-License-Identifier: AGPL-3.0-only
#include "endpoint/script.h"

#include <algorithm>
#include <string>

#include "json/value.h"

namespace arborist::scripted_llm {
namespace {

std::unexpected<Error> Bad(std::string message) {
  return Fail(ErrorCode::kInvalidData, std::move(message));
}

// Reads the fields of one line and notices those that nobody asked for.
class Fields {
 public:
  explicit Fields(const json::Object& object) : rest_(object) {}

  // Null when it is not there.
  json::Value Take(std::string_view key) {
    const auto found = rest_.find(key);
    if (found == rest_.end()) return {};
    json::Value value = std::move(found->second);
    rest_.erase(found);
    return value;
  }
  Status Flag(std::string_view key, bool* flag) {
    const json::Value value = Take(key);
    if (value.is_null()) return {};
    if (!value.is_bool()) return Bad(std::string(key) + " is not true or false");
    *flag = value.as_bool();
    return {};
  }
  template <typename T>
  Status Count(std::string_view key, T* count) {
    const json::Value value = Take(key);
    if (value.is_null()) return {};
    if (!value.is_int() || value.as_int() < 0) return Bad(std::string(key) + " is not a count");
    *count = T(static_cast<std::size_t>(value.as_int()));
    return {};
  }
  Status CheckAllTaken() const {
    if (rest_.empty()) return {};
    return Bad("unknown field \"" + rest_.begin()->first + "\"");
  }
  bool Has(std::string_view key) const { return rest_.contains(key); }

 private:
  json::Object rest_;
};

json::Value Chunk(const json::Value& model, const json::Value& delta, const json::Value& reason) {
  return json::Object{{"object", "chat.completion.chunk"},
                      {"model", model},
                      {"choices", json::Array{json::Object{
                                      {"index", 0}, {"delta", delta}, {"finish_reason", reason}}}}};
}

// The body of a reply that is an answer; nothing when the line holds none.
Result<std::optional<std::string>> AnswerBody(Fields* fields) {
  const json::Value model = fields->Has("model") ? fields->Take("model") : "scripted-model";
  const json::Value reason = fields->Has("finish_reason") ? fields->Take("finish_reason") : "stop";
  if (fields->Has("answer"))
    return json::Dump(json::Object{
        {"object", "chat.completion"},
        {"model", model},
        {"choices",
         json::Array{json::Object{
             {"index", 0},
             {"message", json::Object{{"role", "assistant"}, {"content", fields->Take("answer")}}},
             {"finish_reason", reason}}}}});
  if (!fields->Has("stream")) return std::nullopt;
  const json::Value pieces = fields->Take("stream");
  if (!pieces.is_array()) return Bad("stream is not a list of texts");
  std::string body;
  const auto append = [&](const json::Value& chunk) {
    body += "data: " + json::DumpLine(chunk) + "\n\n";
  };
  for (const json::Value& piece : pieces.as_array())
    append(Chunk(model, json::Object{{"content", piece}}, nullptr));
  append(Chunk(model, json::Object(), reason));
  return body + "data: [DONE]\n\n";
}

Status ReadTransport(Fields* fields, net::ScriptedReply* reply) {
  TRY(fields->Count("stall_ms", &reply->stall));
  TRY(fields->Flag("stall_forever", &reply->stall_forever));
  TRY(fields->Count("piece_bytes", &reply->piece_bytes));
  TRY(fields->Count("piece_pause_ms", &reply->piece_pause));
  TRY(fields->Flag("chunked", &reply->chunked));
  TRY(fields->Count("cut_after", &reply->cut_after));
  TRY(fields->Flag("forever", &reply->forever));
  TRY(fields->Count("filler_header_bytes", &reply->filler_header_bytes));
  const json::Value raw = fields->Take("raw");
  if (raw.is_string()) reply->raw = raw.as_string();
  if (!raw.is_string() && !raw.is_null()) return Bad("raw is not a string");
  return {};
}

Status ReadLine(std::string_view line, std::vector<net::ScriptedReply>* script) {
  TRY_ASSIGN(const json::Value value, json::Parse(line));
  if (!value.is_object()) return Bad("not an object");
  Fields fields(value.as_object());
  net::ScriptedReply reply;
  TRY(fields.Count("status", &reply.status));
  const bool stream = fields.Has("stream");
  reply.headers.emplace_back("Content-Type", stream ? "text/event-stream" : "application/json");
  if (const json::Value headers = fields.Take("headers"); headers.is_object()) {
    for (const auto& [name, text] : headers.as_object()) {
      if (!text.is_string()) return Bad("the header " + name + " is not a string");
      reply.headers.emplace_back(name, text.as_string());
    }
  } else if (!headers.is_null()) {
    return Bad("headers is not an object");
  }
  TRY_ASSIGN(const auto answer, AnswerBody(&fields));
  const json::Value body = fields.Take("body");
  reply.body = answer             ? *answer
               : body.is_string() ? body.as_string()
               : body.is_null()   ? std::string()
                                  : json::Dump(body);
  TRY(ReadTransport(&fields, &reply));
  std::size_t times = 1;
  TRY(fields.Count("times", &times));
  TRY(fields.CheckAllTaken());
  script->insert(script->end(), std::min<std::size_t>(times, 10'000), reply);
  return {};
}

}  // namespace

Result<std::vector<net::ScriptedReply>> ReadScript(std::string_view lines) {
  std::vector<net::ScriptedReply> script;
  for (int number = 1; !lines.empty(); ++number) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (line.empty()) continue;
    TRY_IN("line " + std::to_string(number), ReadLine(line, &script));
  }
  return script;
}

}  // namespace arborist::scripted_llm
