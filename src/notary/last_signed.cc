// SPDX-License-Identifier: AGPL-3.0-only
// The checkpoint signed last, as a file beside the key and outside the store: a copy of the store
// that is put back does not take it along. It is replaced atomically, and set aside under the name
// of its root when a fork is accepted, so that nothing that was signed disappears.
#include "notary/last_signed.h"

#include "base/files.h"
#include "notary/signing_keys.h"

namespace arborist::notary {

std::filesystem::path LastSignedFile(const store::HomePaths& home, std::string_view origin) {
  const std::string_view log = origin.substr(origin.find('/') + 1);
  return KeyFolder(home) / ("last-" + std::string(log) + ".checkpoint");
}

Result<std::optional<LastSigned>> ReadLastSigned(const store::HomePaths& home,
                                                 std::string_view origin) {
  const std::filesystem::path file = LastSignedFile(home, origin);
  TRY_ASSIGN(const bool exists, Exists(file));
  if (!exists) return std::nullopt;
  TRY_ASSIGN(std::string note, ReadFile(file, audit::kMaxNoteBytes));
  auto checkpoint = audit::ReadCheckpoint(note);
  if (!checkpoint || checkpoint->origin != origin) {
    return Fail(
        ErrorCode::kCorrupt,
        file.string() + " should hold the checkpoint that was signed last, and does not" +
            (checkpoint ? ": it is of " + checkpoint->origin : ": " + checkpoint.error().message));
  }
  return LastSigned{std::move(*checkpoint), std::move(note)};
}

Status WriteLastSigned(const store::HomePaths& home, std::string_view origin,
                       std::string_view note) {
  return WriteFileAtomically(LastSignedFile(home, origin), note);
}

Result<std::filesystem::path> SetAsideLastSigned(const store::HomePaths& home,
                                                 std::string_view origin, const LastSigned& last) {
  const std::filesystem::path aside =
      KeyFolder(home) / ("forked-" + std::to_string(last.checkpoint.size) + "-" +
                         last.checkpoint.root.hex().substr(0, 8) + ".checkpoint");
  std::error_code error;
  std::filesystem::rename(LastSignedFile(home, origin), aside, error);
  if (error)
    return std::unexpected(SystemError("cannot rename to " + aside.string(), error.value()));
  return aside;
}

}  // namespace arborist::notary
