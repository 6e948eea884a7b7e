// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

#include "base/result.h"

namespace arborist {

// The one table from an error code to what programs outside see.
struct ErrorFace {
  std::string_view name;  // in {"error":{"code":...}}
  int exit_code;          // docs/contract.md: 0 done, 1 does not hold, 2 bad input, 3 not found, 4
                          // environment
  int json_rpc_code;
  int http_status;
};

ErrorFace FaceOf(ErrorCode code);

}  // namespace arborist
