// SPDX-License-Identifier: AGPL-3.0-only
#include <array>
#include <string>

#include "app/methods.h"
#include "wikitext/base.h"

namespace arborist::app {

namespace {

Result<json::Value> WikitextBase(const json::Value& params) {
  TRY_ASSIGN(const std::string text, params.String("text"));
  return wikitext::ToBase(text);
}

constexpr std::array kWikitextMethods = {
    RpcMethod{"wikitext_base", WikitextBase},
};

}  // namespace

std::span<const RpcMethod> WikitextMethods() { return kWikitextMethods; }

}  // namespace arborist::app
