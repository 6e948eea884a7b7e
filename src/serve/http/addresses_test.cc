// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/http/addresses.h"

#include <gtest/gtest.h>

namespace arborist::serve::http {
namespace {

TEST(AddressSet, HoldsAddressesAndNetworks) {
  const auto set = AddressSet::Parse({"127.0.0.1", "10.0.0.0/8", "2001:db8::/33", "::1"});
  ASSERT_TRUE(set);
  for (const char* address : {"127.0.0.1", "10.255.0.1", "2001:db8:7fff::1", "::1",
                              "::ffff:127.0.0.1", "::ffff:10.1.1.1"}) {
    EXPECT_TRUE(set->Contains(address)) << address;
  }
  for (const char* address :
       {"127.0.0.2", "11.0.0.1", "2001:db8:8000::1", "::2", "", "localhost", "unix:0"}) {
    EXPECT_FALSE(set->Contains(address)) << address;
  }
  EXPECT_TRUE(AddressSet::Parse({"0.0.0.0/0"})->Contains("203.0.113.9"));
  EXPECT_FALSE(AddressSet::Parse({"0.0.0.0/0"})->Contains("2001:db8::1"));
  EXPECT_FALSE(AddressSet().Contains("127.0.0.1"));
}

TEST(AddressSet, RefusesWhatIsNone) {
  for (const char* text : {"", "localhost", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0/8",
                           "::1/129", "10.0.0.0/8/8", "10.0.0.1 "}) {
    EXPECT_FALSE(AddressSet::Parse({text})) << text;
  }
}

std::string Client(const std::vector<std::string>& values) {
  std::vector<std::pair<std::string, std::string>> headers = {{"host", "localhost"}};
  for (const std::string& value : values) headers.emplace_back("x-forwarded-for", value);
  return ForwardedClient(headers, *AddressSet::Parse({"127.0.0.1", "10.0.0.0/8"}))
      .value_or("nobody");
}

TEST(ForwardedClient, IsTheLastAddressThatIsNoTrustedProxy) {
  EXPECT_EQ(Client({"203.0.113.9"}), "203.0.113.9");
  EXPECT_EQ(Client({"198.51.100.1, 203.0.113.9"}), "203.0.113.9") << "the first was made up";
  EXPECT_EQ(Client({"203.0.113.9, 10.0.0.1,127.0.0.1"}), "203.0.113.9");
  EXPECT_EQ(Client({"198.51.100.1", "203.0.113.9, 10.0.0.1"}), "203.0.113.9");
  EXPECT_EQ(Client({"203.0.113.9", "10.0.0.1"}), "203.0.113.9") << "two headers are one list";
  EXPECT_EQ(Client({"203.0.113.9:4711"}), "203.0.113.9");
  EXPECT_EQ(Client({"[2001:db8::1]:4711"}), "2001:db8::1");
  EXPECT_EQ(Client({"2001:db8::1"}), "2001:db8::1");
  EXPECT_EQ(Client({"::ffff:203.0.113.9"}), "203.0.113.9");
  EXPECT_EQ(Client({"10.0.0.1, 10.0.0.2"}), "10.0.0.1") << "proxies alone: the first of them";
}

TEST(ForwardedClient, DoesNotGoBeyondWhatCannotBeRead) {
  EXPECT_EQ(Client({}), "nobody");
  EXPECT_EQ(Client({""}), "nobody");
  EXPECT_EQ(Client({"unknown"}), "nobody");
  EXPECT_EQ(Client({"203.0.113.9, unknown"}), "nobody");
  EXPECT_EQ(Client({"203.0.113.9, unknown, 10.0.0.1"}), "10.0.0.1");
  EXPECT_EQ(Client({"[2001:db8::1"}), "nobody");
  std::string proxies = "203.0.113.9";
  for (int i = 0; i < 5000; ++i) proxies += ",10.0.0.1";
  EXPECT_EQ(Client({proxies}), "10.0.0.1") << "a list without end is not read to its end";
}

TEST(AddressPlaces, AreGivenBack) {
  AddressPlaces places(2);
  auto one = places.Take("203.0.113.9");
  {
    const auto two = places.Take("203.0.113.9");
    EXPECT_TRUE(one && two);
    EXPECT_FALSE(places.Take("203.0.113.9"));
    EXPECT_TRUE(places.Take("203.0.113.10"));
  }
  EXPECT_TRUE(places.Take("203.0.113.9"));
  one.reset();
  auto moved = places.Take("203.0.113.9");
  one = std::move(moved);
  EXPECT_TRUE(places.Take("203.0.113.9"));
}

TEST(AddressPlaces, AnIpv6NetworkIsOneClient) {
  AddressPlaces places(1);
  const auto one = places.Take("2001:db8::1");
  EXPECT_FALSE(places.Take("2001:db8::ffff"));
  EXPECT_TRUE(places.Take("2001:db8:0:1::1"));
}

}  // namespace
}  // namespace arborist::serve::http
