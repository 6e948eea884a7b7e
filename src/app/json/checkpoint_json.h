// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "json/value.h"
#include "notary/sign.h"
#include "store/log/checkpoints.h"

namespace arborist::app {

inline json::Object ToJson(const store::KeptCheckpoint& checkpoint) {
  return {{"size", static_cast<std::int64_t>(checkpoint.size)},
          {"root", checkpoint.root.hex()},
          {"signed_at", checkpoint.signed_at},
          {"note", checkpoint.note}};
}

inline json::Object ToJson(const notary::SignedLog& made, const audit::VerifierKey& key) {
  json::Object object = ToJson(made.checkpoint);
  object.emplace("made", made.made);
  object.emplace("origin", key.name);
  return object;
}

}  // namespace arborist::app
