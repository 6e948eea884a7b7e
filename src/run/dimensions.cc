// SPDX-License-Identifier: AGPL-3.0-only
// The dimensions of the cache key (docs/format/keys.md) from the inputs of a run. The key covers
// the messages with the canonical question, so that equal questions in other words share a key; the
// model gets the messages with the verbatim question. Sources and passages that were added later
// are left out of both.
#include "run/dimensions.h"

#include <algorithm>
#include <set>

#include "base/check.h"
#include "merkle/tree.h"
#include "run/preflight_stage.h"

namespace arborist::run {

namespace {

// The sorted distinct names, joined with + (decision 8).
template <typename Member>
std::string Joined(std::span<const document::Facts> sources, Member member) {
  std::set<std::string> names;
  for (const document::Facts& source : sources) names.insert(source.*member);
  std::string joined;
  for (const std::string& name : names) joined += (joined.empty() ? "" : "+") + name;
  return joined;
}

std::vector<prompt::Message> Messages(const Inputs& inputs, std::string_view question) {
  const auto passages = inputs.first_passages();
  const evidence::EvidenceMap evidence({passages.begin(), passages.end()});
  // A list that does not fit the passages is shown as an empty one; InputsOf refuses it.
  const evidence::SentenceList sentences =
      evidence::SentenceList::Make(evidence, inputs.sentences).value_or(evidence::SentenceList());
  return prompt::BuildMessages({.mode = PromptMode(inputs.policy),
                                .question = question,
                                .evidence = &evidence,
                                .sentences = &sentences,
                                .rendering = RenderingOf(inputs.policy.version),
                                .broad = ReminderInjected(inputs),
                                .frame_title = inputs.frame_title,
                                .conversation = inputs.conversation});
}

}  // namespace

json::Object ToJson(const Model& model) {
  return {{"model_id", model.model_id},
          {"revision", model.revision},
          {"quantization", model.quantization}};
}

Result<Model> ReadModel(const json::Value& value) {
  Model model;
  TRY_ASSIGN(model.model_id, value.String("model_id"));
  TRY_ASSIGN(model.revision, value.String("revision"));
  TRY_ASSIGN(model.quantization, value.String("quantization"));
  return model;
}

Hash256 ContextRoot(std::span<const document::Facts> sources) {
  std::vector<Hash256> roots;
  roots.reserve(sources.size());
  for (const document::Facts& source : sources) roots.push_back(source.root);
  std::ranges::sort(roots);
  roots.erase(std::ranges::unique(roots).begin(), roots.end());
  return merkle::Root(roots);
}

std::vector<prompt::Message> MessagesToSend(const Inputs& inputs) {
  return Messages(inputs, inputs.question);
}

std::vector<prompt::Message> MessagesToHash(const Inputs& inputs) {
  return Messages(inputs,
                  question::CanonicalQuestion(inputs.question, inputs.policy.question_dedup));
}

question::KeyDimensions DimensionsOf(const Inputs& inputs) {
  const json::Object policy = ToJson(inputs.policy);
  const auto conversation = question::HashCanonicalJson(prompt::ToJson(MessagesToHash(inputs)));
  CHECK(conversation);  // it has strings only
  const std::span<const document::Facts> sources = inputs.first_sources();
  question::KeyDimensions dimensions{
      .source_root = ContextRoot(sources).hex(),
      .question_hash = question::HashQuestion(inputs.question, inputs.policy.question_dedup).hex(),
      .model_profile_hash = question::ModelProfileHash(inputs.model.model_id, inputs.model.revision,
                                                       inputs.model.quantization)
                                .hex(),
      .conversation_hash = conversation->hex(),
      .governance_policy_hash = GovernanceHash(policy).hex(),
      .schema_version = Joined(sources, &document::Facts::schema_version),
      .canonicalization_version = Joined(sources, &document::Facts::canonicalization_version),
      .chunking_version = Joined(sources, &document::Facts::chunking_version),
      .verifier_policy_hash = std::nullopt};
  if (inputs.nine_dimensions) dimensions.verifier_policy_hash = VerifierHash(policy).hex();
  return dimensions;
}

}  // namespace arborist::run
