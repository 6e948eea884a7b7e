// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

#include "office/package.h"
#include "office/writer.h"

namespace arborist::office {

// Title and date out of the core properties of an Office Open XML package.
void ReadCoreProperties(Package* package, Writer* writer);

// Whether a title says something of the document: not that of an empty template or a program.
bool IsRealTitle(std::string_view title);

}  // namespace arborist::office
