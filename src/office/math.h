// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>

#include "xml/tree.h"

namespace arborist::office {

// A formula of Office Math (m:oMath, m:oMathPara) on one line: (a+b)/c, x^2, x_i, √(x), ∑_(i=1)^n.
std::string LinearMath(xml::Node math);

}  // namespace arborist::office
