// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>

struct sockaddr;

namespace arborist::net {

// Whether a stranger may send us to this address: IPv4 and IPv6 unicast of the open Internet. Not
// loopback, private, link-local, shared, documentation, multicast or reserved ones (RFC 6890), nor
// IPv6 forms that carry an IPv4 address and so could hide one of those.
bool IsPublicAddress(const sockaddr& address);

std::string ToString(const sockaddr& address);  // without the port

}  // namespace arborist::net
