// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string>

#include "office/office.h"
#include "office/package.h"

namespace arborist::office {

// The kind of an open package and its main part.
struct PackageKind {
  OfficeKind kind = OfficeKind::kDocx;
  std::string main_part;
};
std::optional<PackageKind> KindOfPackage(Package* package);

// The kind of a flat OpenDocument file by its start.
std::optional<OfficeKind> KindOfFlatOdf(std::string_view bytes);

// The reading of bytes that are not of the kind asked for: what they are instead.
reading::Reading NotOfKind(std::string_view bytes, std::string_view wanted);

}  // namespace arborist::office
