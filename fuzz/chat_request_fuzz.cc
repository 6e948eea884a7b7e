// SPDX-License-Identifier: AGPL-3.0-only
// What OpenAI's clients post, and an answer as it may stand in a store: a question within limits or
// a refusal, and citations that lie within the text.
#include "fuzz/fuzz.h"
#include "serve/openai/chat.h"
#include "serve/openai/request.h"
#include "serve/openai/responses.h"
#include "text/utf8.h"

namespace {

using namespace arborist;
using namespace arborist::serve::openai;

void Check(const std::expected<QuestionRequest, ApiError>& asked) {
  if (!asked) {
    CHECK(asked.error().status >= 400 && asked.error().status < 500);
    CHECK(!asked.error().message.empty());
    return;
  }
  CHECK(!asked->question.empty() && asked->question.size() <= (std::size_t{64} << 10));
  CHECK(asked->conversation.size() <= kMaxMessages);
  for (const prompt::Message& message : asked->conversation) {
    CHECK(message.role == "system" || message.role == "user" || message.role == "assistant");
  }
}

// Of a record these parts stay JSON, as the store has them, and may hold anything.
ask::AskResult AnswerOf(const json::Value& body) {
  ask::AskResult answer;
  run::RunRecord& record = answer.record;
  const json::Value* const text = body.Find("answer_text");
  if (text != nullptr && text->is_string()) record.answer_text = text->as_string();
  record.verdict = body;
  const json::Value* const units = body.Find("units");
  if (units != nullptr && units->is_array()) record.units = units->as_array();
  const json::Value* const reply = body.Find("reply");
  if (reply != nullptr && reply->is_object()) record.reply = reply->as_object();
  const json::Value* const passages = body.Find("passages");
  if (passages == nullptr || !passages->is_array()) return answer;
  for (const json::Value& given : passages->as_array()) {
    run::RecordedPassage& passage = record.passages.emplace_back();
    passage.document_uri = given.StringOr("document_uri", "").value_or("");
    passage.title = given.StringOr("title", "").value_or("");
  }
  return answer;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input = fuzz::View(data, size);
  const auto body = json::Parse(input, {.max_depth = 64});
  if (!body) return 0;
  Check(ReadChat(*body));
  Check(ReadResponses(*body));
  QuestionRequest asked;
  asked.model.label = true;
  const Rendered rendered = Render(AnswerOf(*body), asked, "http://localhost");
  const auto length = static_cast<std::int64_t>(text::CountCodePoints(rendered.text));
  for (const Citation& citation : rendered.citations) {
    CHECK(0 <= citation.start && citation.start < citation.end && citation.end <= length);
    CHECK(citation.url.starts_with("http://") || citation.url.starts_with("https://"));
  }
  std::string joined;
  for (const std::string_view piece : Pieces(rendered.text)) joined += piece;
  CHECK(joined == rendered.text);
  (void)json::DumpLine(Completion({}, rendered));
  (void)json::DumpLine(ResponseObject({}, rendered));
  return 0;
}
