// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace arborist::chat {

// Fills up to `size` bytes and returns how many; 0 is the end.
using ReadBytes = std::function<Result<std::size_t>(char* buffer, std::size_t size)>;

// A value inside a JSON text.
struct Element {
  std::string list;          // the member of the outer object it stands in; empty: an outer array
  std::uint64_t number = 0;  // in the file, from 1
  std::string bytes;         // JSON, not yet checked
  bool over_limit = false;   // it is larger than was asked for, and `bytes` is empty
};

// The elements of a JSON text one after the other, with one of them in memory: of an outer array,
// or of the arrays that are members of an outer object. Members that are no arrays are passed over.
// It looks at brackets and strings alone; whoever parses the bytes finds what is wrong in them. For
// one thread. Linear.
class ElementReader {
 public:
  ElementReader(ReadBytes read, std::uint64_t max_element_bytes)
      : read_(std::move(read)), max_(max_element_bytes) {}

  // Nothing at the end. kInvalidData: no JSON array or object begins here, or it ends too early.
  Result<std::optional<Element>> Next();

  std::uint64_t consumed() const { return base_ + pos_; }

 private:
  enum class Place : std::uint8_t { kStart, kArray, kObject, kMemberArray, kEnd };

  // The byte at hand; 0 at the end of the file.
  Result<char> Peek();
  Result<char> SkipSpace();
  Result<bool> Fill();
  // Reads the value at hand and keeps its bytes if there is room for them.
  Status TakeValue(Element* element);
  void Keep(std::size_t begin, Element* element) const;
  Result<std::optional<Element>> NextOf(Place after);
  Status EnterMember();

  ReadBytes read_;
  std::uint64_t max_;
  std::string buffer_;
  std::size_t pos_ = 0;
  std::uint64_t base_ = 0;  // offset of the buffer in the file
  bool at_end_ = false;
  Place place_ = Place::kStart;
  std::string list_;
  std::uint64_t number_ = 0;
};

}  // namespace arborist::chat
