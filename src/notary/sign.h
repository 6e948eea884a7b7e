// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "audit/checkpoint.h"
#include "store/corpus.h"
#include "store/home/home.h"
#include "store/log/checkpoints.h"

namespace arborist::notary {

struct SignedLog {
  store::KeptCheckpoint checkpoint;
  bool made = false;  // false: nothing happened since the last one, which this is
  // What was signed of another history of this log, and where its checkpoint is now.
  std::optional<std::filesystem::path> forked_from = {};
};

// What to do when the log does not continue the checkpoint that was signed last (last_signed.h),
// as after an older copy of the store was put back.
enum class Fork : std::uint8_t {
  kRefused,
  kAccepted,  // sign all the same; the event fork_accepted records which checkpoint was left behind
};

// Signs the home log as it is now. Catches up with the shards first and checks every log, also
// against what this key and those before it (rotate.h) signed: a log that does not hold, or does
// not continue what was signed, gets no signature (kDoesNotHold).
Result<SignedLog> SignLog(const store::HomePaths& paths, store::HomeStore* home,
                          const store::Corpus& corpus, const audit::SigningKey& key,
                          Fork fork = Fork::kRefused);
// The same for a caller that holds LockKeys (signing_keys.h).
Result<SignedLog> SignLogLocked(const store::HomePaths& paths, store::HomeStore* home,
                                const store::Corpus& corpus, const audit::SigningKey& key,
                                Fork fork);

// The copies in the home store that one of these keys has really signed.
Result<std::vector<audit::Checkpoint>> SignedCopies(store::HomeStore* home,
                                                    const std::vector<audit::VerifierKey>& keys);

}  // namespace arborist::notary
