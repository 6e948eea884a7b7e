// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <filesystem>

#include "audit/signed_note.h"
#include "base/files.h"
#include "base/hash256.h"
#include "store/layout.h"

namespace arborist::notary {

// The key that signs a home's log: keys/log.key, which its owner alone may read, and beside it
// keys/log.pub for everybody. docs/format/checkpoint.md.
std::filesystem::path SecretKeyFile(const store::HomePaths& home);
std::filesystem::path PublicKeyFile(const store::HomePaths& home);

struct HomeKey {
  audit::VerifierKey verifier;
  bool made = false;  // false: it was there
};
// Makes the key of this log, or finds it. A key is never overwritten; kConflict when the one there
// is of another log.
Result<HomeKey> MakeKey(const store::HomePaths& home, const Hash256& log);

// The folder of the keys; for whoever changes what is in it, alone.
std::filesystem::path KeyFolder(const store::HomePaths& home);
Result<FileLock> LockKeys(const store::HomePaths& home);

// While a key hands over (rotate.h): the secret that waits to be the key, and making it so.
std::filesystem::path NextKeyFile(const store::HomePaths& home);
Status WriteKeyFile(const std::filesystem::path& file, const audit::SigningKey& key);
Status UseKey(const store::HomePaths& home, const audit::SigningKey& key);

// For signing. kNotFound when there is none, kPermission when the file is another user's or others
// may read it.
Result<audit::SigningKey> LoadKey(const store::HomePaths& home);
Result<audit::SigningKey> LoadKeyFile(const std::filesystem::path& file);

// A verifier key from a file that somebody gave us.
Result<audit::VerifierKey> ReadVerifierKey(const std::filesystem::path& file);

}  // namespace arborist::notary
