// SPDX-License-Identifier: AGPL-3.0-only
#include "notary/keys.h"

#include <sys/stat.h>

#include "audit/checkpoint.h"
#include "base/files.h"

namespace arborist::notary {

namespace {

constexpr std::uint64_t kMaxKeyBytes = 4096;

std::filesystem::path Folder(const store::HomePaths& home) { return home.root / "keys"; }

Status RefuseOpenFile(const std::filesystem::path& file) {
  TRY_ASSIGN(const FileDescriptor fd, OpenRegularFile(file));
  struct stat facts{};
  if (::fstat(fd.get(), &facts) != 0) {
    return std::unexpected(SystemError("cannot look at " + file.string(), errno));
  }
  if ((facts.st_mode & 077) != 0) {
    return Fail(ErrorCode::kPermission,
                file.string() +
                    " can be read by others than its owner, so it may be known; make "
                    "it private (chmod 600) if you are sure that it is not");
  }
  return {};
}

}  // namespace

std::filesystem::path SecretKeyFile(const store::HomePaths& home) {
  return Folder(home) / "log.key";
}
std::filesystem::path PublicKeyFile(const store::HomePaths& home) {
  return Folder(home) / "log.pub";
}

Result<audit::SigningKey> LoadKey(const store::HomePaths& home) {
  const std::filesystem::path file = SecretKeyFile(home);
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) {
    return Fail(ErrorCode::kNotFound,
                "there is no key in " + Folder(home).string() + " yet; arborist key makes one");
  }
  TRY(RefuseOpenFile(file));
  TRY_ASSIGN(std::string text, ReadFile(file, kMaxKeyBytes));
  auto key = audit::SigningKey::Parse(text);
  crypto::Wipe(&text);
  if (!key) return std::unexpected(std::move(key).error().In(file.string()));
  return key;
}

Result<HomeKey> MakeKey(const store::HomePaths& home, const Hash256& log) {
  TRY(MakeDirectories(Folder(home), 0700));
  // Two that make one at once must not each believe in their own.
  TRY_ASSIGN(const FileLock lock, FileLock::Acquire(Folder(home) / "log.lock"));
  const std::string name = audit::OriginOf(log);
  if (auto there = LoadKey(home)) {
    if (there->verifier().name != name) {
      return Fail(ErrorCode::kConflict,
                  SecretKeyFile(home).string() + " signs for " + there->verifier().name +
                      ", and the log of this home is " + name +
                      "; was the home store replaced? Move the key away to make another");
    }
    return HomeKey{there->verifier(), false};
  } else if (there.error().code != ErrorCode::kNotFound) {
    return std::unexpected(std::move(there).error());
  }
  const audit::SigningKey key = audit::SigningKey::Generate(name);
  std::string secret = key.SecretText();
  const Status written = WriteFileAtomically(SecretKeyFile(home), secret, 0600);
  crypto::Wipe(&secret);
  TRY(written);
  TRY(WriteFileAtomically(PublicKeyFile(home), key.verifier().ToText() + "\n"));
  return HomeKey{key.verifier(), true};
}

Result<audit::VerifierKey> ReadVerifierKey(const std::filesystem::path& file) {
  TRY_ASSIGN(const std::string text, ReadFile(file, kMaxKeyBytes));
  auto key = audit::VerifierKey::Parse(text);
  if (!key) return std::unexpected(std::move(key).error().In(file.string()));
  return key;
}

}  // namespace arborist::notary
