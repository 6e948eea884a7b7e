// SPDX-License-Identifier: AGPL-3.0-only
#include "audit/signed_note.h"

#include <gtest/gtest.h>

#include "base/base64.h"

namespace arborist::audit {
namespace {

// The worked example of golang.org/x/mod/sumdb/note, by another implementation.
constexpr std::string_view kVerifier =
    "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
constexpr std::string_view kSigner =
    "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz";
constexpr std::string_view kText =
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n";
constexpr std::string_view kSignature =
    "\xE2\x80\x94 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXg"
    "KvqfqdngotpRZb6KE6RyyBwJnAM=\n";

std::string NoteText() { return std::string(kText) + "\n" + std::string(kSignature); }
std::string Refusal(const Status& status) {
  return status ? "" : status.error().message.substr(0, status.error().message.find(':'));
}

TEST(VerifierKey, OfAnotherImplementationIsReadAndWrittenAlike) {
  for (const std::string_view text :
       {kVerifier, std::string_view("sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTT"
                                    "AD8OuAn8")}) {
    const auto key = VerifierKey::Parse(text);
    ASSERT_TRUE(key) << key.error().message;
    EXPECT_EQ(key->ToText(), text);
  }
}
TEST(VerifierKey, AnyChangeIsRefused) {
  for (std::size_t i = 0; i < kVerifier.size(); ++i) {
    std::string changed(kVerifier);
    changed[i] = changed[i] == 'b' ? 'c' : 'b';
    EXPECT_FALSE(VerifierKey::Parse(changed)) << changed;
  }
  for (const char* text : {"", "a", "a+b", "a+b+c", "+c74f20a3+", "a b+c74f20a3+AA=="}) {
    EXPECT_FALSE(VerifierKey::Parse(text)) << text;
  }
}
TEST(VerifierKey, AKeyOfSmallOrderIsRefused) {
  // The neutral element under the name x, with the id that belongs to it.
  const auto key = VerifierKey::Parse("x+30b4a9e1+AQEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
  ASSERT_FALSE(key);
  EXPECT_TRUE(key.error().message.contains("prove nothing")) << key.error().message;
}
TEST(VerifierKey, ASecretKeyInItsPlaceIsRefusedAndNotRepeated) {
  const auto key = VerifierKey::Parse(kSigner);
  ASSERT_FALSE(key);
  EXPECT_TRUE(key.error().message.contains("secret key"));
  EXPECT_FALSE(key.error().message.contains("AYEK"));
}
TEST(SigningKey, SignsAsTheOtherImplementationDoes) {
  const auto key = SigningKey::Parse(kSigner);
  ASSERT_TRUE(key) << key.error().message;
  EXPECT_EQ(key->verifier().ToText(), kVerifier);
  EXPECT_EQ(key->SecretText(), std::string(kSigner) + "\n");
  EXPECT_EQ(ToFileText(SignNote(kText, *key)), NoteText());
}
TEST(SigningKey, ErrorsNeverRepeatTheSecret) {
  for (std::size_t cut = 0; cut < kSigner.size(); ++cut) {
    const auto key = SigningKey::Parse(kSigner.substr(0, cut));
    ASSERT_FALSE(key);
    EXPECT_FALSE(key.error().message.contains("YEKFA")) << key.error().message;
  }
}
TEST(SignedNote, IsReadVerifiedAndWrittenAlike) {
  const auto note = ParseNote(NoteText());
  ASSERT_TRUE(note) << note.error().message;
  EXPECT_EQ(note->text, kText);
  EXPECT_TRUE(VerifyNote(*note, *VerifierKey::Parse(kVerifier)));
  EXPECT_EQ(ToFileText(*note), NoteText());
}
TEST(SignedNote, EveryChangeIsRefusedOrUnreadable) {
  const VerifierKey key = *VerifierKey::Parse(kVerifier);
  const std::string whole = NoteText();
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (const char change : {'\x01', '\x20'}) {
      std::string changed = whole;
      changed[i] = static_cast<char>(changed[i] ^ change);
      const auto note = ParseNote(changed);
      EXPECT_FALSE(note && VerifyNote(*note, key)) << i;
    }
  }
  for (std::size_t cut = 0; cut < whole.size(); ++cut)
    EXPECT_FALSE(ParseNote(whole.substr(0, cut)));
}
TEST(SignedNote, SignaturesOfOthersArePassedOver) {
  const SigningKey witness = SigningKey::Generate("witness.example");
  SignedNote note = *ParseNote(NoteText());
  note.signatures.insert(note.signatures.begin(), SignNote(kText, witness).signatures[0]);
  const auto read = ParseNote(ToFileText(note));
  ASSERT_TRUE(read);
  EXPECT_TRUE(VerifyNote(*read, *VerifierKey::Parse(kVerifier)));
  EXPECT_TRUE(VerifyNote(*read, witness.verifier()));
  EXPECT_EQ(Refusal(VerifyNote(*read, SigningKey::Generate("witness.example").verifier())),
            "other_signer");
}
TEST(SignedNote, AnotherTextUnderTheSameSignatureIsRefusedByName) {
  SignedNote note = *ParseNote(NoteText());
  note.text = "All is well.\n";
  EXPECT_EQ(Refusal(VerifyNote(note, *VerifierKey::Parse(kVerifier))), "bad_signature");
}
TEST(SignedNote, LimitsHold) {
  EXPECT_FALSE(ParseNote(std::string(kMaxNoteBytes, 'x') + NoteText()));
  std::string many = std::string(kText) + "\n";
  for (int i = 0; i < 100; ++i) many += kSignature;
  EXPECT_TRUE(ParseNote(many));
  many += kSignature;
  EXPECT_FALSE(ParseNote(many));
}

}  // namespace
}  // namespace arborist::audit
