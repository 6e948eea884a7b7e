// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

#include "base/result.h"
#include "ingest/limits.h"
#include "reading/reading.h"

namespace arborist::ingest {

// What arborist-read says of bytes of a kind ("pdf"), which nobody trusts: it runs in a process of
// its own that can do nothing but read them (jail/run.h). Waits for it. A process that took too
// long or crashed is a verdict on its file. An error if it could not be started (kNotFound,
// kEnvironment) or does not know the kind (kUnsupported).
Result<reading::Reading> ReadJailed(std::string_view kind, std::string_view bytes,
                                    const Limits& limits);

}  // namespace arborist::ingest
