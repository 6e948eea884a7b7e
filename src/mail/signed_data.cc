// SPDX-License-Identifier: AGPL-3.0-only
// Just enough BER (X.690) to walk to the content: values of known length are jumped over, those of
// unknown length, which mailers write to stream, end with two zero bytes.
#include "mail/signed_data.h"

#include <cstddef>
#include <cstdint>

namespace arborist::mail {

namespace {

constexpr std::uint8_t kSequence = 0x30;
constexpr std::uint8_t kExplicit0 = 0xA0;
constexpr std::uint8_t kOctets = 0x04;
constexpr std::uint8_t kConstructedOctets = 0x24;
// 1.2.840.113549.1.7.2
constexpr std::string_view kSignedData = "\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07\x02";

class Ber {
 public:
  explicit Ber(std::string_view bytes) : bytes_(bytes) {}

  bool Enter(std::uint8_t tag) {
    Value value;
    return ReadHeader(&value) && value.tag == tag;
  }

  bool Take(std::string_view exactly) {
    if (!bytes_.substr(pos_).starts_with(exactly)) return false;
    pos_ += exactly.size();
    return true;
  }

  // Passes over one value, whatever is in it.
  bool Skip() {
    std::size_t open = 0;  // values of unknown length around pos_
    do {
      Value value;
      if (!ReadHeader(&value)) return false;
      if (value.tag == 0 && value.length == 0 && !value.unknown) {
        if (open == 0) return false;
        --open;
      } else if (value.unknown) {
        ++open;
      } else {
        pos_ += value.length;
      }
    } while (open > 0);
    return true;
  }

  // An octet string, in one piece or in many.
  std::optional<std::string> Octets() {
    Value value;
    if (!ReadHeader(&value)) return std::nullopt;
    if (value.tag == kOctets && !value.unknown)
      return std::string(bytes_.substr(pos_, value.length));
    if (value.tag != kConstructedOctets) return std::nullopt;
    const std::size_t end = value.unknown ? bytes_.size() : pos_ + value.length;
    std::string out;
    while (pos_ < end) {
      if (!ReadHeader(&value) || value.unknown) return std::nullopt;
      if (value.tag == 0) break;
      if (value.tag != kOctets) return std::nullopt;
      out.append(bytes_.substr(pos_, value.length));
      pos_ += value.length;
    }
    return out;
  }

 private:
  struct Value {
    std::uint8_t tag = 0;
    bool unknown = false;    // its length
    std::size_t length = 0;  // not beyond the bytes
  };

  // Moves behind tag and length. Tags of more than one byte do not occur on our way.
  bool ReadHeader(Value* value) {
    if (bytes_.size() - pos_ < 2) return false;
    value->tag = Byte();
    const std::uint8_t first = Byte();
    value->unknown = first == 0x80;
    value->length = first < 0x80 ? first : 0;
    if (first > 0x80) {
      const std::size_t count = first & 0x7Fu;
      if (count > 4 || bytes_.size() - pos_ < count) return false;
      for (std::size_t i = 0; i < count; ++i) value->length = value->length << 8 | Byte();
    }
    return value->length <= bytes_.size() - pos_;
  }

  std::uint8_t Byte() { return static_cast<std::uint8_t>(bytes_[pos_++]); }

  std::string_view bytes_;
  std::size_t pos_ = 0;
};

}  // namespace

std::optional<std::string> SignedContent(std::string_view cms) {
  Ber ber(cms);
  // ContentInfo, SignedData: version, digest algorithms, then the content: its type and itself.
  const bool found = ber.Enter(kSequence) && ber.Take(kSignedData) && ber.Enter(kExplicit0) &&
                     ber.Enter(kSequence) && ber.Skip() && ber.Skip() && ber.Enter(kSequence) &&
                     ber.Skip() && ber.Enter(kExplicit0);
  return found ? ber.Octets() : std::nullopt;
}

}  // namespace arborist::mail
