// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "jail/enter.h"
#include "reader/kinds.h"

namespace arborist::reader {

// The argument that asks for a self-report in place of a reading.
inline constexpr std::string_view kDoctor = "doctor";

// {"kinds": ["pdf"], "jail": [{"name", "in_force", "detail"}]} for `arborist doctor`.
std::string SelfReport(std::span<const jail::JailPart> parts);

// The frames of the reading (reading/wire.h); an error if memory ran out.
Result<std::string> Answer(const Kind& kind, std::string_view bytes);

}  // namespace arborist::reader
