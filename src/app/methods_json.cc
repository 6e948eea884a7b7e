// SPDX-License-Identifier: AGPL-3.0-only
#include <array>
#include <string>
#include <utility>

#include "app/methods.h"
#include "json/lenient.h"

namespace arborist::app {

namespace {

Result<json::Value> LenientJsonParse(const json::Value& params) {
  TRY_ASSIGN(const std::string text, params.String("text"));
  TRY_ASSIGN(const std::string name,
             params.StringOr("repair", json::Name(json::Repair::kReferenceV98)));
  const auto repair = json::RepairFromName(name);
  if (!repair) {
    return Fail(ErrorCode::kInvalidArgument, "field repair must be reference-v9.8 or repair-v2");
  }
  auto parsed = json::ParseLenient(text, *repair);
  if (!parsed) return std::unexpected(std::move(parsed).error().In("field text"));
  return json::Object{{"value", std::move(parsed->value)},
                      {"fixups", json::Array(parsed->fixups.begin(), parsed->fixups.end())}};
}

constexpr std::array kJsonMethods = {
    RpcMethod{"lenient_json_parse", LenientJsonParse},
};

}  // namespace

std::span<const RpcMethod> JsonMethods() { return kJsonMethods; }

}  // namespace arborist::app
