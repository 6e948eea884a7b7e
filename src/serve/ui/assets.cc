// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/ui/assets.h"

#include <vector>

namespace arborist::serve::ui {

namespace {

// kFileN_plain and kFileN_gzip as arrays of bytes, then kAssets; made by web/embed.mjs.
#include <web_assets.inc>

}  // namespace

std::span<const Asset> Assets() {
  static const std::vector<Asset> assets = AllAssets();
  return assets;
}

}  // namespace arborist::serve::ui
