// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"

namespace arborist::serve::http {

// What counts as one client: an IPv4 address, the /64 network of an IPv6 address (whoever has one
// of these has 2^64 of them), and any other text by itself.
std::string NetworkOf(std::string_view address);

// Addresses and networks in CIDR notation.
class AddressSet {
 public:
  // Each such as 127.0.0.1, ::1, 10.0.0.0/8 or 2001:db8::/32.
  static Result<AddressSet> Parse(const std::vector<std::string>& texts);
  bool Contains(std::string_view address) const;  // false for what is no address

 private:
  struct Range {
    std::array<std::uint8_t, 16> bytes;  // IPv4 as mapped into IPv6
    std::size_t bits;                    // that must be equal
  };
  std::vector<Range> ranges_;
};

// The client for whom proxies sent a request: of X-Forwarded-For, to which every proxy appends whom
// it speaks for, the last address that is not a trusted proxy. What stands before it was written by
// that client and says nothing. Nothing when the last entry is no address.
std::optional<std::string> ForwardedClient(
    const std::vector<std::pair<std::string, std::string>>& headers, const AddressSet& trusted);

// How many places each client holds at a time. Thread-safe; must outlive its places.
class AddressPlaces {
 public:
  explicit AddressPlaces(std::size_t most) : most_(most) {}

  class Place {
   public:
    Place(Place&& other) noexcept
        : places_(std::exchange(other.places_, nullptr)), client_(std::move(other.client_)) {}
    Place& operator=(Place&& other) noexcept {
      std::swap(places_, other.places_);
      std::swap(client_, other.client_);
      return *this;
    }
    ~Place() {
      if (places_ != nullptr) places_->Give(client_);
    }

   private:
    friend class AddressPlaces;
    Place(AddressPlaces* places, std::string client)
        : places_(places), client_(std::move(client)) {}
    AddressPlaces* places_;
    std::string client_;
  };
  std::optional<Place> Take(std::string_view address);  // nothing: it holds as many as it may

 private:
  void Give(const std::string& client);
  const std::size_t most_;
  Mutex mutex_;
  std::map<std::string, std::size_t, std::less<>> held_ GUARDED_BY(mutex_);
};

}  // namespace arborist::serve::http
