// SPDX-License-Identifier: AGPL-3.0-only
#include "base/base64.h"

#include <gtest/gtest.h>

namespace arborist {
namespace {

TEST(Base64, HasTheVectorsOfTheRfc) {
  const std::pair<const char*, const char*> vectors[] = {{"", ""},
                                                         {"f", "Zg=="},
                                                         {"fo", "Zm8="},
                                                         {"foo", "Zm9v"},
                                                         {"foob", "Zm9vYg=="},
                                                         {"fooba", "Zm9vYmE="},
                                                         {"foobar", "Zm9vYmFy"}};
  for (const auto& [plain, coded] : vectors) {
    EXPECT_EQ(ToBase64(AsBytes(plain)), coded);
    EXPECT_EQ(FromBase64(coded).value_or("refused"), plain);
  }
}
TEST(Base64, AllBytesComeBack) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes.push_back(static_cast<char>(i));
  for (std::size_t length = 0; length <= bytes.size(); ++length) {
    const std::string part = bytes.substr(0, length);
    EXPECT_EQ(FromBase64(ToBase64(AsBytes(part))).value_or("refused"), part);
  }
}
TEST(Base64, AnyOtherSpellingIsRefused) {
  for (const char* text : {"Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Z===", "====", "Zm 9", "Zm9v\n",
                           "Zg==Zg==", "Zm8-", "Zm8_", "=Zg="}) {
    EXPECT_FALSE(FromBase64(text)) << text;
  }
}

}  // namespace
}  // namespace arborist
