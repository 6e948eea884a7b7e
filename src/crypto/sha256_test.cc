// SPDX-License-Identifier: AGPL-3.0-only
#include "crypto/sha256.h"

#include <gtest/gtest.h>

namespace arborist::crypto {
namespace {

TEST(Sha256, HasTheStandardsVectors) {
  EXPECT_EQ(Sha256("").hex(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Sha256("abc").hex(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq").hex(),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST(Sha256Hasher, PiecesGiveTheSameHashAsTheWhole) {
  Sha256Hasher hasher;
  hasher.Update("ab");
  hasher.Update("");
  hasher.Update("c");
  EXPECT_EQ(hasher.Finish(), Sha256("abc"));
  EXPECT_EQ(hasher.Finish(), Sha256(""));  // Finish starts anew
}

TEST(EqualInConstantTime, SaysWhatEqualitySays) {
  const Hash256 a = Sha256(std::string_view("a"));
  Hash256 b = a;
  EXPECT_TRUE(EqualInConstantTime(a, b));
  b.bytes.back() ^= 1;
  EXPECT_FALSE(EqualInConstantTime(a, b));
}

}  // namespace
}  // namespace arborist::crypto
