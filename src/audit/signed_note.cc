// SPDX-License-Identifier: AGPL-3.0-only
// Signed notes after c2sp.org/signed-note, with Ed25519. A note has one spelling, and everything
// else is refused: signatures cover bytes. The key id is a hash of name and key, so that a key
// cannot be presented under another name. Keys of small order are refused, because signatures under
// them verify for any text. A verifier ignores signatures of other keys; a wrong signature of its
// own key refuses the note. Secret bytes are wiped after use.
#include "audit/signed_note.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/base64.h"
#include "crypto/sha256.h"
#include "text/utf8.h"

namespace arborist::audit {

namespace {

constexpr char kEd25519 = 0x01;
constexpr std::string_view kPrivate = "PRIVATE+KEY+";
constexpr std::string_view kDash = "\xE2\x80\x94 ";  // an em dash and a space

bool IsName(std::string_view name) {
  return !name.empty() && name.size() <= 255 &&
         std::ranges::all_of(name, [](char c) { return c > ' ' && c < 0x7f && c != '+'; });
}

KeyId IdOf(std::string_view name, const crypto::Ed25519PublicKey& key) {
  crypto::Sha256Hasher hasher;
  hasher.Update(name);
  hasher.Update(std::string_view("\n\x01", 2));
  hasher.Update(Bytes(key));
  const Hash256 hash = hasher.Finish();
  KeyId id;
  std::copy_n(hash.bytes.begin(), id.size(), id.begin());
  return id;
}

std::string Joined(std::string_view name, const KeyId& id, std::string_view bytes) {
  std::string data(1, kEd25519);
  data += bytes;
  std::string text = std::string(name) + "+" + ToHex(Bytes(id)) + "+" + ToBase64(AsBytes(data));
  crypto::Wipe(&data);
  return text;
}

struct KeyText {
  std::string name;
  KeyId id{};
  std::string bytes;
};

// name+hexid+base64(algorithm | 32 bytes). Names the part that is wrong and shows none of it.
Result<KeyText> SplitKey(std::string_view text) {
  const auto refuse = [](std::string_view what) {
    return Fail(ErrorCode::kInvalidData, std::string(what) + "; a key is one line: name+id+base64");
  };
  if (text.ends_with('\n')) text.remove_suffix(1);
  const std::size_t first = text.find('+');
  const std::size_t second = first == std::string_view::npos ? first : text.find('+', first + 1);
  if (second == std::string_view::npos) return refuse("this is no key");
  KeyText key{.name = std::string(text.substr(0, first)), .bytes = {}};
  if (!IsName(key.name)) return refuse("the key's name has a space, a plus or nothing in it");
  const auto id = FromHex(text.substr(first + 1, second - first - 1));
  if (!id || id->size() != key.id.size()) return refuse("the key's id has not eight hex digits");
  std::ranges::copy(AsBytes(*id), key.id.begin());
  auto data = FromBase64(text.substr(second + 1));
  if (!data || data->size() != 33) return refuse("the key itself is cut or misspelt");
  if ((*data)[0] != kEd25519) {
    return Fail(ErrorCode::kUnsupported, "the key is of another algorithm than Ed25519");
  }
  key.bytes = data->substr(1);
  crypto::Wipe(&*data);
  return key;
}

Result<NoteSignature> ReadSignature(std::string_view line) {
  const auto refuse = [] {
    return Fail(ErrorCode::kInvalidData,
                "a signature line is a dash, a name and base64, each after one space");
  };
  if (!line.starts_with(kDash)) return refuse();
  line.remove_prefix(kDash.size());
  const std::size_t space = line.find(' ');
  if (space == std::string_view::npos) return refuse();
  NoteSignature signature{.name = std::string(line.substr(0, space)), .bytes = {}};
  if (!IsName(signature.name)) return refuse();
  const auto data = FromBase64(line.substr(space + 1));
  if (!data || data->size() <= signature.id.size()) return refuse();
  std::copy_n(AsBytes(*data).begin(), signature.id.size(), signature.id.begin());
  signature.bytes = data->substr(signature.id.size());
  return signature;
}

bool IsNoteText(std::string_view text) {
  return text.ends_with('\n') && text::FindInvalidUtf8(text) == std::string_view::npos &&
         std::ranges::none_of(text, [](char c) {
           return (static_cast<unsigned char>(c) < ' ' && c != '\n') || c == 0x7f;
         });
}

}  // namespace

Result<VerifierKey> VerifierKey::Parse(std::string_view text) {
  if (text.starts_with(kPrivate)) {
    return Fail(ErrorCode::kInvalidData,
                "this is a secret key, which nobody should be given; its public half is needed "
                "(arborist key prints it)");
  }
  TRY_ASSIGN(const KeyText parts, SplitKey(text));
  VerifierKey key{.name = parts.name, .id = parts.id};
  std::ranges::copy(AsBytes(parts.bytes), key.key.begin());
  if (IdOf(key.name, key.key) != key.id) {
    return Fail(ErrorCode::kInvalidData, "the key's id is not that of its name and key");
  }
  if (!crypto::IsUsableKey(key.key)) {
    return Fail(ErrorCode::kInvalidData,
                "the key is no proper point of the curve: under such a key signatures prove "
                "nothing");
  }
  return key;
}

std::string VerifierKey::ToText() const { return Joined(name, id, AsText(Bytes(key))); }

SigningKey::SigningKey(std::string_view name, crypto::Ed25519SecretKey secret)
    : secret_(std::move(secret)),
      verifier_{.name = std::string(name),
                .id = IdOf(name, secret_.public_key()),
                .key = secret_.public_key()} {}

SigningKey SigningKey::Generate(std::string_view name) {
  return {name, crypto::Ed25519SecretKey::Generate()};
}

Result<SigningKey> SigningKey::Parse(std::string_view text) {
  if (!text.starts_with(kPrivate)) {
    return Fail(ErrorCode::kInvalidData, "this is no secret key; arborist key makes one");
  }
  TRY_ASSIGN(KeyText parts, SplitKey(text.substr(kPrivate.size())));
  auto secret = crypto::Ed25519SecretKey::FromSeed(parts.bytes);
  crypto::Wipe(&parts.bytes);
  if (!secret) return std::unexpected(std::move(secret).error());
  SigningKey key(parts.name, std::move(*secret));
  if (key.verifier_.id != parts.id) {
    return Fail(ErrorCode::kInvalidData, "the key's id is not that of its name and key");
  }
  return key;
}

std::string SigningKey::SecretText() const {
  std::string seed = secret_.Seed();
  std::string joined = Joined(verifier_.name, verifier_.id, seed);
  crypto::Wipe(&seed);
  std::string text = std::string(kPrivate) + joined + "\n";
  crypto::Wipe(&joined);
  return text;
}

Result<SignedNote> ParseNote(std::string_view file) {
  if (file.size() > kMaxNoteBytes) {
    return Fail(ErrorCode::kLimitExceeded, "a signed note is not larger than 1 MiB");
  }
  const std::size_t split = file.rfind("\n\n");
  if (split == std::string_view::npos || !file.ends_with('\n') || split + 2 == file.size()) {
    return Fail(ErrorCode::kInvalidData,
                "not a signed note: text, an empty line and signatures are expected");
  }
  SignedNote note{.text = std::string(file.substr(0, split + 1)), .signatures = {}};
  if (!IsNoteText(note.text)) {
    return Fail(ErrorCode::kInvalidData, "the note's text is not UTF-8 without control characters");
  }
  for (std::string_view rest = file.substr(split + 2); !rest.empty();) {
    if (note.signatures.size() == kMaxNoteSignatures) {
      return Fail(ErrorCode::kLimitExceeded, "a signed note has at most 100 signatures");
    }
    const std::size_t end = rest.find('\n');
    TRY_ASSIGN(NoteSignature signature, ReadSignature(rest.substr(0, end)));
    note.signatures.push_back(std::move(signature));
    rest.remove_prefix(end + 1);
  }
  return note;
}

std::string ToFileText(const SignedNote& note) {
  std::string out = note.text + "\n";
  for (const NoteSignature& signature : note.signatures) {
    const std::string data = std::string(AsText(Bytes(signature.id))) + signature.bytes;
    out += std::string(kDash) + signature.name + " " + ToBase64(AsBytes(data)) + "\n";
  }
  return out;
}

SignedNote SignNote(std::string_view text, const SigningKey& key) {
  const VerifierKey& verifier = key.verifier();
  const crypto::Ed25519Signature signature = key.Sign(text);
  return {std::string(text), {{verifier.name, verifier.id, std::string(AsText(signature))}}};
}

Status VerifyNote(const SignedNote& note, const VerifierKey& key) {
  for (const NoteSignature& signature : note.signatures) {
    if (signature.name != key.name || signature.id != key.id) continue;
    if (crypto::VerifyEd25519(key.key, note.text, signature.bytes)) return {};
    return Refuse("bad_signature", "the signature of " + key.name + " is not of this text");
  }
  return Refuse("other_signer",
                "there is no signature of key " + key.name + " " + ToHex(Bytes(key.id)));
}

}  // namespace arborist::audit
