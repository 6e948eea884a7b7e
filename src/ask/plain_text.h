// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

#include "base/result.h"

namespace arborist::ask {

// Checks text that enters prompts, keys and records from outside: valid UTF-8 without control
// characters except white space. `what` names the text in the message. kInvalidArgument otherwise.
Status CheckText(std::string_view what, std::string_view text);

}  // namespace arborist::ask
