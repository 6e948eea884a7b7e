// SPDX-License-Identifier: AGPL-3.0-only
// The key files of a home. Secrets are written with mode 0600, read only if no other user can read
// them, and wiped from memory after parsing. Making a key and replacing it happen under one lock;
// the public file is written last and repaired from the secret if a kill came in between.
#include "notary/signing_keys.h"

#include "audit/checkpoint.h"
#include "base/files.h"

namespace arborist::notary {

namespace {

constexpr std::uint64_t kMaxKeyBytes = 4096;

}  // namespace

std::filesystem::path KeyFolder(const store::HomePaths& home) { return home.root / "keys"; }
std::filesystem::path SecretKeyFile(const store::HomePaths& home) {
  return KeyFolder(home) / "log.key";
}
std::filesystem::path PublicKeyFile(const store::HomePaths& home) {
  return KeyFolder(home) / "log.pub";
}

std::filesystem::path NextKeyFile(const store::HomePaths& home) {
  return KeyFolder(home) / "log.key.next";
}

Result<FileLock> LockKeys(const store::HomePaths& home) {
  return FileLock::Acquire(KeyFolder(home) / "log.lock");
}

Result<audit::SigningKey> LoadKeyFile(const std::filesystem::path& file) {
  TRY_ASSIGN(const bool exists, Exists(file));
  if (!exists) {
    return Fail(ErrorCode::kNotFound, "there is no key in " + file.parent_path().string() +
                                          " yet; arborist key makes one");
  }
  TRY_ASSIGN(std::string text, ReadSecretFile(file, kMaxKeyBytes));
  auto key = audit::SigningKey::Parse(text);
  crypto::Wipe(&text);
  if (!key) return std::unexpected(std::move(key).error().In(file.string()));
  return key;
}

Result<audit::SigningKey> LoadKey(const store::HomePaths& home) {
  return LoadKeyFile(SecretKeyFile(home));
}

Status WriteKeyFile(const std::filesystem::path& file, const audit::SigningKey& key) {
  std::string secret = key.SecretText();
  const Status written = WriteFileAtomically(file, secret, 0600);
  crypto::Wipe(&secret);
  return written;
}

Status UseKey(const store::HomePaths& home, const audit::SigningKey& key) {
  TRY(WriteKeyFile(SecretKeyFile(home), key));
  std::error_code ignored;
  std::filesystem::remove(NextKeyFile(home), ignored);
  return WriteFileAtomically(PublicKeyFile(home), key.verifier().ToText() + "\n");
}

Result<HomeKey> MakeKey(const store::HomePaths& home, const Hash256& log) {
  TRY(MakeDirectories(KeyFolder(home), 0700));
  // Two that make one at once must not each believe in their own.
  TRY_ASSIGN(const FileLock lock, LockKeys(home));
  const std::string name = audit::OriginOf(log);
  if (auto there = LoadKey(home)) {
    if (there->verifier().name != name) {
      return Fail(ErrorCode::kConflict,
                  SecretKeyFile(home).string() + " signs for " + there->verifier().name +
                      ", and the log of this home is " + name +
                      "; was the home store replaced? Move the key away to make another");
    }
    // A rotation may have been killed between the two files.
    const std::string text = there->verifier().ToText() + "\n";
    if (ReadFile(PublicKeyFile(home), kMaxKeyBytes).value_or("") != text)
      TRY(WriteFileAtomically(PublicKeyFile(home), text));
    return HomeKey{there->verifier(), false};
  } else if (there.error().code != ErrorCode::kNotFound) {
    return std::unexpected(std::move(there).error());
  }
  const audit::SigningKey key = audit::SigningKey::Generate(name);
  TRY(UseKey(home, key));
  return HomeKey{key.verifier(), true};
}

Result<audit::VerifierKey> ReadVerifierKey(const std::filesystem::path& file) {
  TRY_ASSIGN(const std::string text, ReadFile(file, kMaxKeyBytes));
  auto key = audit::VerifierKey::Parse(text);
  if (!key) return std::unexpected(std::move(key).error().In(file.string()));
  return key;
}

}  // namespace arborist::notary
