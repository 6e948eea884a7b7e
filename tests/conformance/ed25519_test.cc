// SPDX-License-Identifier: AGPL-3.0-only
#include "crypto/ed25519.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "base/files.h"
#include "golden/data_files.h"
#include "json/value.h"

// Project Wycheproof's signatures: edge cases, odd encodings, malleable and cut ones.
namespace arborist::crypto {
namespace {

TEST(Ed25519Conformance, Wycheproof) {
  const auto file =
      golden::SharedFolder() / "data" / "conformance" / "wycheproof" / "ed25519_test.json";
  std::error_code missing;
  if (!std::filesystem::exists(file, missing)) GTEST_SKIP() << file << " is not there";
  const auto vectors = json::Parse(ReadFile(file, 16 << 20).value());
  ASSERT_TRUE(vectors);
  int valid = 0, invalid = 0;
  for (const json::Value& group : *vectors->List("testGroups").value()) {
    const std::string bytes = FromHex(group.Find("publicKey")->String("pk").value()).value();
    Ed25519PublicKey key;
    ASSERT_EQ(bytes.size(), key.size());
    std::ranges::copy(AsBytes(bytes), key.begin());
    for (const json::Value& test : *group.List("tests").value()) {
      const bool expected = test.String("result").value() == "valid";
      const std::string message = FromHex(test.String("msg").value()).value();
      const std::string signature = FromHex(test.String("sig").value()).value();
      EXPECT_EQ(VerifyEd25519(key, message, signature), expected)
          << "tcId " << test.Int("tcId").value() << " " << test.String("comment").value();
      ++(expected ? valid : invalid);
    }
  }
  std::cout << "wycheproof ed25519: " << valid << " hold, " << invalid << " are refused\n";
  EXPECT_EQ(valid + invalid, vectors->Int("numberOfTests").value());
}

}  // namespace
}  // namespace arborist::crypto
