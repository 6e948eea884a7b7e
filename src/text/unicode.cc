// SPDX-License-Identifier: AGPL-3.0-only
#include "text/unicode.h"

namespace arborist::text {

#include "text/unicode15.inc"

}  // namespace arborist::text
