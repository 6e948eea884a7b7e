// SPDX-License-Identifier: AGPL-3.0-only
// Signed notes, checkpoints, handovers and keys: what is read is written alike, and nothing holds
// under a key that did not sign it.
#include "audit/checkpoint.h"
#include "audit/handover.h"
#include "audit/signed_note.h"
#include "fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arborist;
  const std::string_view input = fuzz::View(data, size);
  static const audit::VerifierKey key =
      audit::SigningKey::Generate("arborist/" + std::string(64, '0')).verifier();
  if (const auto note = audit::ParseNote(input)) {
    CHECK(audit::ToFileText(*note) == input);
    CHECK(!audit::VerifyNote(*note, key));
    if (const auto checkpoint = audit::ParseCheckpoint(note->text)) {
      CHECK(audit::ToText(*checkpoint) == note->text);
    }
  }
  CHECK(!audit::VerifyCheckpoint(input, key));
  if (const auto handover = audit::VerifyHandover(input)) {
    CHECK(handover->older.name == handover->newer.name);
    CHECK(handover->older.ToText() != handover->newer.ToText());
  }
  if (const auto read = audit::VerifierKey::Parse(input)) {
    CHECK(read->ToText() == (input.ends_with('\n') ? input.substr(0, size - 1) : input));
  }
  if (const auto read = audit::SigningKey::Parse(input)) {
    CHECK(audit::VerifierKey::Parse(read->verifier().ToText()).has_value());
  }
  return 0;
}
