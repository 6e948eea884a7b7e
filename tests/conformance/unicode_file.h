// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "golden/data_files.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace arborist::conformance {

// The lines of a Unicode data file without comments, each cut at its semicolons, blanks trimmed.
inline Result<std::vector<std::vector<std::string>>> ReadUnicodeFile(std::string_view name) {
  TRY_ASSIGN(const std::string text,
             ReadFile(golden::SharedFolder() / "data" / "conformance" / "unicode" / name, 1 << 26));
  std::vector<std::vector<std::string>> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    line = line.substr(0, line.find('#'));
    std::vector<std::string> fields;
    while (line.find_first_not_of(" \r") != std::string_view::npos) {
      const std::size_t cut = std::min(line.find(';'), line.size());
      std::string field(line.substr(0, cut));
      line.remove_prefix(std::min(cut + 1, line.size()));
      field.erase(0, field.find_first_not_of(' '));
      field.erase(field.find_last_not_of(" \r") + 1);
      fields.push_back(std::move(field));
    }
    if (!fields.empty()) lines.push_back(std::move(fields));
  }
  return lines;
}

// "0044 0307" as text.
inline std::string FromCodePoints(std::string_view field) {
  std::string out;
  for (std::size_t i = 0; i < field.size();) {
    char32_t c = 0;
    for (; i < field.size() && field[i] != ' '; ++i) {
      const char d = field[i];
      c = c * 16 + static_cast<char32_t>(d <= '9' ? d - '0' : d - 'A' + 10);
    }
    text::Append(&out, c);
    while (i < field.size() && field[i] == ' ') ++i;
  }
  return out;
}

// Whether Unicode 15.0 assigns every code point of the text (decision 2).
inline bool AllAssigned(std::string_view text) {
  for (std::size_t pos = 0; pos < text.size();) {
    if (!text::HasFlag(text::Decode(text, &pos), text::kAssigned)) return false;
  }
  return true;
}

}  // namespace arborist::conformance
