// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace arborist::ingest {

// What a walk leaves out by name unless the user wants all. Soft rules: they may grow.

bool IsVersionControlName(std::string_view name);

// Folders that hold other people's code or what a tool built. Names that also occur as ordinary
// folders (vendor, target, venv) count only with the file beside or inside them that proves it.
using HasFile = std::function<bool(std::string_view name)>;
bool IsDependencyFolder(std::string_view name, const HasFile& beside, const HasFile& inside);

// Names that hold credentials by convention.
bool IsSecretName(std::string_view name);
// Names whose content decides: *.pem, *.key and the like.
bool IsPossibleKeyName(std::string_view name);
// `content` is the start of a file with such a name.
bool HoldsPrivateKey(std::string_view content, bool whole_file);

}  // namespace arborist::ingest
