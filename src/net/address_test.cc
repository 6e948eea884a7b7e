// SPDX-License-Identifier: AGPL-3.0-only
#include "net/address.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/un.h>

namespace arborist::net {
namespace {

bool IsPublic(const char* text) {
  sockaddr_in four = {};
  four.sin_family = AF_INET;
  if (inet_pton(AF_INET, text, &four.sin_addr) == 1) {
    const auto& address = reinterpret_cast<const sockaddr&>(four);
    EXPECT_EQ(ToString(address), text);
    return IsPublicAddress(address);
  }
  sockaddr_in6 six = {};
  six.sin6_family = AF_INET6;
  EXPECT_EQ(inet_pton(AF_INET6, text, &six.sin6_addr), 1) << text;
  const auto& address = reinterpret_cast<const sockaddr&>(six);
  EXPECT_EQ(ToString(address), text);
  return IsPublicAddress(address);
}

TEST(Address, TheOpenInternetIsPublic) {
  for (const auto* text :
       {"1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
        "126.255.255.255", "128.0.0.0", "169.253.255.255", "172.15.255.255", "172.32.0.0",
        "192.167.255.255", "198.17.255.255", "198.20.0.0", "223.255.255.255", "2606:4700::1111",
        "2a00:1450::1", "2001:4860:4860::8888", "2001:200::1"})
    EXPECT_TRUE(IsPublic(text)) << text;
}

TEST(Address, LocalAndPrivateOnesAreNot) {
  for (const auto* text :
       {"0.0.0.0", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
        "127.255.255.255", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.168.1.1",
        "::", "::1", "fe80::1", "fc00::1", "fd12:3456::1", "fec0::1"})
    EXPECT_FALSE(IsPublic(text)) << text;
}

TEST(Address, ReservedMulticastAndDocumentationAreNot) {
  for (const auto* text : {"192.0.0.1", "192.0.2.1", "192.88.99.1", "198.18.0.1", "198.19.255.255",
                           "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1",
                           "255.255.255.255", "ff02::1", "100::1", "2001:db8::1", "3fff::1"})
    EXPECT_FALSE(IsPublic(text)) << text;
}

TEST(Address, FormsThatHideAnIpv4AddressAreNot) {
  for (const auto* text :
       {"::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::7f00:1", "2002:7f00:1::", "2001::1"})
    EXPECT_FALSE(IsPublic(text)) << text;
}

TEST(Address, OtherFamiliesAreNot) {
  sockaddr_un local = {};
  local.sun_family = AF_UNIX;
  EXPECT_FALSE(IsPublicAddress(reinterpret_cast<const sockaddr&>(local)));
}

}  // namespace
}  // namespace arborist::net
