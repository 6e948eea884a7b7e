// SPDX-License-Identifier: AGPL-3.0-only
#include "audit/handover.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/files.h"

namespace arborist::audit {
namespace {

const SigningKey kOlder = SigningKey::Generate("arborist/log");
const SigningKey kNewer = SigningKey::Generate("arborist/log");

std::string Refusal(std::string_view file) {
  const auto read = VerifyHandover(file);
  return read ? "" : read.error().message;
}

TEST(Handover, LeadsFromEitherKeyToTheOther) {
  const auto read = VerifyHandover(SignHandover(kOlder, kNewer));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->older.ToText(), kOlder.verifier().ToText());
  EXPECT_EQ(read->newer.ToText(), kNewer.verifier().ToText());
}

// What a name means never changes: the file was written when it was released.
TEST(HandoverVector, StillHolds) {
  const char* source = std::getenv("ARBORIST_SOURCE");
  if (source == nullptr) GTEST_SKIP() << "ARBORIST_SOURCE does not say where the vectors are";
  const auto file =
      ReadFile(std::string(source) + "/docs/format/vectors/handover.note", kMaxNoteBytes);
  ASSERT_TRUE(file) << file.error().message;
  const auto read = VerifyHandover(*file);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->older.name, read->newer.name);
}

TEST(Handover, BothMustHaveSignedIt) {
  const SignedNote note = ParseNote(SignHandover(kOlder, kNewer)).value();
  for (std::size_t i : {0u, 1u}) {
    SignedNote one = note;
    one.signatures.erase(one.signatures.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_TRUE(Refusal(ToFileText(one)).starts_with("other_signer")) << i;
    SignedNote bent = note;
    bent.signatures[i].bytes[7] ^= 1;
    EXPECT_TRUE(Refusal(ToFileText(bent)).starts_with("bad_signature")) << i;
  }
}

TEST(Handover, AnotherKeyInItsTextIsRefused) {
  const SigningKey thief = SigningKey::Generate("arborist/log");
  const SignedNote mine = ParseNote(SignHandover(kOlder, kNewer)).value();
  SignedNote theirs = ParseNote(SignHandover(thief, kNewer)).value();
  theirs.signatures[0] = mine.signatures[0];
  EXPECT_TRUE(Refusal(ToFileText(theirs)).starts_with("other_signer"));
  theirs.text = mine.text;
  EXPECT_TRUE(Refusal(ToFileText(theirs)).starts_with("bad_signature")) << "newer signed otherwise";
}

TEST(Handover, KeysOfTwoLogsAndOtherTextsAreRefused) {
  const SigningKey other = SigningKey::Generate("arborist/another");
  const std::string head = "arborist-handover-v1\n";
  const auto sign = [&](const std::string& text) {
    SignedNote note = SignNote(text, kOlder);
    note.signatures.push_back(SignNote(text, other).signatures.front());
    return ToFileText(note);
  };
  const std::string older = kOlder.verifier().ToText() + "\n";
  const std::string newer = other.verifier().ToText() + "\n";
  EXPECT_TRUE(Refusal(sign(head + older + newer)).starts_with("other_origin"));
  for (const std::string& text :
       {older + newer, head, head + older, head + older + older, head + older + newer + "more\n",
        head + "x\n" + newer, "arborist-handover-v2\n" + older + newer}) {
    EXPECT_NE(Refusal(sign(text)), "") << text;
  }
  EXPECT_NE(Refusal(""), "");
}

}  // namespace
}  // namespace arborist::audit
