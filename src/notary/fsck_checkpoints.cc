// SPDX-License-Identifier: AGPL-3.0-only
// Verifies each kept checkpoint with the key of the home and the keys that handed over to it.
// Without a key they are only counted. Whether the log still is what they say is for logs_check.cc.
#include "notary/fsck_checkpoints.h"

#include <algorithm>
#include <string>

#include "notary/rotate.h"
#include "notary/signing_keys.h"
#include "store/home/home.h"
#include "store/log/checkpoints.h"

namespace arborist::notary {

namespace {

Status Check(const store::HomePaths& home, store::FsckReport* report) {
  TRY_ASSIGN(const auto store, store::HomeStore::OpenAsItStands(home));
  if (store == nullptr) return {};  // store::Fsck has said why
  TRY_ASSIGN(const std::vector<store::KeptCheckpoint> kept, store::Checkpoints(store.get()).All());
  const auto key = ReadVerifierKey(PublicKeyFile(home));
  if (!key) {
    if (!kept.empty()) report->checked["checkpoints_without_key"] += kept.size();
    return {};
  }
  const std::vector<audit::VerifierKey> keys = WithPredecessors(home, *key);
  for (const store::KeptCheckpoint& checkpoint : kept) {
    ++report->checked["checkpoints"];
    const bool is_signed = std::ranges::any_of(keys, [&](const audit::VerifierKey& one) {
      return audit::VerifyCheckpoint(checkpoint.note, one).has_value();
    });
    if (is_signed) continue;
    report->problems.push_back({"checkpoint_mismatch", "providence",
                                std::to_string(checkpoint.size) + " events",
                                "no key of this home has signed the checkpoint as it is kept"});
  }
  return {};
}

}  // namespace

void CheckCheckpoints(const store::HomePaths& home, store::FsckReport* report) {
  const Status status = Check(home, report);
  // That the file may not be read is said of the home store already, and is no damage.
  if (!status && status.error().code == ErrorCode::kPermission) return;
  report->Take("checkpoint_mismatch", "providence", status);
}

}  // namespace arborist::notary
