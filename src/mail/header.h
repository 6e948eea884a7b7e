// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace arborist::mail {

// The fields of a message or of one of its parts. Views into its bytes.
class Header {
 public:
  struct Field {
    std::string_view name;
    std::string_view value;  // as it stands there, with the line breaks of folding
  };

  void Add(Field field) { fields_.push_back(field); }
  // The next line of the last field.
  void Extend(const char* end);

  const std::vector<Field>& fields() const { return fields_; }
  // The value of the first field of this name; empty: there is none.
  std::string_view First(std::string_view name) const;

 private:
  std::vector<Field> fields_;
};

inline constexpr std::size_t kMaxHeaderBytes = std::size_t{1} << 20;

struct SplitEntity {
  Header header;
  std::string_view body;
  bool header_too_large = false;  // then there is no body
};
// Parts a message or part at the empty line. Lines that are neither a field nor its continuation
// are passed over when a field follows, and begin the body when none does. Linear.
SplitEntity SplitHeader(std::string_view entity);

// Whether the line begins like a field: a name and a colon.
bool IsField(std::string_view line);

// A value on one line: each line break with the blanks around it, and each control character, is
// one space.
std::string Unfold(std::string_view value);

}  // namespace arborist::mail
