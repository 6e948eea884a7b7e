// SPDX-License-Identifier: AGPL-3.0-only
// ICU's bidi engine run backwards, and NFKC for the blocks of presentation forms alone.
#include "text/bidi.h"

#include <unicode/ubidi.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>

#include <array>
#include <memory>
#include <vector>

#include "text/utf8.h"

namespace arborist::text {
namespace {

struct CloseBidi {
  void operator()(UBiDi* bidi) const { ubidi_close(bidi); }
};

std::u16string ToUtf16(std::string_view text) {
  std::u16string wide(text.size(), u'\0');
  std::int32_t length = 0;
  UErrorCode error = U_ZERO_ERROR;
  u_strFromUTF8(wide.data(), static_cast<std::int32_t>(wide.size()), &length, text.data(),
                static_cast<std::int32_t>(text.size()), &error);
  if (U_FAILURE(error) != 0) return {};
  wide.resize(static_cast<std::size_t>(length));
  return wide;
}

std::string ToUtf8(std::u16string_view wide) {
  std::string text(wide.size() * 3, '\0');
  std::int32_t length = 0;
  UErrorCode error = U_ZERO_ERROR;
  u_strToUTF8(text.data(), static_cast<std::int32_t>(text.size()), &length, wide.data(),
              static_cast<std::int32_t>(wide.size()), &error);
  if (U_FAILURE(error) != 0) return {};
  text.resize(static_cast<std::size_t>(length));
  return text;
}

}  // namespace

bool IsRightToLeft(char32_t c) {
  if (c < 0x590) return false;
  const UCharDirection direction = u_charDirection(static_cast<UChar32>(c));
  return direction == U_RIGHT_TO_LEFT || direction == U_RIGHT_TO_LEFT_ARABIC;
}

std::string ReadingOrder(std::string_view visual) {
  const std::u16string wide = ToUtf16(visual);
  const std::unique_ptr<UBiDi, CloseBidi> bidi(ubidi_open());
  if (wide.empty() || bidi == nullptr) return std::string(visual);
  UErrorCode error = U_ZERO_ERROR;
  // The paper's order is read as if it ran from right to left, which puts the words of the other
  // direction back in theirs.
  ubidi_setReorderingMode(bidi.get(), UBIDI_REORDER_INVERSE_LIKE_DIRECT);
  ubidi_setPara(bidi.get(), wide.data(), static_cast<std::int32_t>(wide.size()), UBIDI_RTL, nullptr,
                &error);
  std::u16string logical(wide.size(), u'\0');
  const std::int32_t length =
      ubidi_writeReordered(bidi.get(), logical.data(), static_cast<std::int32_t>(logical.size()),
                           UBIDI_DO_MIRRORING | UBIDI_KEEP_BASE_COMBINING, &error);
  if (U_FAILURE(error) != 0) return std::string(visual);
  logical.resize(static_cast<std::size_t>(length));
  return ToUtf8(logical);
}

void AppendWithoutPresentationForm(std::string* out, char32_t c) {
  const bool form = (c >= 0xFB00 && c <= 0xFDFF) || (c >= 0xFE70 && c <= 0xFEFC);
  if (!form) return Append(out, c);
  UErrorCode error = U_ZERO_ERROR;
  const UNormalizer2* const nfkc = unorm2_getNFKCInstance(&error);
  std::array<UChar, 32> parts{};  // the longest has 18
  const std::int32_t length =
      U_SUCCESS(error) != 0
          ? unorm2_getDecomposition(nfkc, static_cast<UChar32>(c), parts.data(),
                                    static_cast<std::int32_t>(parts.size()), &error)
          : -1;
  if (length < 0 || U_FAILURE(error) != 0) return Append(out, c);
  *out += ToUtf8({parts.data(), static_cast<std::size_t>(length)});
}

}  // namespace arborist::text
