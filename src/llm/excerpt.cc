// SPDX-License-Identifier: AGPL-3.0-only
#include "llm/excerpt.h"

#include "json/value.h"

namespace arborist::llm {

std::string WithoutKey(std::string_view text, std::string_view api_key) {
  if (api_key.empty()) return std::string(text);
  std::string without;
  std::size_t begin = 0;
  for (std::size_t at = 0; (at = text.find(api_key, begin)) != std::string_view::npos;) {
    without += text.substr(begin, at - begin);
    without += "[key]";
    begin = at + api_key.size();
  }
  return without.append(text.substr(begin));
}

std::string Excerpt(std::string_view text, std::string_view api_key) {
  constexpr std::size_t kMaxBytes = 300;
  // Cut only now: the start of a key would not be recognised.
  std::string line = WithoutKey(text, api_key);
  for (char& c : line)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  if (line.size() > kMaxBytes) {
    std::size_t end = kMaxBytes;
    while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) --end;
    line.resize(end);
    line += "...";
  }
  return "\"" + json::ToValidUtf8(line) + "\"";
}

}  // namespace arborist::llm
