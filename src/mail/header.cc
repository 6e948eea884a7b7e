// SPDX-License-Identifier: AGPL-3.0-only
#include "mail/header.h"

#include "base/ascii.h"

namespace arborist::mail {

namespace {

bool IsBlankByte(char c) { return c == ' ' || c == '\t'; }

// The line at pos without its end; *next is the start of the line behind it.
std::string_view LineAt(std::string_view text, std::size_t pos, std::size_t* next) {
  std::string_view rest = text.substr(pos);
  const std::string_view line = TakeLine(&rest);
  *next = text.size() - rest.size();
  return line;
}

enum class Kind : std::uint8_t { kField, kContinuation, kEmpty, kOther, kEnd };

Kind KindAt(std::string_view text, std::size_t pos) {
  if (pos >= text.size()) return Kind::kEnd;
  std::size_t next = 0;
  const std::string_view line = LineAt(text, pos, &next);
  if (line.empty()) return Kind::kEmpty;
  if (IsBlankByte(line[0])) {
    if (line.find_first_not_of(" \t") != std::string_view::npos) return Kind::kContinuation;
    // A line of blanks continues a field if the header goes on behind it.
    const std::string_view below = LineAt(text, next, &next);
    return IsField(below) ? Kind::kContinuation : Kind::kEmpty;
  }
  return IsField(line) ? Kind::kField : Kind::kOther;
}

}  // namespace

void Header::Extend(const char* end) {
  std::string_view& value = fields_.back().value;
  value = {value.data(), static_cast<std::size_t>(end - value.data())};
}

std::string_view Header::First(std::string_view name) const {
  for (const Field& field : fields_) {
    if (EqualsIgnoringCase(field.name, name)) return field.value;
  }
  return {};
}

bool IsField(std::string_view line) {
  std::size_t end = 0;
  while (end < line.size() && line[end] > ' ' && line[end] != 0x7F && line[end] != ':') ++end;
  if (end == 0) return false;
  while (end < line.size() && IsBlankByte(line[end])) ++end;  // obsolete, and still met
  return end < line.size() && line[end] == ':';
}

SplitEntity SplitHeader(std::string_view entity) {
  SplitEntity out;
  std::size_t pos = 0;
  while (pos < entity.size()) {
    if (pos > kMaxHeaderBytes) {
      out.header_too_large = true;
      return out;
    }
    std::size_t next = 0;
    const std::string_view line = LineAt(entity, pos, &next);
    const bool first = out.header.fields().empty();
    Kind kind = KindAt(entity, pos);
    if (kind == Kind::kContinuation && first) kind = Kind::kOther;
    if (kind == Kind::kEmpty) {
      pos = next;
      break;
    }
    if (kind == Kind::kField) {
      const std::size_t colon = line.find(':');
      out.header.Add({TrimAscii(line.substr(0, colon)), line.substr(colon + 1)});
    } else if (kind == Kind::kContinuation) {
      out.header.Extend(line.data() + line.size());
    } else if (first || KindAt(entity, next) != Kind::kField) {
      break;
    }
    pos = next;
  }
  out.body = entity.substr(pos);
  return out;
}

std::string Unfold(std::string_view value) {
  std::string out;
  value = TrimAscii(value);
  out.reserve(value.size());
  for (std::size_t i = 0; i < value.size(); ++i) {
    const char c = value[i];
    if (c == '\r' || c == '\n') {
      while (!out.empty() && IsBlankByte(out.back())) out.pop_back();
      while (i + 1 < value.size() && IsAsciiSpace(value[i + 1])) ++i;
      out.push_back(' ');
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      // ISO-2022 needs its escapes to be decoded.
      out.push_back(c == 0x1B ? c : ' ');
    } else {
      out.push_back(c);
    }
  }
  return out;
}

}  // namespace arborist::mail
