// SPDX-License-Identifier: AGPL-3.0-only
#include "text/canonical.h"

#include <gtest/gtest.h>
#include <unicode/normalizer2.h>
#include <unicode/unistr.h>

#include <random>
#include <string>
#include <vector>

#include "text/unicode.h"
#include "text/utf8.h"

namespace arborist::text {
namespace {

TEST(Canonicalize, CollapsesPythonsWhitespace) {
  EXPECT_EQ(Canonicalize(" a\t\n\x1f b\xC2\xA0\xE3\x80\x80"
                         "c\xC2\x85 "),
            "a b c");
}
TEST(Canonicalize, ZeroWidthSpaceIsNotWhitespace) {
  EXPECT_EQ(Canonicalize("a\xE2\x80\x8B b"), "a\xE2\x80\x8B b");
}
TEST(Canonicalize, OfNothingIsNothing) {
  EXPECT_EQ(Canonicalize(""), "");
  EXPECT_EQ(Canonicalize(" \n\xE3\x80\x80"), "");
}
TEST(Canonicalize, ComposesToNfc) {
  EXPECT_EQ(Canonicalize("e\xCC\x81"), "é");
  EXPECT_EQ(Canonicalize("\xE2\x84\xAB"), "Å");               // Angstrom sign
  EXPECT_EQ(Canonicalize("\xE1\x84\x80\xE1\x85\xA1"), "가");  // Hangul jamo
}
TEST(Canonicalize, IsIdempotent) {
  for (const std::string_view text :
       {"e\xCC\x81 \t\xE2\x80\x80x", "\xE1\xBA\x9B\xCC\xA3", "  a  b "}) {
    EXPECT_EQ(Canonicalize(Canonicalize(text)), Canonicalize(text));
  }
}
TEST(Canonicalize, LoneSurrogatesPassAndBlockComposition) {
  EXPECT_EQ(Canonicalize("a\xED\xB0\x80\xCC\x81"), "a\xED\xB0\x80\xCC\x81");
}
TEST(Canonicalize, CodePointsUnassignedInUnicode15PassUnchanged) {
  // U+1C89, U+105C9 + U+0307 (a composition of Unicode 16), U+0897 (a mark of Unicode 16).
  for (const std::string_view text :
       {"\xE1\xB2\x89", "\xF0\x90\x97\x92\xCC\x87", "a\xE0\xA2\x97\xCC\xA3"}) {
    EXPECT_EQ(Canonicalize(text), text);
  }
  EXPECT_EQ(ToLower("\xE1\xB2\x89"), "\xE1\xB2\x89");  // upper case only since Unicode 16
}
// What ICU's own NFC makes of a text, whatever its length.
std::string IcuNfc(const std::string& text) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::UnicodeString normal =
      icu::Normalizer2::getNFCInstance(error)->normalize(icu::UnicodeString::fromUTF8(text), error);
  EXPECT_TRUE(U_SUCCESS(error));
  std::string out;
  normal.toUTF8String(out);
  return out;
}

// Every code point that NFC may touch, and some that stand between.
std::vector<char32_t> CodePointsThatNfcMayTouch() {
  std::vector<char32_t> found;
  for (char32_t c = 0x300; c < 0x110000; ++c) {
    if (IsSurrogate(c) || !HasFlag(c, kAssigned) || HasFlag(c, kNfcPlain)) continue;
    if (c >= 0xAC00 && c <= 0xD7A3 && c % 97 != 0) continue;  // Hangul: a few syllables
    if (c >= 0xF900 && c <= 0xFAFF && c % 17 != 0) continue;  // compatibility ideographs
    if (c >= 0x2F800 && c <= 0x2FA1F && c % 17 != 0) continue;
    found.push_back(c);
  }
  return found;
}

TEST(Nfc, OfLongRunsIsIcusToTheByte) {
  const std::vector<char32_t> touched = CodePointsThatNfcMayTouch();
  ASSERT_GT(touched.size(), 1000u);
  // Starters that compose with marks, with jamo, with vowel signs, and one that does not.
  constexpr char32_t kStarters[] = {'a',    'e',     'o',     0xC4,   0x1100, 0xAC00, 0x9C7,
                                    0xBC6,  0xCC6,   0xDD9,   0x1B05, 0x391,  0x627,  0x915,
                                    0x3042, 0x11131, 0x115B8, 0x4E00, 'x'};
  std::mt19937 random(20261118);
  const auto one_of = [&](const auto& list) { return list[random() % std::size(list)]; };
  for (int round = 0; round < 3000; ++round) {
    // Few kinds of marks make long alternations; many make every pair.
    std::vector<char32_t> kinds;
    const std::size_t count = round % 3 == 0 ? touched.size() : 2 + random() % 12;
    for (std::size_t i = 0; i < count; ++i) kinds.push_back(one_of(touched));
    const std::size_t starters = round % 4 == 0 ? 40 : 4;  // of a hundred
    std::string text;
    while (text.size() < 200u + static_cast<unsigned>(round) % 400u) {
      Append(&text, random() % 100 < starters ? one_of(kStarters) : one_of(kinds));
    }
    ASSERT_EQ(Nfc(text), IcuNfc(text)) << "round " << round;
  }
}
TEST(Nfc, NamesThePartsThatItWritesOtherwise) {
  const std::vector<char32_t> touched = CodePointsThatNfcMayTouch();
  std::mt19937 random(20261119);
  for (int round = 0; round < 500; ++round) {
    std::string text;
    for (int i = 0; i < 60; ++i) {
      const auto kind = random() % 8;
      const char32_t letter = U"abcdefghijklmnopqrstuvwxyz"[random() % 26];
      const char32_t mark = touched[random() % touched.size()];
      Append(&text, kind == 0 ? mark : kind == 1 ? U'\u0301' : kind == 2 ? U'\u4E00' : letter);
    }
    std::vector<Recomposed> parts;
    const std::string nfc = Nfc(text, &parts);
    ASSERT_EQ(nfc, Nfc(text));
    std::size_t begin = 0, nfc_begin = 0;
    parts.push_back({text.size(), text.size(), nfc.size(), nfc.size()});
    for (const Recomposed& part : parts) {
      ASSERT_EQ(text.substr(begin, part.begin - begin),
                nfc.substr(nfc_begin, part.nfc_begin - nfc_begin));
      ASSERT_EQ(Nfc(text.substr(part.begin, part.end - part.begin)),
                nfc.substr(part.nfc_begin, part.nfc_end - part.nfc_begin));
      for (const auto before : {BeginBeforeNfc, EndBeforeNfc}) {
        ASSERT_EQ(before(parts, part.nfc_begin), part.begin);
        ASSERT_EQ(before(parts, part.nfc_end), part.end);
      }
      begin = part.end;
      nfc_begin = part.nfc_end;
    }
    const auto is_boundary = [&](std::size_t at) {
      return at == text.size() || (static_cast<std::uint8_t>(text[at]) & 0xC0) != 0x80;
    };
    std::size_t last = 0;
    for (std::size_t at = 0; at < nfc.size();) {
      const std::size_t from = BeginBeforeNfc(parts, at);
      (void)Decode(nfc, &at);
      const std::size_t to = EndBeforeNfc(parts, at);
      ASSERT_LE(last, from);
      ASSERT_LT(from, to);
      ASSERT_TRUE(is_boundary(from) && is_boundary(to));
      last = from;
    }
  }
}
TEST(Nfc, OfAlternatingMarksSortsThemStably) {
  std::string text = "e", acute, grave_below;
  for (int i = 0; i < 1000; ++i) {
    text += "\xCC\x81\xCC\x96";
    if (i > 0) acute += "\xCC\x81";
    grave_below += "\xCC\x96";
  }
  EXPECT_EQ(Nfc(text), "é" + grave_below + acute);
}

TEST(ToLower, FollowsPython) {
  EXPECT_EQ(ToLower("ABC ÀÉ ΑΣ ΣΑ ΑΣΑ"), "abc àé ας σα ασα");
  EXPECT_EQ(ToLower("İ"), "i̇");
  EXPECT_EQ(ToLower("Ǆ ẞ Ω"), "ǆ ß ω");
}
TEST(ToLower, FinalSigmaSkipsCaseIgnorables) {
  EXPECT_EQ(ToLower("ΑΣ'"), "ας'");
  EXPECT_EQ(ToLower("ΑΣ'Α"), "ασ'α");
  EXPECT_EQ(ToLower("Σ"), "σ");
}
TEST(Whitespace, ByteAndCodePointFormsAgree) {
  for (char32_t c = 1; c < 0x11000; ++c) {
    if (IsSurrogate(c)) continue;
    std::string text;
    Append(&text, c);
    EXPECT_EQ(WhitespaceAt(text, 0) != 0, IsWhitespace(c)) << static_cast<unsigned>(c);
  }
}

}  // namespace
}  // namespace arborist::text
