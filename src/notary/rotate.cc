// SPDX-License-Identifier: AGPL-3.0-only
// A rotation in an order that survives a kill at any point: sign a last checkpoint, write the new
// secret to log.key.next, the handover note and its event, make the new key the key, sign a first
// checkpoint. The event decides: a waiting key whose handover the log has recorded is taken up
// again, any other one is replaced. All of it under the lock of the key folder, so that two
// rotations or a rotation and a signature cannot cross.
#include "notary/rotate.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/files.h"
#include "crypto/sha256.h"
#include "notary/signing_keys.h"

namespace arborist::notary {

namespace {

constexpr std::string_view kKeyRotated = "key_rotated";

std::string IdOf(const audit::VerifierKey& key) { return ToHex(Bytes(key.id)); }

std::filesystem::path HandoverFile(const store::HomePaths& home, const audit::VerifierKey& older,
                                   const audit::VerifierKey& newer) {
  return KeyFolder(home) / ("handover-" + IdOf(older) + "-" + IdOf(newer) + ".note");
}

// Whether the home log has recorded this handover.
Result<bool> IsRecorded(const store::LogView& home_log, const Hash256& handover) {
  bool recorded = false;
  TRY(home_log.ReadEvents(0, store::kNewestEvent, [&](const store::StoredEvent& event) {
    const auto it = event.body.hashes.find("handover");
    recorded =
        event.body.type == kKeyRotated && it != event.body.hashes.end() && it->second == handover;
    return !recorded;
  }));
  return recorded;
}

// The key of a rotation that was interrupted behind its event.
Result<std::optional<audit::SigningKey>> Interrupted(const store::HomePaths& paths,
                                                     const store::LogView& home_log,
                                                     const audit::VerifierKey& older) {
  auto next = LoadKeyFile(NextKeyFile(paths));
  if (!next) return std::nullopt;
  const auto note = ReadFile(HandoverFile(paths, older, next->verifier()), audit::kMaxNoteBytes);
  if (!note) return std::nullopt;
  TRY_ASSIGN(const bool recorded, IsRecorded(home_log, crypto::Sha256(*note)));
  if (!recorded) return std::nullopt;
  return std::move(*next);
}

Result<audit::SigningKey> Prepare(const store::HomePaths& paths, store::HomeStore* home,
                                  const audit::SigningKey& older) {
  std::optional<audit::SigningKey> newer;
  do {
    newer.emplace(audit::SigningKey::Generate(older.verifier().name));
  } while (newer->verifier().id == older.verifier().id);
  TRY(WriteKeyFile(NextKeyFile(paths), *newer));
  TRY(WriteFileAtomically(KeyFolder(paths) / ("log-" + IdOf(older.verifier()) + ".pub"),
                          older.verifier().ToText() + "\n"));
  const std::string note = audit::SignHandover(older, *newer);
  TRY(WriteFileAtomically(HandoverFile(paths, older.verifier(), newer->verifier()), note));
  const store::PlainEvent event{.type = kKeyRotated,
                                .subject = IdOf(newer->verifier()),
                                .hashes = {{"handover", crypto::Sha256(note)},
                                           {"older", crypto::Sha256(older.verifier().ToText())},
                                           {"newer", crypto::Sha256(newer->verifier().ToText())}}};
  TRY(home->AppendEvents({&event, 1}));
  return std::move(*newer);
}

// Of the keys that stand in a line of handovers with `from`, the one with that id; older or newer
// says where it was found.
const KeptHandover* FindSigner(const std::vector<KeptHandover>& handovers,
                               const audit::VerifierKey& from, const audit::KeyId& id, bool older) {
  std::vector<audit::KeyId> reached = {from.id};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const KeptHandover& kept : handovers) {
      const audit::VerifierKey& here = older ? kept.handover.newer : kept.handover.older;
      const audit::VerifierKey& there = older ? kept.handover.older : kept.handover.newer;
      if (here.id != reached[i] || here.name != from.name ||
          std::ranges::find(reached, there.id) != reached.end())
        continue;
      if (there.id == id) return &kept;
      reached.push_back(there.id);
    }
  }
  return nullptr;
}

}  // namespace

Result<Rotation> RotateKey(const store::HomePaths& paths, store::HomeStore* home,
                           const store::Corpus& corpus) {
  TRY(LoadKey(paths));
  TRY_ASSIGN(const FileLock lock, LockKeys(paths));
  TRY_ASSIGN(const audit::SigningKey older, LoadKey(paths));  // another may have just rotated it
  TRY_ASSIGN(SignedLog last, SignLogLocked(paths, home, corpus, older, Fork::kRefused));
  TRY_ASSIGN(std::optional<audit::SigningKey> newer,
             Interrupted(paths, home->log(), older.verifier()));
  if (!newer) {
    TRY_ASSIGN(audit::SigningKey made, Prepare(paths, home, older));
    newer.emplace(std::move(made));
  }
  TRY(UseKey(paths, *newer));
  TRY_ASSIGN(SignedLog first, SignLogLocked(paths, home, corpus, *newer, Fork::kRefused));
  return Rotation{.handover = {older.verifier(), newer->verifier()},
                  .file = HandoverFile(paths, older.verifier(), newer->verifier()),
                  .last = std::move(last.checkpoint),
                  .first = std::move(first.checkpoint)};
}

std::vector<KeptHandover> Handovers(const store::HomePaths& home) {
  std::vector<KeptHandover> found;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(KeyFolder(home), ignored)) {
    if (entry.path().extension() != ".note") continue;
    const auto note = ReadFile(entry.path(), audit::kMaxNoteBytes);
    if (!note) continue;
    if (auto handover = audit::VerifyHandover(*note))
      found.push_back({std::move(*handover), entry.path()});
  }
  std::ranges::sort(found, {}, &KeptHandover::file);
  return found;
}

std::vector<audit::VerifierKey> WithPredecessors(const store::HomePaths& home,
                                                 const audit::VerifierKey& key) {
  const std::vector<KeptHandover> handovers = Handovers(home);
  std::vector<audit::VerifierKey> keys = {key};
  for (std::size_t i = 0; i < keys.size(); ++i) {
    for (const auto& [handover, file] : handovers) {
      if (handover.newer.ToText() != keys[i].ToText()) continue;
      const auto same = [&](const audit::VerifierKey& known) {
        return known.ToText() == handover.older.ToText();
      };
      if (std::ranges::none_of(keys, same)) keys.push_back(handover.older);
    }
  }
  return keys;
}

std::string AdviceOnSigner(const store::HomePaths& home, std::string_view checkpoint,
                           const std::vector<audit::VerifierKey>& keys) {
  const auto note = audit::ParseNote(checkpoint);
  if (!note) return {};
  const std::vector<KeptHandover> handovers = Handovers(home);
  for (const audit::NoteSignature& signature : note->signatures) {
    const std::string id = ToHex(Bytes(signature.id));
    for (const audit::VerifierKey& key : keys) {
      if (signature.name != key.name) continue;
      if (FindSigner(handovers, key, signature.id, true) != nullptr) {
        return "; it was signed by key " + id +
               ", which handed over to the key given: give also the public half that you kept of "
               "it, --key FILE (a copy is in " +
               (KeyFolder(home) / ("log-" + id + ".pub")).string() + ")";
      }
      if (const KeptHandover* kept = FindSigner(handovers, key, signature.id, false)) {
        return "; it was signed by key " + id +
               ", to which the key given handed over: give the handover too, --handover " +
               kept->file.string();
      }
    }
  }
  return {};
}

}  // namespace arborist::notary
