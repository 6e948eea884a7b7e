// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reading/reading.h"

namespace arborist::pdf {

// How the pages of a file came out, by their numbers from 1.
struct Outcome {
  std::uint32_t pages = 0;
  std::uint32_t with_text = 0;
  std::vector<std::uint32_t> images = {};      // images and no text: scans
  std::vector<std::uint32_t> unreadable = {};  // most characters are not known
  std::vector<std::uint32_t> damaged = {};
  std::vector<std::uint32_t> slow = {};      // stopped before their end
  std::vector<std::uint32_t> not_read = {};  // no time or room was left
  std::vector<std::uint32_t> hidden = {};    // with text that nobody sees
  std::uint64_t hidden_characters = 0;
};

// "2, 5-7 and 9"; of very many ranges the first, and how many pages more.
std::string Ranges(const std::vector<std::uint32_t>& pages);

// Verdict, detail, units and what was left out by page.
void Judge(const Outcome& outcome, reading::Report* report);

}  // namespace arborist::pdf
