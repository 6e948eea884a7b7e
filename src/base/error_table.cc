// SPDX-License-Identifier: AGPL-3.0-only
#include "base/error_table.h"

namespace arborist {

ErrorFace FaceOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
      return {"invalid_argument", 2, -32602, 400};
    case ErrorCode::kInvalidData:
      return {"invalid_data", 2, -32602, 400};
    case ErrorCode::kLimitExceeded:
      return {"limit_exceeded", 2, -32602, 413};
    case ErrorCode::kUnsupported:
      return {"unsupported", 2, -32602, 400};
    case ErrorCode::kNotFound:
      return {"not_found", 3, -32001, 404};
    case ErrorCode::kAmbiguous:
      return {"ambiguous", 2, -32602, 409};
    case ErrorCode::kConflict:
      return {"conflict", 2, -32002, 409};
    case ErrorCode::kDoesNotHold:
      return {"does_not_hold", 1, -32003, 409};
    case ErrorCode::kCorrupt:
      return {"corrupt", 1, -32004, 500};
    case ErrorCode::kPermission:
      return {"permission", 4, -32005, 500};
    case ErrorCode::kEnvironment:
      return {"environment", 4, -32006, 503};
    case ErrorCode::kCancelled:
      return {"cancelled", 4, -32007, 503};
    case ErrorCode::kUnauthenticated:
      return {"unauthenticated", 4, -32008, 401};
    case ErrorCode::kForbidden:
      return {"forbidden", 4, -32009, 403};
    case ErrorCode::kBusy:
      return {"busy", 4, -32010, 429};
  }
  return {"internal", 4, -32603, 500};
}

}  // namespace arborist
