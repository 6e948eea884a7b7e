// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

namespace arborist::extractive {

// What the forms of a lower-case word share (invented, inventor, inventions: invent). English
// endings; of other scripts the first five letters, in Arabic behind the article. Rough: it merges
// some words that differ, which costs less here than to miss a form.
std::string_view Stem(std::string_view letters);

}  // namespace arborist::extractive
