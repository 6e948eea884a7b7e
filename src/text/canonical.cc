// SPDX-License-Identifier: AGPL-3.0-only
// norm-v1 (FROZEN: docs/format/text.md, decisions 2 to 4) and lower case. Every text that is hashed
// or compared goes through here, so the common case is fast: eight ASCII bytes are handled
// together, and Unicode's quick check (NfcCheck) decides for the rest whether it is in NFC already.
// Only stretches that may not be, from one starter to the next, go to ICU. Three things ICU must
// not decide:
// - Code points that Unicode 15.0 does not assign pass unchanged, by our pinned table; a newer ICU
//   knows more of them and would move hashes.
// - Long runs of combining marks. ICU sorts marks by insertion, which is quadratic in a run whose
//   classes alternate; AppendNfcOfLong sorts them in n log n steps with the same result.
// - Locale. Lower case is the full mapping of Python's str.lower(), with the final sigma.
#include "text/canonical.h"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uversion.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "base/check.h"
#include "base/contained.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace arborist::text {

namespace {

const icu::Normalizer2& IcuNfc() {
  // The only access to ICU's NFC tables, kept in a static of ours: ICU's own initialisation is
  // invisible to the thread sanitizer.
  static const icu::Normalizer2* const kNfc = [] {
    UErrorCode error = U_ZERO_ERROR;
    const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(error);
    DemandMemory(U_SUCCESS(error) && nfc != nullptr);  // its tables are part of the library
    return nfc;
  }();
  return *kNfc;
}

// Unicode's quick check, fed with the code points from U+0300 on: whether all of them so far are
// certainly in NFC. Most are starters that NFC leaves alone; marks must be in canonical order.
class NfcCheck {
 public:
  bool Passes(char32_t c, std::uint16_t flags) {
    if ((flags & kNfcPlain) != 0) {
      last_class_ = 0;
      return true;
    }
    if ((flags & kNfcYes) == 0) return false;
    const std::uint8_t combining_class = IcuNfc().getCombiningClass(static_cast<UChar32>(c));
    if (combining_class != 0 && combining_class < last_class_) return false;
    last_class_ = combining_class;
    return true;
  }
  // A code point below U+0300, which is a starter.
  void Skip() { last_class_ = 0; }

 private:
  std::uint8_t last_class_ = 0;
};

bool PassesUnchanged(char32_t c) { return !HasFlag(c, kAssigned); }

// Longer stretches do not go to ICU, which moves each mark of a lower class past one other mark at
// a time: quadratic in a run of marks whose classes alternate.
constexpr std::size_t kMaxIcuBytes = 128;

struct Decomposed {
  char32_t code_point;
  std::uint8_t combining_class;
};

// NFC by its definition (Unicode Standard Annex 15): decompose, sort each run of marks by combining
// class, compose. The result is ICU's, in n log n steps.
void AppendNfcOfLong(const icu::Normalizer2& nfc, std::string_view segment, std::string* out) {
  std::vector<Decomposed> parts;
  parts.reserve(segment.size() / 2);
  const auto add = [&](UChar32 c) {
    parts.push_back({static_cast<char32_t>(c), nfc.getCombiningClass(c)});
  };
  icu::UnicodeString decomposition;
  for (std::size_t pos = 0; pos < segment.size();) {
    const auto c = static_cast<UChar32>(Decode(segment, &pos));
    if (!nfc.getDecomposition(c, decomposition)) {
      add(c);
      continue;
    }
    for (std::int32_t i = 0; i < decomposition.length(); i = decomposition.moveIndex32(i, 1)) {
      add(decomposition.char32At(i));
    }
  }
  const auto is_starter = [](const Decomposed& part) { return part.combining_class == 0; };
  for (auto run = parts.begin(); run != parts.end();) {
    run = std::find_if_not(run, parts.end(), is_starter);
    const auto end = std::find_if(run, parts.end(), is_starter);
    std::stable_sort(run, end, [](const Decomposed& a, const Decomposed& b) {
      return a.combining_class < b.combining_class;
    });
    run = end;
  }
  constexpr std::size_t kNone = ~std::size_t{0};
  std::size_t starter = kNone;  // the last kept starter, which later marks may join
  std::size_t kept = 0;         // parts that stay, at the front
  std::uint8_t last_class = 0;  // of the last kept part
  for (const Decomposed part : parts) {
    if (starter != kNone && (last_class < part.combining_class || last_class == 0)) {
      const UChar32 composite = nfc.composePair(static_cast<UChar32>(parts[starter].code_point),
                                                static_cast<UChar32>(part.code_point));
      if (composite >= 0) {
        parts[starter].code_point = static_cast<char32_t>(composite);
        continue;
      }
    }
    if (part.combining_class == 0) starter = kept;
    last_class = part.combining_class;
    parts[kept++] = part;
  }
  for (std::size_t i = 0; i < kept; ++i) Append(out, parts[i].code_point);
}

void AppendNfcOfAssigned(const icu::Normalizer2& nfc, std::string_view segment, std::string* out) {
  if (segment.empty()) return;
  if (segment.size() > kMaxIcuBytes) {
    AppendNfcOfLong(nfc, segment, out);
    return;
  }
  UErrorCode error = U_ZERO_ERROR;
  icu::StringByteSink<std::string> sink(out);
  nfc.normalizeUTF8(0, icu::StringPiece(segment.data(), static_cast<std::int32_t>(segment.size())),
                    sink, nullptr, error);
  DemandMemory(U_SUCCESS(error));  // it can fail for no other reason
}

// Code points that Unicode 15.0 does not assign divide the text, so that ICU never sees them.
void AppendNfc(const icu::Normalizer2& nfc, std::string_view text, std::string* out) {
  std::size_t segment = 0;
  for (std::size_t pos = 0; pos < text.size();) {
    const std::size_t start = pos;
    if (!PassesUnchanged(Decode(text, &pos))) continue;
    AppendNfcOfAssigned(nfc, text.substr(segment, start - segment), out);
    out->append(text.substr(start, pos - start));
    segment = pos;
  }
  AppendNfcOfAssigned(nfc, text.substr(segment), out);
}

// True at a starter that combines with nothing before it: NFC of the whole is then the NFC of both
// parts.
bool StartsSegment(std::string_view text, std::size_t pos) {
  return static_cast<std::uint8_t>(text[pos]) < 0xCC || HasFlag(Decode(text, &pos), kNfcPlain);
}

}  // namespace

// Below U+0300, where no byte reaches 0xCC, every code point is its own NFC.
bool MayNeedNfc(std::string_view text) {
  constexpr std::uint64_t kHigh = 0x8080808080808080u;
  NfcCheck check;
  std::size_t i = 0;
  while (i < text.size()) {
    const std::size_t start = i;
    std::uint64_t word;
    while (i + 8 <= text.size()) {
      std::memcpy(&word, text.data() + i, 8);
      // True if a byte is 0xCC or more: its high bit, and 0x4C or more below it.
      if ((((word & ~kHigh) + 0x3434343434343434u) & word & kHigh) != 0) break;
      i += 8;
    }
    while (i < text.size() && static_cast<std::uint8_t>(text[i]) < 0xCC) ++i;
    if (i > start) check.Skip();
    while (i < text.size() && static_cast<std::uint8_t>(text[i]) >= 0xCC) {
      const char32_t c = Decode(text, &i);
      if (!check.Passes(c, UnicodeFlags(c))) return true;
    }
  }
  return false;
}

// Only stretches that may not be in NFC go to ICU: from the starter before the code point that
// failed the quick check to the next starter.
std::string Nfc(std::string_view text) { return Nfc(text, nullptr); }

std::string Nfc(std::string_view text, std::vector<Recomposed>* parts) {
  std::string out;
  out.reserve(text.size() + 16);
  NfcCheck check;
  std::size_t done = 0;     // up to here the text is in out
  std::size_t starter = 0;  // the last place where a segment may begin
  for (std::size_t pos = 0; pos < text.size();) {
    for (std::uint64_t word; pos + 8 <= text.size(); pos += 8) {
      std::memcpy(&word, text.data() + pos, 8);
      if ((word & 0x8080808080808080u) != 0) break;
      check.Skip();
      starter = pos + 7;
    }
    if (pos == text.size()) break;
    const std::size_t start = pos;
    if (static_cast<std::uint8_t>(text[pos]) < 0xCC) {
      pos += static_cast<std::uint8_t>(text[pos]) < 0x80 ? 1u : 2u;
      check.Skip();
      starter = start;
      continue;
    }
    const char32_t c = Decode(text, &pos);
    const std::uint16_t flags = UnicodeFlags(c);
    if ((flags & kNfcPlain) != 0) starter = start;
    if (check.Passes(c, flags)) continue;
    while (pos < text.size() && !StartsSegment(text, pos)) (void)Decode(text, &pos);
    out.append(text.substr(done, starter - done));
    const std::size_t made = out.size();
    const std::string_view part = text.substr(starter, pos - starter);
    AppendNfc(IcuNfc(), part, &out);
    if (parts != nullptr && std::string_view(out).substr(made) != part) {
      parts->push_back({starter, pos, made, out.size()});
    }
    done = starter = pos;
    check.Skip();
  }
  out.append(text.substr(done));
  return out;
}

std::size_t BeginBeforeNfc(const std::vector<Recomposed>& parts, std::size_t at) {
  const auto next = std::ranges::upper_bound(parts, at, {}, &Recomposed::nfc_begin);
  if (next == parts.begin()) return at;
  const Recomposed& part = *(next - 1);
  return at < part.nfc_end ? part.begin : part.end + (at - part.nfc_end);
}

std::size_t EndBeforeNfc(const std::vector<Recomposed>& parts, std::size_t at) {
  const auto next = std::ranges::lower_bound(parts, at, {}, &Recomposed::nfc_begin);
  if (next == parts.begin()) return at;
  const Recomposed& part = *(next - 1);
  return part.end + (at > part.nfc_end ? at - part.nfc_end : 0);
}

void CollapseWhitespaceTo(std::string_view text, std::string* out) {
  out->resize(text.size());
  char* write = out->data();
  bool after_space = true;  // drops leading whitespace
  for (std::size_t pos = 0; pos < text.size();) {
    std::uint64_t spaces;
    while (pos + 8 <= text.size() && PlainWord(text.data() + pos, &spaces) &&
           (spaces & ((spaces << 8) | (after_space ? 0x80u : 0u))) == 0) {
      std::memcpy(write, text.data() + pos, 8);  // no two blanks meet: copy as it is
      write += 8;
      pos += 8;
      after_space = (spaces >> 63) != 0;
    }
    if (pos == text.size()) break;
    // Only four lead bytes begin white space beyond ASCII; all else is copied.
    const auto byte = static_cast<std::uint8_t>(text[pos]);
    const bool may_be_space = byte <= 0x20 || byte == 0xC2 || (byte >= 0xE1 && byte <= 0xE3);
    if (const std::size_t width = may_be_space ? WhitespaceAt(text, pos) : 0; width != 0) {
      if (!after_space) *write++ = ' ';
      after_space = true;
      pos += width;
    } else {
      *write++ = text[pos++];
      after_space = false;
    }
  }
  if (after_space && write != out->data()) --write;
  out->resize(static_cast<std::size_t>(write - out->data()));
}

void CanonicalizeTo(std::string_view text, std::string* out) {
  if (!MayNeedNfc(text)) {
    CollapseWhitespaceTo(text, out);
    return;
  }
  CollapseWhitespaceTo(Nfc(text), out);
}

std::string Canonicalize(std::string_view text) {
  std::string out;
  CanonicalizeTo(text, &out);
  return out;
}

namespace {

// Unicode's Final_Sigma: a cased letter before and none after, skipping case-ignorable ones.
bool IsFinalSigma(std::string_view text, std::size_t start, std::size_t end) {
  bool cased_before = false;
  for (std::size_t pos = start; pos > 0;) {
    pos = PreviousStart(text, pos);
    std::size_t at = pos;
    const std::uint16_t flags = UnicodeFlags(Decode(text, &at));
    if ((flags & kCaseIgnorable) != 0) continue;
    cased_before = (flags & kCased) != 0;
    break;
  }
  if (!cased_before) return false;
  for (std::size_t pos = end; pos < text.size();) {
    const std::uint16_t flags = UnicodeFlags(Decode(text, &pos));
    if ((flags & kCaseIgnorable) != 0) continue;
    return (flags & kCased) == 0;
  }
  return true;
}

}  // namespace

namespace {

// Lowers the ASCII capitals among eight bytes; other bytes stay.
std::uint64_t LowerEightBytes(std::uint64_t word) {
  constexpr std::uint64_t kOnes = 0x0101010101010101u;
  const std::uint64_t low_bits = word & (kOnes * 0x7F);
  const std::uint64_t from_a = low_bits + kOnes * (0x80 - 'A');
  const std::uint64_t past_z = low_bits + kOnes * (0x7F - 'Z');
  return word | (((from_a ^ past_z) & ~word & (kOnes * 0x80)) >> 2);
}

// Appends the lower case of one upper-case letter.
void AppendLower(char32_t c, bool final_sigma, std::string* out) {
  if (c == 0x130) {  // the only unconditional special case of lower-casing
    *out += "i\xCC\x87";
  } else if (final_sigma) {
    *out += "\xCF\x82";
  } else {
    const auto lower = static_cast<char32_t>(u_tolower(static_cast<UChar32>(c)));
    Append(out, PassesUnchanged(lower) ? c : lower);
  }
}

}  // namespace

std::string ToLower(std::string_view text) {
  constexpr std::uint64_t kHigh = 0x8080808080808080u;
  std::string out;
  // A lower-case letter may take half as many bytes more (two become three).
  out.resize_and_overwrite(text.size() + text.size() / 2 + 8, [&](char* buffer, std::size_t) {
    char* write = buffer;
    for (std::size_t pos = 0; pos < text.size();) {
      std::uint64_t word;
      while (pos + 8 <= text.size()) {
        std::memcpy(&word, text.data() + pos, 8);
        if ((word & kHigh) != 0) break;
        word = LowerEightBytes(word);
        std::memcpy(write, &word, 8);
        write += 8;
        pos += 8;
      }
      if (pos == text.size()) break;
      const char ascii = text[pos];
      if (static_cast<std::uint8_t>(ascii) < 0x80) {
        *write++ = ascii >= 'A' && ascii <= 'Z' ? static_cast<char>(ascii + 32) : ascii;
        ++pos;
        continue;
      }
      std::size_t start = pos;
      char32_t c = Decode(text, &pos);
      while ((UnicodeFlags(c) & (kUpper | kTitle)) == 0) {  // only these flags have a lower case
        for (; start < pos; ++start) *write++ = text[start];
        if (pos == text.size() || static_cast<std::uint8_t>(text[pos]) < 0x80) break;
        c = Decode(text, &pos);
      }
      if (start == pos) continue;
      std::string lower;  // short: not allocated
      AppendLower(c, c == 0x3A3 && IsFinalSigma(text, start, pos), &lower);
      for (const char byte : lower) *write++ = byte;
    }
    return static_cast<std::size_t>(write - buffer);
  });
  return out;
}

namespace {

// Most code points beyond ASCII: part of a word, in NFC in any context, without a lower case of its
// own.
bool IsPlainLetter(std::uint16_t flags) {
  return (flags & (kNfcPlain | kWord | kUpper | kTitle)) == (kNfcPlain | kWord);
}

// The single pass of CanonicalLower; false if kChecksNfc and the text may not be in NFC.
template <bool kChecksNfc>
bool TryCanonicalLower(std::string_view text, std::string* out) {
  bool in_nfc = true;
  out->resize_and_overwrite(text.size() + text.size() / 2 + 8, [&](char* buffer, std::size_t) {
    char* write = buffer;
    const char* const bytes = text.data();
    const std::size_t size = text.size();
    bool after_space = true;  // drops leading whitespace
    NfcCheck check;
    for (std::size_t pos = 0; pos < size;) {
      std::uint64_t spaces;
      while (pos + 8 <= size && PlainWord(bytes + pos, &spaces) &&
             (spaces & ((spaces << 8) | (after_space ? 0x80u : 0u))) == 0) {
        std::uint64_t word;
        std::memcpy(&word, bytes + pos, 8);
        word = LowerEightBytes(word);
        std::memcpy(write, &word, 8);
        write += 8;
        pos += 8;
        after_space = (spaces >> 63) != 0;
        check.Skip();
      }
      if (pos == size) break;
      const auto byte = static_cast<std::uint8_t>(bytes[pos]);
      if (byte > 0x20 && byte < 0x80) {
        // To the end of the word: the next eight bytes would not be plain either.
        for (std::uint8_t next = byte; next > 0x20 && next < 0x80;) {
          *write++ = static_cast<char>(next + (next >= 'A' && next <= 'Z' ? 32 : 0));
          if (++pos == size) break;
          next = static_cast<std::uint8_t>(bytes[pos]);
        }
        after_space = false;
        check.Skip();
        continue;
      }
      if (byte == ' ') {
        if (!after_space) *write++ = ' ';
        after_space = true;
        check.Skip();
        ++pos;
        continue;
      }
      std::size_t start = pos;
      char32_t c = Decode(text, &pos);
      std::uint16_t flags = UnicodeFlags(c);
      while (IsPlainLetter(flags) && start + 4 <= size) {
        std::memcpy(write, bytes + start, 4);  // the surplus is overwritten
        write += pos - start;
        after_space = false;
        check.Skip();
        start = pos;
        if (pos == size || static_cast<std::uint8_t>(bytes[pos]) < 0x80) break;
        c = Decode(text, &pos);
        flags = UnicodeFlags(c);
      }
      if (start == pos) continue;
      if ((flags & kWord) == 0 && IsWhitespace(c)) {
        if (!after_space) *write++ = ' ';
        after_space = true;
        check.Skip();
        continue;
      }
      if (kChecksNfc && !check.Passes(c, flags)) {
        in_nfc = false;
        break;
      }
      after_space = false;
      if ((flags & (kUpper | kTitle)) == 0) {
        for (std::size_t i = start; i < pos; ++i) *write++ = bytes[i];
        continue;
      }
      // All white space divides words for the final sigma, so the original text may decide.
      std::string lower;
      AppendLower(c, c == 0x3A3 && IsFinalSigma(text, start, pos), &lower);
      for (const char lower_byte : lower) *write++ = lower_byte;
    }
    if (after_space && write != buffer) --write;
    return static_cast<std::size_t>(write - buffer);
  });
  return in_nfc;
}

}  // namespace

std::string CanonicalLower(std::string_view text) {
  std::string out;
  if (!TryCanonicalLower<true>(text, &out)) TryCanonicalLower<false>(Nfc(text), &out);
  return out;
}

std::string IcuVersion() {
  UVersionInfo version;
  u_getVersion(version);
  char text[U_MAX_VERSION_STRING_LENGTH];
  u_versionToString(version, text);
  return text;
}

}  // namespace arborist::text
