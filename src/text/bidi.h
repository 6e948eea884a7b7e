// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

namespace arborist::text {

// A letter of a script that is written from right to left (bidi classes R and AL).
bool IsRightToLeft(char32_t c);

// A line of characters as they stand on paper from left to right, whose paragraph runs from right
// to left, in the order in which it is read: UAX #9 backwards. Marks that follow their letter keep
// following it. Adds no control characters. Valid UTF-8 in and out.
std::string ReadingOrder(std::string_view visual);

// Appends the character, a presentation form (U+FB00-FDFF, U+FE70-FEFC: ligatures, shapes of Arabic
// letters) as the letters it stands for.
void AppendWithoutPresentationForm(std::string* out, char32_t c);

}  // namespace arborist::text
