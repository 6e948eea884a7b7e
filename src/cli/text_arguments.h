// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

namespace CLI {
class App;
}

namespace arborist::cli {

// Has every option of the program and its verbs refuse bytes that are not UTF-8, unless it takes a
// path. Which ones do, their type names say: they hold FILE, PATH, DIR or GLOB. To be called when
// all verbs are there.
void RequireText(CLI::App* app);

}  // namespace arborist::cli
