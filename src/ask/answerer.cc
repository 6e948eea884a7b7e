// SPDX-License-Identifier: AGPL-3.0-only
// The two answerers behind one Reply: a model over llm::ChatClient, and extractive-v2, whose claims
// are rendered in the form of the answer mode. Engines differ in how they accept an output schema,
// so a request is tried with each known form in turn. Only a request that the endpoint refused as
// invalid is repeated in another form. A reply is never asked for again: a second attempt for a
// better answer is forbidden (decision 29).
#include "ask/answerer.h"

#include "ask/plain_text.h"
#include "evidence/evidence_map.h"
#include "evidence/sentence_list.h"
#include "extractive/extractive.h"
#include "extractive/sentence_places.h"
#include "llm/extras.h"
#include "text/canonical.h"
#include "text/scan.h"
#include "verify/reference/lattice.h"

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

// Invalid data in a reply is a failure of the endpoint, not of the user's input: kEnvironment.
Result<llm::ChatReply> Complete(const Services& services, const llm::ChatRequest& request) {
  auto reply = services.client->Complete(request);
  if (reply) return reply;
  Error error = std::move(reply).error();
  if (error.code == ErrorCode::kInvalidData || error.code == ErrorCode::kLimitExceeded) {
    error.code = ErrorCode::kEnvironment;
  }
  return std::unexpected(std::move(error));
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
  if (policy.answer_mode == verify::AnswerMode::kSelect && policy.structured_output) {
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
  if (policy.answer_mode != verify::AnswerMode::kClaimLattice || !policy.structured_output) {
    return std::vector<llm::StructuredOutput>{{"none", {}}};
  }
  TRY_ASSIGN(const json::Value schema, json::Parse(verify::kClaimLatticeJsonSchema));
  return llm::ClaimLatticeStructuredOutputs(schema);
}

// Where the policy lists sentences, the claims cite sentences ([E3.2]) instead of passages.
extractive::Answer NamingSentences(extractive::Answer answer, const run::Inputs& inputs) {
  if (!run::ListsSentences(inputs.policy)) return answer;
  const evidence::EvidenceMap evidence(inputs.passages);
  const auto sentences = evidence::SentenceList::Make(evidence, inputs.sentences);
  if (sentences) {
    const auto most = static_cast<std::size_t>(inputs.policy.lattice.max_pointers_per_claim);
    extractive::NameSentences(evidence, *sentences, most, &answer);
  }
  return answer;
}

json::Object ExtraBody(const run::Policy& policy, std::string_view model, json::Object extra) {
  if (policy.extra_body) {
    for (const auto& [name, value] : *policy.extra_body) extra[name] = value;
  }
  return llm::WithModelDefaults(model, std::move(extra));
}

}  // namespace

std::string DeclineOf(const run::Inputs& inputs) {
  if (inputs.policy.answer_mode == verify::AnswerMode::kClaimLattice) return R"({"claims":[]})";
  return run::DeclineText(inputs);
}

Result<Reply> ReplyOf(const extractive::Answer& answer, const run::Inputs& inputs) {
  Reply reply;
  if (!answer.claims.empty()) reply.confidence = static_cast<double>(answer.chance) / 1000;
  if (answer.declined) {
    reply.text = DeclineOf(inputs);
    json::Array nearest;
    for (const extractive::Claim& claim : answer.claims) {
      nearest.emplace_back(json::Object{{"number", static_cast<std::int64_t>(claim.passage) + 1},
                                        {"text", claim.text}});
    }
    reply.facts.emplace("nearest", std::move(nearest));
    return reply;
  }
  switch (inputs.policy.answer_mode) {
    case verify::AnswerMode::kQuote:
      reply.text = extractive::RenderQuote(answer);
      break;
    case verify::AnswerMode::kClaimLatticePointer:
      reply.text = extractive::RenderPointerLines(NamingSentences(answer, inputs));
      break;
    case verify::AnswerMode::kSelect: {
      const evidence::EvidenceMap evidence(inputs.passages);
      TRY_ASSIGN(const evidence::SentenceList sentences,
                 evidence::SentenceList::Make(evidence, inputs.sentences));
      reply.text =
          extractive::RenderSelection(answer, evidence, sentences,
                                      static_cast<std::size_t>(inputs.policy.lattice.max_selected));
      if (reply.text.empty()) reply.text = DeclineOf(inputs);
      break;
    }
    case verify::AnswerMode::kClaimLattice:
      reply.text = extractive::RenderJson(NamingSentences(answer, inputs));
      break;
  }
  return reply;
}

Result<Reply> AnswerOf(const AskOptions& options, const Services& services,
                       const run::Inputs& inputs) {
  const run::Policy& policy = inputs.policy;
  llm::ChatRequest request{.messages = ToChat(run::MessagesToSend(inputs)),
                           .model = services.model_id,
                           .temperature = policy.temperature,
                           .max_tokens = policy.max_tokens,
                           .top_p = policy.top_p,
                           .stream = options.stream,
                           .stop = options.stop};
  // A refused request produced no answer, so trying the next form does not ask the model twice.
  TRY_ASSIGN(std::vector<llm::StructuredOutput> ways, WaysToAsk(inputs));
  Result<llm::ChatReply> reply = Fail(ErrorCode::kInvalidArgument, "");
  std::size_t tried = 0;
  while (!reply && reply.error().code == ErrorCode::kInvalidArgument && tried < ways.size()) {
    request.extra_body = ExtraBody(policy, services.model_id, std::move(ways[tried].extras));
    reply = Complete(services, request);
    ++tried;
  }
  if (!reply) return std::unexpected(OfEndpoint(std::move(reply).error()));
  json::Object facts = FactsOf(*reply);
  facts["attempts"] = reply->attempts + static_cast<int>(tried) - 1;
  if (ways.size() > 1) facts.emplace("structured_output", ways[tried - 1].name);
  return Reply{std::move(reply->text), std::move(reply->model), std::move(facts), {}};
}

Result<std::string> Translate(const AskOptions& options, const Services& services) {
  if (services.client == nullptr) {
    return Fail(ErrorCode::kInvalidArgument,
                "--translate-to needs a model; name one with --endpoint and --model");
  }
  const auto reply = Complete(
      services,
      {.messages = ToChat(prompt::BuildTranslation(options.question, options.translate_to)),
       .model = services.model_id,
       .temperature = 0,
       .extra_body = llm::WithModelDefaults(services.model_id, {}),
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
