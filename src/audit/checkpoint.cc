// SPDX-License-Identifier: AGPL-3.0-only
// Checkpoints after c2sp.org/tlog-checkpoint: three lines (origin, size, root) and optional
// extensions, inside a signed note. Parsing accepts only what ToText writes (no leading zeros, no
// empty line), because a signature covers bytes: two spellings of one checkpoint would be two
// signed texts. VerifyCheckpoint also demands that the origin is the key's name; otherwise the key
// of one log could vouch for another one.
#include "audit/checkpoint.h"

#include <charconv>

#include "base/base64.h"
#include "base/check.h"

namespace arborist::audit {

namespace {

// Removes the first line from *text and returns it; it must not be empty.
Result<std::string_view> TakeLine(std::string_view* text, std::string_view what) {
  const std::size_t end = text->find('\n');
  if (end == std::string_view::npos || end == 0) {
    return Fail(ErrorCode::kInvalidData, "a checkpoint has a line for its " + std::string(what));
  }
  const std::string_view line = text->substr(0, end);
  text->remove_prefix(end + 1);
  return line;
}

}  // namespace

std::string OriginOf(const Hash256& log) { return "arborist/" + log.hex(); }

std::string ToText(const Checkpoint& checkpoint) {
  std::string text = checkpoint.origin + "\n" + std::to_string(checkpoint.size) + "\n" +
                     ToBase64(checkpoint.root.view()) + "\n";
  for (const std::string& line : checkpoint.extensions) text += line + "\n";
  return text;
}

Result<Checkpoint> ParseCheckpoint(std::string_view text) {
  Checkpoint checkpoint;
  TRY_ASSIGN(checkpoint.origin, TakeLine(&text, "origin"));
  TRY_ASSIGN(const std::string_view size, TakeLine(&text, "size"));
  const auto [end, error] =
      std::from_chars(size.data(), size.data() + size.size(), checkpoint.size);
  if (error != std::errc() || end != size.data() + size.size() ||
      (size.starts_with('0') && size != "0") || checkpoint.size > INT64_MAX) {
    return Fail(ErrorCode::kInvalidData, "the checkpoint's size is not a number in decimal digits");
  }
  TRY_ASSIGN(const std::string_view root, TakeLine(&text, "root"));
  const auto bytes = FromBase64(root);
  const auto hash = bytes ? Hash256::FromBytes(AsBytes(*bytes))
                          : Result<Hash256>(Fail(ErrorCode::kInvalidData, ""));
  if (!hash) {
    return Fail(ErrorCode::kInvalidData, "the checkpoint's root is not 32 bytes in base64");
  }
  checkpoint.root = *hash;
  while (!text.empty()) {
    TRY_ASSIGN(const std::string_view line, TakeLine(&text, "extension"));
    checkpoint.extensions.emplace_back(line);
  }
  return checkpoint;
}

std::string SignCheckpoint(const Checkpoint& checkpoint, const SigningKey& key) {
  CHECK(key.verifier().name == checkpoint.origin);
  return ToFileText(SignNote(ToText(checkpoint), key));
}

Result<Checkpoint> ReadCheckpoint(std::string_view file) {
  TRY_ASSIGN(const SignedNote note, ParseNote(file));
  return ParseCheckpoint(note.text);
}

Result<Checkpoint> VerifyCheckpoint(std::string_view file, const VerifierKey& key) {
  TRY_ASSIGN(const SignedNote note, ParseNote(file));
  TRY_ASSIGN(Checkpoint checkpoint, ParseCheckpoint(note.text));
  TRY(VerifyNote(note, key));
  if (checkpoint.origin != key.name) {
    return Refuse("other_origin",
                  "the checkpoint is of " + checkpoint.origin + ", the key signs for " + key.name);
  }
  return checkpoint;
}

}  // namespace arborist::audit
