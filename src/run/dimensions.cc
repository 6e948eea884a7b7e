// SPDX-License-Identifier: AGPL-3.0-only
#include "run/dimensions.h"

#include <algorithm>
#include <set>

#include "base/check.h"
#include "merkle/tree.h"
#include "run/preflight.h"

namespace arborist::run {

namespace {

// The sorted distinct names, joined with + (decision 8).
template <typename Member>
std::string Joined(const std::vector<Source>& sources, Member member) {
  std::set<std::string> names;
  for (const Source& source : sources) names.insert(source.*member);
  std::string joined;
  for (const std::string& name : names) joined += (joined.empty() ? "" : "+") + name;
  return joined;
}

std::vector<prompt::Message> Messages(const Inputs& inputs, std::string_view question) {
  const evidence::EvidenceMap evidence(inputs.passages);
  return prompt::BuildMessages({.mode = PromptMode(inputs.policy.answer_mode),
                                .question = question,
                                .evidence = &evidence,
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

Hash256 ContextRoot(const std::vector<Source>& sources) {
  std::vector<Hash256> roots;
  roots.reserve(sources.size());
  for (const Source& source : sources) roots.push_back(source.document_root);
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
  const PolicyHashes policy = HashesOf(ToJson(inputs.policy));
  const auto conversation = question::HashCanonicalJson(prompt::ToJson(MessagesToHash(inputs)));
  CHECK(conversation);  // strings only
  question::KeyDimensions dimensions{
      .source_root = ContextRoot(inputs.sources).hex(),
      .question_hash = question::HashQuestion(inputs.question, inputs.policy.question_dedup).hex(),
      .model_profile_hash = question::ModelProfileHash(inputs.model.model_id, inputs.model.revision,
                                                       inputs.model.quantization)
                                .hex(),
      .conversation_hash = conversation->hex(),
      .governance_policy_hash = policy.governance.hex(),
      .schema_version = Joined(inputs.sources, &Source::schema_version),
      .canonicalization_version = Joined(inputs.sources, &Source::canonicalization_version),
      .chunking_version = Joined(inputs.sources, &Source::chunking_version),
      .verifier_policy_hash = std::nullopt};
  if (inputs.nine_dimensions) dimensions.verifier_policy_hash = policy.verifier.hex();
  return dimensions;
}

json::Object ToJson(const question::KeyDimensions& d) {
  json::Object object{{"source_root", d.source_root},
                      {"question_hash", d.question_hash},
                      {"model_profile_hash", d.model_profile_hash},
                      {"conversation_hash", d.conversation_hash},
                      {"governance_policy_hash", d.governance_policy_hash},
                      {"schema_version", d.schema_version},
                      {"canonicalization_version", d.canonicalization_version},
                      {"chunking_version", d.chunking_version}};
  if (d.verifier_policy_hash) object.emplace("verifier_policy_hash", *d.verifier_policy_hash);
  return object;
}

Result<question::KeyDimensions> ReadDimensions(const json::Value& value) {
  question::KeyDimensions d;
  TRY_ASSIGN(d.source_root, value.String("source_root"));
  TRY_ASSIGN(d.question_hash, value.String("question_hash"));
  TRY_ASSIGN(d.model_profile_hash, value.String("model_profile_hash"));
  TRY_ASSIGN(d.conversation_hash, value.String("conversation_hash"));
  TRY_ASSIGN(d.governance_policy_hash, value.String("governance_policy_hash"));
  TRY_ASSIGN(d.schema_version, value.String("schema_version"));
  TRY_ASSIGN(d.canonicalization_version, value.String("canonicalization_version"));
  TRY_ASSIGN(d.chunking_version, value.String("chunking_version"));
  if (value.Find("verifier_policy_hash") != nullptr) {
    TRY_ASSIGN(d.verifier_policy_hash, value.String("verifier_policy_hash"));
  }
  return d;
}

}  // namespace arborist::run
