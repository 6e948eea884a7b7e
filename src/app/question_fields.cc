// SPDX-License-Identifier: AGPL-3.0-only
// The table of question fields and its readers. A field of the policy is passed on by its name
// there; the few that are options of the run are set one by one in SetOption.
#include "app/question_fields.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/check.h"
#include "text/escape.h"

namespace arborist::app {

namespace {

using Kind = QuestionField::Kind;
using Words = std::string_view;

constexpr Words kModes[] = {"quote", "claim_lattice_pointer", "claim_lattice", "select"};
constexpr Words kVerifiers[] = {"lexical-v3", "lexical-v2", "reference-v9.8"};
constexpr Words kDedups[] = {"strict", "equivalence_class", "equivalence_class_v2"};
constexpr Words kFidelities[] = {"strict", "equivalence_class"};
constexpr Words kChains[] = {"private", "public"};
constexpr Words kTags[] = {"passage", "sentence"};

constexpr QuestionField kFields[] = {
    {.name = "question", .for_agents = true, .agent_bytes = 65536},
    {.name = "mode",
     .kind = Kind::kWord,
     .words = kModes,
     .policy = "answer_mode",
     .flag = "--mode",
     .flag_type = "MODE",
     .flag_help =
         "How the answer is written: select points to sentences, and those of the source are "
         "shown (default without an endpoint); claim_lattice_pointer has lines with [E1] tags "
         "(default with one)",
     .for_agents = true,
     .agent_help = "How the answer is written: quotations, lines with [E1], claims as JSON, or "
                   "only sentences of the sources that the model points to"},
    {.name = "verifier",
     .kind = Kind::kWord,
     .words = kVerifiers,
     .policy = "verifier",
     .flag = "--verifier",
     .flag_type = "NAME",
     .flag_help = "Verifier (default lexical-v3)",
     .for_agents = true},
    {.name = "dedup",
     .kind = Kind::kWord,
     .words = kDedups,
     .policy = "question_dedup",
     .flag = "--dedup",
     .flag_type = "HOW",
     .flag_help =
         "Which questions are the same: equivalence_class_v2 (default; case, closing marks and "
         "articles count for nothing), equivalence_class (as before, where plan A is the plan) or "
         "strict (the same words; implies --fidelity strict)",
     .for_agents = true,
     .agent_help = "Which questions are the same"},
    {.name = "fidelity",
     .kind = Kind::kWord,
     .words = kFidelities,
     .flag = "--fidelity",
     .flag_type = "HOW",
     .flag_help =
         "Which records may be served: those of this exact way to tell questions apart (strict), "
         "or also those of the same words (equivalence_class, default)",
     .for_agents = true},
    {.name = "max_context_chars",
     .kind = Kind::kWhole,
     .least = 200,
     .most = 200000,
     .most_by_flag = 10000000,
     .policy = "context_chars",
     .flag = "--max-context-chars",
     .flag_type = "N",
     .flag_help = "Characters of passages in the prompt (default 16000, in claim_lattice 24000)",
     .for_agents = true},
    {.name = "reject_broad",
     .kind = Kind::kYesNo,
     .policy = "reject_broad",
     .flag = "--reject-broad",
     .flag_help = "Turn away questions that ask for everything without a limit",
     .for_agents = true,
     .agent_help = "Turn away questions that ask for everything"},
    {.name = "bind_verifier",
     .kind = Kind::kYesNo,
     .flag = "--bind-verifier",
     .flag_help = "Put the verifier's policy into the key by itself (the ninth dimension)"},
    {.name = "chain",
     .kind = Kind::kWord,
     .words = kChains,
     .flag = "--chain",
     .flag_type = "WHICH",
     .flag_help = "Whether the record may ever be shared: private (default) or public"},
    {.name = "burn",
     .kind = Kind::kYesNo,
     .flag = "--burn",
     .flag_help = "Delete the live record of this question once there is a new answer"},
    {.name = "top_k",
     .kind = Kind::kWhole,
     .least = 1,
     .most = 64,
     .most_by_flag = 64,
     .flag = "--top-k",
     .flag_type = "N",
     .flag_help = "Documents in the context, at most (default 8)",
     .for_agents = true},
    {.name = "over_fetch",
     .kind = Kind::kWhole,
     .least = 1,
     .most = 1024,
     .most_by_flag = 1024,
     .flag = "--over-fetch",
     .flag_type = "N",
     .flag_help = "Documents that compete for them (default 32)"},
    {.name = "keywords",
     .flag = "--keywords",
     .flag_type = "WORDS",
     .flag_help = "More words for the search; the question stays as it is",
     .for_agents = true,
     .agent_bytes = 8192,
     .agent_help = "More words to look for"},
    {.name = "translate_to",
     .flag = "--translate-to",
     .flag_type = "LANG",
     .flag_help = "Have the model turn the question into this language, for the search only",
     .for_agents = true,
     .agent_bytes = 64,
     .agent_help = "A language that the corpus is in"},
    {.name = "min_confidence",
     .kind = Kind::kShare,
     .policy = "min_confidence",
     .flag = "--min-confidence",
     .flag_type = "P",
     .flag_help =
         "Without an endpoint: decline when the answer is less likely to be right than this, 0 to "
         "1 (default 0.27, less for other languages than English and for one passage; 0: never "
         "decline for this)",
     .for_agents = true,
     .agent_help = "Without a model: decline when the answer is less likely to be right"},
    {.name = "cite",
     .kind = Kind::kWord,
     .words = kTags,
     .policy = "claim_lattice_citation_tags",
     .flag = "--cite",
     .flag_type = "WHAT",
     .flag_help = "What the tags of claim_lattice_pointer and claim_lattice name: passage, [E3] "
                  "(default), or sentence, [E3.2]: then that very sentence must state the claim",
     .for_agents = true,
     .agent_help = "What the tags of lines and claims name: passages as [E3], or sentences as "
                   "[E3.2], which must then state the claim themselves"},
};

std::string Listed(std::span<const Words> words) {
  std::string list;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) list += i + 1 == words.size() ? " or " : ", ";
    list += words[i];
  }
  return list;
}

Error Bad(const QuestionField& field, std::string_view wanted) {
  return {ErrorCode::kInvalidArgument,
          "field " + std::string(field.name) + " must be " + std::string(wanted)};
}

// The value, which is of the field's kind. Words of the policy are checked where policies are read.
Result<json::Value> Checked(const QuestionField& field, const json::Value& body, GivenBy by) {
  const std::string name(field.name);
  switch (field.kind) {
    case Kind::kText:
    case Kind::kWord: {
      TRY_ASSIGN(const std::string text, body.String(name));
      const bool known = field.kind == Kind::kText || !field.policy.empty() ||
                         std::ranges::find(field.words, text) != field.words.end();
      if (!known) return std::unexpected(Bad(field, Listed(field.words)));
      return json::Value(text);
    }
    case Kind::kWhole: {
      TRY_ASSIGN(const std::int64_t number, body.Int(name));
      const std::int64_t most = by == GivenBy::kFlags ? field.most_by_flag : field.most;
      if (number < field.least || number > most) {
        return std::unexpected(
            Bad(field, "from " + std::to_string(field.least) + " to " + std::to_string(most)));
      }
      return json::Value(number);
    }
    case Kind::kShare: {
      const json::Value& value = *body.Find(name);
      if (!value.is_number()) return std::unexpected(Bad(field, "a number from 0 to 1"));
      return value;
    }
    case Kind::kYesNo:
      break;
  }
  TRY_ASSIGN(const bool yes, body.Bool(name));
  return json::Value(yes);
}

void SetOption(std::string_view name, const json::Value& value, ask::AskOptions* options) {
  if (name == "question") {
    options->question = value.as_string();
  } else if (name == "fidelity") {
    options->fidelity = *ask::FidelityFromName(value.as_string());
  } else if (name == "bind_verifier") {
    options->nine_dimensions = value.as_bool();
  } else if (name == "chain") {
    options->chain = value.as_string();
  } else if (name == "burn") {
    options->burn_existing = value.as_bool();
  } else if (name == "top_k") {
    options->top_k = static_cast<std::size_t>(value.as_int());
  } else if (name == "over_fetch") {
    options->over_fetch = static_cast<std::size_t>(value.as_int());
  } else if (name == "keywords") {
    options->retrieval_keywords = value.as_string();
  } else {
    CHECK(name == "translate_to");
    options->translate_to = value.as_string();
  }
}

json::Object SchemaOf(const QuestionField& field) {
  json::Object schema;
  switch (field.kind) {
    case Kind::kText:
      schema = {{"type", "string"}, {"maxLength", field.agent_bytes}};
      break;
    case Kind::kWord:
      schema = {{"type", "string"}, {"enum", json::Array(field.words.begin(), field.words.end())}};
      break;
    case Kind::kWhole:
      schema = {{"type", "integer"}, {"minimum", field.least}, {"maximum", field.most}};
      break;
    case Kind::kShare:
      schema = {{"type", "number"}, {"minimum", 0}, {"maximum", 1}};
      break;
    case Kind::kYesNo:
      schema = {{"type", "boolean"}};
      break;
  }
  if (field.name == "question") schema.emplace("minLength", 1);
  if (!field.agent_help.empty()) schema.emplace("description", field.agent_help);
  return schema;
}

}  // namespace

std::span<const QuestionField> QuestionFields() { return kFields; }

const QuestionField& QuestionFieldOf(std::string_view name) {
  const auto field = std::ranges::find(kFields, name, &QuestionField::name);
  CHECK(field != std::end(kFields));
  return *field;
}

Status TakeQuestionFields(const json::Value& given, GivenBy by, std::string_view but,
                          json::Object* policy, ask::AskOptions* options) {
  for (const auto& [name, ignored] : given.as_object()) {
    if (!but.empty() && name == but) continue;
    const auto field = std::ranges::find(kFields, name, &QuestionField::name);
    if (field == std::end(kFields)) {
      return Fail(ErrorCode::kInvalidArgument,
                  "there is no field " + text::EscapeForTerminal(name, false) + " here");
    }
    TRY_ASSIGN(json::Value value, Checked(*field, given, by));
    if (field->policy.empty()) {
      SetOption(field->name, value, options);
    } else {
      (*policy)[std::string(field->policy)] = std::move(value);
    }
  }
  options->over_fetch = std::max(options->over_fetch, options->top_k);
  return {};
}

json::Object AgentSchemaOfQuestionFields() {
  json::Object properties;
  for (const QuestionField& field : kFields) {
    if (field.for_agents) properties.emplace(std::string(field.name), SchemaOf(field));
  }
  return properties;
}

}  // namespace arborist::app
