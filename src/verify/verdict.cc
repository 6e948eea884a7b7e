// SPDX-License-Identifier: AGPL-3.0-only
#include "verify/verdict.h"

namespace arborist::verify {

std::string_view Name(AuditMode mode) {
  switch (mode) {
    case AuditMode::kStrict:
      return "STRICT";
    case AuditMode::kHybrid:
      return "HYBRID";
    case AuditMode::kUngrounded:
      break;
  }
  return "UNGROUNDED";
}

std::string_view Name(Verifier verifier) {
  return verifier == Verifier::kLexicalV2 ? "lexical-v2" : "reference-v9.8";
}

}  // namespace arborist::verify
