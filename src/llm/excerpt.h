// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

namespace arborist::llm {

// `text` with every occurrence of the key replaced. An endpoint may repeat what it was sent.
std::string WithoutKey(std::string_view text, std::string_view api_key);

// The start of what an endpoint said, fit for an error message: one line of valid UTF-8 in quotes,
// without the key.
std::string Excerpt(std::string_view text, std::string_view api_key);

}  // namespace arborist::llm
