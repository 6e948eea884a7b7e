// SPDX-License-Identifier: AGPL-3.0-only
// Strict recursive-descent parser (RFC 8259, as Python's json.loads; decision 6). By hand, because
// libraries refuse lone surrogates and turn integers beyond 64 bits into floats; both matter to
// hashes. Hostile input is bounded in three ways: depth (each level is a stack frame, here and in
// every later walk), bytes, and memory, which is charged before it is allocated: "[0,0,0,..." needs
// twenty times its length. Members are collected in order and sorted once at the end, so an object
// of many keys is n log n; unique_keys refuses duplicates there.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "json/escape.h"
#include "json/memory_limit.h"
#include "json/value.h"
#include "text/utf8.h"

namespace arborist::json {

namespace {

// Strings up to this length need no allocation.
constexpr std::size_t kInlineBytes = 15;

class Parser {
 public:
  Parser(std::string_view text, const ParseLimits& limits, std::size_t max_memory)
      : text_(text), limits_(limits), max_memory_(max_memory) {}

  Result<Value> Run() {
    if (text_.size() > limits_.max_bytes) {
      return Fail(ErrorCode::kLimitExceeded,
                  "JSON text of more than " + std::to_string(limits_.max_bytes) + " bytes");
    }
    const std::size_t bad = text::FindInvalidUtf8(text_, /*allow_surrogates=*/true);
    if (bad != std::string_view::npos) {
      pos_ = bad;
      return Unexpected("bytes that are not UTF-8");
    }
    TRY(Charge(sizeof(Value)));
    TRY_ASSIGN(Value value, ParseValue(0));
    SkipSpace();
    if (pos_ != text_.size()) return Unexpected("text after the value");
    return value;
  }

 private:
  std::unexpected<Error> Unexpected(std::string_view what) const {
    return Fail(ErrorCode::kInvalidData,
                "JSON: " + std::string(what) + " at byte " + std::to_string(pos_));
  }

  void SkipSpace() {
    while (pos_ < text_.size() && (text_[pos_] == ' ' || text_[pos_] == '\t' ||
                                   text_[pos_] == '\n' || text_[pos_] == '\r')) {
      ++pos_;
    }
  }

  bool Take(char c) {
    if (pos_ >= text_.size() || text_[pos_] != c) return false;
    ++pos_;
    return true;
  }

  bool TakeWord(std::string_view word) {
    if (!text_.substr(pos_).starts_with(word)) return false;
    pos_ += word.size();
    return true;
  }

  Result<Value> ParseValue(std::size_t depth) {
    if (depth > limits_.max_depth) {
      return Fail(ErrorCode::kLimitExceeded, "JSON nested deeper than " +
                                                 std::to_string(limits_.max_depth) + " at byte " +
                                                 std::to_string(pos_));
    }
    SkipSpace();
    if (pos_ >= text_.size()) return Unexpected("end of text where a value belongs");
    switch (text_[pos_]) {
      case '{':
        return ParseObject(depth);
      case '[':
        return ParseArray(depth);
      case '"': {
        TRY_ASSIGN(std::string value, ParseCharged());
        return Value(std::move(value));
      }
      case 't':
        if (TakeWord("true")) return Value(true);
        break;
      case 'f':
        if (TakeWord("false")) return Value(false);
        break;
      case 'n':
        if (TakeWord("null")) return Value();
        break;
      default:
        return ParseNumber();
    }
    return Unexpected("an unknown word");
  }

  // What the allocator adds to a block.
  static constexpr std::size_t kBlockBytes = 16;

  Status Charge(std::size_t bytes) {
    if (bytes <= max_memory_ - used_) {
      used_ += bytes;
      return {};
    }
    return Fail(ErrorCode::kLimitExceeded,
                "JSON that takes more than " + std::to_string(max_memory_ >> 20) +
                    " MiB of memory once it is read, at byte " + std::to_string(pos_));
  }

  // Charges room for one more item. While a list moves to a larger place, both places are held.
  template <typename List>
  Status Grow(List* list) {
    if (list->size() < list->capacity()) return {};
    const std::size_t held = list->capacity() * sizeof(typename List::value_type);
    const std::size_t next = std::max<std::size_t>(1, 2 * list->capacity());
    TRY(Charge(next * sizeof(typename List::value_type) + kBlockBytes));
    list->reserve(next);
    used_ -= held + (held > 0 ? kBlockBytes : 0);
    return {};
  }

  // Parses a string and charges its memory.
  Result<std::string> ParseCharged() {
    TRY_ASSIGN(std::string text, ParseString());
    if (text.size() > kInlineBytes) TRY(Charge(text.capacity() + 1 + kBlockBytes));
    return text;
  }

  Result<Value> ParseObject(std::size_t depth) {
    ++pos_;
    Members members;
    SkipSpace();
    if (Take('}')) return Value(Object());
    while (true) {
      SkipSpace();
      if (pos_ >= text_.size() || text_[pos_] != '"') return Unexpected("a key must be a string");
      TRY_ASSIGN(std::string key, ParseCharged());
      SkipSpace();
      if (!Take(':')) return Unexpected("':' expected");
      TRY_ASSIGN(Value value, ParseValue(depth + 1));
      TRY(Grow(&members));
      members.emplace_back(std::move(key), std::move(value));
      SkipSpace();
      if (Take('}')) return Finished(std::move(members));
      if (!Take(',')) return Unexpected("',' or '}' expected");
    }
  }

  Result<Value> Finished(Members members) const {
    if (!limits_.unique_keys) return Value(ToObject(std::move(members)));
    auto object = ToUniqueObject(std::move(members));
    if (!object) return Unexpected(object.error().message + " in the object that ends");
    return Value(std::move(*object));
  }

  Result<Value> ParseArray(std::size_t depth) {
    ++pos_;
    Array array;
    SkipSpace();
    if (Take(']')) return Value(std::move(array));
    while (true) {
      TRY_ASSIGN(Value value, ParseValue(depth + 1));
      TRY(Grow(&array));
      array.push_back(std::move(value));
      SkipSpace();
      if (Take(']')) return Value(std::move(array));
      if (!Take(',')) return Unexpected("',' or ']' expected");
    }
  }

  Status ParseEscape(std::string* out) {
    if (pos_ >= text_.size()) return Unexpected("unfinished escape");
    const auto escape = ReadEscape(text_.substr(pos_));
    if (!escape) {
      if (text_[pos_] != 'u') return Unexpected("unknown escape");
      ++pos_;
      return Unexpected("four hex digits expected");
    }
    text::Append(out, escape->code_point);
    pos_ += escape->length;
    return {};
  }

  // An upper bound of where the string at pos_ ends: no character takes more bytes than its escape.
  std::size_t StringEnd() const {
    std::size_t end = pos_;
    while (end < text_.size() && text_[end] != '"') end += text_[end] == '\\' ? 2U : 1U;
    return std::min(end, text_.size());
  }

  Result<std::string> ParseString() {
    ++pos_;
    std::string out;
    out.reserve(StringEnd() - pos_);
    while (true) {
      const std::size_t start = pos_;
      while (pos_ < text_.size() && text_[pos_] != '"' && text_[pos_] != '\\' &&
             static_cast<unsigned char>(text_[pos_]) >= 0x20) {
        ++pos_;
      }
      out.append(text_.substr(start, pos_ - start));
      if (pos_ >= text_.size()) return Unexpected("unfinished string");
      if (Take('"')) return out;
      if (text_[pos_] != '\\') return Unexpected("raw control character in a string");
      ++pos_;
      TRY(ParseEscape(&out));
    }
  }

  bool TakeDigits() {
    const std::size_t start = pos_;
    while (pos_ < text_.size() && text_[pos_] >= '0' && text_[pos_] <= '9') ++pos_;
    return pos_ > start;
  }

  Result<Value> ParseNumber() {
    const std::size_t start = pos_;
    Take('-');
    if (!Take('0') && !TakeDigits()) {
      pos_ = start;
      return Unexpected("no value starts so");
    }
    bool is_float = false;
    if (Take('.')) {
      is_float = true;
      if (!TakeDigits()) return Unexpected("digits expected after '.'");
    }
    if (pos_ < text_.size() && (text_[pos_] == 'e' || text_[pos_] == 'E')) {
      is_float = true;
      ++pos_;
      if (!Take('+')) Take('-');
      if (!TakeDigits()) return Unexpected("digits expected in the exponent");
    }
    const std::string_view number = text_.substr(start, pos_ - start);
    const char* const end = number.data() + number.size();
    if (!is_float) {
      std::int64_t value = 0;
      if (std::from_chars(number.data(), end, value).ec != std::errc()) {
        pos_ = start;
        return Unexpected("integer beyond 64 bits");
      }
      return Value(value);
    }
    double value = 0;
    if (std::from_chars(number.data(), end, value).ec == std::errc()) return Value(value);
    // Out of range: either too small to differ from zero, which Python reads as zero, or too large.
    if (IsTiny(number)) return Value(number.front() == '-' ? -0.0 : 0.0);
    pos_ = start;
    return Unexpected("number beyond a double");
  }

  // Whether a number that does not fit a double is below 1 in magnitude.
  static bool IsTiny(std::string_view number) {
    if (number.front() == '-') number.remove_prefix(1);
    const std::size_t e = number.find_first_of("eE");
    const std::string_view mantissa = number.substr(0, e);
    if (e != std::string_view::npos) {
      const std::string_view exponent = number.substr(e + 1);
      const std::string_view digits = exponent.substr(exponent.find_first_not_of("+-"));
      const std::size_t significant = digits.find_first_not_of('0');
      if (significant != std::string_view::npos && digits.size() - significant > 9) {
        return exponent.front() == '-';
      }
      int value = 0;
      std::from_chars(digits.data(), digits.data() + digits.size(), value);
      if (exponent.front() == '-') value = -value;
      const std::size_t dot = std::min(mantissa.find('.'), mantissa.size());
      const std::size_t first = mantissa.find_first_not_of("0.");
      if (first == std::string_view::npos) return true;
      const auto magnitude =
          static_cast<std::int64_t>(dot) - static_cast<std::int64_t>(first) + value;
      return magnitude < 0;
    }
    return mantissa.front() == '0';
  }

  std::string_view text_;
  ParseLimits limits_;
  std::size_t max_memory_;
  std::size_t pos_ = 0;
  std::size_t used_ = 0;  // bytes of memory charged
};

}  // namespace

Result<Value> Parse(std::string_view text, const ParseLimits& limits) {
  return Parser(text, limits, kMaxMemory).Run();
}

Result<Value> ParseWithin(std::size_t max_memory, std::string_view text,
                          const ParseLimits& limits) {
  return Parser(text, limits, max_memory).Run();
}

}  // namespace arborist::json
