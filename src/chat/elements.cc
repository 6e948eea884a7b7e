// SPDX-License-Identifier: AGPL-3.0-only
#include "chat/elements.h"

#include <utility>

#include "base/ascii.h"

namespace arborist::chat {

namespace {

constexpr std::size_t kReadBytes = std::size_t{256} << 10;
constexpr std::size_t kMaxKeyBytes = 1000;

std::unexpected<Error> Broken(std::uint64_t offset) {
  return Fail(ErrorCode::kInvalidData, "not JSON at byte " + std::to_string(offset));
}

}  // namespace

Result<bool> ElementReader::Fill() {
  if (at_end_) return false;
  base_ += buffer_.size();
  buffer_.resize(kReadBytes);
  pos_ = 0;
  auto count = read_(buffer_.data(), kReadBytes);
  buffer_.resize(count ? *count : 0);
  if (!count) return std::unexpected(std::move(count).error());
  at_end_ = *count == 0;
  return !at_end_;
}

Result<char> ElementReader::Peek() {
  while (pos_ >= buffer_.size()) {
    TRY_ASSIGN(const bool more, Fill());
    if (!more) return '\0';
  }
  return buffer_[pos_];
}

Result<char> ElementReader::SkipSpace() {
  while (true) {
    TRY_ASSIGN(const char c, Peek());
    if (at_end_ || !IsAsciiSpace(c)) return c;
    ++pos_;
  }
}

Status ElementReader::TakeValue(Element* element) {
  std::uint64_t depth = 0;
  bool in_string = false;
  bool escaped = false;
  bool any = false;
  while (true) {
    TRY(Peek());
    if (at_end_) return any && depth == 0 && !in_string ? Status() : Broken(consumed());
    const std::size_t begin = pos_;
    for (; pos_ < buffer_.size(); ++pos_) {
      const char c = buffer_[pos_];
      if (escaped) {
        escaped = false;
      } else if (in_string) {
        escaped = c == '\\';
        in_string = c != '"';
      } else if (c == '"') {
        in_string = true;
      } else if (c == '{' || c == '[') {
        ++depth;
      } else if (c == '}' || c == ']' || c == ',' || c == ':') {
        if (depth == 0) {
          Keep(begin, element);
          return any || pos_ > begin ? Status() : Broken(consumed());
        }
        if (c == '}' || c == ']') --depth;
      }
    }
    any = any || pos_ > begin;
    Keep(begin, element);
  }
}

void ElementReader::Keep(std::size_t begin, Element* element) const {
  if (element->bytes.size() + (pos_ - begin) > max_) {
    element->over_limit = true;
    element->bytes.clear();
  }
  if (!element->over_limit) element->bytes.append(buffer_, begin, pos_ - begin);
}

// Behind "{" or a member: passes over members until one that is an array.
Status ElementReader::EnterMember() {
  while (true) {
    TRY_ASSIGN(char c, SkipSpace());
    if (c == ',') {
      ++pos_;
      continue;
    }
    if (c == '}') {
      ++pos_;
      place_ = Place::kEnd;
      return {};
    }
    Element key;
    TRY(TakeValue(&key));
    TRY_ASSIGN(c, SkipSpace());
    if (c != ':' || key.bytes.size() < 2 || key.bytes.size() > kMaxKeyBytes)
      return Broken(consumed());
    ++pos_;
    TRY_ASSIGN(c, SkipSpace());
    if (c == '[') {
      ++pos_;
      list_ = std::string(TrimAscii(key.bytes));
      list_ = list_.substr(1, list_.size() - 2);
      place_ = Place::kMemberArray;
      return {};
    }
    Element passed;
    const std::uint64_t kept = std::exchange(max_, 0);
    const Status status = TakeValue(&passed);
    max_ = kept;
    TRY(status);
  }
}

// In an array: its next element, or what stands behind it.
Result<std::optional<Element>> ElementReader::NextOf(Place after) {
  while (true) {
    TRY_ASSIGN(const char c, SkipSpace());
    if (c == ',') {
      ++pos_;
    } else if (c == ']') {
      ++pos_;
      place_ = after;
      return std::nullopt;
    } else {
      Element element;
      element.list = list_;
      element.number = ++number_;
      TRY(TakeValue(&element));
      return element;
    }
  }
}

Result<std::optional<Element>> ElementReader::Next() {
  while (true) {
    switch (place_) {
      case Place::kStart: {
        TRY_ASSIGN(char c, SkipSpace());
        if (c == '\xEF') {  // a byte-order mark
          for (int i = 0; i < 3; ++i) {
            TRY(Peek());
            ++pos_;
          }
          TRY_ASSIGN(c, SkipSpace());
        }
        if (c != '[' && c != '{') return Broken(consumed());
        ++pos_;
        place_ = c == '[' ? Place::kArray : Place::kObject;
        break;
      }
      case Place::kArray:
      case Place::kMemberArray: {
        const Place after = place_ == Place::kArray ? Place::kEnd : Place::kObject;
        TRY_ASSIGN(std::optional<Element> element, NextOf(after));
        if (element) return element;
        break;
      }
      case Place::kObject:
        TRY(EnterMember());
        break;
      case Place::kEnd:
        return std::nullopt;
    }
  }
}

}  // namespace arborist::chat
