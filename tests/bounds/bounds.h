// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace arborist::bounds {

// A pure function that bytes from outside reach, as one of a text.
struct Subject {
  std::string_view name;
  std::function<void(const std::string& text)> run;
};
const std::vector<Subject>& Subjects();

// Texts of one kind and any length, made to cost more than they are long.
struct Family {
  std::string name;
  std::function<std::string(std::size_t bytes)> make;  // about so many
};
const std::vector<Family>& Families();

}  // namespace arborist::bounds
