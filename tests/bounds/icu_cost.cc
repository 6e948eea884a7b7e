// SPDX-License-Identifier: AGPL-3.0-only
// ICU is not compiled here, so its steps are not seen. Its NFC may need the square of the text that
// it gets in one piece (marks in falling order of their classes), and is charged with that: whoever
// hands it pieces of any length fails the test. The definition below stands before the library's.
#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>

#include <cstdint>

#include "bounds/counter.h"

namespace arborist::bounds {
namespace {

class Charged final : public icu::Normalizer2 {
 public:
  explicit Charged(const icu::Normalizer2& real) : real_(real) {}

  void normalizeUTF8(std::uint32_t options, icu::StringPiece text, icu::ByteSink& sink,
                     icu::Edits* edits, UErrorCode& error) const override {
    Charge(text.length());
    real_.normalizeUTF8(options, text, sink, edits, error);
  }
  icu::UnicodeString& normalize(const icu::UnicodeString& text, icu::UnicodeString& to,
                                UErrorCode& error) const override {
    Charge(text.length());
    return real_.normalize(text, to, error);
  }
  icu::UnicodeString& normalizeSecondAndAppend(icu::UnicodeString& first,
                                               const icu::UnicodeString& second,
                                               UErrorCode& error) const override {
    Charge(first.length() + second.length());
    return real_.normalizeSecondAndAppend(first, second, error);
  }
  icu::UnicodeString& append(icu::UnicodeString& first, const icu::UnicodeString& second,
                             UErrorCode& error) const override {
    Charge(first.length() + second.length());
    return real_.append(first, second, error);
  }
  UBool getDecomposition(UChar32 c, icu::UnicodeString& to) const override {
    return real_.getDecomposition(c, to);
  }
  UChar32 composePair(UChar32 a, UChar32 b) const override { return real_.composePair(a, b); }
  std::uint8_t getCombiningClass(UChar32 c) const override { return real_.getCombiningClass(c); }
  UBool isNormalized(const icu::UnicodeString& text, UErrorCode& error) const override {
    return real_.isNormalized(text, error);
  }
  UNormalizationCheckResult quickCheck(const icu::UnicodeString& text,
                                       UErrorCode& error) const override {
    return real_.quickCheck(text, error);
  }
  std::int32_t spanQuickCheckYes(const icu::UnicodeString& text, UErrorCode& error) const override {
    return real_.spanQuickCheckYes(text, error);
  }
  UBool hasBoundaryBefore(UChar32 c) const override { return real_.hasBoundaryBefore(c); }
  UBool hasBoundaryAfter(UChar32 c) const override { return real_.hasBoundaryAfter(c); }
  UBool isInert(UChar32 c) const override { return real_.isInert(c); }

 private:
  static void Charge(std::int32_t units) {
    const auto length = static_cast<std::uint64_t>(units);
    AddSteps(length * length / 8);
  }

  const icu::Normalizer2& real_;
};

}  // namespace
}  // namespace arborist::bounds

const icu::Normalizer2* icu::Normalizer2::getNFCInstance(UErrorCode& error) {
  const icu::Normalizer2* const real =
      icu::Normalizer2::getInstance(nullptr, "nfc", UNORM2_COMPOSE, error);
  if (U_FAILURE(error)) return nullptr;
  static const arborist::bounds::Charged kCharged(*real);
  return &kCharged;
}
