// SPDX-License-Identifier: AGPL-3.0-only
// Flags of a question become the same fields that a request has, and are read by the same table
// (app/question_fields.h). The policy is made of config.json, then --policy, then flags.
#include "cli/ask_flags.h"

#include <chrono>
#include <utility>

#include "app/question_fields.h"
#include "base/files.h"
#include "llm/extras.h"

namespace arborist::cli {

namespace {

constexpr std::size_t kMaxPolicyBytes = 1 << 20;

Result<json::Object> ParseObject(std::string_view text, std::string_view what) {
  auto value = json::Parse(text);
  if (!value) return std::unexpected(std::move(value).error().In(what));
  if (!value->is_object()) {
    return Fail(ErrorCode::kInvalidArgument, std::string(what) + " must be a JSON object");
  }
  return value->as_object();
}

// What the flags say of a question, as a request would.
Result<json::Object> FieldsOf(const AskFlags& flags) {
  json::Object fields{{"top_k", flags.top_k}, {"over_fetch", flags.over_fetch}};
  for (const auto& [name, text] :
       {std::pair("mode", &flags.mode), std::pair("verifier", &flags.verifier),
        std::pair("dedup", &flags.dedup), std::pair("fidelity", &flags.fidelity),
        std::pair("cite", &flags.cite), std::pair("keywords", &flags.keywords),
        std::pair("chain", &flags.chain), std::pair("translate_to", &flags.translate_to)}) {
    if (!text->empty()) fields.emplace(name, *text);
  }
  for (const auto& [name, yes] :
       {std::pair("reject_broad", flags.reject_broad),
        std::pair("bind_verifier", flags.bind_verifier), std::pair("burn", flags.burn)}) {
    if (yes) fields.emplace(name, true);
  }
  if (flags.max_context_chars > 0) fields.emplace("max_context_chars", flags.max_context_chars);
  if (!flags.min_confidence.empty()) {
    const auto least = json::Parse(flags.min_confidence);
    if (!least || !least->is_number()) {
      return Fail(ErrorCode::kInvalidArgument,
                  "--min-confidence must be a number from 0 to 1, such as 0.6");
    }
    fields.emplace("min_confidence", *least);
  }
  return fields;
}

// config.json, then --policy.
Result<json::Object> PolicyFieldsOf(const AskFlags& flags, const app::Config& config) {
  json::Object fields = config.policy;
  if (flags.policy_file.empty()) return fields;
  TRY_ASSIGN(const std::string text, ReadFile(flags.policy_file, kMaxPolicyBytes));
  TRY_ASSIGN(json::Object given, ParseObject(text, "--policy " + flags.policy_file));
  for (auto& [name, value] : given) fields[name] = std::move(value);
  return fields;
}

Option* AddValue(Command* verb, const app::QuestionField& field, auto* value) {
  return verb->AddOption(std::string(field.flag), *value, std::string(field.flag_help))
      ->TypeName(std::string(field.flag_type));
}

}  // namespace

Result<app::Config> ConfigOf(const AskFlags& flags, const store::HomePaths& home) {
  TRY_ASSIGN(app::Config config, app::LoadConfig(home, app::ProcessEnvironment));
  if (!flags.endpoint.empty()) config.endpoint = flags.endpoint;
  if (!flags.model.empty()) config.model = flags.model;
  if (!flags.quantization.empty()) config.quantization = flags.quantization;
  if (flags.timeout > 0) config.timeout = std::chrono::seconds(flags.timeout);
  return config;
}

Result<ask::AskOptions> AskOptionsOf(const AskFlags& flags, const app::Config& config) {
  ask::AskOptions options;
  TRY_ASSIGN(json::Object policy, PolicyFieldsOf(flags, config));
  TRY_ASSIGN(const json::Object fields, FieldsOf(flags));
  TRY(app::TakeQuestionFields(fields, app::GivenBy::kFlags, "", &policy, &options));
  if (!flags.extra_body.empty()) {
    TRY_ASSIGN(json::Object extra, ParseObject(flags.extra_body, "--extra-body"));
    TRY(llm::CheckExtraBody(extra));
    policy["extra_body"] = std::move(extra);
  }
  TRY_ASSIGN(options.policy, app::WantedPolicy(config, std::move(policy)));
  options.quantization = config.quantization;
  options.stream = flags.stream;
  if (!flags.revision.empty()) options.revision = flags.revision;
  return options;
}

void AddQuestionFlag(Command* verb, std::string_view name, std::string* value) {
  const app::QuestionField& field = app::QuestionFieldOf(name);
  Option* const option = AddValue(verb, field, value);
  if (!field.words.empty()) option->OneOf(field.words);
}

void AddQuestionFlag(Command* verb, std::string_view name, std::int64_t* value) {
  const app::QuestionField& field = app::QuestionFieldOf(name);
  AddValue(verb, field, value)->Whole(field.least, field.most_by_flag);
}

void AddQuestionFlag(Command* verb, std::string_view name, bool* value) {
  const app::QuestionField& field = app::QuestionFieldOf(name);
  verb->AddFlag(std::string(field.flag), *value, std::string(field.flag_help));
}

void AddAskFlags(Command* verb, AskFlags* flags) {
  AddQuestionFlag(verb, "mode", &flags->mode);
  verb->AddOption("--endpoint", flags->endpoint,
                  "OpenAI-compatible endpoint, such as http://127.0.0.1:8080/v1 (default: none, "
                  "extractive-v2 answers)")
      ->TypeName("URL");
  verb->AddOption("--model", flags->model, "Model name at that endpoint")->TypeName("NAME");
  verb->AddOption("--revision", flags->revision,
                  "Revision of the model, instead of the name that the endpoint returns")
      ->TypeName("TEXT");
  verb->AddOption("--quantization", flags->quantization,
                  "Quantization, part of the model's identity")
      ->TypeName("TEXT");
  verb->AddOption("--timeout", flags->timeout, "Seconds that one reply may take (default 60)")
      ->Whole(1, 86400)
      ->TypeName("N");
  verb->AddFlag("--stream", flags->stream, "Have the endpoint stream its reply");
  verb->AddFlag("--dry-run", flags->dry_run, "Call no model and keep nothing: a stub answers");
  verb->AddOption("--extra-body", flags->extra_body,
                  "More fields for the endpoint, as a JSON object; part of the policy")
      ->TypeName("JSON");
  verb->AddOption("--policy", flags->policy_file,
                  "Policy fields as a JSON file (docs/format/policy.md)")
      ->TypeName("FILE");
  AddQuestionFlag(verb, "verifier", &flags->verifier);
  AddQuestionFlag(verb, "dedup", &flags->dedup);
  AddQuestionFlag(verb, "max_context_chars", &flags->max_context_chars);
  AddQuestionFlag(verb, "cite", &flags->cite);
  AddQuestionFlag(verb, "min_confidence", &flags->min_confidence);
  AddQuestionFlag(verb, "reject_broad", &flags->reject_broad);
  AddQuestionFlag(verb, "bind_verifier", &flags->bind_verifier);
}

void AddRetrievalFlags(Command* verb, AskFlags* flags) {
  AddQuestionFlag(verb, "top_k", &flags->top_k);
  AddQuestionFlag(verb, "over_fetch", &flags->over_fetch);
  AddQuestionFlag(verb, "translate_to", &flags->translate_to);
}

}  // namespace arborist::cli
