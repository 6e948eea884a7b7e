// SPDX-License-Identifier: AGPL-3.0-only
#include "mail/signed_data.h"

#include <gtest/gtest.h>

#include <string>

namespace arborist::mail {
namespace {

using namespace std::string_literals;

std::string Tlv(char tag, const std::string& content) {
  return std::string(1, tag) + static_cast<char>(content.size()) + content;
}
std::string Streamed(char tag, const std::string& content) {
  return tag + "\x80"s + content + "\0\0"s;
}

const std::string kOid = "\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07\x02";
const std::string kVersion = "\x02\x01\x01";
const std::string kAlgorithms = "\x31\x02\x30\x00"s;
const std::string kData = "\x06\x01\x2A";

TEST(SignedContent, IsTheMessageInside) {
  const std::string content = Tlv('\x30', kData + Tlv('\xA0', Tlv('\x04', "Subject: x")));
  const std::string cms =
      Tlv('\x30', kOid + Tlv('\xA0', Tlv('\x30', kVersion + kAlgorithms + content + "signature")));
  EXPECT_EQ(SignedContent(cms), "Subject: x");
  for (std::size_t i = 0; i < cms.size(); ++i)
    EXPECT_NE(SignedContent(cms.substr(0, i)), "Subject: x") << i;
}

TEST(SignedContent, MayBeStreamed) {
  const std::string octets = Streamed('\x24', Tlv('\x04', "Subject: ") + Tlv('\x04', "x"));
  const std::string content = Streamed('\x30', kData + Streamed('\xA0', octets));
  const std::string algorithms = Streamed('\x31', Streamed('\x30', "") + Tlv('\x30', ""));
  EXPECT_EQ(
      SignedContent(Streamed(
          '\x30', kOid + Streamed('\xA0', Streamed('\x30', kVersion + algorithms + content)))),
      "Subject: x");
}

TEST(SignedContent, IsNothingElse) {
  EXPECT_EQ(SignedContent(""), std::nullopt);
  EXPECT_EQ(SignedContent("MIIB"), std::nullopt);
  EXPECT_EQ(SignedContent(Tlv('\x30', "\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07\x03")),
            std::nullopt);
  EXPECT_EQ(SignedContent("\x30\x84\xFF\xFF\xFF\xFF"), std::nullopt);
}

}  // namespace
}  // namespace arborist::mail
