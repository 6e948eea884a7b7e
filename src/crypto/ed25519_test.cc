// SPDX-License-Identifier: AGPL-3.0-only
#include "crypto/ed25519.h"

#include <gtest/gtest.h>

namespace arborist::crypto {
namespace {

Ed25519PublicKey KeyOf(std::string_view hex) {
  const std::string bytes = FromHex(hex).value();
  Ed25519PublicKey key;
  std::copy(bytes.begin(), bytes.end(), key.begin());
  return key;
}

TEST(Ed25519, HasTheVectorOfTheRfc) {  // RFC 8032, 7.1, test 2
  const auto key = Ed25519SecretKey::FromSeed(
      FromHex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb").value());
  ASSERT_TRUE(key);
  EXPECT_EQ(ToHex(key->public_key()),
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
  const Ed25519Signature signature = key->Sign("\x72");
  EXPECT_EQ(ToHex(signature),
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00");
  EXPECT_TRUE(VerifyEd25519(key->public_key(), "\x72", AsText(signature)));
  EXPECT_FALSE(VerifyEd25519(key->public_key(), "\x73", AsText(signature)));
}
TEST(Ed25519, AKeyComesBackFromItsSeed) {
  const Ed25519SecretKey key = Ed25519SecretKey::Generate();
  const auto again = Ed25519SecretKey::FromSeed(key.Seed());
  ASSERT_TRUE(again);
  EXPECT_EQ(again->public_key(), key.public_key());
  EXPECT_EQ(again->Sign("x"), key.Sign("x"));
  EXPECT_NE(Ed25519SecretKey::Generate().public_key(), key.public_key());
  EXPECT_FALSE(Ed25519SecretKey::FromSeed(key.Seed().substr(1)));
}
// Under a key of small order one signature holds for many messages.
TEST(Ed25519, KeysOfSmallOrderAndOddSpellingsAreRefused) {
  const std::string neutral = "01" + std::string(62, '0');
  for (const std::string& hex :
       {neutral, std::string(64, '0'), "ec" + std::string(60, 'f') + "7f",
        "ee" + std::string(60, 'f') + "7f",  // the neutral element, spelt with p added
        std::string("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"),
        std::string("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")}) {
    EXPECT_FALSE(IsUsableKey(KeyOf(hex))) << hex;
    // R = neutral element, S = 0: what a lenient verifier takes for any message.
    const std::string signature = FromHex(neutral + std::string(64, '0')).value();
    EXPECT_FALSE(VerifyEd25519(KeyOf(hex), "anything", signature)) << hex;
  }
  EXPECT_TRUE(IsUsableKey(Ed25519SecretKey::Generate().public_key()));
}
TEST(Ed25519, ASignatureHasSixtyFourBytes) {
  const Ed25519SecretKey key = Ed25519SecretKey::Generate();
  const std::string signature(AsText(key.Sign("x")));
  EXPECT_FALSE(VerifyEd25519(key.public_key(), "x", ""));
  EXPECT_FALSE(VerifyEd25519(key.public_key(), "x", signature.substr(1)));
  EXPECT_FALSE(VerifyEd25519(key.public_key(), "x", signature + '\0'));
}
TEST(Wiping, LeavesNothing) {
  std::string secret = "secret";
  Wipe(&secret);
  EXPECT_TRUE(secret.empty());
}

}  // namespace
}  // namespace arborist::crypto
