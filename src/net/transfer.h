// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <chrono>

#include "net/http.h"

namespace arborist::net {

// One request to one URL, without redirects. Internal to this module.
struct Hop {
  Url url;
  bool with_secrets = true;
  bool public_only = false;  // connect only if IsPublicAddress
  std::chrono::milliseconds timeout{0};
};

Result<Response> Transfer(const Request& request, const Hop& hop, const Limits& limits);

}  // namespace arborist::net
