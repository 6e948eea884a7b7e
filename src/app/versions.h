// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "json/value.h"

namespace arborist::app {

// Every pinned version string: what this build means by a hash, a proof or a stored file, and the
// libraries it runs with.
json::Value Versions();

}  // namespace arborist::app
