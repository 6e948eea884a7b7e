// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN reference-v9.8: docs/format/json-repair.md. Order: remove a code fence, cut prose outside
// the outermost brackets, straighten curly quotes, drop commas before closing brackets, parse; if
// that fails, close what is open and parse again. The reference searches anew with regular
// expressions after each cut, which is quadratic; here every pattern is anchored at its end and
// read backwards from there, so that no byte is looked at more often than it is cut.
#include <array>
#include <ranges>
#include <string>
#include <utility>

#include "json/repair.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace arborist::json {

namespace {

constexpr std::string_view kFence = "```";
constexpr std::size_t kNone = std::string_view::npos;

// The end of the white space that begins at pos.
std::size_t SkipSpace(std::string_view text, std::size_t pos) {
  while (pos < text.size()) {
    const std::size_t length = text::WhitespaceAt(text, pos);
    if (length == 0) break;
    pos += length;
  }
  return pos;
}

// The start of the white space that ends at `end`.
std::size_t SpaceBefore(std::string_view text, std::size_t end) {
  while (end > 0) {
    const std::size_t start = text::PreviousStart(text, end);
    if (text::WhitespaceAt(text, start) == 0) break;
    end = start;
  }
  return end;
}

// The text between ^\s*```(json)?\s*\n and \n\s*```\s*$, the shortest that matches; nullopt if it
// does not match.
std::optional<std::string_view> Unfenced(std::string_view text) {
  std::size_t open = SkipSpace(text, 0);
  if (!text.substr(open).starts_with(kFence)) return std::nullopt;
  open += kFence.size();
  if (text.substr(open).starts_with("json")) open += 4;
  const std::size_t content = SkipSpace(text, open);
  const std::size_t end = SpaceBefore(text, text.size());
  if (end < content + kFence.size() || !text.substr(0, end).ends_with(kFence)) return std::nullopt;
  const std::size_t close = end - kFence.size();
  // The opening takes the last line feed of its white space, the closing the first of its own. If
  // both are one run, only the last two line feeds fit.
  std::size_t first = text.substr(0, content).rfind('\n');
  if (first == kNone || first < open) return std::nullopt;
  if (content == close) {
    const std::size_t last = first;
    if (last == open) return std::nullopt;
    first = text.rfind('\n', last - 1);
    if (first == kNone || first < open) return std::nullopt;
    return text.substr(first + 1, last - first - 1);
  }
  const std::size_t last = text.find('\n', SpaceBefore(text, close));
  if (last == kNone || last >= close) return std::nullopt;
  return text.substr(first + 1, last - first - 1);
}

// From the first opening to the last closing bracket.
std::string_view WithoutProse(std::string_view text) {
  const std::size_t first = text.find_first_of("{[");
  const std::size_t last = text.find_last_of("}]");
  if (first == kNone || last == kNone || last < first) return text;
  return text.substr(first, last + 1 - first);
}

std::string StraightQuotes(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, char>, 4> kQuotes = {
      {{"\u201C", '"'}, {"\u201D", '"'}, {"\u2018", '\''}, {"\u2019", '\''}}};
  std::string out;
  out.reserve(text.size());
  for (std::size_t pos = 0; pos < text.size();) {
    bool found = false;
    if (text[pos] == '\xE2') {
      for (const auto& [curly, straight] : kQuotes) {
        if (!text.substr(pos).starts_with(curly)) continue;
        out.push_back(straight);
        pos += curly.size();
        found = true;
        break;
      }
    }
    if (!found) out.push_back(text[pos++]);
  }
  return out;
}

// Drops commas that only white space divides from a closing bracket, also inside strings.
std::string WithoutTrailingCommas(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t pos = 0; pos < text.size(); ++pos) {
    if (text[pos] == ',') {
      const std::size_t next = SkipSpace(text, pos + 1);
      if (next < text.size() && (text[next] == '}' || text[next] == ']')) {
        out += text.substr(pos + 1, next - pos);
        pos = next;
        continue;
      }
    }
    out.push_back(text[pos]);
  }
  return out;
}

struct OpenEnds {
  std::string brackets;  // open ones, outermost first; any closing bracket closes one
  bool in_string = false;
};

OpenEnds FindOpenEnds(std::string_view text) {
  OpenEnds open;
  for (std::size_t pos = 0; pos < text.size(); ++pos) {
    const char c = text[pos];
    if (open.in_string) {
      if (c == '\\') ++pos;
      if (c == '"') open.in_string = false;
    } else if (c == '"') {
      open.in_string = true;
    } else if (c == '{' || c == '[') {
      open.brackets.push_back(c);
    } else if ((c == '}' || c == ']') && !open.brackets.empty()) {
      open.brackets.pop_back();
    }
  }
  return open;
}

// The start of a key without a value at the end of the text, or npos: `,?\s*"[^"]*"\s*:` or,
// without the colon, `,\s*"[^"]*"`. The reference takes a finished last item of an array for such a
// key.
std::size_t FindPartialKey(std::string_view text) {
  const bool colon = text.ends_with(':');
  const std::size_t end = colon ? SpaceBefore(text, text.size() - 1) : text.size();
  if (end < 2 || text[end - 1] != '"') return kNone;
  const std::size_t open = text.rfind('"', end - 2);
  if (open == kNone) return kNone;
  const std::size_t space = SpaceBefore(text, open);
  if (space > 0 && text[space - 1] == ',') return space - 1;
  return colon ? space : kNone;
}

// Drops keys without values and commas at the end, as long as there are any.
std::string_view WithoutDanglingEnd(std::string_view text, std::vector<std::string_view>* fixups) {
  bool dropped_key = false, dropped_comma = false;
  while (true) {
    const std::string_view stripped = text.substr(0, SpaceBefore(text, text.size()));
    if (const std::size_t key = FindPartialKey(stripped); key != kNone) {
      text = stripped.substr(0, key);
      if (!std::exchange(dropped_key, true)) fixups->emplace_back("drop_partial_key");
    } else if (stripped.ends_with(',')) {
      text = stripped.substr(0, stripped.size() - 1);
      if (!std::exchange(dropped_comma, true)) fixups->emplace_back("strip_trailing_comma");
    } else {
      return text;
    }
  }
}

void CloseOpenEnds(std::string* text, std::vector<std::string_view>* fixups) {
  const OpenEnds open = FindOpenEnds(*text);
  if (!open.in_string && open.brackets.empty()) return;
  if (open.in_string) {
    text->push_back('"');
    fixups->emplace_back("close_string");
  }
  text->resize(WithoutDanglingEnd(*text, fixups).size());
  for (const char bracket : std::views::reverse(open.brackets)) {
    text->push_back(bracket == '{' ? '}' : ']');
    fixups->emplace_back(bracket == '{' ? "close_brace" : "close_bracket");
  }
}

}  // namespace

Result<Lenient> RepairReferenceV98(std::string_view text, const ParseLimits& limits) {
  Lenient out;
  // The rest walks code points; for invalid UTF-8 the strict parser gives the error and its offset.
  if (text::FindInvalidUtf8(text, /*allow_surrogates=*/true) != kNone) {
    return std::unexpected(Parse(text, limits).error());
  }
  if (const auto inner = Unfenced(text)) {
    text = *inner;
    out.fixups.emplace_back("fence");
  }
  if (const std::string_view inner = WithoutProse(text); inner.size() != text.size()) {
    text = inner;
    out.fixups.emplace_back("prose_trim");
  }
  std::string straight = StraightQuotes(text);
  if (straight.size() != text.size()) out.fixups.emplace_back("curly_quotes");
  std::string repaired = WithoutTrailingCommas(straight);
  if (repaired.size() != straight.size()) out.fixups.emplace_back("trailing_comma");
  auto value = Parse(repaired, limits);
  if (!value && value.error().code != ErrorCode::kLimitExceeded) {
    CloseOpenEnds(&repaired, &out.fixups);
    value = Parse(repaired, limits);
  }
  if (!value) return std::unexpected(std::move(value).error());
  out.value = std::move(*value);
  return out;
}

}  // namespace arborist::json
