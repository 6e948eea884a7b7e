// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

namespace arborist::llm {

// The text with every occurrence of the key replaced: an endpoint may repeat what it was sent.
std::string WithoutKey(std::string_view text, std::string_view api_key);

// The start of an endpoint's text for an error message: one line of valid UTF-8 in quotes, without
// the key.
std::string Excerpt(std::string_view text, std::string_view api_key);

}  // namespace arborist::llm
