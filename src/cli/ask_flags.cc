// SPDX-License-Identifier: AGPL-3.0-only
#include "cli/ask_flags.h"

#include <algorithm>
#include <chrono>

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

Result<run::Policy> PolicyOf(const AskFlags& flags, const app::Config& config) {
  json::Object fields = config.policy;
  if (!flags.policy_file.empty()) {
    TRY_ASSIGN(const std::string text, ReadFile(flags.policy_file, kMaxPolicyBytes));
    TRY_ASSIGN(json::Object given, ParseObject(text, "--policy " + flags.policy_file));
    for (auto& [name, value] : given) fields[name] = std::move(value);
  }
  if (!flags.mode.empty()) fields["answer_mode"] = flags.mode;
  if (!flags.verifier.empty()) fields["verifier"] = flags.verifier;
  if (!flags.dedup.empty()) fields["question_dedup"] = flags.dedup;
  if (flags.max_context_chars > 0) fields["context_chars"] = flags.max_context_chars;
  if (!flags.cite.empty()) fields["claim_lattice_citation_tags"] = flags.cite;
  if (!flags.min_confidence.empty()) {
    const auto least = json::Parse(flags.min_confidence);
    if (!least || !least->is_number()) {
      return Fail(ErrorCode::kInvalidArgument,
                  "--min-confidence must be a number from 0 to 1, such as 0.6");
    }
    fields["min_confidence"] = *least;
  }
  if (flags.reject_broad) fields["reject_broad"] = true;
  if (!flags.extra_body.empty()) {
    TRY_ASSIGN(json::Object extra, ParseObject(flags.extra_body, "--extra-body"));
    TRY(llm::CheckExtraBody(extra));
    fields["extra_body"] = std::move(extra);
  }
  return app::WantedPolicy(config, std::move(fields));
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
  TRY_ASSIGN(options.policy, PolicyOf(flags, config));
  options.quantization = config.quantization;
  options.stream = flags.stream;
  if (!flags.revision.empty()) options.revision = flags.revision;
  options.nine_dimensions = flags.nine;
  options.top_k = flags.top_k;
  options.over_fetch = std::max(flags.over_fetch, flags.top_k);
  options.translate_to = flags.translate_to;
  return options;
}

void AddAskFlags(Command* verb, AskFlags* flags) {
  verb->AddOption("--mode", flags->mode,
                  "How the answer is written: select points to sentences, and those of the source "
                  "are shown (default without an endpoint); claim_lattice_pointer has lines with "
                  "[E1] tags (default with one)")
      ->OneOf({"quote", "claim_lattice_pointer", "claim_lattice", "select"})
      ->TypeName("MODE");
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
  verb->AddOption("--verifier", flags->verifier, "Verifier (default lexical-v3)")
      ->OneOf({"lexical-v3", "lexical-v2", "reference-v9.8"})
      ->TypeName("NAME");
  verb->AddOption(
          "--dedup", flags->dedup,
          "Which questions are the same: equivalence_class_v2 (default; case, closing marks "
          "and articles count for nothing), equivalence_class (as before, where plan A is "
          "the plan) or strict (the same words; implies --fidelity strict)")
      ->OneOf({"strict", "equivalence_class", "equivalence_class_v2"})
      ->TypeName("HOW");
  verb->AddOption("--max-context-chars", flags->max_context_chars,
                  "Characters of passages in the prompt (default 16000, in claim_lattice 24000)")
      ->Whole(200, 10000000)
      ->TypeName("N");
  verb->AddOption("--cite", flags->cite,
                  "What the tags of claim_lattice_pointer and claim_lattice name: passage, [E3] "
                  "(default), or sentence, [E3.2]: then that very sentence must state the claim")
      ->OneOf({"passage", "sentence"})
      ->TypeName("WHAT");
  verb->AddOption("--min-confidence", flags->min_confidence,
                  "Without an endpoint: decline when the answer is less likely to be right than "
                  "this, 0 to 1 (default 0.27, less for other languages than English and for one "
                  "passage; 0: never decline for this)")
      ->TypeName("P");
  verb->AddFlag("--reject-broad", flags->reject_broad,
                "Turn away questions that ask for everything without a limit");
  verb->AddFlag("--bind-verifier", flags->nine,
                "Put the verifier's policy into the key by itself (the ninth dimension)");
}

void AddRetrievalFlags(Command* verb, AskFlags* flags) {
  verb->AddOption("--top-k", flags->top_k, "Documents in the context, at most (default 8)")
      ->Whole(1, 64)
      ->TypeName("N");
  verb->AddOption("--over-fetch", flags->over_fetch, "Documents that compete for them (default 32)")
      ->Whole(1, 1024)
      ->TypeName("N");
  verb->AddOption("--translate-to", flags->translate_to,
                  "Have the model turn the question into this language, for the search only")
      ->TypeName("LANG");
}

}  // namespace arborist::cli
