// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

namespace arborist::extractive {

// The common beginning of the forms of a lower-case word (invented, inventor, inventions: invent):
// English endings are removed; of a word in another script the first five letters are taken, in
// Arabic after the article. Rough: it merges some different words, which costs less here than to
// miss a form. A view into `letters`.
std::string_view Stem(std::string_view letters);

}  // namespace arborist::extractive
