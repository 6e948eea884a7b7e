// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/lenient.h"
#include "text/unicode.h"
#include "text/utf8.h"

// reference-v9.8 step by step as it is described, over code points, each pattern tried at every
// place and every backtrack in turn: slow and plain, to hold the fast one against it.
namespace arborist::json::naive {

using Text = std::u32string;

inline Text Decode(std::string_view utf8) {
  Text out;
  for (std::size_t pos = 0; pos < utf8.size();) out.push_back(text::Decode(utf8, &pos));
  return out;
}

inline std::string Encode(const Text& text) {
  std::string out;
  for (const char32_t c : text) text::Append(&out, c);
  return out;
}

inline bool AllSpace(const Text& text, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    if (!text::IsWhitespace(text[i])) return false;
  }
  return true;
}

inline bool HasAt(const Text& text, std::size_t pos, std::u32string_view word) {
  return pos <= text.size() && std::u32string_view(text).substr(pos).starts_with(word);
}

// The end of the text, or the place before a line feed that ends it.
inline bool IsDollar(const Text& text, std::size_t pos) {
  return pos == text.size() || (pos + 1 == text.size() && text[pos] == U'\n');
}

// \s*$ from pos.
inline bool SpaceToDollar(const Text& text, std::size_t pos) {
  for (std::size_t end = text.size() + 1; end-- > pos;) {
    if (AllSpace(text, pos, end) && IsDollar(text, end)) return true;
  }
  return false;
}

// ^\s*```(?:json)?\s*\n(.*?)\n\s*```\s*$ with dots that match line feeds.
inline std::optional<Text> Fence(const Text& text) {
  for (std::size_t lead = text.size() + 1; lead-- > 0;) {
    if (!AllSpace(text, 0, lead) || !HasAt(text, lead, U"```")) continue;
    for (const std::size_t word : {std::size_t{4}, std::size_t{0}}) {
      if (word == 4 && !HasAt(text, lead + 3, U"json")) continue;
      const std::size_t open = lead + 3 + word;
      for (std::size_t feed = text.size(); feed-- > open;) {
        if (text[feed] != U'\n' || !AllSpace(text, open, feed)) continue;
        for (std::size_t end = feed + 1; end < text.size(); ++end) {
          if (text[end] != U'\n') continue;
          for (std::size_t close = text.size() + 1; close-- > end + 1;) {
            if (AllSpace(text, end + 1, close) && HasAt(text, close, U"```") &&
                SpaceToDollar(text, close + 3)) {
              return text.substr(feed + 1, end - feed - 1);
            }
          }
        }
      }
    }
  }
  return std::nullopt;
}

inline Text TrailingCommas(const Text& text) {
  Text out;
  for (std::size_t pos = 0; pos < text.size(); ++pos) {
    bool matched = false;
    if (text[pos] == U',') {
      for (std::size_t end = text.size(); end-- > pos + 1;) {
        if ((text[end] == U'}' || text[end] == U']') && AllSpace(text, pos + 1, end)) {
          out += text.substr(pos + 1, end - pos);
          pos = end;
          matched = true;
          break;
        }
      }
    }
    if (!matched) out.push_back(text[pos]);
  }
  return out;
}

// \s*"[^"]*"\s* and, with a colon, :\s*; from pos to the end.
inline bool KeyToDollar(const Text& text, std::size_t pos, bool colon) {
  for (std::size_t open = pos; open < text.size() && AllSpace(text, pos, open); ++open) {
    if (text[open] != U'"') continue;
    const std::size_t close = text.find(U'"', open + 1);
    if (close == Text::npos) return false;
    if (!colon) return SpaceToDollar(text, close + 1);
    const std::size_t at = text.find(U':', close + 1);
    return at != Text::npos && AllSpace(text, close + 1, at) && SpaceToDollar(text, at + 1);
  }
  return false;
}

inline std::optional<std::size_t> FindKey(const Text& text, bool colon) {
  for (std::size_t start = 0; start < text.size(); ++start) {
    if (text[start] == U',' && KeyToDollar(text, start + 1, colon)) return start;
    if (colon && KeyToDollar(text, start, colon)) return start;
  }
  return std::nullopt;
}

inline Text Stripped(Text text) {
  while (!text.empty() && text::IsWhitespace(text.back())) text.pop_back();
  return text;
}

inline Text Repaired(const Text& text, std::vector<std::string_view>* fixups) {
  Text stack;
  bool in_string = false, escaped = false;
  for (const char32_t c : text) {
    if (escaped) {
      escaped = false;
    } else if (in_string) {
      escaped = c == U'\\';
      if (c == U'"') in_string = false;
    } else if (c == U'"') {
      in_string = true;
    } else if (c == U'{' || c == U'[') {
      stack.push_back(c);
    } else if ((c == U'}' || c == U']') && !stack.empty()) {
      stack.pop_back();
    }
  }
  if (stack.empty() && !in_string) return text;
  const auto once = [&](std::string_view name) {
    if (std::find(fixups->begin(), fixups->end(), name) == fixups->end()) fixups->push_back(name);
  };
  Text out = text;
  if (in_string) {
    out.push_back(U'"');
    fixups->emplace_back("close_string");
  }
  while (true) {
    const Text stripped = Stripped(out);
    auto key = FindKey(stripped, true);
    if (!key) key = FindKey(stripped, false);
    if (key) {
      out = stripped.substr(0, *key);
      once("drop_partial_key");
    } else if (stripped.ends_with(U',')) {
      out = stripped.substr(0, stripped.size() - 1);
      once("strip_trailing_comma");
    } else {
      break;
    }
  }
  for (; !stack.empty(); stack.pop_back()) {
    out.push_back(stack.back() == U'{' ? U'}' : U']');
    fixups->emplace_back(stack.back() == U'{' ? "close_brace" : "close_bracket");
  }
  return out;
}

inline Result<Lenient> ParseLenient(std::string_view raw) {
  Lenient out;
  if (auto value = Parse(raw)) return Lenient{.value = *value, .fixups = {}};
  if (text::FindInvalidUtf8(raw, true) != std::string_view::npos) {
    return Fail(ErrorCode::kInvalidData, "not UTF-8");
  }
  Text text = Decode(raw);
  if (auto inner = Fence(text)) {
    text = *inner;
    out.fixups.emplace_back("fence");
  }
  const std::size_t first = text.find_first_of(U"{["), last = text.find_last_of(U"}]");
  if (first != Text::npos && last != Text::npos && last >= first &&
      (first > 0 || last < text.size() - 1)) {
    text = text.substr(first, last + 1 - first);
    out.fixups.emplace_back("prose_trim");
  }
  if (text.find_first_of(U"\u201C\u201D\u2018\u2019") != Text::npos) {
    std::replace(text.begin(), text.end(), U'\u201C', U'"');
    std::replace(text.begin(), text.end(), U'\u201D', U'"');
    std::replace(text.begin(), text.end(), U'\u2018', U'\'');
    std::replace(text.begin(), text.end(), U'\u2019', U'\'');
    out.fixups.emplace_back("curly_quotes");
  }
  if (Text fewer = TrailingCommas(text); fewer != text) {
    text = std::move(fewer);
    out.fixups.emplace_back("trailing_comma");
  }
  auto value = Parse(Encode(text));
  if (!value) value = Parse(Encode(Repaired(text, &out.fixups)));
  if (!value) return std::unexpected(value.error());
  out.value = *value;
  return out;
}

}  // namespace arborist::json::naive
