// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "audit/checkpoint.h"
#include "store/layout.h"

namespace arborist::notary {

// The newest checkpoint that was signed for a log, in keys/ beside the key: a store that is put
// back from a backup does not bring an older one back, so that no second history gets a signature.
// docs/format/checkpoint.md. All of these under LockKeys (signing_keys.h).
std::filesystem::path LastSignedFile(const store::HomePaths& home, std::string_view origin);

struct LastSigned {
  audit::Checkpoint checkpoint;
  std::string note;
};
// Nothing when none was signed yet. kCorrupt when the file is no checkpoint of this log.
Result<std::optional<LastSigned>> ReadLastSigned(const store::HomePaths& home,
                                                 std::string_view origin);
Status WriteLastSigned(const store::HomePaths& home, std::string_view origin,
                       std::string_view note);

// Puts the file aside, for whoever asks later what was signed before a fork. Returns where it is.
Result<std::filesystem::path> SetAsideLastSigned(const store::HomePaths& home,
                                                 std::string_view origin, const LastSigned& last);

}  // namespace arborist::notary
