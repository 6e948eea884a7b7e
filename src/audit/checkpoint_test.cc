// SPDX-License-Identifier: AGPL-3.0-only
#include "audit/checkpoint.h"

#include <gtest/gtest.h>

#include "crypto/sha256.h"

namespace arborist::audit {
namespace {

std::string Refusal(const Result<Checkpoint>& result) {
  return result ? "" : result.error().message.substr(0, result.error().message.find(':'));
}

class CheckpointTest : public testing::Test {
 protected:
  const Hash256 log_ = crypto::Sha256("log");
  const Checkpoint checkpoint_{OriginOf(log_), 12, crypto::Sha256("root"), {}};
  const SigningKey key_ = SigningKey::Generate(OriginOf(log_));
};

TEST_F(CheckpointTest, TextHasOriginSizeAndRootOnALineEach) {
  EXPECT_EQ(ToText(checkpoint_),
            "arborist/" + log_.hex() + "\n12\nSBNJTRN+FjG7owHVrKtue7eqdM4RhdRWVl71HXN2d7I=\n");
  EXPECT_EQ(ParseCheckpoint(ToText(checkpoint_)).value(), checkpoint_);
}
TEST_F(CheckpointTest, HoldsUnderItsKeyAlone) {
  const std::string file = SignCheckpoint(checkpoint_, key_);
  EXPECT_EQ(VerifyCheckpoint(file, key_.verifier()).value(), checkpoint_);
  EXPECT_EQ(ReadCheckpoint(file).value(), checkpoint_);
  EXPECT_EQ(Refusal(VerifyCheckpoint(file, SigningKey::Generate(OriginOf(log_)).verifier())),
            "other_signer");
}
TEST_F(CheckpointTest, AnotherSizeOrRootUnderTheSameSignatureIsRefused) {
  std::string file = SignCheckpoint(checkpoint_, key_);
  file.replace(file.find("\n12\n"), 4, "\n13\n");
  EXPECT_EQ(Refusal(VerifyCheckpoint(file, key_.verifier())), "bad_signature");
}
TEST_F(CheckpointTest, AKeySignsForItsOwnLogAlone) {
  Checkpoint other = checkpoint_;
  other.origin = OriginOf(crypto::Sha256("another log"));
  const std::string file = ToFileText(SignNote(ToText(other), key_));
  EXPECT_EQ(Refusal(VerifyCheckpoint(file, key_.verifier())), "other_origin");
}
TEST_F(CheckpointTest, ExtensionLinesAreKeptAndSigned) {
  Checkpoint extended = checkpoint_;
  extended.extensions = {"a line", "another"};
  EXPECT_EQ(ParseCheckpoint(ToText(extended)).value(), extended);
}
TEST_F(CheckpointTest, AnyOtherSpellingIsRefused) {
  const std::string root = "SBNJTRN+FjG7owHVrKtue7eqdM4RhdRWVl71HXN2d7I=";
  for (const std::string& text :
       {std::string(), std::string("origin\n"), "origin\n1\n" + root, "\n1\n" + root + "\n",
        "origin\n01\n" + root + "\n", "origin\n+1\n" + root + "\n", "origin\n-1\n" + root + "\n",
        "origin\n1 \n" + root + "\n", "origin\n99999999999999999999\n" + root + "\n",
        "origin\n9223372036854775808\n" + root + "\n", std::string("origin\n1\nAAAA\n"),
        "origin\n1\n" + root + "\n\n", "origin\n\n" + root + "\n"}) {
    EXPECT_FALSE(ParseCheckpoint(text)) << text;
  }
  EXPECT_TRUE(ParseCheckpoint("origin\n0\n" + root + "\n"));
}

}  // namespace
}  // namespace arborist::audit
