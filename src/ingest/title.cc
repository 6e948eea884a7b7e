// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/title.h"

#include "base/ascii.h"
#include "ingest/file_uri.h"
#include "ingest/formats/detect.h"
#include "ingest/formats/table.h"
#include "ingest/uri.h"
#include "markup/blocks.h"
#include "text/canonical.h"
#include "text/scan.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace arborist::ingest {

namespace {

constexpr std::size_t kLongestTitle = 100;  // code points
// Of a text of markup, enough to hold its first heading.
constexpr std::size_t kHeadingBytes = std::size_t{16} << 10;

FileName NameOf(std::string_view uri) {
  std::string_view path = SplitUri(uri).path;
  while (path.ends_with('/')) path.remove_suffix(1);
  const std::string whole = DecodePath(path.substr(path.find_last_of("/:") + 1));
  if (whole.empty() || text::FindInvalidUtf8(whole) != std::string_view::npos) return {"", ""};
  return SplitFileName(whole);
}

bool IsProse(const FileName& name) {
  return name.ending.empty() || FormatOfEnding(name.ending) != nullptr;
}

bool IsUnderline(std::string_view line) {
  return line.size() >= 3 && std::string_view("=-~*#").contains(line[0]) &&
         line.find_first_not_of(line[0]) == std::string_view::npos;
}

bool ReadsLikeTitle(std::string_view line) {
  if (line.empty() || std::string_view(".,;:!").contains(line.back())) return false;
  if (text::Prefix(line, kLongestTitle).size() < line.size()) return false;
  for (std::size_t pos = 0; pos < line.size();) {
    if (text::HasFlag(text::Decode(line, &pos), text::kAlpha)) return true;
  }
  return false;
}

}  // namespace

std::string TitleOfText(std::string_view uri, std::string_view text) {
  if (!IsProse(NameOf(uri))) return {};
  std::string_view line;
  while (!text.empty() && line.empty()) line = text::Strip(TakeLine(&text));
  if (!ReadsLikeTitle(line)) return {};
  const bool more = text.find_first_not_of(" \t\r\n") != std::string_view::npos;
  const std::string_view below = text::Strip(TakeLine(&text));
  return more && (below.empty() || IsUnderline(below)) ? std::string(line) : std::string();
}

std::string TitleOfMarkup(markup::Base base, std::string_view text) {
  if (text.size() > kHeadingBytes) text = text.substr(0, text.rfind('\n', kHeadingBytes) + 1);
  const markup::Shown shown = markup::ShowBlocks(base, text, markup::Start::kDocument);
  if (shown.blocks.empty() || shown.blocks[0].kind != markup::BlockKind::kHeading) return {};
  const markup::Range& heading = shown.blocks[0].shown;
  return shown.text.substr(heading.begin, heading.end - heading.begin);
}

std::string TitleOfName(std::string_view uri) {
  FileName name = NameOf(uri);
  std::string title = std::move(name.stem);
  if (!IsProse({title, name.ending})) return title + "." + name.ending;
  const auto digit = [&](std::size_t at) { return at < title.size() && IsAsciiDigit(title[at]); };
  for (std::size_t i = 0; i < title.size(); ++i) {
    // 2026-09-03 stays.
    if (title[i] == '_' || (title[i] == '-' && !(i > 0 && digit(i - 1) && digit(i + 1)))) {
      title[i] = ' ';
    }
  }
  title = text::Canonicalize(title);
  return title.empty() ? std::string(uri) : title;
}

std::string TitleOfFile(std::string_view own, std::string_view uri, std::size_t max_bytes) {
  std::string title = text::Canonicalize(own);
  FoldTitle(&title);
  if (title.empty()) title = TitleOfName(uri);
  title.resize(Utf8Prefix(title, max_bytes).size());
  return title;
}

std::string OneLine(std::string_view text, std::size_t max_bytes) {
  std::string out;
  bool space = false;
  for (const char c : text) {
    if (IsAsciiSpace(c)) {
      space = !out.empty();
      continue;
    }
    if (space) out.push_back(' ');
    space = false;
    out.push_back(c);
  }
  const std::string_view cut = TrimAscii(Utf8Prefix(out, max_bytes));
  out.resize(cut.size());
  return out;
}

bool FoldTitle(std::string* title) {
  const auto is_control = [](char32_t c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029;
  };
  std::string folded;
  bool found = false;
  bool space = false;
  for (std::size_t pos = 0; pos < title->size();) {
    const std::size_t begin = pos;
    const char32_t c = text::Decode(*title, &pos);
    found |= is_control(c);
    if (is_control(c) || text::IsWhitespace(c)) {
      space = !folded.empty();
      continue;
    }
    if (space) folded.push_back(' ');
    space = false;
    folded.append(*title, begin, pos - begin);
  }
  if (found) *title = std::move(folded);
  return found;
}

}  // namespace arborist::ingest
