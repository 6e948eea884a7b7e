// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace arborist::bounds {

// A pure function that bytes from outside reach, as one of a text.
struct Subject {
  std::string_view name;
  std::function<void(const std::string& text)> run;
  // Of a function that spends a budget (base/budget.h), which is linear in the bytes: what it may
  // take of them all the same, beyond its growth. 0: it has no budget.
  std::uint64_t most_per_byte = 0;
};
const std::vector<Subject>& Subjects();

// Texts of one kind and any length, made to cost more than they are long.
struct Family {
  std::string name;
  std::function<std::string(std::size_t bytes)> make;  // about so many
};
const std::vector<Family>& Families();

}  // namespace arborist::bounds
