// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "store/home/home.h"

namespace arborist::store {

// The rows of records against each other: values that a reader takes for others, and rows of a
// record that is not there.
Status CheckRecordRows(HomeStore* home,
                       const std::function<void(std::string_view kind, std::string subject,
                                                std::string detail)>& problem);

}  // namespace arborist::store
