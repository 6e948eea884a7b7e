// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace arborist::text {

// FROZEN norm-v1: docs/format/text.md; a changed rule would be norm-v2. All functions are pure and
// take WTF-8.
inline constexpr std::string_view kCanonicalizationVersion = "norm-v1";

// Unicode NFC. Code points that Unicode 15.0 does not assign, and lone surrogates, pass unchanged.
std::string Nfc(std::string_view text);

// A part of a text, in bytes, which NFC writes otherwise: a starter and its marks. Between two of
// them text and NFC are the same bytes.
struct Recomposed {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t nfc_begin = 0;
  std::size_t nfc_end = 0;
};
// Also appends these parts, in order.
std::string Nfc(std::string_view text, std::vector<Recomposed>* parts);
// Where the text begins or ends that became the text from or to byte `at` of its NFC. Of a part
// that NFC writes otherwise it is all or nothing.
std::size_t BeginBeforeNfc(const std::vector<Recomposed>& parts, std::size_t at);
std::size_t EndBeforeNfc(const std::vector<Recomposed>& parts, std::size_t at);

// False: the text is certainly in NFC. True: it may not be. Fast.
bool MayNeedNfc(std::string_view text);

// norm-v1: NFC, each run of white space one space, both ends stripped.
std::string Canonicalize(std::string_view text);
void CanonicalizeTo(std::string_view text, std::string* out);  // reuses the buffer

// Each run of white space one space, both ends stripped: the second half of norm-v1.
void CollapseWhitespaceTo(std::string_view text, std::string* out);

// norm-v1 in lower case, in one pass if the text is in NFC: the form of substring tests.
std::string CanonicalLower(std::string_view text);

// Python's str.lower(): full mappings, final sigma, no locale.
std::string ToLower(std::string_view text);

}  // namespace arborist::text
