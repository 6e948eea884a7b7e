// SPDX-License-Identifier: AGPL-3.0-only
#include "bounds/counter.h"

#include <cstddef>

namespace {

std::uint64_t g_steps = 0;

void Count(std::size_t bytes) { g_steps += bytes / 16 + 1; }

}  // namespace

namespace arborist::bounds {
std::uint64_t Steps() { return g_steps; }
void AddSteps(std::uint64_t steps) { g_steps += steps; }
}  // namespace arborist::bounds

// Called at each edge of the counted objects.
extern "C" void __sanitizer_cov_trace_pc() { ++g_steps; }

// In the place of the C library's, which -fsanitize-coverage does not see: a string that grows at
// its front, or is searched again and again, costs its steps here. Loops that the compiler must not
// turn into calls of these very functions.
#pragma GCC optimize("no-tree-loop-distribute-patterns")

// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)
extern "C" {

void* memcpy(void* __restrict to, const void* __restrict from, std::size_t size) noexcept {
  Count(size);
  auto* const out = static_cast<unsigned char*>(to);
  const auto* const in = static_cast<const unsigned char*>(from);
  for (std::size_t i = 0; i < size; ++i) out[i] = in[i];
  return to;
}

void* memmove(void* to, const void* from, std::size_t size) noexcept {
  Count(size);
  auto* const out = static_cast<unsigned char*>(to);
  const auto* const in = static_cast<const unsigned char*>(from);
  if (out < in) {
    for (std::size_t i = 0; i < size; ++i) out[i] = in[i];
  } else {
    for (std::size_t i = size; i > 0; --i) out[i - 1] = in[i - 1];
  }
  return to;
}

int memcmp(const void* left, const void* right, std::size_t size) noexcept {
  const auto* const a = static_cast<const unsigned char*>(left);
  const auto* const b = static_cast<const unsigned char*>(right);
  std::size_t i = 0;
  while (i < size && a[i] == b[i]) ++i;
  Count(i);
  return i == size ? 0 : a[i] - b[i];
}

void* memchr(const void* text, int wanted, std::size_t size) noexcept {
  const auto* const bytes = static_cast<const unsigned char*>(text);
  std::size_t i = 0;
  while (i < size && bytes[i] != static_cast<unsigned char>(wanted)) ++i;
  Count(i);
  return i == size ? nullptr : const_cast<unsigned char*>(bytes + i);
}

}  // extern "C"
// NOLINTEND(readability-inconsistent-declaration-parameter-name)
