// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "audit/handover.h"
#include "notary/sign.h"

namespace arborist::notary {

struct Rotation {
  audit::Handover handover;
  std::filesystem::path file;   // of the handover
  store::KeptCheckpoint last;   // that the older key signed
  store::KeptCheckpoint first;  // that the newer signed
};

// A new key signs the home log from now on. The older one signs a last checkpoint and, together
// with the newer, the handover, which an event of the home log records; then its secret is gone.
// One that was interrupted is finished. Nothing is done when a log does not hold.
Result<Rotation> RotateKey(const store::HomePaths& paths, store::HomeStore* home,
                           const store::Corpus& corpus);

// The handovers beside the key whose signatures hold. Who can write there can take them away.
struct KeptHandover {
  audit::Handover handover;
  std::filesystem::path file;
};
std::vector<KeptHandover> Handovers(const store::HomePaths& home);

// A key and all that handed over to it, one to the next.
std::vector<audit::VerifierKey> WithPredecessors(const store::HomePaths& home,
                                                 const audit::VerifierKey& key);

// What somebody can do who holds these keys and a checkpoint that none of them signed: where the
// key that did stands in a line of handovers with one of them. Empty where none does.
std::string AdviceOnSigner(const store::HomePaths& home, std::string_view checkpoint,
                           const std::vector<audit::VerifierKey>& keys);

}  // namespace arborist::notary
