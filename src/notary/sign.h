// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "audit/checkpoint.h"
#include "store/checkpoints.h"
#include "store/corpus.h"
#include "store/home.h"

namespace arborist::notary {

struct SignedLog {
  store::KeptCheckpoint checkpoint;
  bool made = false;  // false: nothing happened since the last one, which this is
};

// Signs the home log as it is now. Catches up with the shards first and checks every log, also
// against what this key and those before it (rotate.h) signed: a log that does not hold, or does
// not continue what was signed, gets no signature (kDoesNotHold).
Result<SignedLog> SignLog(const store::HomePaths& paths, store::HomeStore* home,
                          const store::Corpus& corpus, const audit::SigningKey& key);

// The copies in the home store that one of these keys has really signed.
Result<std::vector<audit::Checkpoint>> SignedCopies(sqlite::Database* home,
                                                    const std::vector<audit::VerifierKey>& keys);

}  // namespace arborist::notary
