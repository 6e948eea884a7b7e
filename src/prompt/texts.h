// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "prompt/prompt.h"

namespace arborist::prompt {

extern const Prompt kQuoteV1;
extern const Prompt kPointerV1;
extern const Prompt kPointerV2;
extern const Prompt kJsonV1;
extern const Prompt kJsonV2;
extern const Prompt kSelectV1;

}  // namespace arborist::prompt
