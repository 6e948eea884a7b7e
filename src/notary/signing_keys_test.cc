// SPDX-License-Identifier: AGPL-3.0-only
#include "notary/signing_keys.h"

#include <gtest/gtest.h>

#include "audit/checkpoint.h"
#include "base/files.h"
#include "base/temporary_folder.h"
#include "crypto/sha256.h"

namespace arborist::notary {
namespace {

class KeysTest : public testing::Test {
 protected:
  TemporaryFolder folder_;
  const store::HomePaths home_{folder_.path()};
  const Hash256 log_ = crypto::Sha256("log");
};

TEST_F(KeysTest, AKeyIsMadeOnceAndItsFileIsItsOwnersAlone) {
  const auto made = MakeKey(home_, log_);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_TRUE(made->made);
  EXPECT_EQ(made->verifier.name, audit::OriginOf(log_));
  const auto mode = [](const std::filesystem::path& path) {
    return std::filesystem::status(path).permissions() & std::filesystem::perms::mask;
  };
  EXPECT_EQ(mode(SecretKeyFile(home_)),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  EXPECT_EQ(mode(SecretKeyFile(home_).parent_path()), std::filesystem::perms::owner_all);
  const auto again = MakeKey(home_, log_);
  ASSERT_TRUE(again);
  EXPECT_FALSE(again->made);
  EXPECT_EQ(again->verifier.ToText(), made->verifier.ToText());
  EXPECT_EQ(ReadVerifierKey(PublicKeyFile(home_)).value().ToText(), made->verifier.ToText());
  EXPECT_EQ(LoadKey(home_).value().verifier().ToText(), made->verifier.ToText());
}
TEST_F(KeysTest, ThePublicHalfHoldsNothingOfTheSecret) {
  ASSERT_TRUE(MakeKey(home_, log_));
  const std::string secret = ReadFile(SecretKeyFile(home_), 4096).value();
  const std::string shown = ReadFile(PublicKeyFile(home_), 4096).value();
  // Behind PRIVATE+KEY+name+id+ and the byte of the algorithm.
  const std::size_t seed = secret.find('+', secret.find('+', 12) + 1) + 3;
  EXPECT_FALSE(shown.contains(secret.substr(seed, 20)));
}
TEST_F(KeysTest, AFileThatOthersMayReadIsNotUsed) {
  ASSERT_TRUE(MakeKey(home_, log_));
  std::filesystem::permissions(SecretKeyFile(home_), std::filesystem::perms::group_read,
                               std::filesystem::perm_options::add);
  const auto key = LoadKey(home_);
  ASSERT_FALSE(key);
  EXPECT_EQ(key.error().code, ErrorCode::kPermission);
  EXPECT_FALSE(MakeKey(home_, log_)) << "and it is not overwritten";
}
TEST_F(KeysTest, TheKeyOfAnotherLogIsAConflict) {
  ASSERT_TRUE(MakeKey(home_, log_));
  const auto other = MakeKey(home_, crypto::Sha256("other"));
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::kConflict);
}
TEST_F(KeysTest, WithoutAKeyTheVerbThatMakesOneIsNamed) {
  const auto key = LoadKey(home_);
  ASSERT_FALSE(key);
  EXPECT_EQ(key.error().code, ErrorCode::kNotFound);
  EXPECT_TRUE(key.error().message.contains("arborist key"));
}

}  // namespace
}  // namespace arborist::notary
