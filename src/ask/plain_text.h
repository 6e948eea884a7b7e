// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

#include "base/result.h"

namespace arborist::ask {

// What reaches prompts, keys and records from outside must be text; who pastes an escape sequence
// did not mean it.
Status CheckText(std::string_view what, std::string_view text);

}  // namespace arborist::ask
