// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ask/ask.h"
#include "json/value.h"

// What a question may say beside its words. One table, from which requests are read, flags are
// added to the command line and the schema for agents is made; a test holds docs/api/openapi.yaml
// against it. Nothing in it names an endpoint, a credential, a home or a file (decision 32).
namespace arborist::app {

struct QuestionField {
  enum class Kind : std::uint8_t {
    kText,
    kWord,   // one of `words`
    kWhole,  // a whole number from least to most
    kShare,  // a number from 0 to 1
    kYesNo,
  };
  std::string_view name;  // in a request
  Kind kind = Kind::kText;
  std::span<const std::string_view> words = {};
  std::int64_t least = 0;
  std::int64_t most = 0;          // by a request
  std::int64_t most_by_flag = 0;  // on the command line, where a machine's owner asks
  // The field of the policy that it is, which the policy's reader checks; empty: one of the run.
  std::string_view policy = {};
  std::string_view flag = {};  // on the command line; empty: it has none of its own
  std::string_view flag_type = {};
  std::string_view flag_help = {};
  // Whether agents may give it, their limit on its bytes, and what they are told of it.
  bool for_agents = false;
  std::int64_t agent_bytes = 0;
  std::string_view agent_help = {};
};

std::span<const QuestionField> QuestionFields();
// One that is in the table.
const QuestionField& QuestionFieldOf(std::string_view name);

// Whose limits hold.
enum class GivenBy : std::uint8_t { kRequest, kFlags };
// Writes what the object's fields say into a policy and into the options of a run. Refuses a field
// that is not known, and names one whose value does not fit. `but`: a field of the object that is
// no question field; empty: none.
Status TakeQuestionFields(const json::Value& given, GivenBy by, std::string_view but,
                          json::Object* policy, ask::AskOptions* options);

// The properties of the fields that agents may give, in JSON Schema.
json::Object AgentSchemaOfQuestionFields();

}  // namespace arborist::app
