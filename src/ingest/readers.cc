// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/readers.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "ingest/formats/table.h"
#include "jail/run.h"
#include "json/value.h"

namespace arborist::ingest {
namespace {

using Kinds = std::set<std::string, std::less<>>;

// The program's report on itself (reader/answer.h).
Status Ask(ReadersState* state, Kinds* kinds) {
  TRY_ASSIGN(const std::filesystem::path program, jail::ReaderProgram());
  TRY_ASSIGN(const std::string answer, jail::RunJailed(program, "doctor", {}, {}));
  state->program = program.string();
  TRY_ASSIGN(const json::Value report, json::Parse(answer));
  TRY_ASSIGN(const json::Array* names, report.List("kinds"));
  for (const json::Value& name : *names) {
    if (name.is_string()) kinds->insert(name.as_string());
  }
  TRY_ASSIGN(const json::Array* parts, report.List("jail"));
  for (const json::Value& value : *parts) {
    JailPartState part;
    TRY_ASSIGN(part.name, value.String("name"));
    TRY_ASSIGN(part.detail, value.String("detail"));
    TRY_ASSIGN(const bool in_force, value.Bool("in_force"));
    part.state = in_force ? JailPartState::State::kInForce : JailPartState::State::kAbsent;
    state->jail.push_back(std::move(part));
  }
  return {};
}

}  // namespace

bool ReadersState::whole() const {
  return error.empty() &&
         std::ranges::all_of(
             formats, [](const auto& one) { return one.state == FormatState::State::kRead; }) &&
         std::ranges::all_of(
             jail, [](const auto& one) { return one.state == JailPartState::State::kInForce; });
}

ReadersState LookAtReaders() {
  ReadersState state;
  Kinds kinds;
  if (const Status asked = Ask(&state, &kinds); !asked) state.error = asked.error().message;
  for (const Format& format : Formats()) {
    FormatState one{.name = std::string(format.name),
                    .label = std::string(format.label),
                    .state = FormatState::State::kRead,
                    .detail = {}};
    if (!format.jailed_kind.empty() && !kinds.contains(format.jailed_kind)) {
      one.state = FormatState::State::kNotRead;
      one.detail = state.error.empty() ? "this build has no reader" : state.error;
    }
    state.formats.push_back(std::move(one));
  }
  return state;
}

}  // namespace arborist::ingest
