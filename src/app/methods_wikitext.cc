// SPDX-License-Identifier: AGPL-3.0-only
#include <array>
#include <string>

#include "app/methods.h"
#include "markup/base.h"

namespace arborist::app {

namespace {

template <markup::Base base>
Result<json::Value> BaseOf(const json::Value& params) {
  TRY_ASSIGN(const std::string text, params.String("text"));
  return markup::ToBase(base, text);
}

constexpr std::array kWikitextMethods = {
    RpcMethod{"wikitext_base", BaseOf<markup::Base::kWikitextV1>},
    RpcMethod{"markdown_base", BaseOf<markup::Base::kMarkdownV1>},
    RpcMethod{"rest_base", BaseOf<markup::Base::kRestV1>},
    RpcMethod{"asciidoc_base", BaseOf<markup::Base::kAsciiDocV1>},
};

}  // namespace

std::span<const RpcMethod> WikitextMethods() { return kWikitextMethods; }

}  // namespace arborist::app
