// SPDX-License-Identifier: AGPL-3.0-only
// one-line-v1 and one-line-v2 (FROZEN: docs/format/evidence.md). The attack: titles and texts are
// chosen by whoever wrote the document. A title with a line feed could add a bullet of its own to
// an answer ("- The tower is safe. [E1 ...]"), a passage could begin a line with === and pose as
// another source, and bidi controls could show a text in another order than it is stored. So parts
// are written on one line, controls are dropped, the characters that end a label or an excerpt are
// replaced, and lines that look like headers get a backslash.
#include "evidence/rendering.h"

#include "text/scan.h"

namespace arborist::evidence {

namespace {

constexpr std::string_view kReferenceName = "reference-v9.8";
constexpr std::string_view kOneLineV1Name = "one-line-v1";
constexpr std::string_view kOneLineV2Name = "one-line-v2";

// Embeddings, overrides and isolates, which make a text read in another order than it is stored.
bool IsBidiControl(char32_t c) {
  return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

bool IsControl(char32_t c) { return c < 0x20 || (c >= 0x7F && c < 0xA0); }

// Characters without width: soft hyphen, zero-width characters, direction marks.
bool IsInvisible(char32_t c) {
  return IsControl(c) || IsBidiControl(c) || c == 0xAD || c == 0x061C || c == 0xFEFF ||
         (c >= 0x200B && c <= 0x200F) || (c >= 0x2060 && c <= 0x2064);
}

// Collapses white space to single blanks, strips both ends, drops controls.
std::string OnOneLine(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool space = false;
  for (std::size_t pos = 0; pos < text.size();) {
    const std::size_t begin = pos;
    const char32_t c = text::Decode(text, &pos);
    if (text::IsWhitespace(c)) {
      space = !out.empty();
    } else if (!IsControl(c) && !IsBidiControl(c)) {
      if (space) out.push_back(' ');
      space = false;
      out.append(text.substr(begin, pos - begin));
    }
  }
  return out;
}

char WithoutMark(char c) {
  switch (c) {
    case '[':
      return '(';
    case ']':
      return ')';
    case '"':
      return '\'';
    default:
      return c;
  }
}

// The line ends of decision 3 that are white space.
bool EndsLine(char32_t c) {
  return (c >= 0x0A && c <= 0x0D) || (c >= 0x1C && c <= 0x1E) || c == 0x85 || c == 0x2028 ||
         c == 0x2029;
}

}  // namespace

std::string_view Name(Rendering rendering) {
  switch (rendering) {
    case Rendering::kReferenceV98:
      break;
    case Rendering::kOneLineV1:
      return kOneLineV1Name;
    case Rendering::kOneLineV2:
      return kOneLineV2Name;
  }
  return kReferenceName;
}

std::optional<Rendering> RenderingFromName(std::string_view name) {
  for (const Rendering rendering :
       {Rendering::kReferenceV98, Rendering::kOneLineV1, Rendering::kOneLineV2}) {
    if (name == Name(rendering)) return rendering;
  }
  return std::nullopt;
}

std::string LabelOnOneLine(std::string_view label) {
  constexpr std::size_t kMostEquals = 2;
  std::string out;
  std::size_t equals = 0;
  for (const char c : OnOneLine(label)) {
    equals = c == '=' ? equals + 1 : 0;
    if (equals <= kMostEquals) out.push_back(c == '|' ? '/' : WithoutMark(c));
  }
  return out;
}

std::string ExcerptOnOneLine(std::string_view excerpt) {
  std::string out = OnOneLine(excerpt);
  for (char& c : out) c = WithoutMark(c);
  return out;
}

std::string ClaimOnOneLine(std::string_view claim) {
  std::string out = OnOneLine(claim);
  for (std::size_t i = out.find('['); i != std::string::npos; i = out.find('[', i + 1)) {
    const std::size_t next = i + 1 < out.size() && out[i + 1] == ' ' ? i + 2 : i + 1;
    const bool pointer =
        next + 1 < out.size() && out[next] == 'E' && out[next + 1] >= '0' && out[next + 1] <= '9';
    if (pointer) out[i] = '(';
  }
  return out;
}

std::string WithoutHeaders(std::string_view span) {
  constexpr std::string_view kHeader = "===";
  std::string out;
  out.reserve(span.size());
  bool at_start = true;  // at the start of a line, apart from invisible characters
  for (std::size_t pos = 0; pos < span.size();) {
    const std::size_t begin = pos;
    if (at_start && span.substr(pos).starts_with(kHeader)) out.push_back('\\');
    const char32_t c = text::Decode(span, &pos);
    at_start = EndsLine(c) || (at_start && (text::IsWhitespace(c) || IsInvisible(c)));
    out.append(span.substr(begin, pos - begin));
  }
  return out;
}

}  // namespace arborist::evidence
