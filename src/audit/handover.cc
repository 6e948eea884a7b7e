// SPDX-License-Identifier: AGPL-3.0-only
#include "audit/handover.h"

#include <vector>

#include "base/check.h"

namespace arborist::audit {

namespace {

std::string FirstLine() { return std::string(kHandoverFormat) + "\n"; }

}  // namespace

std::string SignHandover(const SigningKey& older, const SigningKey& newer) {
  CHECK(older.verifier().name == newer.verifier().name);
  CHECK(older.verifier().id != newer.verifier().id);
  const std::string text =
      FirstLine() + older.verifier().ToText() + "\n" + newer.verifier().ToText() + "\n";
  SignedNote note = SignNote(text, older);
  note.signatures.push_back(SignNote(text, newer).signatures.front());
  return ToFileText(note);
}

Result<Handover> VerifyHandover(std::string_view file) {
  TRY_ASSIGN(const SignedNote note, ParseNote(file));
  std::string_view text = note.text;
  const std::string first_line = FirstLine();
  if (!text.starts_with(first_line))
    return Fail(ErrorCode::kInvalidData, "this note is no handover of a key");
  text.remove_prefix(first_line.size());
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos || text.find('\n', end + 1) != text.size() - 1)
    return Fail(ErrorCode::kInvalidData, "a handover has a line for each of two keys");
  Handover handover;
  TRY_ASSIGN(handover.older, VerifierKey::Parse(text.substr(0, end)));
  TRY_ASSIGN(handover.newer, VerifierKey::Parse(text.substr(end + 1)));
  if (handover.older.name != handover.newer.name)
    return Refuse("other_origin", "the keys are of different logs");
  if (handover.older.id == handover.newer.id)
    return Fail(ErrorCode::kInvalidData, "a handover is between two keys");
  TRY(VerifyNote(note, handover.older));
  TRY(VerifyNote(note, handover.newer));
  return handover;
}

}  // namespace arborist::audit
