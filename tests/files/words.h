// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arborist::files {

// The words of a text in lower case: runs of letters, digits and marks; a letter of a script
// without spaces is a word.
std::vector<std::string> WordsOf(std::string_view text);

// The text of an expected file by its ending: of Markdown without its marks.
std::string PlainExpected(std::string_view file_name, std::string content);

// 2PR/(P+R) over the words as multisets. 1 if both are empty.
double WordF1(const std::vector<std::string>& expected, const std::vector<std::string>& found);

// How many of the words expected were found, as a share of them. 1 if none is.
double WordRecall(const std::vector<std::string>& expected, const std::vector<std::string>& found);

// Runs of white space made one space.
std::string Folded(std::string_view text);

}  // namespace arborist::files
