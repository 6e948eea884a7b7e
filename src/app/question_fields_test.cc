// SPDX-License-Identifier: AGPL-3.0-only
// The table of question fields against docs/api/openapi.yaml, and its reader.
#include "app/question_fields.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <sstream>
#include <string>

#include "base/files.h"

namespace arborist::app {
namespace {

using Kind = QuestionField::Kind;

std::string OpenApi() {
  const char* const source = std::getenv("ARBORIST_SOURCE");
  const std::filesystem::path root = source != nullptr ? source : ".";
  return ReadFile(root / "docs/api/openapi.yaml", std::uint64_t{4} << 20).value();
}

// The lines `name: {...}` of a block that begins behind `title`, as name and braces.
std::map<std::string, std::string> FieldsBehind(const std::string& text, const std::string& title) {
  std::map<std::string, std::string> fields;
  std::istringstream lines(text.substr(text.find(title) + title.size() + 1));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t name = line.find_first_not_of(' ');
    const std::size_t brace = line.find(": {");
    if (name != 8 || brace == std::string::npos) break;
    fields[line.substr(name, brace - name)] = line.substr(brace + 2);
  }
  return fields;
}

// {$ref: "#/components/schemas/Mode"} is the line of that schema.
std::string Resolved(const std::string& text, const std::string& field) {
  const std::string mark = "{$ref: \"#/components/schemas/";
  if (!field.starts_with(mark)) return field;
  const std::string name = field.substr(mark.size(), field.find('"', mark.size()) - mark.size());
  const std::size_t at = text.find("\n    " + name + ":");
  EXPECT_NE(at, std::string::npos) << name;
  return text.substr(at, text.find("\n    ", at + 5) - at);
}

bool Has(const std::string& schema, const std::string& part) {
  const bool has = schema.contains(part);
  if (!has) ADD_FAILURE() << part << " is not in " << schema;
  return has;
}

TEST(QuestionFields, AreThoseOfTheApi) {
  const std::string text = OpenApi();
  const auto described = FieldsBehind(text, "properties: &question_fields");
  EXPECT_EQ(described.size(), QuestionFields().size());
  for (const QuestionField& field : QuestionFields()) {
    const auto found = described.find(std::string(field.name));
    ASSERT_NE(found, described.end()) << field.name;
    const std::string schema = Resolved(text, found->second);
    switch (field.kind) {
      case Kind::kText:
        Has(schema, "type: string");
        break;
      case Kind::kWord: {
        std::string words;
        for (const std::string_view word : field.words) {
          words += (words.empty() ? "" : ", ") + std::string(word);
        }
        Has(schema, "enum: [" + words + "]");
        break;
      }
      case Kind::kWhole:
        Has(schema, "type: integer, minimum: " + std::to_string(field.least) +
                        ", maximum: " + std::to_string(field.most));
        break;
      case Kind::kShare:
        Has(schema, "type: number, minimum: 0, maximum: 1");
        break;
      case Kind::kYesNo:
        Has(schema, "type: boolean");
        break;
    }
  }
}

Status Take(const json::Object& given, ask::AskOptions* options, json::Object* policy) {
  return TakeQuestionFields(json::Value(given), GivenBy::kRequest, "document", policy, options);
}

TEST(QuestionFields, GoToThePolicyOrToTheRun) {
  ask::AskOptions options;
  json::Object policy;
  const Status taken = Take({{"question", "When?"},
                             {"document", "not one of them"},
                             {"mode", "quote"},
                             {"max_context_chars", 400},
                             {"cite", "sentence"},
                             {"top_k", 60},
                             {"fidelity", "strict"},
                             {"burn", true},
                             {"keywords", "canal"}},
                            &options, &policy);
  ASSERT_TRUE(taken) << taken.error().message;
  EXPECT_EQ(json::Dump(policy), R"({"answer_mode":"quote",)"
                                R"("claim_lattice_citation_tags":"sentence","context_chars":400})");
  EXPECT_EQ(options.question, "When?");
  EXPECT_EQ(options.top_k, 60U);
  EXPECT_EQ(options.over_fetch, 60U) << "never fewer than are taken";
  EXPECT_EQ(options.fidelity, ask::Fidelity::kStrict);
  EXPECT_TRUE(options.burn_existing);
  EXPECT_EQ(options.retrieval_keywords, "canal");
}

TEST(QuestionFields, WhatDoesNotFitIsNamed) {
  const std::pair<json::Object, std::string> kBad[] = {
      {{{"endpoint", "http://evil.example"}}, "there is no field endpoint here"},
      {{{"top_k", 65}}, "field top_k must be from 1 to 64"},
      {{{"max_context_chars", 300000}}, "field max_context_chars must be from 200 to 200000"},
      {{{"fidelity", "loose"}}, "field fidelity must be strict or equivalence_class"},
      {{{"chain", "secret"}}, "field chain must be private or public"},
      {{{"min_confidence", "high"}}, "field min_confidence must be a number from 0 to 1"},
  };
  for (const auto& [given, message] : kBad) {
    ask::AskOptions options;
    json::Object policy;
    const Status refused = Take(given, &options, &policy);
    ASSERT_FALSE(refused) << message;
    EXPECT_EQ(refused.error().message, message);
    EXPECT_EQ(refused.error().code, ErrorCode::kInvalidArgument);
  }
  ask::AskOptions options;
  json::Object policy;
  EXPECT_TRUE(TakeQuestionFields(json::Object{{"max_context_chars", 300000}}, GivenBy::kFlags, "",
                                 &policy, &options))
      << "who owns the machine may spend it";
}

}  // namespace
}  // namespace arborist::app
