// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>

struct sockaddr;

namespace arborist::net {

// Whether a redirect by a stranger may lead to this address: IPv4 and IPv6 unicast of the open
// Internet. Not loopback, private, link-local, shared, documentation, multicast or reserved
// addresses (RFC 6890), nor IPv6 forms that carry an IPv4 address and could hide one of those.
bool IsPublicAddress(const sockaddr& address);

std::string ToString(const sockaddr& address);  // without the port

}  // namespace arborist::net
