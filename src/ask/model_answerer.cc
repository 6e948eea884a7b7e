// SPDX-License-Identifier: AGPL-3.0-only
// Asks a model over llm::ChatClient. Engines differ in how they accept an output schema, so a
// request is tried with each known form in turn; only a request that the endpoint refused as
// invalid is repeated in another form. A reply is never asked for again: a second attempt for a
// better answer is forbidden (decision 29).
#include "ask/model_answerer.h"

#include <utility>
#include <vector>

#include "ask/plain_text.h"
#include "evidence/evidence_map.h"
#include "evidence/sentence_list.h"
#include "judge/reference/lattice.h"
#include "llm/extras.h"
#include "text/scan.h"

// A prompt goes to the endpoint, with a schema where the mode wants JSON and the endpoint may know
// one of several ways to say so. The ways are tried in turn only while the endpoint refuses the
// request: what it answers is the answer.

namespace arborist::ask {

namespace {

std::vector<llm::Message> ToChat(const std::vector<prompt::Message>& messages) {
  std::vector<llm::Message> chat;
  chat.reserve(messages.size());
  for (const prompt::Message& message : messages) chat.push_back({message.role, message.content});
  return chat;
}

json::Object FactsOf(const llm::ChatReply& reply) {
  json::Object facts{{"finish_reason", reply.finish_reason},
                     {"returned_model", reply.model},
                     {"attempts", reply.attempts}};
  if (reply.thinking_bytes > 0) facts.emplace("thinking_bytes", reply.thinking_bytes);
  if (reply.usage) {
    facts.emplace("usage", json::Object{{"prompt_tokens", reply.usage->prompt_tokens},
                                        {"completion_tokens", reply.usage->completion_tokens}});
  }
  return facts;
}

// An unknown model or a refused request is likewise a failure of the endpoint, so that the exit
// code does not blame the command line or report a missing document.
Error OfEndpoint(Error error) {
  if (error.code == ErrorCode::kInvalidArgument || error.code == ErrorCode::kNotFound) {
    error.code = ErrorCode::kEnvironment;
  }
  return error;
}

// The forms of structured output to try, best first; a single empty form where the mode needs none.
Result<std::vector<llm::StructuredOutput>> WaysToAsk(const run::Inputs& inputs) {
  const run::Policy& policy = inputs.policy;
  if (policy.answer_mode == judge::AnswerMode::kSelect && policy.structured_output) {
    const evidence::EvidenceMap evidence(inputs.passages);
    TRY_ASSIGN(const evidence::SentenceList sentences,
               evidence::SentenceList::Make(evidence, inputs.sentences));
    std::vector<std::string> ids;
    for (const evidence::SentenceObject& object : sentences.objects()) {
      if (evidence::IsSelectable(object.kind)) ids.push_back(object.pointer_id);
    }
    return llm::SelectionStructuredOutputs(
        ids, static_cast<std::size_t>(policy.lattice.max_selected), prompt::kDecline);
  }
  if (policy.answer_mode != judge::AnswerMode::kClaimLattice || !policy.structured_output) {
    return std::vector<llm::StructuredOutput>{{"none", {}}};
  }
  TRY_ASSIGN(const json::Value schema, json::Parse(judge::kClaimLatticeJsonSchema));
  return llm::ClaimLatticeStructuredOutputs(schema);
}

json::Object ExtraBody(const run::Policy& policy, std::string_view model, json::Object extra) {
  if (policy.extra_body) {
    for (const auto& [name, value] : *policy.extra_body) extra[name] = value;
  }
  return llm::WithModelDefaults(model, std::move(extra));
}

}  // namespace

Status ModelAnswerer::Resolve(run::Policy* policy) const {
  if (!policy->min_confidence) return {};
  return Fail(ErrorCode::kInvalidArgument,
              "min_confidence is for answers without a model; a model gives no confidence");
}

// Invalid data in a reply is a failure of the endpoint, not of the user's input: kEnvironment.
Result<llm::ChatReply> ModelAnswerer::Complete(const llm::ChatRequest& request) {
  auto reply = client_->Complete(request);
  if (reply) return reply;
  Error error = std::move(reply).error();
  if (error.code == ErrorCode::kInvalidData || error.code == ErrorCode::kLimitExceeded) {
    error.code = ErrorCode::kEnvironment;
  }
  return std::unexpected(std::move(error));
}

Result<Reply> ModelAnswerer::Answer(const AskOptions& options, const run::Inputs& inputs) {
  const run::Policy& policy = inputs.policy;
  llm::ChatRequest request{.messages = ToChat(run::MessagesToSend(inputs)),
                           .model = model_id_,
                           .temperature = policy.temperature,
                           .max_tokens = policy.max_tokens,
                           .top_p = policy.top_p,
                           .stream = options.stream,
                           .stop = options.stop};
  // A request that is refused has no answer yet, so this asks no model twice.
  TRY_ASSIGN(std::vector<llm::StructuredOutput> ways, WaysToAsk(inputs));
  Result<llm::ChatReply> reply = Fail(ErrorCode::kInvalidArgument, "");
  std::size_t tried = 0;
  while (!reply && reply.error().code == ErrorCode::kInvalidArgument && tried < ways.size()) {
    request.extra_body = ExtraBody(policy, model_id_, std::move(ways[tried].extras));
    reply = Complete(request);
    ++tried;
  }
  if (!reply) return std::unexpected(OfEndpoint(std::move(reply).error()));
  json::Object facts = FactsOf(*reply);
  facts["attempts"] = reply->attempts + static_cast<int>(tried) - 1;
  if (ways.size() > 1) facts.emplace("structured_output", ways[tried - 1].name);
  return Reply{std::move(reply->text), std::move(reply->model), std::move(facts), {}};
}

Result<std::string> ModelAnswerer::Translate(const AskOptions& options) {
  const auto reply = Complete(
      {.messages = ToChat(prompt::BuildTranslation(options.question, options.translate_to)),
       .model = model_id_,
       .temperature = 0,
       .extra_body = llm::WithModelDefaults(model_id_, {}),
       .stop = options.stop});
  if (!reply) return std::unexpected(OfEndpoint(reply.error()));
  std::string_view line = text::Strip(reply->text);
  line = text::Strip(line.substr(0, line.find('\n')));
  if (line.empty() || line.size() > kMaxQuestionBytes || !CheckText("it", line)) {
    return Fail(ErrorCode::kEnvironment, "the model did not translate the question into " +
                                             options.translate_to + "; ask without --translate-to");
  }
  return std::string(line);
}

}  // namespace arborist::ask
