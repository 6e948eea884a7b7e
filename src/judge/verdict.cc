// SPDX-License-Identifier: AGPL-3.0-only
#include "judge/verdict.h"

namespace arborist::judge {

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

std::optional<AuditMode> AuditModeFromName(std::string_view name) {
  for (const AuditMode mode : {AuditMode::kStrict, AuditMode::kHybrid, AuditMode::kUngrounded}) {
    if (name == Name(mode)) return mode;
  }
  return std::nullopt;
}

std::string_view Name(Verifier verifier) {
  switch (verifier) {
    case Verifier::kLexicalV2:
      return "lexical-v2";
    case Verifier::kLexicalV3:
      return "lexical-v3";
    case Verifier::kReferenceV98:
      break;
  }
  return "reference-v9.8";
}

std::optional<Verifier> VerifierFromName(std::string_view name) {
  for (const Verifier verifier :
       {Verifier::kReferenceV98, Verifier::kLexicalV2, Verifier::kLexicalV3}) {
    if (name == Name(verifier)) return verifier;
  }
  return std::nullopt;
}

}  // namespace arborist::judge
