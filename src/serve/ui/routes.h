// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <span>

#include "serve/http/router.h"
#include "serve/ui/assets.h"

namespace arborist::serve::ui {

// What the page may do: run its own scripts and styles and talk to this server, nothing else.
inline constexpr std::string_view kContentSecurityPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// The page and its files, for everybody: they hold nothing of the store. Without files "/" says so.
// The assets must outlive the router.
void AddRoutes(http::Router* router, std::span<const Asset> assets = Assets());

}  // namespace arborist::serve::ui
