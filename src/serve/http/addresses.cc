// SPDX-License-Identifier: AGPL-3.0-only
// Addresses as 16 bytes, IPv4 in the mapped form, so that one comparison serves both. A client is
// counted by its network: for IPv6 the first 64 bits, because a single host owns all addresses
// behind them. X-Forwarded-For is read from the right, past the proxies that are trusted: anybody
// can have written the entries further left.
#include "serve/http/addresses.h"

#include <algorithm>
#include <charconv>
#include <ranges>

#include <boost/asio/ip/address.hpp>

namespace arborist::serve::http {

namespace {

namespace ip = boost::asio::ip;
using Bytes = std::array<std::uint8_t, 16>;

constexpr std::size_t kMappedBits = 96;  // in front of an IPv4 address in IPv6
constexpr std::size_t kMaxForwarded = 64;

std::optional<ip::address> Parse(std::string_view text) {
  if (text.size() > 64) return std::nullopt;
  boost::system::error_code error;
  const ip::address address = ip::make_address(std::string(text), error);
  if (error) return std::nullopt;
  return address;
}

Bytes BytesOf(const ip::address& address) {
  return address.is_v4() ? ip::make_address_v6(ip::v4_mapped, address.to_v4()).to_bytes()
                         : address.to_v6().to_bytes();
}

// An entry of X-Forwarded-For: an address, perhaps with a port.
std::optional<std::string> EntryAddress(std::string_view entry) {
  while (!entry.empty() && (entry.front() == ' ' || entry.front() == '\t')) entry.remove_prefix(1);
  while (!entry.empty() && (entry.back() == ' ' || entry.back() == '\t')) entry.remove_suffix(1);
  if (entry.starts_with('[')) {
    const std::size_t end = entry.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    entry = entry.substr(1, end - 1);
  } else if (std::ranges::count(entry, ':') == 1) {
    entry = entry.substr(0, entry.find(':'));
  }
  const auto address = Parse(entry);
  if (!address) return std::nullopt;
  if (address->is_v6() && address->to_v6().is_v4_mapped()) {
    return ip::make_address_v4(ip::v4_mapped, address->to_v6()).to_string();
  }
  return address->to_string();
}

}  // namespace

std::string NetworkOf(std::string_view address) {
  const auto parsed = Parse(address);
  if (!parsed || !parsed->is_v6()) return std::string(address);
  Bytes bytes = parsed->to_v6().to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), std::uint8_t{0});
  return ip::address_v6(bytes).to_string();
}

Result<AddressSet> AddressSet::Parse(const std::vector<std::string>& texts) {
  AddressSet set;
  for (const std::string& text : texts) {
    const std::size_t slash = text.find('/');
    const auto address = http::Parse(std::string_view(text).substr(0, slash));
    const auto bad = [&] {
      return Fail(ErrorCode::kInvalidArgument,
                  text + " is neither an IP address nor a network such as 10.0.0.0/8");
    };
    if (!address) return bad();
    const std::size_t whole = address->is_v4() ? 32 : 128;
    std::size_t bits = whole;
    if (slash != std::string::npos) {
      const char* const end = text.data() + text.size();
      const auto [stop, error] = std::from_chars(text.data() + slash + 1, end, bits);
      if (error != std::errc() || stop != end || bits > whole) return bad();
    }
    set.ranges_.push_back({BytesOf(*address), bits + (address->is_v4() ? kMappedBits : 0)});
  }
  return set;
}

bool AddressSet::Contains(std::string_view address) const {
  const auto parsed = http::Parse(address);
  if (!parsed) return false;
  const Bytes bytes = BytesOf(*parsed);
  return std::ranges::any_of(ranges_, [&](const Range& range) {
    for (std::size_t bit = 0; bit < range.bits; bit += 8) {
      const std::size_t left = range.bits - bit;
      const unsigned mask = left >= 8 ? 0xFF : (0xFF00U >> left) & 0xFF;
      if (((bytes[bit / 8] ^ range.bytes[bit / 8]) & mask) != 0) return false;
    }
    return true;
  });
}

std::optional<std::string> ForwardedClient(
    const std::vector<std::pair<std::string, std::string>>& headers, const AddressSet& trusted) {
  std::optional<std::string> client;
  std::size_t looked = 0;
  for (const auto& [name, value] : std::views::reverse(headers)) {
    if (name != "x-forwarded-for") continue;
    std::string_view rest = value;
    while (true) {
      const std::size_t comma = rest.rfind(',');
      const auto address =
          EntryAddress(comma == std::string_view::npos ? rest : rest.substr(comma + 1));
      if (!address || ++looked > kMaxForwarded) return client;
      client = address;
      if (!trusted.Contains(*address)) return client;
      if (comma == std::string_view::npos) break;
      rest = rest.substr(0, comma);
    }
  }
  return client;
}

std::optional<AddressPlaces::Place> AddressPlaces::Take(std::string_view address) {
  std::string client = NetworkOf(address);
  const MutexLock lock(mutex_);
  std::size_t& held = held_[client];
  if (held >= most_) return std::nullopt;
  ++held;
  return Place(this, std::move(client));
}

void AddressPlaces::Give(const std::string& client) {
  const MutexLock lock(mutex_);
  const auto found = held_.find(client);
  if (--found->second == 0) held_.erase(found);
}

}  // namespace arborist::serve::http
