// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <span>
#include <string_view>

#include "reading/reading.h"

// What arborist-read can read: one row for each kind of file, by the name that it is given as its
// argument.
namespace arborist::reader {

struct Kind {
  std::string_view name;  // "pdf"
  reading::Reading (*read)(std::string_view bytes);
};

// Those of this build.
std::span<const Kind> Kinds();
const Kind* KindNamed(std::string_view name);

}  // namespace arborist::reader
