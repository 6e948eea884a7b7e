// SPDX-License-Identifier: AGPL-3.0-only
// Which addresses are on the open Internet. The tables are lists of what is refused for IPv4 and of
// what is accepted for IPv6: only 2000::/3 is global unicast there. IPv6 forms that embed an IPv4
// address (mapped, 6to4, Teredo) are refused, since they could carry a private one past the IPv4
// check.
#include "net/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace arborist::net {
namespace {

struct Block {
  std::uint32_t base;
  unsigned bits;
};

constexpr std::uint32_t Quad(unsigned a, unsigned b, unsigned c) {
  return a << 24 | b << 16 | c << 8;
}

// IPv4 special-purpose blocks of RFC 6890 and its registry.
constexpr std::array kSpecial = {
    Block{Quad(0, 0, 0), 8},        // this network
    Block{Quad(10, 0, 0), 8},       // private
    Block{Quad(100, 64, 0), 10},    // shared by carriers
    Block{Quad(127, 0, 0), 8},      // loopback
    Block{Quad(169, 254, 0), 16},   // link-local, and the metadata services of clouds
    Block{Quad(172, 16, 0), 12},    // private
    Block{Quad(192, 0, 0), 24},     // protocol assignments
    Block{Quad(192, 0, 2), 24},     // documentation
    Block{Quad(192, 88, 99), 24},   // 6to4 relays
    Block{Quad(192, 168, 0), 16},   // private
    Block{Quad(198, 18, 0), 15},    // benchmarks
    Block{Quad(198, 51, 100), 24},  // documentation
    Block{Quad(203, 0, 113), 24},   // documentation
    Block{Quad(224, 0, 0), 3},      // multicast, reserved, broadcast
};

bool IsPublic4(std::uint32_t address) {
  return std::ranges::none_of(kSpecial, [&](const Block& block) {
    return (address ^ block.base) >> (32 - block.bits) == 0;
  });
}

bool IsPublic6(const in6_addr& address) {
  const std::uint8_t* b = address.s6_addr;
  if (b[0] >> 5 != 1) return false;                            // not 2000::/3
  if (b[0] == 0x20 && b[1] == 0x01 && b[2] < 2) return false;  // 2001::/23, Teredo
  if (b[0] == 0x20 && b[1] == 0x01 && b[2] == 0x0d && b[3] == 0xb8) return false;  // 2001:db8::/32
  if (b[0] == 0x20 && b[1] == 0x02) return false;                          // 2002::/16, 6to4
  const bool documentation = b[0] == 0x3f && b[1] == 0xff && b[2] < 0x10;  // 3fff::/20
  return !documentation;
}

// Copies the address into its own type; reading it through a sockaddr breaks the aliasing rules.
template <typename T>
T As(const sockaddr& address) {
  T copy;
  std::memcpy(&copy, &address, sizeof(copy));
  return copy;
}

}  // namespace

bool IsPublicAddress(const sockaddr& address) {
  if (address.sa_family == AF_INET)
    return IsPublic4(ntohl(As<sockaddr_in>(address).sin_addr.s_addr));
  if (address.sa_family == AF_INET6) return IsPublic6(As<sockaddr_in6>(address).sin6_addr);
  return false;
}

std::string ToString(const sockaddr& address) {
  std::array<char, INET6_ADDRSTRLEN> text = {};
  if (address.sa_family == AF_INET) {
    const auto four = As<sockaddr_in>(address);
    inet_ntop(AF_INET, &four.sin_addr, text.data(), text.size());
  } else if (address.sa_family == AF_INET6) {
    const auto six = As<sockaddr_in6>(address);
    inet_ntop(AF_INET6, &six.sin6_addr, text.data(), text.size());
  }
  return text.data();
}

}  // namespace arborist::net
