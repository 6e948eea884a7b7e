// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>

namespace arborist::ingest {

// Why something in a folder or archive is left out.
enum class SkipReason : std::uint8_t {
  kHidden,          // a name that starts with a dot
  kIgnored,         // by .gitignore or .git/info/exclude
  kVersionControl,  // .git, .hg, .svn and the like
  kDependencies,    // node_modules, site-packages, target beside Cargo.toml and the like
  kNotSelected,     // by --include or --exclude
  kSecret,          // looks like a key or a password file
  kSymbolicLink,    // links inside a folder are never followed
  kSpecial,         // a device, socket or pipe
  kUnreadable,      // the system refused to list or read it
  kTooDeep,
};
inline constexpr std::size_t kSkipReasons = 10;

std::string_view Describe(SkipReason reason);
// Whether entries with this reason are named one by one; the others are only counted, since there
// can be very many of them and the user expects them.
bool IsNamedOneByOne(SkipReason reason);

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
