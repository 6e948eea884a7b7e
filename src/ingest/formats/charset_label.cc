// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/formats/charset_label.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/ascii.h"

namespace arborist::ingest {
namespace {

bool IsLabelByte(char c) {
  return IsAsciiLetter(c) || IsAsciiDigit(c) || c == '-' || c == '_' || c == '.' || c == ':' ||
         c == '+';
}

std::string_view LabelAt(std::string_view text, std::size_t pos) {
  std::size_t end = pos;
  while (end < text.size() && IsLabelByte(text[end]) && end - pos < 64) ++end;
  return text.substr(pos, end - pos);
}

std::size_t SkipSpaces(std::string_view text, std::size_t pos) {
  while (pos < text.size() && IsAsciiSpace(text[pos])) ++pos;
  return pos;
}

struct Attribute {
  std::string name;  // lower-case
  std::string_view value;
};

// Reads one attribute at *pos; false at the end of the tag or the bytes.
bool NextAttribute(std::string_view text, std::size_t* pos, Attribute* out) {
  while (*pos < text.size() && (IsAsciiSpace(text[*pos]) || text[*pos] == '/')) ++*pos;
  if (*pos >= text.size() || text[*pos] == '>') return false;
  const std::size_t begin = *pos;
  ++*pos;
  while (*pos < text.size() && !IsAsciiSpace(text[*pos]) && text[*pos] != '=' &&
         text[*pos] != '>' && text[*pos] != '/') {
    ++*pos;
  }
  out->name = LowerAscii(text.substr(begin, *pos - begin));
  out->value = {};
  std::size_t value = SkipSpaces(text, *pos);
  if (value >= text.size() || text[value] != '=') return true;
  value = SkipSpaces(text, value + 1);
  std::size_t end = value;
  if (value < text.size() && (text[value] == '"' || text[value] == '\'')) {
    end = std::min(text.find(text[value], value + 1), text.size());
    out->value = text.substr(value + 1, end - std::min(end, value + 1));
    *pos = std::min(end + 1, text.size());
    return true;
  }
  while (end < text.size() && !IsAsciiSpace(text[end]) && text[end] != '>') ++end;
  out->value = text.substr(value, end - value);
  *pos = end;
  return true;
}

// "text/html; charset=x" to x.
std::string CharsetOfContentType(std::string_view value) {
  const std::string lower = LowerAscii(value);
  for (std::size_t pos = lower.find("charset"); pos != std::string::npos;
       pos = lower.find("charset", pos + 1)) {
    std::size_t at = SkipSpaces(lower, pos + 7);
    if (at >= lower.size() || lower[at] != '=') continue;
    at = SkipSpaces(lower, at + 1);
    if (at < lower.size() && (lower[at] == '"' || lower[at] == '\'')) ++at;
    return std::string(LabelAt(lower, at));
  }
  return "";
}

std::string ReadMeta(std::string_view head, std::size_t* pos) {
  std::string charset;
  std::string content;
  bool is_content_type = false;
  Attribute attribute;
  while (NextAttribute(head, pos, &attribute)) {
    if (attribute.name == "charset" && charset.empty()) {
      charset = LowerAscii(TrimAscii(attribute.value));
    } else if (attribute.name == "content") {
      content = CharsetOfContentType(attribute.value);
    } else if (attribute.name == "http-equiv") {
      is_content_type = EqualsIgnoringCase(TrimAscii(attribute.value), "content-type");
    }
  }
  if (charset.empty() && is_content_type) charset = content;
  if (charset.starts_with("utf-16") || charset.starts_with("utf-32")) charset = "utf-8";
  return charset;
}

constexpr std::size_t kLineBytes = 1000;  // that are looked at

std::string_view TakeLastLine(std::string_view* text) {
  if (text->ends_with('\n')) text->remove_suffix(1);
  const std::size_t begin = text->rfind('\n') + 1;
  const std::string_view line = text->substr(begin, kLineBytes);
  text->remove_suffix(text->size() - begin);
  return line;
}

// coding[:=][ \t]*([-_.a-zA-Z0-9]+), as PEP 263 has it. Emacs adds the kind of line end.
std::string CodingIn(std::string_view line) {
  for (std::size_t pos = line.find("coding"); pos != std::string_view::npos;
       pos = line.find("coding", pos + 1)) {
    std::size_t at = pos + 6;
    if (at >= line.size() || (line[at] != ':' && line[at] != '=')) continue;
    ++at;
    while (at < line.size() && (line[at] == ' ' || line[at] == '\t')) ++at;
    std::string label = LowerAscii(LabelAt(line, at));
    for (const std::string_view suffix : {"-unix", "-dos", "-mac"}) {
      if (label.ends_with(suffix)) label.resize(label.size() - suffix.size());
    }
    if (!label.empty()) return label;
  }
  return "";
}

// vim: set fileencoding=x : or vi: fenc=x
std::string VimCodingIn(std::string_view line) {
  if (line.find("vim:") == std::string_view::npos && line.find("vi:") == std::string_view::npos &&
      line.find("ex:") == std::string_view::npos) {
    return "";
  }
  for (const std::string_view key : {"fileencoding=", "fenc="}) {
    const std::size_t pos = line.find(key);
    if (pos != std::string_view::npos) {
      std::string_view label = LabelAt(line, pos + key.size());
      return LowerAscii(label.substr(0, label.find(':')));
    }
  }
  return "";
}

}  // namespace

std::string HtmlMetaCharset(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, 1024);
  std::size_t pos = 0;
  while (pos < head.size()) {
    if (head[pos] != '<') {
      pos = std::min(head.find('<', pos), head.size());
    } else if (head.substr(pos).starts_with("<!--")) {
      const std::size_t end = head.find("-->", pos + 2);
      if (end == std::string_view::npos) return "";
      pos = end + 3;
    } else if (StartsWithIgnoringCase(head.substr(pos), "<meta") && pos + 5 < head.size() &&
               (IsAsciiSpace(head[pos + 5]) || head[pos + 5] == '/')) {
      pos += 5;
      if (std::string charset = ReadMeta(head, &pos); !charset.empty()) return charset;
    } else if (pos + 1 < head.size() && (IsAsciiLetter(head[pos + 1]) || head[pos + 1] == '/')) {
      while (pos < head.size() && !IsAsciiSpace(head[pos]) && head[pos] != '>') ++pos;
      Attribute ignored;
      while (NextAttribute(head, &pos, &ignored)) {
      }
    } else {
      ++pos;
    }
  }
  return "";
}

std::string XmlDeclaredCharset(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  if (!bytes.starts_with("<?xml")) return "";
  const std::string_view declaration =
      bytes.substr(0, std::min<std::size_t>(bytes.find("?>"), 512));
  const std::size_t pos = declaration.find("encoding");
  if (pos == std::string_view::npos) return "";
  std::size_t at = SkipSpaces(declaration, pos + 8);
  if (at >= declaration.size() || declaration[at] != '=') return "";
  at = SkipSpaces(declaration, at + 1);
  if (at >= declaration.size() || (declaration[at] != '"' && declaration[at] != '\'')) return "";
  return LowerAscii(LabelAt(declaration, at + 1));
}

std::string CookieCharset(std::string_view bytes) {
  if (bytes.starts_with("@charset \"")) return LowerAscii(LabelAt(bytes, 10));
  std::string_view rest = bytes;
  std::array<std::string_view, 5> lines;
  for (std::string_view& line : lines) line = TakeLine(&rest).substr(0, kLineBytes);
  for (std::size_t i = 0; i < 2; ++i) {
    // "fileencoding=" also ends in coding=: a modeline means the same.
    if (std::string label = CodingIn(lines[i]); !label.empty()) {
      return label.substr(0, label.find(':'));
    }
  }
  for (const std::string_view line : lines) {
    if (std::string label = VimCodingIn(line); !label.empty()) return label;
  }
  rest = bytes;
  for (int i = 0; i < 5; ++i) {
    if (std::string label = VimCodingIn(TakeLastLine(&rest)); !label.empty()) return label;
  }
  return "";
}

}  // namespace arborist::ingest
